/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lane.h - the queues in which out-of-order arrivals wait; lanes.h has what is done to them.
 *
 * Who includes this brings the __u types.
 */
#ifndef LANE_H
#define LANE_H

#define SL_LANES 8

/* What is known of one arrival. */
struct sl_arrival {
	__u64 end_seq; /* data sequence number after its last byte */
	__u32 bytes;
	__u32 arrived_us; /* of a clock that wraps after 71 minutes */
};

/* Those that wait are head to tail - 1; both wrap. */
struct sl_lane {
	__u64 last_end; /* end_seq of the last one */
	__u32 head, tail;
};

#endif /* LANE_H */
