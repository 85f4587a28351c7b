// SPDX-License-Identifier: GPL-2.0-only
/*
 * observe - what a transfer costs and what limits it, seen from outside.
 *
 * Tracing only: nothing of the connection is changed, and any scheduler may run.
 *
 *  receiver    fentry/__mptcp_move_skb     data above ack_seq is noted, with the time
 *              fexit/mptcp_data_ready  \   ack_seq may have moved: what it passed is
 *              fexit/__mptcp_move_skbs /   counted
 *  sender      tp_btf/tcp_probe        \   the state that has held since the last event
 *              fentry/mptcp_sendmsg    /   is classified, and gets the time since then
 *
 * How residence is had from that is in lanes.h; what finds no lane or a full one is
 * counted as untracked.
 *
 * tcp_probe comes before an ACK is processed, and a sender's state changes by ACKs
 * and writes alone: so what is found then is what held all the time since the last.
 *
 * Functions and fields as in 7.2 and 7.3.  Counters of connections that run on several
 * CPUs at once are added atomically; a connection's own state is under its lock.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "lanes.h"
#include "observe.h"
#include "subflow.h"

char _license[] SEC("license") = "GPL";

#define NSEC_PER_USEC 1000
#define USEC_PER_SEC 1000000
#define AF_INET6 10
/* A 64 KiB burst, as the in-kernel scheduler gives them (7.3: MPTCP_SEND_BURST_SIZE). */
#define BURST_BYTES 65428

const volatile __u32 max_slots = 1;    /* 1 .. 64: receiving connections at a time */
const volatile __u64 trace_gap_ns = 0; /* 0: no trace */

struct ob_state state = {};

struct receiver {
	__u32 slot;
	__u32 waiting;
	__u64 run; /* state.run when it came; of an earlier one, nothing else counts */
	struct sl_lane lane[SL_LANES];
};

struct sender {
	__u64 last_ns; /* the time up to which it is accounted */
	__u64 wnd_end; /* the furthest seen */
	__u64 tail_ns; /* all sent since the last write: a pause, or the end */
	__u64 idle_ns; /* then, all acknowledged */
	__u64 row_ns;  /* of the last row of the trace */
};

/* By address of the mptcp_sock; an entry goes when that is destroyed. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 64);
	__type(key, __u64);
	__type(value, struct receiver);
} receivers SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 4096);
	__type(key, __u64);
	__type(value, struct sender);
} senders SEC(".maps");

/* The lanes of all slots. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, SL_LANES *OB_LANE_ENTRIES);
	__type(key, __u32);
	__type(value, struct sl_arrival);
} entries SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 4096);
} rows SEC(".maps");

#define add(counter, n) __sync_fetch_and_add(&state.totals.counter, n)

static __always_inline bool in_netns(const struct sock *sk, __u32 netns)
{
	return !netns || sk->__sk_common.skc_net.net->ns.inum == netns;
}

#include "observe_rx.h"
#include "observe_tx.h"

SEC("fentry/mptcp_destroy")
int BPF_PROG(observe_destroy, struct sock *sk)
{
	__u64 key = (__u64)sk;
	struct receiver *r = bpf_map_lookup_elem(&receivers, &key);

	if (r && r->run == state.run) {
		if (r->waiting)
			forget_waiting(r);
		state.slots_used &= ~(1ULL << (r->slot & 63));
	}
	bpf_map_delete_elem(&receivers, &key);
	bpf_map_delete_elem(&senders, &key);
	return 0;
}
