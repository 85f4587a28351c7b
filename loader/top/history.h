/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * history.h - the last values of something, and as a line of bars; pure.
 */
#ifndef SL_TOP_HISTORY_H
#define SL_TOP_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

/* Values kept, and columns that a line of bars may have. */
#define HISTORY_MAX 60
/* Of a line of bars: three bytes a column, in UTF-8. */
#define SPARKLINE_MAX (3 * HISTORY_MAX + 1)

struct history {
	float v[HISTORY_MAX];
	unsigned int n;	   /* values kept */
	unsigned int next; /* where the next one goes */
};

void history_push(struct history *h, float value);

/* The value @age steps back, 0 is the newest; @age < h->n. */
float history_at(const struct history *h, unsigned int age);

/* The largest of the last @n; 0 without any. */
float history_max(const struct history *h, unsigned int n);

/**
 * sparkline - the last values as bars, the newest at the right
 * @h: the values, 0 or more
 * @width: columns, at most HISTORY_MAX; blank where there is no value yet
 * @full: what a full bar is
 * @utf8: eight heights, else seven characters of ASCII; '.' is 0 in both
 * @buf: at least SPARKLINE_MAX bytes
 *
 * Return: @buf.
 */
const char *sparkline(const struct history *h, unsigned int width, float full, bool utf8,
		      char *buf);

#endif /* SL_TOP_HISTORY_H */
