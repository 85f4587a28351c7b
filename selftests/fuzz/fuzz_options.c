// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_options.c - a command line, one word a line.
 */
#include "fuzz.h"
#include "parse.c"

struct result {
	bool a, b;
	const char *string, *optional;
	struct str_list list;
};

static const struct opt first[] = {
	{ "all", 'a', OPT_FLAG, NULL, "help", offsetof(struct result, a) },
	{ "string", 's', OPT_STRING, "S", "help", offsetof(struct result, string) },
	{ "list", 'l', OPT_LIST, "L", "help", offsetof(struct result, list) },
	{},
};
static const struct opt second[] = {
	{ "both", 'b', OPT_FLAG, NULL, "help", offsetof(struct result, b) },
	{ "wait", 0, OPT_OPTIONAL, "T", "help", offsetof(struct result, optional) },
	{},
};

void fuzz_text(char *text)
{
	static const struct opt *const tables[OPTS_TABLES_MAX] = { first, second };
	char *words[512], error[24];
	struct result r = {};
	int n = 0, used;

	for (char *word; n < 512 && (word = strsep(&text, "\n"));)
		words[n++] = word;
	used = opts_parse(tables, &r, n, words, error, sizeof(error));
	promise(used >= 0 && used <= n && r.list.n <= STR_LIST_MAX);
	promise(memchr(error, '\0', sizeof(error)));
}
