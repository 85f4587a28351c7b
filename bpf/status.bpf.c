// SPDX-License-Identifier: GPL-2.0-only
/*
 * status - three iterators that the loader reads: which connections have state of this
 * program, which subflows have, and which MPTCP sockets of a namespace have which
 * scheduler.
 *
 * They run when somebody reads, never on the data path; the sockets are looked at
 * without their locks, so a record may be a burst old.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_endian.h>
#include "state.h"
#include "reasons.h"
#include "ends.h"
#include "subflow.h"

char _license[] SEC("license") = "GPL";

/*
 * BPF_MODULE_OWNER, the owner of every struct_ops written in BPF (7.3: bpf.h).
 * It has POISON_POINTER_DELTA added, which 32 bits are not wide enough to show.
 */
#define BPF_OWNER_LOW32 (0xeB9FUL << 2)

/* What the last decision was, and what limits the connection since then. */
static __always_inline void read_decision(struct sl_socket_record *r,
					  const struct sl_socket *st)
{
	__u32 reason = st->decision.reason;
	__u64 now_us = bpf_ktime_get_ns() / 1000;

	r->limit = st->limit;
	if (!st->limit_since_us)
		return;
	if (now_us > st->limit_since_us)
		r->limit_for_us = now_us - st->limit_since_us;
	barrier_var(reason);
	if (reason < sizeof(reason_counter))
		r->said = reason_counter[reason];
}

SEC("iter/bpf_sk_storage_map")
int iter_sockets(struct bpf_iter__bpf_sk_storage_map *ctx)
{
	struct sl_socket *st = ctx->value;
	struct sl_socket_record r = {};
	struct sock *sk = ctx->sk;
	struct mptcp_sock *msk;

	if (!sk || !st)
		return 0;

	msk = bpf_core_cast(sk, struct mptcp_sock);
	r.netns_ino = st->netns_ino;
	r.state = sk->__sk_common.skc_state;
	r.token = msk->token;
	__builtin_memcpy(&r.counters, &st->counters, sizeof(r.counters));
	r.counters.v[SL_CNT_sent_bytes] = msk->bytes_sent;
	r.counters.v[SL_CNT_retrans_bytes] = msk->bytes_retrans;
	r.handle = (__u64)sk;
	r.fastest = st->view.fastest.handle;
	r.fastest_Bps = st->fastest_Bps;
	r.slow_ratio_pct = sl_tun.slow_ratio_pct;
	r.unsent_bytes = msk->write_seq - msk->snd_nxt;
	r.unacked_bytes = msk->snd_nxt - msk->snd_una;
	if (st->window_end > msk->snd_nxt)
		r.window_bytes = st->window_end - msk->snd_nxt;
	read_ends(&r.ends, sk);
	read_decision(&r, st);
	bpf_seq_write(ctx->meta->seq, &r, sizeof(r));
	return 0;
}

/* 7.3: tcp_packets_in_flight() and tcp_compute_delivery_rate(), inline there. */
static __always_inline void read_tcp(struct sl_path_record *r, const struct tcp_sock *tp)
{
	r->srtt_us = tp->srtt_us >> 3;
	r->min_rtt_us = tp->rtt_min.s[0].v;
	r->cwnd_segs = tp->snd_cwnd;
	r->in_flight = tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out;
	r->unsent_bytes = tp->write_seq - tp->snd_nxt;
	r->sent_bytes = tp->bytes_sent;
	r->acked_bytes = tp->bytes_acked;
	r->retrans_bytes = tp->bytes_retrans;
	if (tp->rate_interval_us)
		r->delivered_Bps = (__u64)tp->rate_delivered * tp->mss_cache *
				   SL_USEC_PER_SEC / tp->rate_interval_us;
}

/* What the scheduler and the congestion control keep of it. */
static __always_inline void read_state(struct sl_path_record *r,
				       const struct sl_subflow *sf)
{
	struct sl_path p = {
		.cwnd_bytes = (__u64)r->cwnd_segs * r->mss_bytes,
		.srtt_us = r->srtt_us,
	};

	if (sf->rate.rate_Bps)
		r->rate_Bps = sl_rate(&p, sf->rate.rate_Bps);
	if (sf->rate.proven)
		r->flags |= SL_PATH_PROVEN;
	r->penalties = sf->penalised.count;
	r->share_shift = sf->penalised.shift;
	r->said = sf->penalised.said;
}

