/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counters.h - names, units and help of the counters, by enum sl_counter.
 */
#ifndef SL_COUNTERS_H
#define SL_COUNTERS_H

#include <linux/types.h>

#include "slowlane.h"

struct counter {
	const char *name, *unit, *help;
};

extern const struct counter counter_table[SL_CNT_MAX];

/* Name of what was counted; NULL for 0, which stands for nothing (conns_abi.h). */
const char *counter_said(unsigned int said);

#endif /* SL_COUNTERS_H */
