/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counters.h - the rows of SL_COUNTERS as a table for whoever shows them: pure.
 */
#ifndef SL_COUNTERS_H
#define SL_COUNTERS_H

#include <linux/types.h>

#include "slowlane.h"

struct counter {
	const char *name;
	const char *unit; /* what is counted, or the unit of a time or an amount */
	const char *help;
};

/* By enum sl_counter. */
extern const struct counter counter_table[SL_CNT_MAX];

/* Name of what was counted; NULL for 0, which stands for nothing (conns_abi.h). */
const char *counter_said(unsigned int said);

#endif /* SL_COUNTERS_H */
