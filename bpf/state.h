/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * state.h - the state of one MPTCP socket and of one subflow, and what is shared.
 *
 * All that the data path writes is in the sockets' own storage, under the msk's
 * lock: no atomics, nothing shared between CPUs, and exact counters.  A softirq may
 * interrupt a process that is in a callback on the same CPU (the callbacks do not
 * disable it), so a per-CPU scratch area would be overwritten; the storage is not.
 */
#ifndef STATE_H
#define STATE_H

#include "slowlane.h"
#include "policy.h"
#include "limit.h"
#include "watch.h"

struct sl_socket {
	struct sl_counters counters;
	__u64 window_end;   /* the peer's window ends here, whatever the kernel is told */
	__u64 tight_window; /* largest that was seen used up, bytes */
	__u64 fastest_Bps;  /* see struct sl_conn */
	__u64 busy_since_us;
	__u64 busy_since_seq;
	__u64 explored_us;
	__u64 limit_since_us;
	__u32 limit; /* enum sl_limit, since then */
	__u32 fastest_rtt_us, fastest_queue_us;
	__u8 fastest_full, fastest_slow_start;
	__u32 netns_ino; /* inode of the socket's network namespace */
	struct sl_watched_limit watched;
	/*
	 * Scratch of the callback that runs; in memory, as the verifier follows values.  What
	 * the last get_send left here is shown to who asks.
	 */
	struct sl_conn conn;
	union {
		struct sl_view view;
		struct sl_retrans retrans; /* over view.linger, which nobody else reads */
	};
	struct sl_decision decision;
};

/*
 * State of one subflow.  Map sl_subflows: SK_STORAGE, keyed by the ssk.  The scheduler
 * asks, under the msk's lock; the companion congestion control (cc.bpf.c) carries out
 * and answers, under the ssk's: each field has one writer.  Without the answer
 * cc_wrapped nothing that is asked for here will happen.
 */
struct sl_subflow {
	/* Scheduler. */
	struct sl_rate rate;
	struct sl_penalised penalised;
	__u32 penalty_seq;	 /* + 1: halve the cwnd, once, at the next ACK */
	__u32 penalty_floor;	 /* segments; not below */
	__u32 penalty_relax_seq; /* + 1: the reason is gone, give back what was taken */
	/* Congestion control. */
	__u32 penalty_done;	  /* the penalty_seq that was served, or dropped */
	__u32 penalty_relax_done; /* the penalty_relax_seq that was served */
	__u32 penalty_from_cwnd;  /* segments before the first of the cuts; 0: none */
	__u32 cc_halved;	  /* cuts made */
	__u8 cc_wrapped;	  /* 1 while it is on this subflow */
	__u8 retry_set;		  /* what of it retry.h has set; 0: nothing */
	/* Scheduler, for a reader of events. */
	struct sl_watched watched;
};

/* Of a connection with two subflows; test_state_size.c has the sum. */
_Static_assert(sizeof(struct sl_socket) + 2 * sizeof(struct sl_subflow) <= 1024,
	       "state of a connection");

/* Tunables; see slowlane.h. In memory of its own: one load, and the loader maps it. */
extern struct sl_tunables sl_tun SEC(".data.tunables");

/* Does somebody read events? See conns_abi.h.  Defined in slowlane.bpf.c. */
extern struct sl_watch sl_watch SEC(".data.watch");

/* State of each live MPTCP socket.  Defined in slowlane.bpf.c. */
struct sl_sockets_map {
	__uint(type, BPF_MAP_TYPE_SK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct sl_socket);
};
extern struct sl_sockets_map sl_sockets SEC(".maps");

/* Changes, for who reads them; see conns_abi.h.  Defined in slowlane.bpf.c. */
struct sl_events_map {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, SL_EVENTS_BYTES);
};
extern struct sl_events_map sl_events SEC(".maps");

/* Defined in cc.bpf.c. */
struct sl_subflows_map {
	__uint(type, BPF_MAP_TYPE_SK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct sl_subflow);
};
extern struct sl_subflows_map sl_subflows SEC(".maps");

#endif /* STATE_H */
