// SPDX-License-Identifier: GPL-2.0-only
/*
 * sl_error - broken on purpose: every get_send is an error, so nothing is ever sent.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char _license[] SEC("license") = "GPL";

SEC("struct_ops")
int BPF_PROG(sl_error_get_send, struct mptcp_sock *msk)
{
	return -22; /* -EINVAL */
}

SEC(".struct_ops.link")
struct mptcp_sched_ops sl_error = {
	.get_send = (void *)sl_error_get_send,
	.name = "sl_error",
};
