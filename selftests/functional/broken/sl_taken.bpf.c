// SPDX-License-Identifier: GPL-2.0-only
/*
 * sl_taken - somebody else's scheduler that has our name, and no get_send worth it.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char _license[] SEC("license") = "GPL";

SEC("struct_ops")
int BPF_PROG(sl_taken_get_send, struct mptcp_sock *msk)
{
	return -22; /* -EINVAL */
}

SEC(".struct_ops.link")
struct mptcp_sched_ops sl_taken = {
	.get_send = (void *)sl_taken_get_send,
	.name = "slowlane",
};