static __always_inline void read_subflow(struct sl_path_record *r,
					 const struct mptcp_subflow_context *subflow)
{
	r->handle = (__u64)subflow;
	r->conn = (__u64)subflow->conn;
	if (BPF_CORE_READ_BITFIELD(subflow, backup) ||
	    BPF_CORE_READ_BITFIELD(subflow, request_bkup))
		r->flags |= SL_PATH_BACKUP;
	if (BPF_CORE_READ_BITFIELD(subflow, stale))
		r->flags |= SL_PATH_STALE;
}

/* Also of sockets that chose our congestion control and are not MPTCP's: those are left out. */
SEC("iter/bpf_sk_storage_map")
int iter_paths(struct bpf_iter__bpf_sk_storage_map *ctx)
{
	struct mptcp_subflow_context *subflow;
	struct sl_subflow *sf = ctx->value;
	struct sl_path_record r = {};
	struct sock *sk = ctx->sk;
	struct tcp_sock *tp;

	if (!sk || !sf)
		return 0;
	tp = bpf_skc_to_tcp_sock(sk);
	if (!tp || !tp->is_mptcp)
		return 0;
	subflow =
		bpf_core_cast(tp->inet_conn.icsk_ulp_data, struct mptcp_subflow_context);
	read_subflow(&r, subflow);
	if (is_silent(tp, bpf_ktime_get_ns() / 1000))
		r.flags |= SL_PATH_STALE;
	r.state = sk->__sk_common.skc_state;
	r.pacing_Bps = sk->sk_pacing_rate;
	r.mss_bytes = mss_of(bpf_core_cast(subflow->conn, struct mptcp_sock), tp);
	read_ends(&r.ends, sk);
	read_tcp(&r, tp);
	read_state(&r, sf);
	bpf_seq_write(ctx->meta->seq, &r, sizeof(r));
	return 0;
}

/* The BPF map of a scheduler, 0 for one that is not BPF's. */
static __always_inline __u32 sched_map_id(struct mptcp_sched_ops *sched)
{
	void *map = (void *)sched -
		    bpf_core_field_offset(struct bpf_struct_ops_map, kvalue) -
		    bpf_core_field_offset(struct bpf_struct_ops_value, data);

	if ((__u32)(__u64)BPF_CORE_READ(sched, owner) != BPF_OWNER_LOW32)
		return 0;
	return BPF_CORE_READ((struct bpf_struct_ops_map *)map, map.id);
}

SEC("iter/tcp")
int iter_subflows(struct bpf_iter__tcp *ctx)
{
	struct sock_common *skc = ctx->sk_common;
	struct sl_subflow_record r = {};
	struct mptcp_subflow_context *subflow;
	struct mptcp_sched_ops *sched;
	struct mptcp_sock *msk;
	struct tcp_sock *tp;

	/* NULL for what is no full socket: requests and time-wait. */
	tp = skc ? bpf_skc_to_tcp_sock(skc) : NULL;
	if (!tp || !tp->is_mptcp)
		return 0;

	subflow =
		bpf_core_cast(tp->inet_conn.icsk_ulp_data, struct mptcp_subflow_context);
	msk = bpf_core_cast(subflow->conn, struct mptcp_sock);
	sched = BPF_CORE_READ(msk, sched);
	if (!sched)
		return 0;

	r.netns_ino = BPF_CORE_READ(skc, skc_net.net, ns.inum);
	r.state = skc->skc_state;
	r.msk_state = BPF_CORE_READ((struct sock *)msk, __sk_common.skc_state);
	r.token = BPF_CORE_READ(msk, token);
	r.sched_map_id = sched_map_id(sched);
	r.family = skc->skc_family;
	r.sport = skc->skc_num;
	if (r.family == AF_INET6)
		__builtin_memcpy(r.saddr, &skc->skc_v6_rcv_saddr, sizeof(r.saddr));
	else
		__builtin_memcpy(r.saddr, &skc->skc_rcv_saddr,
				 sizeof(skc->skc_rcv_saddr));
	bpf_probe_read_kernel_str(r.sched, sizeof(r.sched), &sched->name);
	r.is_first = BPF_CORE_READ(msk, first) == (struct sock *)tp;
	bpf_seq_write(ctx->meta->seq, &r, sizeof(r));
	return 0;
}
