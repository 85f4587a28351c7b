/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * observe_out.h - a receiving connection as text, and as a line of JSON; pure.
 */
#ifndef SL_OBSERVE_OUT_H
#define SL_OBSERVE_OUT_H

#include <stdio.h>
#include <time.h>

#include "arrivals.h"
#include "jsonw.h"

/* All that was shown, for the end. */
struct observe_sum {
	__u64 connections;
	__u64 ofo_segments;
	__u64 ofo_bytes;
};

/**
 * observe_print - a block of lines, for people
 * @rec: the connection; of one that has ended, now is as at its end
 * @netns: name of its namespace; "" = has none
 */
void observe_print(const struct sl_receiver_record *rec, const char *netns,
		   const struct timespec *at, FILE *out);

/**
 * observe_json - one object, on a line of its own
 * @event: "closed", the connection has ended; "interval" or "end", it is open
 *
 * time, token, local, peer, netns, inode: as of "monitor" (event_out.h); state: as ss(8)
 * prints it, null once closed. observed_us: since it was seen first, which is when it received
 * something first. All that follows is since then, but received_bytes: in order, at the
 * MPTCP level, ever; observed_bytes: the part of these.
 *
 * ofo_segments, ofo_bytes: arrived above what was in order, as the kernel's
 * MPTcpExtOFOQueue; ofo_segments_now, ofo_bytes_now: those that wait now.
 * ofo_residence_p50_us, _p99_us, _max_us: how long they waited until all before them was
 * there, microseconds; the first two are of bytes, from a histogram of buckets that are 3.1 %
 * wide; null if none came to an end. ofo_lost_bytes: of ofo_bytes, those of unknown residence:
 * more waited than can be noted, or they wait for ever.
 *
 * duplicate_bytes: thrown away, as they had been received, without the part of segments that
 * overlap in part; beyond_window_bytes: thrown away, as they were beyond the window
 * (MPTcpExtNoDSSInWindow). window_full_segments: arrivals
 * that left less than 1500 bytes of the window: the receiver's buffer limits.
 *
 * Of each element of "subflows", those open and then those closed since: local, peer, dev,
 * state, backup as of "connections" (conns_out.h); state is null once closed;
 * received_bytes: by TCP, ever. subflows_omitted: closed ones that found no room.
 */
void observe_json(const struct sl_receiver_record *rec, const char *event,
		  const char *netns, const struct timespec *at, struct jsonw *w);

/**
 * observe_sum_print, observe_sum_json - the last line
 *
 * event: "summary"; connections, ofo_segments, ofo_bytes: of those closed or open at the end,
 * by the filter. lost_deliveries: data of connections for which --connections has no
 * room; lost_connections: closed, and not shown, as too many closed at once.
 * lost_calls: of the tracing programs, which the kernel does not call while the same one runs
 * on that CPU: as many segments or deliveries went uncounted.
 */
void observe_sum_print(const struct observe_sum *sum, const struct sl_rx_lost *lost,
		       FILE *out);
void observe_sum_json(const struct observe_sum *sum, const struct sl_rx_lost *lost,
		      const struct timespec *at, struct jsonw *w);

#endif /* SL_OBSERVE_OUT_H */
