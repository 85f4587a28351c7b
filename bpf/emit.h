/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * emit.h - put an event into the ring buffer, or count it as lost.
 *
 * Who includes this has sl_events and sl_watch in sight.  Nothing of it runs unless
 * somebody reads.
 */
#ifndef EMIT_H
#define EMIT_H

#include <bpf/bpf_endian.h>
#include "ends.h"

/* An event about this connection, zeroed but for what it says; NULL: the buffer is full. */
static __always_inline struct sl_event *event_new(__u32 kind, __u64 now_us,
						  const struct sock *msk)
{
	struct sl_event *e = bpf_ringbuf_reserve(&sl_events, sizeof(*e), 0);

	if (!e) {
		__sync_fetch_and_add(&sl_watch.lost, 1);
		return NULL;
	}
	__builtin_memset(e, 0, sizeof(*e));
	e->kind = kind;
	e->at_us = now_us;
	e->token = BPF_CORE_READ((const struct mptcp_sock *)msk, token);
	e->netns_ino = BPF_CORE_READ(msk, __sk_common.skc_net.net, ns.inum);
	return e;
}

#endif /* EMIT_H */
