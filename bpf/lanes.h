/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lanes.h - out-of-order arrivals of a connection, until ack_seq has passed them; pure.
 *
 * Residence needs the smallest end above ack_seq, for each ack_seq: a priority queue.
 * But each subflow delivers in ascending order, but for MPTCP-level retransmissions.
 * So arrivals go into lanes, each ascending: the first lane whose last is not above
 * the new one takes it.  That needs as many lanes as the longest descending sequence
 * of those that wait, about the number of subflows; what finds no lane has no
 * residence.
 *
 * Who includes this brings the __u types, bpf_for(), and where arrivals are kept: the
 * three functions declared first.  The caller sees to it that one CPU at a time is in here
 * for a connection.
 */
#ifndef LANES_H
#define LANES_H

#include "lane.h"

/* Keep one as the tail of a lane; false: there is no room. */
static __always_inline bool lane_store(__u64 owner, __u32 lane, const struct sl_lane *l,
				       const struct sl_arrival *a);
/* The one with that number, or NULL. */
static __always_inline struct sl_arrival *lane_load(__u64 owner, __u32 lane, __u32 i);
/* It is needed no longer. */
static __always_inline void lane_drop(__u64 owner, __u32 lane, __u32 i);

static __always_inline bool sl_after_seq(__u64 a, __u64 b)
{
	return (__s64)(a - b) > 0;
}

/* An arrival that begins at @seq; false: there is no room for it. */
static __always_inline bool sl_lanes_note(struct sl_lane lanes[SL_LANES], __u64 owner,
					  const struct sl_arrival *a, __u64 seq)
{
	int i;

	bpf_for(i, 0, SL_LANES)
	{
		struct sl_lane *l = &lanes[i];

		if (l->head != l->tail && sl_after_seq(l->last_end, seq))
			continue;
		if (!lane_store(owner, i, l, a))
			return false;
		l->last_end = a->end_seq;
		l->tail++;
		return true;
	}
	return false;
}

/* The first that waits in a lane, or NULL; sl_lane_pop() is for when it does no longer. */
static __always_inline struct sl_arrival *sl_lane_first(const struct sl_lane *l,
							__u64 owner, __u32 lane)
{
	return l->head == l->tail ? NULL : lane_load(owner, lane, l->head);
}

static __always_inline void sl_lane_pop(struct sl_lane *l, __u64 owner, __u32 lane)
{
	lane_drop(owner, lane, l->head);
	l->head++;
}

#endif /* LANES_H */
