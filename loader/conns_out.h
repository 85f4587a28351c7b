/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * conns_out.h - a connection as text, and as JSON.
 */
#ifndef SL_CONNS_OUT_H
#define SL_CONNS_OUT_H

#include <stdio.h>

#include "conns.h"
#include "jsonw.h"

/* A block of lines, for people. */
void conn_print(const struct conn *conn, FILE *out);

/**
 * conn_json - one object of the array "connections"
 *
 * token, local, peer, state: as ss(8) prints them, so that lines can be joined; the token
 * is hexadecimal. netns: name in /run/netns, or null; inode: as in lsns(8).
 * limit: class that limits it now (limit.h), null before the first decision; limit_us: time
 * in each class so far, microseconds. last_reason: counter of the last decision (slowlane.h),
 * or null. sent_bytes, retrans_bytes: at the MPTCP level; unsent_bytes: written by the
 * application and not sent; unacked_bytes: sent and not acknowledged; window_bytes: what
 * the peer has room for.
 *
 * Of each element of "subflows": local, peer, state as above; dev: device of its route, or
 * null, unprintable bytes as \xHH. rate_mbps: what it is reckoned to deliver, and what
 * "slow" compares; delivered_mbps: the kernel's last sample, delivery_rate of ss(8);
 * pacing_mbps; each in Mbit/s, null if there is none yet. srtt_us, min_rtt_us: microseconds,
 * null if there is none yet. cwnd_segs, in_flight_segs: segments; mss_bytes: payload of a
 * full one. share_pct: part of its cwnd that penalties leave it, 6 to 100. unsent_bytes,
 * sent_bytes, acked_bytes, retrans_bytes: at the TCP level. backup: flagged by an end;
 * stale: in flight, and nothing acknowledged for two round trips and 50 ms, or set aside by
 * the kernel; slow: below slow_ratio_pct of the fastest; fastest: was that at the last
 * decision. penalties: ever; last_reason: counter of what was last decided about a penalty,
 * or null.
 */
void conn_json(const struct conn *conn, struct jsonw *w);

/* What is between its brackets, for who has more to say of it. */
void conn_json_members(const struct conn *conn, struct jsonw *w);

/* The keys local and peer; a name from the kernel, escaped, or null. */
void json_ends(struct jsonw *w, const struct sl_ends *ends);
void json_name(struct jsonw *w, const char *key, const char *raw, size_t len);

#endif /* SL_CONNS_OUT_H */
