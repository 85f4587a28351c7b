/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The receiver's half of observe.bpf.c, which includes it: out-of-order data, and how
 * long it waits.
 */
#ifndef OBSERVE_RX_H
#define OBSERVE_RX_H

/* A free slot, or max_slots. */
static __always_inline __u32 slot_take(void)
{
	int i;

	bpf_for(i, 0, 64)
	{
		__u64 bit = 1ULL << i;

		if ((__u32)i >= max_slots)
			break;
		if (state.slots_used & bit)
			continue;
		state.slots_used |= bit;
		return i;
	}
	return max_slots;
}

static __always_inline struct receiver *receiver_of(__u64 key)
{
	struct receiver fresh = { .run = state.run };
	struct receiver *r = bpf_map_lookup_elem(&receivers, &key);

	if (r && r->run == state.run)
		return r;
	fresh.slot = slot_take();
	if (fresh.slot == max_slots)
		return NULL;
	add(receivers, 1);
	bpf_map_update_elem(&receivers, &key, &fresh, BPF_ANY);
	return bpf_map_lookup_elem(&receivers, &key);
}

/* The owner of lanes is the slot; a ring each. */
static __always_inline struct sl_arrival *lane_load(__u64 owner, __u32 lane, __u32 i)
{
	__u32 key = (owner * SL_LANES + lane) * OB_LANE_ENTRIES + i % OB_LANE_ENTRIES;

	return bpf_map_lookup_elem(&entries, &key);
}

static __always_inline bool lane_store(__u64 owner, __u32 lane, const struct sl_lane *l,
				       const struct sl_arrival *a)
{
	struct sl_arrival *e = lane_load(owner, lane, l->tail);

	if (!e || l->tail - l->head == OB_LANE_ENTRIES)
		return false;
	*e = *a;
	return true;
}

static __always_inline void lane_drop(__u64 owner, __u32 lane, __u32 i)
{
}

/* False: there is no room for it. */
static __always_inline bool note_arrival(struct receiver *r, __u64 seq, __u64 end)
{
	struct sl_arrival a = {
		.end_seq = end,
		.bytes = end - seq,
		.arrived_us = bpf_ktime_get_ns() / NSEC_PER_USEC,
	};

	if (!sl_lanes_note(r->lane, r->slot, &a, seq))
		return false;
	r->waiting++;
	__sync_fetch_and_add(&state.waiting, 1);
	return true;
}

SEC("fentry/__mptcp_move_skb")
int BPF_PROG(observe_move_skb, struct sock *sk, struct sk_buff *skb)
{
	struct mptcp_sock *msk = bpf_core_cast(sk, struct mptcp_sock);
	struct mptcp_skb_cb *cb = bpf_core_cast(&skb->cb, struct mptcp_skb_cb);
	__u64 seq = cb->map_seq, end = cb->end_seq;
	struct receiver *r;

	if (!sl_after_seq(seq, msk->ack_seq) ||
	    !in_netns(sk, state.config.receiver_netns))
		return 0;
	add(ofo_segments, 1);
	add(ofo_bytes, end - seq);
	r = receiver_of((__u64)sk);
	if (!r || !note_arrival(r, seq, end))
		add(ofo_untracked_bytes, end - seq);
	return 0;
}

static __always_inline void count_residence(const struct sl_arrival *e, __u32 now_us)
{
	__u32 us = now_us - e->arrived_us;
	__u32 i = sl_hist_index(us);

	if (i < SL_HIST_MAX)
		add(ofo_hist_bytes[i], e->bytes);
	add(ofo_byte_us, (__u64)us * e->bytes);
	if (us > state.totals.ofo_max_us)
		state.totals.ofo_max_us = us;
}

/* Count what ack_seq has passed in one lane. */
static __always_inline void drain_lane(struct receiver *r, __u32 lane, __u64 ack_seq,
				       __u32 now_us)
{
	struct sl_lane *l = &r->lane[lane];
	int i;

	bpf_for(i, 0, OB_LANE_ENTRIES)
	{
		struct sl_arrival *e = sl_lane_first(l, r->slot, lane);

		if (!e || sl_after_seq(e->end_seq, ack_seq))
			break;
		count_residence(e, now_us);
		sl_lane_pop(l, r->slot, lane);
		r->waiting--;
		__sync_fetch_and_add(&state.waiting, -1);
	}
}

/* The first argument, a socket, as a number: a function may be given that. */
static __always_inline __u64 sk_key(void *ctx)
{
	__u64 key = 0;

	bpf_get_func_arg(ctx, 0, &key);
	return key;
}

/*
 * Count what ack_seq has passed in all lanes.  Not static, here and below: then the
 * verifier looks at a function once and not at each call, which is half of its time.
 */
__noinline int ack_moved(__u64 key)
{
	__u32 now_us = bpf_ktime_get_ns() / NSEC_PER_USEC;
	struct receiver *r;
	__u64 ack_seq;
	int lane;

	r = bpf_map_lookup_elem(&receivers, &key);
	if (!r || r->run != state.run || !r->waiting)
		return 0;
	ack_seq = bpf_core_cast((void *)key, struct mptcp_sock)->ack_seq;
	bpf_for(lane, 0, SL_LANES) drain_lane(r, lane, ack_seq, now_us);
	return 0;
}

/* Data that came while nobody held the msk. */
SEC("fexit/mptcp_data_ready")
int BPF_PROG(observe_data_ready, struct sock *sk)
{
	return state.waiting ? ack_moved(sk_key(ctx)) : 0;
}

/* Data that came while somebody did, later. */
SEC("fexit/__mptcp_move_skbs")
int BPF_PROG(observe_move_skbs, struct sock *sk)
{
	return state.waiting ? ack_moved(sk_key(ctx)) : 0;
}

/* What still waits will wait for ever: it has no residence. */
static __always_inline void forget_waiting(struct receiver *r)
{
	int i, lane;

	bpf_for(lane, 0, SL_LANES)
	{
		struct sl_lane *l = &r->lane[lane];

		bpf_for(i, 0, OB_LANE_ENTRIES)
		{
			struct sl_arrival *e = sl_lane_first(l, r->slot, lane);

			if (!e)
				break;
			add(ofo_untracked_bytes, e->bytes);
			sl_lane_pop(l, r->slot, lane);
		}
	}
	__sync_fetch_and_add(&state.waiting, -(__u64)r->waiting);
	r->waiting = 0;
}

#endif /* OBSERVE_RX_H */
