// SPDX-License-Identifier: GPL-2.0-only
/*
 * status - two iterators that the loader reads: which sockets have state of this
 * program, and which MPTCP sockets of a namespace have which scheduler.
 *
 * They run when somebody reads, never on the data path; the sockets are looked at
 * without their locks, so a record may be a burst old.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "state.h"

char _license[] SEC("license") = "GPL";

#define AF_INET6 10

/*
 * BPF_MODULE_OWNER, the owner of every struct_ops written in BPF (7.3: bpf.h).
 * It has POISON_POINTER_DELTA added, which 32 bits are not wide enough to show.
 */
#define BPF_OWNER_LOW32 (0xeB9FUL << 2)

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
