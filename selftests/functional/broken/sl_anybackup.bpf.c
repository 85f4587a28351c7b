// SPDX-License-Identifier: GPL-2.0-only
/*
 * sl_anybackup - broken on purpose: takes the last active subflow, be it a backup or
 * not.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include "compat.h"

char _license[] SEC("license") = "GPL";

SEC("struct_ops")
int BPF_PROG(sl_anybackup_get_send, struct mptcp_sock *msk)
{
	struct mptcp_subflow_context *subflow;
	__u64 last = 0;
	int err = -22; /* -EINVAL */

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		if (subflow_active(subflow))
			last = (__u64)subflow;
	}
	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		if ((__u64)subflow != last)
			continue;
		subflow_schedule(subflow);
		err = 0;
	}
	return err;
}

SEC(".struct_ops.link")
struct mptcp_sched_ops sl_anybackup = {
	.get_send = (void *)sl_anybackup_get_send,
	.name = "sl_anybackup",
};
