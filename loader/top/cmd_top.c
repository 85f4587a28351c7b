// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_top.c - "slowlane top": connections by the time that they stall, as it goes on.
 */
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "text.h"
#include "top.h"

/* A filter given on the command line, for people and to be edited. */
static void filter_words(struct top *t)
{
	char word[TEXT_NAME_MAX];
	size_t len = 0;

	for (int i = 0; i < t->cli->argc && len < sizeof(t->filter_text); i++) {
		text_escape(t->cli->argv[i], 63, word, sizeof(word));
		len += snprintf(t->filter_text + len, sizeof(t->filter_text) - len,
				"%s%s", i ? " " : "", word);
	}
}

static int options_take(struct top *t)
{
	const struct options *opt = &t->cli->opt;
	char error[256];

	if (opt->delay && delay_parse(opt->delay, &t->delay_ms, error, sizeof(error)))
		return cli_fail(t->cli, SL_EXIT_USAGE, "--delay: %s", error);
	if (opt->count && count_parse(opt->count, &t->count, error, sizeof(error)))
		return cli_fail(t->cli, SL_EXIT_USAGE, "--count: %s", error);
	if (opt->sort)
		t->order.by = top_order_find(opt->sort);
	if (t->order.by == COL_MAX)
		return cli_fail(t->cli, SL_EXIT_USAGE,
				"--sort: no column '%s' to sort by; '" SL_PROG
				" help top' lists them",
				opt->sort);
	return filter_require(t->cli, &t->filter);
}

int cmd_top(struct cli *cli)
{
	struct top t = { .cli = cli, .order.by = COL_STALL, .delay_ms = TOP_DELAY_MS };
	bool screen = top_has_screen() && !cli->opt.json;
	int code;

	t.counted = cli->opt.count;
	code = options_take(&t);
	if (code)
		return code;
	/* Its characters only: numbers are the same everywhere. */
	setlocale(LC_CTYPE, "");
	t.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8");
	filter_words(&t);
	code = screen ? top_screen(&t) : top_plain(&t);
	model_free(&t.model);
	return code;
}
