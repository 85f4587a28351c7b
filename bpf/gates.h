/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gates.h - when a slow path is penalised, and when it is let off: pure functions.
 *
 * The rule is the RFC's (mptcp list, July 2026): halve the cwnd of a subflow whose rate
 * is below half of the fastest's.  What it goes through first is ours: each gate is a
 * reason not to, and a counter of its own (slowlane.h).
 */
#ifndef GATES_H
#define GATES_H

#include "path.h"

/* In the order in which they are asked. */
enum sl_gate {
	SL_GATE_NONE,	 /* not slow, a backup, not active: there is no question */
	SL_GATE_RWND,	 /* the peer's window is what limits */
	SL_GATE_SNDBUF,	 /* the send buffer is not */
	SL_GATE_FASTEST, /* the fastest path could send, and has something to */
	SL_GATE_STATE,	 /* the path is in recovery: loss takes its own part */
	SL_GATE_RTT,	 /* a round trip of its has not passed since the last time */
	SL_GATE_FLOOR,	 /* no more than it can use anyway */
	SL_GATE_PASSED,	 /* penalised */
};

/* What is kept of a subflow's penalties. */
struct sl_penalised {
	__u64 last_us;	 /* when it was penalised last; 0: never, or let off since */
	__u64 reason_us; /* when there was last a reason to */
	__u32 count;	 /* penalties ever, of the cwnd or of the share */
	__u8 shift;	 /* share of its cwnd that is filled: 2^-shift */
	__u8 said;	 /* enum sl_counter: what was last counted of it; 0: nothing */
	__u8 pad[2];
};

/* Round trips without a reason after which a path is let off. */
#define SL_PENALTY_RTTS 8
/* A share of the cwnd is halved at most so often: 1/16. */
#define SL_SHIFT_MAX 4

/*
 * What a slow path needs to carry what it can: a quarter more than a round trip's
 * worth, and three segments, which keep ACKs coming if the receiver delays them
 * (measured: with less it starves itself, 11.1 to 6.1 Mbit/s).
 */
static inline __u64 sl_floor_bytes(const struct sl_path *p)
{
	return p->rate_Bps * p->min_rtt_us / SL_USEC_PER_SEC * 5 / 4 +
	       3 * (__u64)p->mss_bytes;
}

/* The cwnd that the penalties so far leave it to fill. */
static inline __u64 sl_share_bytes(const struct sl_path *p)
{
	return p->cwnd_bytes >> sl_min(p->penalty_shift, SL_SHIFT_MAX);
}

static inline enum sl_gate sl_penalty_gate(const struct sl_path *p,
					   const struct sl_conn *c, int slow)
{
	/* Unproven: its rate is a lower bound, and being slow by that means nothing. */
	if (!slow || !p->active || p->backup || !p->proven)
		return SL_GATE_NONE;
	if (c->window_bytes < p->mss_bytes)
		return SL_GATE_RWND;
	if (!c->writer_waits || c->unsent_bytes >= SL_BURST_BYTES)
		return SL_GATE_SNDBUF;
	if (!c->fastest_full)
		return SL_GATE_FASTEST;
	if (!p->ca_open)
		return SL_GATE_STATE;
	if (p->penalty_age_us < p->srtt_us)
		return SL_GATE_RTT;
	if (sl_share_bytes(p) / 2 < sl_floor_bytes(p))
		return SL_GATE_FLOOR;
	return SL_GATE_PASSED;
}

/* Is there a reason to, though not now? Then what was taken is not given back. */
static inline int sl_penalty_holds(enum sl_gate gate)
{
	return gate >= SL_GATE_STATE;
}

/* It has been without a reason for long enough. */
static inline int sl_penalty_over(const struct sl_penalised *s, const struct sl_path *p,
				  __u64 now_us)
{
	return s->last_us && now_us - s->reason_us > SL_PENALTY_RTTS * (__u64)p->srtt_us;
}

#endif /* GATES_H */
