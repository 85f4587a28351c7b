/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * admission.h - which path may carry the next burst, and when none should.
 *
 *	       does the path that would deliver it first have room? -- yes --> it sends
 *		|
 *		no: all that could send now would deliver it later than the fastest
 *		|
 *	LATE	would it come after the fastest had finished all that is written?  wait
 *	PIN	would the buffers be full before it is acknowledged?		   wait
 *		|
 *		no: the fastest loses nothing by it --> the spare path sends
 */
#ifndef ADMISSION_H
#define ADMISSION_H

#include "path.h"
#include "gates.h"
#include "slow.h"

/*
 * What one decision is for: so long the path is busy with a burst.  Short, as what was
 * decided cannot be undone; not too short, as each costs instructions, and a burst at
 * 250 Mbit/s is a full one already.
 */
#define SL_BURST_US 2000

/* A path of unknown rate is taken for so many times slower than the fastest. */
#define SL_UNKNOWN_DIV 50

/* So much of the time so far may be risked on what is not known for sure. */
#define SL_EXPLORE_PCT 2

/* An estimate of an arrival is trusted to a quarter of it. */
#define SL_MARGIN_PCT 25

/*
 * What a slow path may hold: a round trip's worth and a half, or and three segments, as
 * sl_floor_bytes(): with two a path that lost much comes no more out of what it then
 * holds (5 segments of 10 Mbit/s leave at once, come back in 16 ms, not 10, and so read
 * as 4).
 */
#define SL_HOLD_PCT 150
#define SL_HOLD_SEGS 3

/*
 * One that is not slow: the same half, or a queue of 50 ms. More is no use to it, and what a
 * far one loses when its queue overflows holds up all the others for its round trip.
 */
#define SL_QUEUE_US 50000

/* A path that adds less than a sixteenth to the fastest is thin. */
#define SL_THIN_DIV 16

/* The first bytes on a path of which nothing is known: what they cost is bearable. */
#define SL_PROBE_BYTES 256

/* How fast the path takes bytes, bytes/s, never 0. */
static inline __u64 sl_capacity(const struct sl_path *p, const struct sl_conn *c)
{
	if (p->rate_Bps)
		return p->rate_Bps;
	/* Not known: fear the worst beside a path that is known. */
	if (c->fastest_Bps)
		return sl_max(c->fastest_Bps / SL_UNKNOWN_DIV, 1);
	return sl_max(sl_min(p->pacing_rate, SL_RATE_MAX) / 2, 1);
}

/* What its cwnd lets out, bytes/s. */
static inline __u64 sl_cwnd_rate(const struct sl_path *p)
{
	return p->cwnd_bytes * SL_USEC_PER_SEC / sl_max(p->srtt_us, 1);
}

/* What it delivers: its capacity, as far as its cwnd lets it. */
static inline __u64 sl_rate(const struct sl_path *p, __u64 capacity_Bps)
{
	return sl_max(sl_min(capacity_Bps, sl_cwnd_rate(p)), 1);
}

static inline int sl_is_slow(const struct sl_conn *c, __u64 rate_Bps)
{
	return sl_rate_is_slow(rate_Bps, c->fastest_Bps, c->slow_ratio_pct);
}

static inline int sl_is_thin(const struct sl_conn *c, __u64 capacity_Bps)
{
	return capacity_Bps * SL_THIN_DIV < c->fastest_Bps << c->fastest_slow_start;
}

/*
 * When so many more bytes given to it would have arrived, from now, in microseconds:
 * after what it holds beyond a round trip's worth, which is a queue.  All of it may be
 * one on a slow path that was never filled: what it holds it got in one go.
 */
static inline __u64 sl_arrival_us(const struct sl_path *p, __u64 bytes,
				  __u64 capacity_Bps, __u64 rate_Bps, int slow)
{
	__u64 queue_us = sl_bytes_us(p->held_bytes, rate_Bps);

	if (!slow || p->proven)
		queue_us = queue_us > p->min_rtt_us ? queue_us - p->min_rtt_us : 0;
	return p->min_rtt_us / 2 + queue_us + sl_bytes_us(bytes, capacity_Bps);
}

/*
 * When all of so many bytes would have arrived over it.  While it is in slow start its
 * window doubles each round trip, up to what the path takes.
 */
