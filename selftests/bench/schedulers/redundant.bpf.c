// SPDX-License-Identifier: GPL-2.0-only
/*
 * redundant - every open subflow at once; what is sent again is sent on each.
 *
 * Source: Froemmgen et al., "ReMP TCP: Low Latency Multipath TCP", ICC 2016; the mptcp
 * tree has a BPF example, mptcp_bpf_red, that schedules every subflow, as this does.
 *
 * It is not what the name promises, and with this interface nothing can be (7.3): the
 * push hands each byte to one subflow as new data, and a second scheduled subflow goes
 * on where the first one stopped (__mptcp_push_pending(), __subflow_push_pending()).
 * A scheduler cannot turn that back: only snd_burst and avg_pacing_rate are its to
 * write.  Copies are made where the kernel makes them, in MPTCP-level retransmission
 * (__mptcp_push_retrans()), whose timer fires when nothing was acknowledged for the
 * longest of the subflows' own timeouts.  So: new data is striped over all paths at
 * the same time, and a rescue goes out on every idle one, first to arrive wins.
 *
 * Known weakness: as of round robin, and no lower latency than that; on top of it
 * n - 1 copies too many of each rescue.
 */
#include "sched.h"

SEC("struct_ops")
int BPF_PROG(redundant_get_send, struct mptcp_sock *msk)
{
	bool backups = sched_backups_turn(msk);
	struct mptcp_subflow_context *subflow;
	__u64 window = sched_window(msk);
	struct sched_path p;
	int err = -EINVAL;

	msk_set_timeout(msk);
	sched_for_each(subflow, &p, msk, backups) {
		if (!p.space_bytes)
			continue;
		subflow_schedule(subflow);
		err = 0;
	}
	/* The burst is one for all of them: used up at once, so that each has a fragment. */
	if (!err && window)
		msk->snd_burst = SCHED_BURST_ONE;
	return err;
}

SEC("struct_ops")
int BPF_PROG(redundant_get_retrans, struct mptcp_sock *msk)
{
	return sched_retrans(msk, true);
}

SEC(".struct_ops.link")
struct mptcp_sched_ops redundant = {
	.get_send = (void *)redundant_get_send,
	.get_retrans = (void *)redundant_get_retrans,
	.name = "redundant",
};
