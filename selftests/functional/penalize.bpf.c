// SPDX-License-Identifier: GPL-2.0-only
/*
 * penalize - ask for penalties in the scheduler's place, and show what became of them.
 *
 * An iterator over the pinned map sl_subflows: what it changes is what the scheduler
 * would, so that the other side, the congestion control, can be tested by itself.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "state.h"

char _license[] SEC("license") = "GPL";

/* Set by penalize.c; in this order. */
struct {
	__u32 penalties, floor_segments, relaxes;
} knobs SEC(".data.knobs");

SEC("iter/bpf_sk_storage_map")
int penalize(struct bpf_iter__bpf_sk_storage_map *ctx)
{
	struct sl_subflow *sf = ctx->value;
	struct sock *sk = ctx->sk;
	__u32 halved, pending, from_cwnd;
	struct tcp_sock *tp;

	if (!sk || !sf)
		return 0;
	tp = bpf_skc_to_tcp_sock(sk);
	if (!tp)
		return 0;
	if (knobs.penalties)
		sf->penalty_floor = knobs.floor_segments;
	sf->penalty_seq += knobs.penalties;
	sf->penalty_relax_seq += knobs.relaxes;
	/* Before the cwnd: an ACK in between must not look served, with the cwnd of before. */
	halved = sf->cc_halved;
	pending = sf->penalty_seq - sf->penalty_done + sf->penalty_relax_seq -
		  sf->penalty_relax_done;
	from_cwnd = sf->penalty_from_cwnd;
	barrier();
	BPF_SEQ_PRINTF(ctx->meta->seq,
		       "{\"cwnd\":%u,\"ssthresh\":%u,\"ca_state\":%u,\"wrapped\":%u,",
		       tp->snd_cwnd, tp->snd_ssthresh,
		       BPF_CORE_READ_BITFIELD(&tp->inet_conn, icsk_ca_state),
		       sf->cc_wrapped);
	BPF_SEQ_PRINTF(ctx->meta->seq, "\"halved\":%u,\"pending\":%u,\"from_cwnd\":%u,",
		       halved, pending, from_cwnd);
	/* Jiffies, and ms. */
	BPF_SEQ_PRINTF(ctx->meta->seq, "\"rto_max\":%u,\"user_timeout\":%u}\n",
		       tp->inet_conn.icsk_rto_max, tp->inet_conn.icsk_user_timeout);
	return 0;
}
