/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arrivals_maps.h - what is kept of connections, and of what waits.
 *
 * Part of arrivals.bpf.c, which includes it.
 */
#ifndef ARRIVALS_MAPS_H
#define ARRIVALS_MAPS_H

#define NSEC_PER_USEC 1000

struct sl_rx_lost lost = {};
__u64 waiting = 0; /* arrivals in all lanes: mostly 0, and then there is little to do */

/* Too large for the stack. */
struct sl_receiver blank = {};
struct sl_receiver_now now = {};

/* By address of the mptcp_sock; an entry goes when that is destroyed. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1); /* set by the loader */
	__type(key, __u64);
	__type(value, struct sl_receiver);
} receivers SEC(".maps");

struct sl_entry_key {
	__u64 owner; /* address of the mptcp_sock */
	__u32 lane;
	__u32 i;
};

/* What waits in the lanes of all connections. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, SL_RX_WAITING_MAX);
	__type(key, struct sl_entry_key);
	__type(value, struct sl_arrival);
} entries SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, SL_RX_CLOSED_BYTES);
} closed SEC(".maps");

/* A subflow whose data is looked at, and how far it was read before. */
struct sl_reading {
	__u64 ssk;
	__u32 copied_seq;
	__u32 pad;
};

struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct sl_reading);
} reading SEC(".maps");

#endif /* ARRIVALS_MAPS_H */
