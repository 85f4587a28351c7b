// SPDX-License-Identifier: GPL-2.0-only
/*
 * sl_inactive - broken on purpose: takes the first subflow, be it stale or not, and
 * so goes on with a path that is down.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include "compat.h"

char _license[] SEC("license") = "GPL";

static __always_inline int pick_first(struct mptcp_sock *msk)
{
	struct mptcp_subflow_context *subflow;
	int err = -22; /* -EINVAL */

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		subflow_schedule(subflow);
		err = 0;
		break;
	}
	return err;
}

SEC("struct_ops")
int BPF_PROG(sl_inactive_get_send, struct mptcp_sock *msk)
{
	return pick_first(msk);
}

SEC(".struct_ops.link")
struct mptcp_sched_ops sl_inactive = {
	.get_send = (void *)sl_inactive_get_send,
	.name = "sl_inactive",
};
