/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * layout.h - which columns and lines there is room for; pure.
 *
 * Connections and paths share the columns, each with a title of its own.
 */
#ifndef SL_TOP_LAYOUT_H
#define SL_TOP_LAYOUT_H

#include <stdbool.h>

enum top_column {
	COL_NAME,
	COL_STALL,
	COL_RATE,
	COL_FLAGS,
	COL_RTT,
	COL_CWND,
	COL_SHARE,
	COL_LAST,
	COL_ADDRESS,
	COL_NETNS,
	COL_MAX
};

struct top_column_info {
	const char *name; /* to sort by; NULL: one does not */
	const char *title, *path_title;
	unsigned int min;   /* characters */
	unsigned int least; /* if there is no more room: cut to no less than that */
	unsigned int rank;  /* the least is the last to go */
	bool right;	    /* numbers */
};

/* By enum top_column, which is the order from left to right. */
extern const struct top_column_info top_columns[COL_MAX];

struct layout {
	unsigned int width[COL_MAX]; /* 0: not shown */
};

/* Blanks between columns. */
#define LAYOUT_GAP 1

/* @ipv6: there are addresses of it, which are long. */
void layout_columns(unsigned int width, bool ipv6, struct layout *l);

/* Lines of the screen, from above: 0 or 1 of each but rows. */
struct layout_lines {
	unsigned int state, totals, tunables, titles, path_titles, rows, detail, keys;
};

void layout_lines(unsigned int height, bool tunables, struct layout_lines *l);

/**
 * layout_scroll - the first row that is shown, so that the selected one is
 * @first: the one now
 * @selected: index of a row
 * @n: number of rows
 * @height: lines for them
 */
unsigned int layout_scroll(unsigned int first, unsigned int selected, unsigned int n,
			   unsigned int height);

#endif /* SL_TOP_LAYOUT_H */
