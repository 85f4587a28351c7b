/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * retry.h - have a subflow that is timed out try again soon: the kernel's side of rto.h.
 *
 * The timeout doubles each time, up to 120 s, so a path that comes back is else found as
 * long after that as it was away, while the other subflows carry the data.  From the
 * first timeout on it is rto_max_ms at most: one segment a try.
 *
 *	TCP_RTO_MAX_MS		that; of Linux 6.15: nothing changes before
 *	TCP_USER_TIMEOUT	when to give up, which the kernel else reckons from the
 *				longest timeout (7.3: tcp_model_timeout()); moved on at
 *				each timeout
 *
 * Both are TCP's own again with the first answer, and at the next timeout of one that is
 * alone: so a closed one goes when TCP's would.  What somebody else has set stays.
 */
#ifndef RETRY_H
#define RETRY_H

#include "rto.h"

/* netinet/in.h's and netinet/tcp.h's, which a BPF program cannot include. */
#define SOL_TCP 6
#define TCP_USER_TIMEOUT 18
#define TCP_RTO_MAX_MS 44

/* What of a subflow is set by this file: bits of struct sl_subflow's retry_set. */
enum {
	SL_RETRY_RTO_MAX = 1,
	SL_RETRY_USER_TIMEOUT = 2,
};

static __always_inline bool set_option(struct sock *sk, int option, int value)
{
	return !bpf_setsockopt(sk, SOL_TCP, option, &value, sizeof(value));
}

/* Of an MPTCP connection that has more than this subflow. */
static __always_inline bool has_others(const struct tcp_sock *tp)
{
	const struct mptcp_subflow_context *subflow = tp->inet_conn.icsk_ulp_data;
	const struct mptcp_sock *msk;
	const struct list_head *first;

	if (!tp->is_mptcp || !subflow)
		return false;
	msk = (void *)BPF_CORE_READ(subflow, conn);
	if (!msk)
		return false;
	first = BPF_CORE_READ(msk, conn_list.next);
	return BPF_CORE_READ(first, next) != &msk->conn_list;
}

static __always_inline void retry_as_tcp(struct sock *sk, struct sl_subflow *sf)
{
	if (sf->retry_set & SL_RETRY_RTO_MAX)
		set_option(sk, TCP_RTO_MAX_MS, SL_RTO_MAX_MS);
	if (sf->retry_set & SL_RETRY_USER_TIMEOUT)
		set_option(sk, TCP_USER_TIMEOUT, 0);
	sf->retry_set = 0;
}

static __always_inline bool rto_max_is_tcps(struct sock *sk)
{
	int value;

	return !bpf_getsockopt(sk, SOL_TCP, TCP_RTO_MAX_MS, &value, sizeof(value)) &&
	       value == SL_RTO_MAX_MS;
}

static __always_inline void retry_soon(struct sock *sk, struct sl_subflow *sf)
{
	const struct tcp_sock *tp = (struct tcp_sock *)sk;
	__u32 own_ms = ((tp->srtt_us >> 3) + tp->rttvar_us) / 1000;
	__u32 max_ms = sl_rto_max_ms(own_ms, sl_tun.rto_max_ms);
	__u64 away_ms = (bpf_ktime_get_ns() / 1000 - tp->delivered_mstamp) / 1000;
	const struct net *net = sk->__sk_common.skc_net.net;

	if (max_ms == SL_RTO_MAX_MS) {
		retry_as_tcp(sk, sf);
		return;
	}
	if (!sf->retry_set && !rto_max_is_tcps(sk))
		return;
	if (!set_option(sk, TCP_RTO_MAX_MS, max_ms))
		return;
	sf->retry_set |= SL_RETRY_RTO_MAX;
	if (tp->inet_conn.icsk_user_timeout && !(sf->retry_set & SL_RETRY_USER_TIMEOUT))
		return;
	if (set_option(sk, TCP_USER_TIMEOUT,
		       sl_try_until_ms(away_ms, max_ms,
				       BPF_CORE_READ(net, ipv4.sysctl_tcp_retries2))))
		sf->retry_set |= SL_RETRY_USER_TIMEOUT;
}

/*
 * A congestion control's set_state(), under the subflow's lock: TCP is in Loss at each
 * timeout, before it doubles (7.3: tcp_retransmit_timer()), and leaves it by an answer.
 */
static __always_inline void retry_state(struct sock *sk, struct sl_subflow *sf,
					__u8 new_state)
{
	if (new_state != TCP_CA_Loss || !has_others((struct tcp_sock *)sk))
		retry_as_tcp(sk, sf);
	else
		retry_soon(sk, sf);
}

#endif /* RETRY_H */
