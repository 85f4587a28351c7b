/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watch.h - which changes are worth an event: pure functions.
 *
 * Estimates that go up and down around a limit must not make an event each time: a path
 * recovers later than it became slow, and what limits is asked once a second.
 */
#ifndef WATCH_H
#define WATCH_H

#include "limit.h"
#include "slow.h"

/* What was last reported of a subflow, to the reader of this session. */
struct sl_watched {
	__u32 session; /* struct sl_watch's; another one: nothing was */
	__u8 slow, stale;
	__u8 pad[2];
};

/* And of a connection. */
struct sl_watched_limit {
	__u32 session;
	__u32 since_us;		     /* of CLOCK_MONOTONIC, cut: the last look */
	__u32 limit;		     /* the class reported last; SL_LIMIT_MAX: none */
	__u32 base_us[SL_LIMIT_MAX]; /* time in each class then, cut */
};

/* How often it is looked at what limits a connection. */
#define SL_WATCH_US 1000000U
/* The rate at which a path recovers, in percent of the one at which it became slow. */
#define SL_RECOVER_PCT 125

/* Is the path slow now, if it was or was not before? */
static inline int sl_watch_slow(int was, __u64 rate_Bps, __u64 fastest_Bps,
				__u32 slow_ratio_pct)
{
	return sl_rate_is_slow(rate_Bps,
			       was ? fastest_Bps * SL_RECOVER_PCT / 100 : fastest_Bps,
			       slow_ratio_pct);
}

/* A new reader has been told nothing; times count from here. */
static inline void sl_watch_limit_start(struct sl_watched_limit *w, const __u64 *limit_us,
					__u32 session, __u32 now_us)
{
	w->session = session;
	w->since_us = now_us;
	w->limit = SL_LIMIT_MAX;
	for (int i = 0; i < SL_LIMIT_MAX; i++)
		w->base_us[i] = limit_us[i];
}

/*
 * Which class had more than half of the time since the last look?  SL_LIMIT_MAX: none, or
 * it is not time yet.  @spent_us: set to the time in each; @limit_us: the counters.
 */
static inline __u32 sl_watch_limit(struct sl_watched_limit *w, const __u64 *limit_us,
				   __u32 *spent_us, __u32 now_us)
{
	__u32 most = SL_LIMIT_MAX;
	__u64 sum = 0;

	if (now_us - w->since_us < SL_WATCH_US)
		return SL_LIMIT_MAX;
	w->since_us = now_us;
	for (int i = 0; i < SL_LIMIT_MAX; i++) {
		spent_us[i] = (__u32)limit_us[i] - w->base_us[i];
		w->base_us[i] = limit_us[i];
		sum += spent_us[i];
	}
	for (int i = 0; i < SL_LIMIT_MAX; i++) {
		if (2 * (__u64)spent_us[i] > sum)
			most = i;
	}
	return most;
}

#endif /* WATCH_H */
