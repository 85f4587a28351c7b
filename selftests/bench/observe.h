/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * observe.h - what the observer's BPF program and its user side agree on.
 *
 * Who includes this brings the __u types.
 */
#ifndef OBSERVE_H
#define OBSERVE_H

#include "hist.h"
#include "lane.h"
#include "limit.h"

/*
 * Out-of-order data that waits: each receiving connection has SL_LANES rings of
 * OB_LANE_ENTRIES arrivals; see lanes.h.
 */
#define OB_LANE_ENTRIES 4096 /* a power of two */

/* All that is counted, over all connections observed. */
struct ob_totals {
	__u64 receivers;	   /* connections that got out-of-order data */
	__u64 senders;		   /* connections that something was written to */
	__u64 ofo_segments;	   /* arrivals above ack_seq, as MPTcpExtOFOQueue */
	__u64 ofo_bytes;	   /* in them */
	__u64 ofo_untracked_bytes; /* of these, what no residence is known of */
	__u64 ofo_byte_us;	   /* sum of bytes * residence */
	__u64 ofo_max_us;
	__u64 stall_ns;
	__u64 tail_ns; /* all is sent and not all acknowledged, and no write follows */
	__u64 limit_ns[SL_LIMIT_MAX];
	__u64 lost_rows; /* of the trace: the buffer was full */
	__u64 ofo_hist_bytes[SL_HIST_MAX];
};

/* What to watch.  No network namespace has the inode ~0: then nothing is. */
struct ob_config {
	__u32 sender_netns; /* inode; 0: any */
	__u32 receiver_netns;
	__u32 fast_addr; /* of either end on the fastest path, as one word; 0: by rate */
	__u32 pad;
};

/* All variables of the BPF program, so that a later run can find them again. */
struct ob_state {
	struct ob_config config;
	struct ob_totals totals;
	__u64 run;	  /* how many there were before this one */
	__u64 slots_used; /* a bit for each */
	__u64 waiting; /* entries in all lanes: mostly 0, and then there is little to do */
};

#define OB_PATHS_MAX 8

/* An address as one word: IPv4's own, the sum of IPv6's four, in network order. */
struct ob_subflow_row {
	__u32 local, remote;
	__u32 cwnd, in_flight; /* segments */
	__u32 unsent_bytes;    /* in the subflow's own write queue */
	__u32 srtt_us;
	__u64 bytes_acked;
};

/* A row of the trace: a connection at one moment.  Sequence numbers are absolute. */
struct ob_row {
	__u64 at_ns; /* CLOCK_MONOTONIC */
	__u64 connection;
	__u64 snd_una, snd_nxt, write_seq, wnd_end;
	__u32 limit; /* enum sl_limit */
	__u32 n_subflows;
	struct ob_subflow_row subflow[OB_PATHS_MAX];
};

#endif /* OBSERVE_H */
