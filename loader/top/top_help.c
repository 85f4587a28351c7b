// SPDX-License-Identifier: GPL-2.0-only
/*
 * top_help.c - keys and columns, for the screen's help and for "slowlane help top".
 */
#include <stdio.h>

#include "top.h"

/* As many as fit on a screen of 24 lines, beside one that says how to leave it. */
const char *const top_help[] = {
	"q F10        end             arrows PgUp PgDn Home End  select",
	"space Enter  fold or unfold the paths of one connection; *  of all",
	"/ F4         filter, as of 'slowlane connections'; empty: none",
	"< > s F6     sort by another column; I  the other way round",
	"d            delay between two readings        h ? F1   this help",
	"",
	"STALL%   time, in the last interval, in which the connection had data and was",
	"         kept by neither its application nor its links: it waited for memory of",
	"         the sender (sndbuf), for the peer's window (rwnd), or as slowlane held",
	"         data back for a faster path (sched); then the one that had most of it",
	"HISTORY  what a path delivered, an interval a bar, the newest at the right; the",
	"         paths of a connection have one scale; '.' is nothing",
	"MBIT/S   sent (connection) or acknowledged (path) in the last interval",
	"FLAGS    SLOW: delivers less than slow_ratio_pct of the fastest; STALE: stands",
	"         still; backup; a connection's is its state, or the worst if folded",
	"SHARE    the part of the cwnd that penalties leave the path",
	"LAST     what was decided last, a counter of 'slowlane stats'",
	"",
	"'stalled' above counts connections that were for a tenth of the interval.",
	NULL,
};

void help_top(void)
{
	printf("\nsort by:");
	for (int c = 0; c < COL_MAX; c++) {
		if (top_columns[c].name)
			printf(" %s", top_columns[c].name);
	}
	printf("\n\nkeys and columns:\n");
	for (const char *const *line = top_help; *line; line++)
		printf("%s%s\n", (*line)[0] ? "  " : "", *line);
	help_filter();
}
