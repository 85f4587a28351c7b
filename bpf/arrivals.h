/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * arrivals.h - what "slowlane observe" is told by its BPF programs of each receiving
 * connection.  Both are of one build and one process: no layout has to last.
 *
 * Who includes this brings the __u types.
 */
#ifndef ARRIVALS_H
#define ARRIVALS_H

#include "conns_abi.h"
#include "hist.h"
#include "lane.h"

/* Subflows of a connection that are kept; 7.3 has up to 9 at a time. */
#define SL_RX_PATHS_MAX 16
/* Out-of-order arrivals that wait at a time, of all connections together: 6 MB of memory. */
#define SL_RX_WAITING_MAX 65536
/* Closed connections that nobody has read yet, some 470 of them. */
#define SL_RX_CLOSED_BYTES (4 << 20)
/* An arrival that leaves less than this of the window (bytes) has filled it. */
#define SL_RX_WINDOW_LEFT 1500

/* One subflow. */
struct sl_rx_path {
	struct sl_ends ends;
	__u64 received_bytes; /* by TCP, as bytes_received of ss(8) */
	__u8 state;	      /* TCP_* state */
	__u8 flags;	      /* enum sl_path_flag: SL_PATH_BACKUP or nothing */
	__u8 pad[6];
};

/*
 * One connection: the value of the map receivers, and an event of the ring buffer closed
 * once it is no more.  Counters are since it was seen first.
 */
struct sl_receiver {
	struct sl_ends ends;
	__u64 began_ns; /* CLOCK_MONOTONIC: seen first */
	__u64 ended_ns; /* 0: it lives */
	__u32 token;
	__u32 netns_ino;
	__u64 before_bytes;	/* received in order before it was seen */
	__u64 received_bytes;	/* ever, in order; only of one that has ended */
	__u64 ofo_segments;	/* arrivals above ack_seq, as MPTcpExtOFOQueue */
	__u64 ofo_bytes;	/* in them */
	__u64 ofo_lost_bytes;	/* of these, what no residence is known of */
	__u64 ofo_max_us;	/* the longest residence */
	__u64 waiting_segments; /* of ofo_segments, those that wait now */
	__u64 waiting_bytes;	/* in them */
	__u64 duplicate_bytes;	/* thrown away: they had been received */
	__u64 beyond_bytes; /* thrown away: beyond the window, as MPTcpExtNoDSSInWindow */
	__u64 window_full_segments; /* arrivals that filled the window; see above */
	__u32 busy;		    /* a CPU is in its lanes */
	__u32 again;		    /* another one wanted to be */
	struct sl_lane lane[SL_LANES];
	__u32 more_paths; /* closed subflows that found path full */
	__u32 paths;	  /* used of: */
	struct sl_rx_path path[SL_RX_PATHS_MAX]; /* closed subflows */
	__u64 hist_bytes[SL_HIST_MAX];		 /* bytes by residence, see hist.h */
};

/* How it is at the moment when it is read. */
struct sl_receiver_now {
	__u64 at_ns;				 /* CLOCK_MONOTONIC */
	__u64 received_bytes;			 /* ever, in order */
	__u32 state;				 /* TCP_* state */
	__u32 paths;				 /* used of: */
	struct sl_rx_path path[SL_RX_PATHS_MAX]; /* open subflows */
};

/* One record of the iterator list_receivers: a connection that lives. */
struct sl_receiver_record {
	struct sl_receiver r;
	struct sl_receiver_now now;
};

/* What could not be observed, of all connections; in .bss. */
struct sl_rx_lost {
	__u64 deliveries;  /* to connections for which the map receivers had no room */
	__u64 connections; /* closed, and the ring buffer had no room */
	__u64 calls; /* not made, as the CPU was in that program already; the loader's */
};

#endif /* ARRIVALS_H */
