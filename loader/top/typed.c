// SPDX-License-Identifier: GPL-2.0-only
/*
 * typed.c - numbers and filters as people type them.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "typed.h"

/* strtod() takes signs, blanks, "inf" and hexadecimals, and minds the locale. */
int delay_parse(const char *text, unsigned int *ms, char *error, size_t size)
{
	unsigned long long n = 0;
	unsigned int unit = 1000;
	const char *p = text;

	for (; isdigit((unsigned char)*p) && n < TOP_DELAY_MAX_MS; p++)
		n = n * 10 + (*p - '0') * 1000;
	if (p > text && *p == '.' && isdigit((unsigned char)p[1])) {
		for (p++; isdigit((unsigned char)*p); p++)
			n += (*p - '0') * (unit /= 10);
	}
	if (p > text && !*p && n >= TOP_DELAY_MIN_MS && n <= TOP_DELAY_MAX_MS) {
		*ms = n;
		return 0;
	}
	snprintf(error, size,
		 "'%.32s' is no delay: it is in seconds, from 0.1 to 3600, such as 2",
		 text);
	return -EINVAL;
}

int count_parse(const char *text, unsigned long long *n, char *error, size_t size)
{
	char *end;

	errno = 0;
	if (isdigit((unsigned char)text[0])) {
		*n = strtoull(text, &end, 10);
		if (!*end && !errno)
			return 0;
	}
	snprintf(error, size,
		 "'%.32s' is no count: it is a whole number, or 0 for no end", text);
	return -EINVAL;
}

int filter_typed(struct filter *f, char *text, char *error, size_t size)
{
	char *words[TOP_WORDS_MAX], *rest = text, *word;
	int n = 0;

	while ((word = strsep(&rest, " "))) {
		if (!word[0])
			continue;
		if (n == TOP_WORDS_MAX) {
			snprintf(error, size, "a filter has at most %d words here",
				 TOP_WORDS_MAX);
			return -EINVAL;
		}
		words[n++] = word;
	}
	return filter_parse(f, n, words, error, size);
}

const char *delay_text(unsigned int ms, char *buf, size_t size)
{
	if (ms % 1000)
		snprintf(buf, size, "%.7g s", ms / 1e3);
	else
		snprintf(buf, size, "%u s", ms / 1000);
	return buf;
}
