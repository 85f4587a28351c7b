// SPDX-License-Identifier: GPL-2.0-only
/*
 * rr - round robin: one fragment to each subflow in turn, leaving out those whose
 * congestion window is full.
 *
 * Source: Paasch et al., "Experimental Evaluation of Multipath TCP Schedulers", CSWS
 * 2014, section 2; the out-of-tree MPTCP kernel had it with the same two choices.
 *
 * Known weakness: it knows neither rate nor delay.  With bulk data every window is
 * full, the turn is whoever got an ACK, and shares follow the windows; before that,
 * and for all that is short, a slow path gets as much as a fast one and is waited for.
 */
#include "sched.h"

/* Who had the last turn of each connection: a handle, only compared. */
struct {
	__uint(type, BPF_MAP_TYPE_SK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, __u64);
} rr_last SEC(".maps");

SEC("struct_ops")
int BPF_PROG(rr_get_send, struct mptcp_sock *msk)
{
	__u64 *last, first = 0, next = 0;
	struct mptcp_subflow_context *subflow;
	bool backups, seen = false;
	struct sched_path p;

	msk_set_timeout(msk);
	/* Without memory for it everybody's turn is after nobody: the first that is open. */
	last = bpf_sk_storage_get(&rr_last, msk, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	backups = sched_backups_turn(msk);
	sched_for_each(subflow, &p, msk, backups) {
		if (p.space_bytes && !first)
			first = p.handle;
		if (p.space_bytes && seen && !next)
			next = p.handle;
		if (last && p.handle == *last)
			seen = true;
	}
	if (!next)
		next = first;
	if (!next)
		return -EINVAL;
	if (last)
		*last = next;
	return sched_pick(msk, next, SCHED_BURST_ONE);
}

SEC("struct_ops")
int BPF_PROG(rr_get_retrans, struct mptcp_sock *msk)
{
	return sched_retrans(msk, false);
}

SEC(".struct_ops.link")
struct mptcp_sched_ops rr = {
	.get_send = (void *)rr_get_send,
	.get_retrans = (void *)rr_get_retrans,
	.name = "rr",
};
