// SPDX-License-Identifier: GPL-2.0-only
/*
 * sockops - put MPTCP subflows on the companion congestion control.
 *
 * At the end of each handshake, of either end, first subflow or joined: if the
 * connection is on this scheduler, and the subflow has the congestion control that its
 * namespace gives to everybody, and that one is cubic or reno, then it gets the one of
 * the same kind that takes penalties.  Never on plain TCP, nor on MPTCP that fell back
 * to it; never in place of what the application or a route chose.
 *
 * Known weakness: if the application sets any option of the socket while a subflow
 * joins, the kernel (7.3: sync_socket_options()) may put that subflow back. The
 * scheduler sees it by cc_wrapped.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "state.h"

char _license[] SEC("license") = "GPL";

/* netinet/in.h's and netinet/tcp.h's, which a BPF program cannot include. */
#define SOL_TCP 6
#define TCP_CONGESTION 13

/* Set by the loader: of these names, the ones that are registered are ours. */
bool sl_have_cubic, sl_have_reno;

/* The name of a congestion control, as two words, that compare in two instructions. */
struct cc_name {
	union {
		char text[16];
		__u64 word[2];
	};
};

static const struct cc_name cubic = { .text = "cubic" }, reno = { .text = "reno" };
static const struct cc_name our_cubic = { .text = SL_CC_CUBIC_NAME };
static const struct cc_name our_reno = { .text = SL_CC_RENO_NAME };

static __always_inline struct cc_name cc_name_read(const char *name)
{
	struct cc_name n = {};

	bpf_probe_read_kernel_str(n.text, sizeof(n.text), name);
	return n;
}

static __always_inline bool cc_name_is(const struct cc_name *a, const struct cc_name *b)
{
	return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

/* Carried over MPTCP: a connection that fell back in its handshake is plain TCP. */
static __always_inline bool is_subflow(const struct tcp_sock *tp)
{
	const struct mptcp_subflow_context *subflow = tp->inet_conn.icsk_ulp_data;

	return BPF_CORE_READ_BITFIELD_PROBED(subflow, mp_capable) ||
	       BPF_CORE_READ_BITFIELD_PROBED(subflow, mp_join);
}

/*
 * The socket's note of its algorithm (7.3: mptcp_sock.ca_name) is what the application
 * set, or its namespace's default of then.  A later subflow of a connection follows the
 * first one: the application may have put that on another algorithm since.
 *
 * icsk_ca_setsockopt does not tell: the kernel's copying of options to subflows sets
 * it, once the application has set any option at all.  So to have chosen what is the
 * default anyway, before connect() or listen(), is as not to have chosen.
 */
static __always_inline bool app_chose(struct mptcp_sock *msk, const struct tcp_sock *tp,
				      const struct cc_name *ns_default)
{
	const struct inet_connection_sock *first = (void *)msk->first;
	struct cc_name name = cc_name_read(msk->ca_name);

	if (!cc_name_is(&name, ns_default))
		return true;
	if (!first || first == &tp->inet_conn)
		return false;
	name = cc_name_read(BPF_CORE_READ(first, icsk_ca_ops)->name);
	return !cc_name_is(&name, &our_cubic) && !cc_name_is(&name, &our_reno);
}

SEC("sockops")
int sl_sockops(struct bpf_sock_ops *skops)
{
	const struct tcp_congestion_ops *ns_default;
	struct cc_name name, ours;
	struct bpf_sock *sk;
	struct mptcp_sock *msk;
	struct tcp_sock *tp;

	if (skops->op != BPF_SOCK_OPS_ACTIVE_ESTABLISHED_CB &&
	    skops->op != BPF_SOCK_OPS_PASSIVE_ESTABLISHED_CB)
		return 1;
	sk = skops->sk;
	if (!sk)
		return 1;
	msk = bpf_skc_to_mptcp_sock(sk);
	tp = bpf_skc_to_tcp_sock(sk);
	if (!msk || !tp || !is_subflow(tp))
		return 1;
	/* On this scheduler, and not on one of its name that was detached. */
	if (!bpf_sk_storage_get(&sl_sockets, msk, NULL, 0))
		return 1;
	/* From here on it can be shown, whether it ever sends or not. */
	bpf_sk_storage_get(&sl_subflows, sk, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (sl_tun.penalty != SL_PENALTY_CWND)
		return 1;

	ns_default = BPF_CORE_READ(tp, inet_conn.icsk_inet.sk.__sk_common.skc_net.net,
				   ipv4.tcp_congestion_control);
	if (tp->inet_conn.icsk_ca_ops != ns_default)
		return 1;
	name = cc_name_read(ns_default->name);
	if (app_chose(msk, tp, &name))
		return 1;
	if (sl_have_cubic && cc_name_is(&name, &cubic))
		ours = our_cubic;
	else if (sl_have_reno && cc_name_is(&name, &reno))
		ours = our_reno;
	else
		return 1;
	/* Where the route forbids it: it stays as it is, and cc_wrapped is 0. */
	bpf_setsockopt(skops, SOL_TCP, TCP_CONGESTION, ours.text, sizeof(ours.text));
	return 1;
}
