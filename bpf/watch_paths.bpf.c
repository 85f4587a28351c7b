// SPDX-License-Identifier: GPL-2.0-only
/*
 * watch_paths - tell who reads events that a path came or went, or a connection.
 *
 * The scheduler is not told, so this is where the kernel tells its own listeners (7.3:
 * mptcp_event(), of "ip mptcp monitor").  Loaded and pinned by attach, attached by the
 * reader for as long as it reads.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "state.h"
#include "emit.h"

char _license[] SEC("license") = "GPL";

/* 7.3: uapi/linux/mptcp_pm.h. */
enum {
	MPTCP_EVENT_ESTABLISHED = 2,
	MPTCP_EVENT_CLOSED = 3,
	MPTCP_EVENT_SUB_ESTABLISHED = 10,
	MPTCP_EVENT_SUB_CLOSED = 11,
};

static __always_inline __u32 event_kind(__u32 type)
{
	switch (type) {
	case MPTCP_EVENT_ESTABLISHED:
	case MPTCP_EVENT_SUB_ESTABLISHED:
		return SL_EVENT_PATH_ADDED;
	case MPTCP_EVENT_SUB_CLOSED:
		return SL_EVENT_PATH_CLOSED;
	case MPTCP_EVENT_CLOSED:
		return SL_EVENT_CLOSED;
	}
	return SL_EVENT_MAX;
}

SEC("fentry/mptcp_event")
int BPF_PROG(watch_paths, __u32 type, struct mptcp_sock *msk, struct sock *ssk)
{
	__u32 kind = event_kind(type);
	__u64 now_us = bpf_ktime_get_ns() / 1000;
	struct sl_event *e;

	if (kind == SL_EVENT_MAX || now_us >= sl_watch.until_us)
		return 0;
	/* Of another scheduler. */
	if (!bpf_sk_storage_get(&sl_sockets, msk, NULL, 0))
		return 0;
	e = event_new(kind, now_us, (struct sock *)msk);
	if (!e)
		return 0;
	read_ends(&e->ends, ssk ? ssk : (struct sock *)msk);
	bpf_ringbuf_submit(e, 0);
	return 0;
}
