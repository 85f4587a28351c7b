// SPDX-License-Identifier: GPL-2.0-only
/*
 * minrtt - of the subflows whose congestion window has room, the one with the lowest
 * smoothed RTT.
 *
 * Source: the scheduler that MPTCP in Linux began with; Raiciu et al., "How Hard Can
 * It Be? Designing and Implementing a Deployable Multipath TCP", NSDI 2012, and Paasch
 * et al., "Experimental Evaluation of Multipath TCP Schedulers", CSWS 2014, section 2.
 *
 * Known weakness: as soon as the fastest one is full the next has its turn, however
 * slow: the end of a transfer waits for it, and a buffer that is small is full of what
 * waits behind its hole.  RTT is all it knows: a thin path of low delay comes first.
 */
#include "sched.h"

SEC("struct_ops")
int BPF_PROG(minrtt_get_send, struct mptcp_sock *msk)
{
	struct sched_view v;

	msk_set_timeout(msk);
	sched_look(msk, &v);
	if (!v.open.handle)
		return -EINVAL;
	return sched_pick(msk, v.open.handle, v.open.space_bytes);
}

SEC("struct_ops")
int BPF_PROG(minrtt_get_retrans, struct mptcp_sock *msk)
{
	return sched_retrans(msk, false);
}

SEC(".struct_ops.link")
struct mptcp_sched_ops minrtt = {
	.get_send = (void *)minrtt_get_send,
	.get_retrans = (void *)minrtt_get_retrans,
	.name = "minrtt",
};
