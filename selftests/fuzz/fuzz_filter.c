// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_filter.c - words of a filter, and whether one that is taken can be asked.
 */
#include "fuzz.h"
#include "filter.c"
#include "filter_addr.c"

#define WORDS_MAX 80

/* 1 if @f has operands for all its operators, and one result: what a match relies on. */
static int is_whole(const struct filter *f)
{
	unsigned int depth = 0;

	for (unsigned int i = 0; i < f->n; i++) {
		unsigned int needs = f->step[i].op == FILTER_NOT  ? 1
				     : f->step[i].op <= FILTER_OR ? 2
								  : 0;

		if (depth < needs)
			return 0;
		depth += 1 - needs;
	}
	return depth == (f->n ? 1 : 0);
}

void fuzz_text(char *text)
{
	static const struct sl_ends ends = { .family = 2, .sport = 1, .dport = 2 };
	const struct filter_path path = { .ends = &ends, .netns = "" };
	char *words[WORDS_MAX], error[256];
	struct filter f;
	int n = 0;

	for (char *w = strtok(text, " "); w && n < WORDS_MAX; w = strtok(NULL, " "))
		words[n++] = w;
	if (filter_parse(&f, n, words, error, sizeof(error))) {
		promise(error[0]);
		return;
	}
	promise(!error[0]);
	promise(f.n <= FILTER_STEPS_MAX);
	promise(is_whole(&f));
	promise(n || filter_match(&f, &path));
}
