// SPDX-License-Identifier: GPL-2.0-only
/*
 * layout.c - columns by width, lines by height.
 */
#include "history.h"
#include "layout.h"

/* With the longest reason, a counter's name, all but the last two fit in 80 columns. */
const struct top_column_info top_columns[COL_MAX] = {
	[COL_NAME] = { "token", "TOKEN", "  DEVICE", 9, 9, 0, false },
	[COL_STALL] = { "stall", "STALL% BY", "HISTORY", 12, 6, 1, false },
	[COL_RATE] = { "rate", "MBIT/S", "MBIT/S", 7, 7, 2, true },
	[COL_FLAGS] = { "flags", "STATE", "FLAGS", 10, 10, 3, false },
	[COL_RTT] = { "rtt", "RTT MS", "RTT MS", 6, 6, 5, true },
	[COL_CWND] = { NULL, "", "CWND", 5, 5, 6, true },
	[COL_SHARE] = { NULL, "", "SHARE", 5, 5, 7, true },
	[COL_LAST] = { NULL, "LAST", "LAST", 19, 8, 4, false },
	[COL_ADDRESS] = { "peer", "PEER", "LOCAL", 21, 21, 8, false },
	[COL_NETNS] = { "netns", "NETNS", "", 10, 10, 9, false },
};

/* Of a device, whole and behind two blanks; wanted more than the columns after it. */
#define NAME_WHOLE 18
#define RANK_AFTER_NAME 8

static int ranked(unsigned int rank)
{
	for (int c = 0; c < COL_MAX; c++) {
		if (top_columns[c].rank == rank)
			return c;
	}
	return COL_NAME;
}

/* By rank, as long as there is room; the columns used. */
static unsigned int take(unsigned int width, struct layout *l)
{
	unsigned int used = 0;

	for (unsigned int rank = 0; rank < COL_MAX; rank++) {
		int c = ranked(rank);
		unsigned int gap = rank ? LAYOUT_GAP : 0;
		unsigned int room = width - used > gap ? width - used - gap : 0;

		if (rank == RANK_AFTER_NAME &&
		    room > NAME_WHOLE - top_columns[COL_NAME].min) {
			l->width[COL_NAME] = NAME_WHOLE;
			used += NAME_WHOLE - top_columns[COL_NAME].min;
			room -= NAME_WHOLE - top_columns[COL_NAME].min;
		}
		if (room < top_columns[c].least)
			break;
		l->width[c] = room < top_columns[c].min ? room : top_columns[c].min;
		used += gap + l->width[c];
	}
	return used;
}

void layout_columns(unsigned int width, bool ipv6, struct layout *l)
{
	/* Who gets what is left, and up to what. */
	const struct {
		enum top_column col;
		unsigned int to;
	} grow[] = {
		{ COL_NAME, NAME_WHOLE },
		{ COL_FLAGS, 13 },
		{ COL_STALL, 20 },
		{ COL_RATE, 8 },
		{ COL_LAST, 22 },
		{ COL_RTT, 7 },
		{ COL_ADDRESS, ipv6 ? 47 : 28 },
		{ COL_NETNS, 20 },
		{ COL_STALL, HISTORY_MAX },
	};
	unsigned int used;

	*l = (struct layout){};
	used = take(width, l);
	if (!used)
		l->width[COL_NAME] = width;
	for (unsigned int i = 0; used && i < sizeof(grow) / sizeof(grow[0]); i++) {
		unsigned int *w = &l->width[grow[i].col];

		for (; *w && *w < grow[i].to && used < width; used++)
			++*w;
	}
}

/* What is of use with little room comes first: rows, what they are, how it is. */
void layout_lines(unsigned int height, bool tunables, struct layout_lines *l)
{
	struct {
		unsigned int *line,
			from; /* lines of the screen from which on it is there */
	} order[] = {
		{ &l->titles, 3 },  { &l->state, 4 },	 { &l->keys, 6 },
		{ &l->totals, 7 },  { &l->tunables, 9 }, { &l->path_titles, 10 },
		{ &l->detail, 12 },
	};

	*l = (struct layout_lines){ .rows = height };
	for (unsigned int i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (height < order[i].from ||
		    (order[i].line == &l->tunables && !tunables))
			continue;
		*order[i].line = 1;
		l->rows--;
	}
}

unsigned int layout_scroll(unsigned int first, unsigned int selected, unsigned int n,
			   unsigned int height)
{
	unsigned int last = n > height ? n - height : 0;

	if (!height)
		return 0;
	if (selected >= first + height)
		first = selected - height + 1;
	if (selected < first)
		first = selected;
	return first < last ? first : last;
}
