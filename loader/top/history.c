// SPDX-License-Identifier: GPL-2.0-only
/*
 * history.c - a ring of values, and bars in characters.
 */
#include <string.h>

#include "history.h"

void history_push(struct history *h, float value)
{
	h->v[h->next] = value;
	h->next = (h->next + 1) % HISTORY_MAX;
	if (h->n < HISTORY_MAX)
		h->n++;
}

float history_at(const struct history *h, unsigned int age)
{
	return h->v[(h->next + HISTORY_MAX - 1 - age) % HISTORY_MAX];
}

float history_max(const struct history *h, unsigned int n)
{
	float max = 0;

	for (unsigned int age = 0; age < h->n && age < n; age++) {
		if (history_at(h, age) > max)
			max = history_at(h, age);
	}
	return max;
}

/* A value that is not 0 is never shown as 0: a path that trickles is not a dead one. */
static const char *bar(float value, float full, bool utf8)
{
	static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const ascii[] = { ":", "-", "=", "+", "*", "#", "@" };
	unsigned int levels = utf8 ? sizeof(blocks) / sizeof(blocks[0])
				   : sizeof(ascii) / sizeof(ascii[0]);
	unsigned int level;

	if (!(value > 0))
		return ".";
	level = value < full ? value / full * levels : levels - 1;
	if (level >= levels)
		level = levels - 1;
	return utf8 ? blocks[level] : ascii[level];
}

const char *sparkline(const struct history *h, unsigned int width, float full, bool utf8,
		      char *buf)
{
	char *to = buf;

	if (width > HISTORY_MAX)
		width = HISTORY_MAX;
	for (unsigned int age = width; age-- > 0;)
		to = stpcpy(to, age < h->n ? bar(history_at(h, age), full, utf8) : " ");
	*to = '\0';
	return buf;
}
