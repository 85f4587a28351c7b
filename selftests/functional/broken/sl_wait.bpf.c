// SPDX-License-Identifier: GPL-2.0-only
/*
 * sl_wait - broken on purpose: once it has sent something, it declines to send while
 * nothing is in flight, when no ACK will come that would have it asked again.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include "compat.h"

char _license[] SEC("license") = "GPL";

SEC("struct_ops")
int BPF_PROG(sl_wait_get_send, struct mptcp_sock *msk)
{
	struct mptcp_subflow_context *subflow;
	int err = -22; /* -EINVAL */

	if (msk->bytes_sent && msk->snd_una == msk->snd_nxt)
		return err;
	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		if (!subflow_active(subflow))
			continue;
		subflow_schedule(subflow);
		err = 0;
		break;
	}
	return err;
}

SEC(".struct_ops.link")
struct mptcp_sched_ops sl_wait = {
	.get_send = (void *)sl_wait_get_send,
	.name = "sl_wait",
};
