/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slow.h - when a path is slow: the rule of the policy, and of who shows what it does.
 */
#ifndef SLOW_H
#define SLOW_H

/* Rates in bytes/s; @fastest_Bps: the fastest path's, 0: not known, and nobody is slow. */
static inline int sl_rate_is_slow(__u64 rate_Bps, __u64 fastest_Bps, __u32 slow_ratio_pct)
{
	return rate_Bps * 100 < fastest_Bps * slow_ratio_pct;
}

#endif /* SLOW_H */
