// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_probe.c - "slowlane probe": can this kernel run the scheduler?
 */
#include <errno.h>

#include "cli.h"
#include "features.h"
#include "slowlane.skel.h"

static const char *const verdict_words[] = {
	[VERDICT_OK] = "ok",
	[VERDICT_NOTE] = "note",
	[VERDICT_MISSING] = "missing",
};

static void show(struct cli *cli, json_object *array, const struct feature *row,
		 const struct finding *found)
{
	json_object *o = json_sub(array, NULL, json_object_new_object());

	json_str(o, "name", row->name);
	json_str(o, "verdict", verdict_words[found->verdict]);
	json_str(o, "detail", found->detail);
	json_str(o, "remedy", found->remedy[0] ? found->remedy : NULL);
	cli_say(cli, "%-8s %-20s %s%s%s", verdict_words[found->verdict], row->title,
		found->detail, found->remedy[0] ? "; " : "", found->remedy);
}

int cmd_probe(struct cli *cli)
{
	struct slowlane_bpf *skel = slowlane_bpf__open();
	json_object *array;
	struct features f;
	unsigned int missing = 0;

	if (!skel)
		return cli_fail_errno(cli, errno, NULL,
				      "cannot open the BPF object within");
	features_open(&f, skel->obj, NULL);
	array = json_sub(cli->root, "features", json_object_new_array());
	for (const struct feature *row = feature_table; row->name; row++) {
		struct finding found = {};

		row->check(&f, &found);
		show(cli, array, row, &found);
		missing += found.verdict == VERDICT_MISSING;
	}
	features_close(&f);
	slowlane_bpf__destroy(skel);

	json_flag(cli->root, "usable", !missing);
	if (missing)
		return cli_fail(cli, SL_EXIT_UNAVAILABLE,
				"not usable here: %u of the above missing", missing);
	cli_say(cli, "usable: 'slowlane attach' will work");
	return 0;
}
