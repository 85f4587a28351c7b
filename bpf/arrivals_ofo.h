/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arrivals_ofo.h - out-of-order data is noted, and counted when it is in order.
 *
 * Part of arrivals.bpf.c, which includes it.
 */
#ifndef ARRIVALS_OFO_H
#define ARRIVALS_OFO_H

#include "lanes.h"

static __always_inline struct sl_arrival *lane_load(__u64 owner, __u32 lane, __u32 i)
{
	struct sl_entry_key key = { .owner = owner, .lane = lane, .i = i };

	return bpf_map_lookup_elem(&entries, &key);
}

static __always_inline bool lane_store(__u64 owner, __u32 lane, const struct sl_lane *l,
				       const struct sl_arrival *a)
{
	struct sl_entry_key key = { .owner = owner, .lane = lane, .i = l->tail };

	return !bpf_map_update_elem(&entries, &key, a, BPF_ANY);
}

static __always_inline void lane_drop(__u64 owner, __u32 lane, __u32 i)
{
	struct sl_entry_key key = { .owner = owner, .lane = lane, .i = i };

	bpf_map_delete_elem(&entries, &key);
}

/* An exchange is a full barrier, on every machine. */
static __always_inline bool lanes_enter(struct sl_receiver *r)
{
	return !__sync_lock_test_and_set(&r->busy, 1);
}

static __always_inline void lanes_leave(struct sl_receiver *r)
{
	__sync_lock_test_and_set(&r->busy, 0);
}

static __always_inline void note(__u64 key, struct sl_receiver *r, __u64 seq,
				 __u64 end_seq)
{
	struct sl_arrival a = {
		.end_seq = end_seq,
		.bytes = end_seq - seq,
		.arrived_us = bpf_ktime_get_ns() / NSEC_PER_USEC,
	};
	bool noted = false;

	r->ofo_segments++;
	r->ofo_bytes += a.bytes;
	if (lanes_enter(r)) {
		noted = sl_lanes_note(r->lane, key, &a, seq);
		if (noted) {
			r->waiting_segments++;
			r->waiting_bytes += a.bytes;
		}
		lanes_leave(r);
	}
	if (noted)
		__sync_fetch_and_add(&waiting, 1);
	else
		r->ofo_lost_bytes += a.bytes;
}

static __always_inline void count_residence(struct sl_receiver *r,
					    const struct sl_arrival *a, __u32 now_us)
{
	__u32 us = now_us - a->arrived_us;
	__u32 i = sl_hist_index(us);

	if (i < SL_HIST_MAX)
		r->hist_bytes[i] += a->bytes;
	if (us > r->ofo_max_us)
		r->ofo_max_us = us;
	r->waiting_segments--;
	r->waiting_bytes -= a->bytes;
}

/* Count what ack_seq has passed in one lane. */
static __always_inline void drain_lane(__u64 key, struct sl_receiver *r, __u32 lane,
				       __u64 ack_seq, __u32 now_us)
{
	struct sl_lane *l = &r->lane[lane];
	int i;

	bpf_for(i, 0, SL_RX_WAITING_MAX)
	{
		struct sl_arrival *a = sl_lane_first(l, key, lane);

		if (!a || sl_after_seq(a->end_seq, ack_seq))
			break;
		count_residence(r, a, now_us);
		sl_lane_pop(l, key, lane);
		__sync_fetch_and_add(&waiting, -1);
	}
}

/* Not static, here and below: so the verifier looks at it once. */
__noinline int drain(__u64 key)
{
	struct sl_receiver *r = bpf_map_lookup_elem(&receivers, &key);
	__u32 now_us = bpf_ktime_get_ns() / NSEC_PER_USEC;
	__u64 ack_seq;
	int lane;

	if (!r)
		return 0;
	ack_seq = bpf_core_cast((void *)key, struct mptcp_sock)->ack_seq;
	bpf_for(lane, 0, SL_LANES)
	{
		/* Most are empty, and it costs to find that out in there. */
		if (r->lane[lane].head != r->lane[lane].tail)
			drain_lane(key, r, lane, ack_seq, now_us);
	}
	return 0;
}

/* Who cannot enter says so and tries once more, as who is in there may not see it. */
__noinline int ack_moved(__u64 key)
{
	struct sl_receiver *r = bpf_map_lookup_elem(&receivers, &key);
	int i;

	if (!r || !r->waiting_segments)
		return 0;
	bpf_for(i, 0, 2)
	{
		if (!lanes_enter(r)) {
			r->again = 1;
			continue;
		}
		r->again = 0;
		drain(key);
		lanes_leave(r);
		if (!r->again)
			break;
	}
	return 0;
}

/* What still waits will wait for ever: it has no residence. */
static __always_inline void forget_waiting(__u64 key, struct sl_receiver *r)
{
	int i, lane;

	bpf_for(lane, 0, SL_LANES)
	{
		struct sl_lane *l = &r->lane[lane];

		bpf_for(i, 0, SL_RX_WAITING_MAX)
		{
			if (l->head == l->tail)
				break;
			sl_lane_pop(l, key, lane);
		}
	}
	r->ofo_lost_bytes += r->waiting_bytes;
	__sync_fetch_and_add(&waiting, -r->waiting_segments);
	r->waiting_segments = r->waiting_bytes = 0;
}

#endif /* ARRIVALS_OFO_H */