static inline __u64 sl_finish_us(const struct sl_path *p, __u64 bytes, __u64 capacity_Bps,
				 __u64 rate_Bps)
{
	__u64 all = bytes + p->held_bytes, window, times, rounds;

	if (!p->slow_start)
		return sl_arrival_us(p, bytes, rate_Bps, rate_Bps, 0);
	window = rate_Bps * p->srtt_us / SL_USEC_PER_SEC + 1;
	times = all / window;
	/* Whole rounds: n of them carry 2^n - 1 windows.  No loop, for the verifier. */
	rounds = (times >= 1) + (times >= 3) + (times >= 7) + (times >= 15);
	all -= window * ((1 << rounds) - 1);
	return p->min_rtt_us / 2 +
	       sl_max(rounds * p->srtt_us + sl_bytes_us(all, rate_Bps << rounds),
		      sl_bytes_us(bytes + p->held_bytes, capacity_Bps));
}

/* A burst: what the path delivers in SL_BURST_US, in whole segments. */
static inline __u32 sl_burst(const struct sl_path *p, __u64 rate_Bps)
{
	__u64 segs = rate_Bps * SL_BURST_US / SL_USEC_PER_SEC / p->mss_bytes;

	segs = sl_max(segs, 1);
	return sl_min(segs * p->mss_bytes, SL_BURST_BYTES);
}

/* How much a path that is not the fastest may hold, in bytes: see SL_HOLD_PCT. */
static inline __u64 sl_hold_bytes(const struct sl_path *p, const struct sl_conn *c,
				  __u64 capacity_Bps, int slow)
{
	__u64 trip = capacity_Bps * p->min_rtt_us / SL_USEC_PER_SEC;
	__u64 more = slow ? SL_HOLD_SEGS * p->mss_bytes
			  : capacity_Bps * SL_QUEUE_US / SL_USEC_PER_SEC;
	__u64 limit = sl_max(trip * SL_HOLD_PCT / 100, trip + more);

	/* And what has arrived before anything that the fastest is given now. */
	if (c->fastest_rtt_us > p->min_rtt_us)
		limit = sl_max(limit, capacity_Bps * (c->fastest_rtt_us - p->min_rtt_us) /
					      (2 * SL_USEC_PER_SEC));
	return limit;
}

/*
 * How much it takes now, in bytes.  A slow path: what is on its way in a round trip
 * and no queue to speak of, for what waits there blocks all that comes after it.  One
 * that is not slow: a burst more than its cwnd, so that no ACK finds it with nothing.
 */
static inline __u32 sl_room(const struct sl_path *p, const struct sl_conn *c,
			    __u64 capacity_Bps, __u64 rate_Bps)
{
	__u64 slow = sl_is_slow(c, rate_Bps);
	__u64 cut = p->cwnd_bytes - sl_share_bytes(p);
	__u64 may = p->free_bytes > cut ? p->free_bytes - cut : 0, room, limit;

	if (!p->has_grown)
		return 0;
	if (!slow)
		may = p->free_bytes + sl_burst(p, rate_Bps);
	room = may > p->unsent_bytes ? may - p->unsent_bytes : 0;
	if (!p->rate_Bps && c->fastest_Bps)
		return p->held_bytes ? 0 : sl_min(room, SL_PROBE_BYTES);
	/*
	 * Thin, it gains less than it may cost: not while the fastest's start is at stake,
	 * unless it comes before what the fastest is given now, by the queue that was seen.
	 */
	if (sl_is_thin(c, capacity_Bps) && c->fastest_slow_start &&
	    sl_arrival_us(p, p->mss_bytes, capacity_Bps, rate_Bps, slow) >
		    c->fastest_rtt_us / 2 + c->fastest_queue_us)
		return 0;
	/* The fastest's queue is its own: it is what all the others wait for. */
	if (!p->proven || rate_Bps >= c->fastest_Bps)
		return room >= p->mss_bytes ? room : 0;
	/* ... and a segment at a time, once that is little of the time so far. */
	if (sl_is_thin(c, capacity_Bps) &&
	    (p->held_bytes || p->min_rtt_us + sl_bytes_us(p->mss_bytes, capacity_Bps) >
				      c->busy_us * SL_EXPLORE_PCT / 100))
		return 0;
	limit = sl_hold_bytes(p, c, capacity_Bps, slow);
	room = p->held_bytes < limit ? sl_min(room, limit - p->held_bytes) : 0;
	/* A segment or none: runts cost a header each, and make packets a bad measure. */
	return room >= p->mss_bytes ? room : 0;
}

#endif /* ADMISSION_H */
