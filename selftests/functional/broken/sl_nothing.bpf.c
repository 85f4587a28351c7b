// SPDX-License-Identifier: GPL-2.0-only
/*
 * sl_nothing - broken on purpose: says that all is well and schedules no subflow.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char _license[] SEC("license") = "GPL";

SEC("struct_ops")
int BPF_PROG(sl_nothing_get_send, struct mptcp_sock *msk)
{
	return 0;
}

SEC(".struct_ops.link")
struct mptcp_sched_ops sl_nothing = {
	.get_send = (void *)sl_nothing_get_send,
	.name = "sl_nothing",
};
