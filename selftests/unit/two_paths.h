/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * two_paths.h - two paths to work decisions out by hand.
 *
 * Segments of 1000 bytes:
 *
 *	F  10 MB/s, 10 ms.  Its cwnd of 200000 is full, and a burst of 20000 (2 ms of
 *	   10 MB/s) beside it: of the 220000 that it holds, 22 ms of its time, 12 ms are
 *	   queue.  One more burst arrives after 5 + 12 + 2 = 19 ms.
 *	S  1 MB/s, 100 ms, and nothing on it.  A burst is 2000; it arrives after
 *	   50 + 2 = 52 ms and is acknowledged after 102.
 */
#ifndef TWO_PATHS_H
#define TWO_PATHS_H

#include "snapshot.h"

#define MSS 1000
#define F 100
#define S 101

struct two {
	struct sl_path f, s;
	struct sl_conn c;
};

static inline struct sl_path path_of(__u64 handle, __u64 rate_Bps, __u32 rtt_us)
{
	return (struct sl_path){
		.handle = handle,
		.pacing_rate = rate_Bps,
		.rate_Bps = rate_Bps,
		.cwnd_bytes = 200000,
		.free_bytes = 200000,
		.mss_bytes = MSS,
		.min_rtt_us = rtt_us,
		.srtt_us = rtt_us,
		.penalty_age_us = ~0U,
		.active = 1,
		.has_room = 1,
		.has_grown = 1,
		.ca_open = 1,
		.proven = 1,
		.idle = 1,
	};
}

static inline struct two two_paths(void)
{
	struct two t = {
		.f = path_of(F, 10 * MB_PER_S, 10000),
		.s = path_of(S, MB_PER_S, 100000),
		.c = {
			.window_bytes = 1 << 30,
			.pin_bytes = 1 << 30,
			.grown_bytes = 1 << 30,
			.admission = 1,
			.unsent_bytes = 100000,
			.fastest_Bps = 10 * MB_PER_S,
			.slow_ratio_pct = 50,
		},
	};
	t.f.free_bytes = 0;
	t.f.held_bytes = 220000;
	t.f.unsent_bytes = 20000;
	t.f.in_flight = 1;
	t.f.idle = 0;
	return t;
}

/* S holds so much, all of it on its way. */
static inline void hold(struct sl_path *p, __u32 bytes)
{
	p->held_bytes = bytes;
	p->free_bytes = p->cwnd_bytes - bytes;
	p->in_flight = bytes > 0;
	p->idle = !bytes;
}

#endif /* TWO_PATHS_H */
