// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach_register.c - the step of attach in which the kernel gets to know the scheduler.
 */
#include <errno.h>
#include <string.h>
#include <bpf/bpf.h>

#include "attach.h"
#include "cc.h"

/* sk_storage iterators are made for one map, which the skeleton cannot know. */
static int attach_iter(struct attach_run *run, enum pin pin, struct bpf_program *prog,
		       const struct bpf_map *map)
{
	union bpf_iter_link_info target = { .map.map_fd = map ? bpf_map__fd(map) : 0 };
	struct bpf_iter_attach_opts opts;

	memset(&opts, 0, sizeof(opts)); /* its padding, too: libbpf refuses bits there */
	opts.sz = sizeof(opts);
	opts.link_info = &target;
	opts.link_info_len = sizeof(target);
	run->link[pin] = bpf_program__attach_iter(prog, map ? &opts : NULL);
	if (!run->link[pin])
		return cli_fail_errno(run->cli, errno, NEXT_VERBOSE,
				      "cannot attach iterator %s",
				      bpf_program__name(prog));
	return 0;
}

static int map_id(struct attach_run *run, const struct bpf_map *map, __u32 *id)
{
	struct bpf_map_info info = {};
	__u32 len = sizeof(info);
	int err = bpf_map_get_info_by_fd(bpf_map__fd(map), &info, &len);

	if (err)
		return cli_fail_errno(run->cli, err, NULL,
				      "cannot read the scheduler's map id");
	*id = info.id;
	return 0;
}

static int cannot_register(struct cli *cli, const char *name)
{
	return cli_fail_errno(cli, errno,
			      errno == EEXIST ? "a scheduler of that name is there"
					      : "the kernel's log may say why",
			      "cannot register the scheduler %s", name);
}

/*
 * The name is taken by the program that is to be replaced, and no kernel lets a
 * registered scheduler be updated: so the new one is registered as its bridge, and
 * its map made ready to get the name later: libbpf (1.7) fills in what is in the map
 * before it asks the kernel to link it, which is refused.
 */
static int register_bridge(struct attach_run *run)
{
	struct bpf_link *link = bpf_map__attach_struct_ops(run->skel->maps.slowlane);
	__u32 zero = 0;
	int code;

	if (link || errno != EEXIST) {
		bpf_link__destroy(link);
		return cli_fail(run->cli, SL_EXIT_FAILURE,
				"the scheduler " SL_SCHED_NAME
				" was unregistered by other means meanwhile; "
				"'" SL_PROG " detach', then attach");
	}
	run->link[PIN_BRIDGE] = bpf_map__attach_struct_ops(run->skel->maps.slowlane_next);
	if (!run->link[PIN_BRIDGE])
		return cannot_register(run->cli, SL_BRIDGE_NAME);
	cc_fill(run);
	code = map_id(run, run->skel->maps.slowlane_next, &run->ids.bridge);
	if (code)
		return code;
	run->info.bridge_map_id = run->ids.bridge;
	if (bpf_map_update_elem(run->info_fd, &zero, &run->info, BPF_EXIST))
		return cli_fail_errno(run->cli, errno, NULL, "cannot write map sl_info");
	return 0;
}

int attach_register(struct attach_run *run)
{
	int code;

	code = attach_iter(run, PIN_ITER_SOCKETS, run->skel->progs.iter_sockets,
			   run->skel->maps.sl_sockets);
	if (!code)
		code = attach_iter(run, PIN_ITER_SUBFLOWS, run->skel->progs.iter_subflows,
				   NULL);
	if (!code)
		code = attach_iter(run, PIN_ITER_PATHS, run->skel->progs.iter_paths,
				   run->skel->maps.sl_subflows);
	if (code)
		return code;
	/* Before the scheduler, so that its first connection finds them. */
	cc_register(run);
	if (run->replace) {
		code = register_bridge(run);
		if (code)
			return code;
	} else {
		run->link[PIN_LINK] =
			bpf_map__attach_struct_ops(run->skel->maps.slowlane);
		if (!run->link[PIN_LINK])
			return cannot_register(run->cli, SL_SCHED_NAME);
	}
	return map_id(run, run->skel->maps.slowlane, &run->ids.own);
}

void attach_register_undo(struct attach_run *run)
{
	/* The hook before what it puts subflows on. */
	for (int i = PIN_MAX - 1; i >= PIN_CUBIC; i--) {
		if (run->link[i])
			link_detach(run->cli, i, bpf_link__fd(run->link[i]));
	}
	for (int i = 0; i < PIN_MAX; i++) {
		bpf_link__destroy(run->link[i]);
		run->link[i] = NULL;
	}
}
