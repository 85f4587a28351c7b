// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_typed.c - what is typed into slowlane top: delays, counts and filters.
 */
#include "fuzz.h"
#include "filter_addr.c"
#include "filter.c"
#include "typed.c"

void fuzz_text(char *text)
{
	unsigned long long n = 0;
	unsigned int ms = 0;
	char error[256];
	struct filter f;

	if (!delay_parse(text, &ms, error, sizeof(error)))
		promise(ms >= TOP_DELAY_MIN_MS && ms <= TOP_DELAY_MAX_MS);
	count_parse(text, &n, error, sizeof(error));
	if (!filter_typed(&f, text, error, sizeof(error)))
		promise(f.n <= FILTER_STEPS_MAX);
}
