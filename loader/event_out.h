/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event_out.h - an event as a line of text, and as a line of JSON; pure.
 */
#ifndef SL_EVENT_OUT_H
#define SL_EVENT_OUT_H

#include <stdio.h>
#include <time.h>
#include <linux/types.h>

#include "conns_abi.h"
#include "jsonw.h"

/* One line: when, which path, what, and what decided. */
void event_print(const struct sl_event *e, const struct timespec *at, FILE *out);

/**
 * event_json - one object, on a line of its own
 *
 * time: when, with microseconds and offset; event: a name of SL_EVENTS, or "lost"; token,
 * local, peer, netns, inode, dev: as in "connections" (conns_out.h), of the path, or of
 * the connection if it is about that.
 *
 * slow, recovered, penalised, let_off, stale, revived: rate_mbps, what the path is reckoned
 * to deliver, against fastest_mbps, the fastest's, and slow_ratio_pct; srtt_us, min_rtt_us,
 * cwnd_segs, held_bytes (given to it and not acknowledged), share_pct, and whether it is
 * slow, stale, backup; reason: the counter, or null.
 * limited: limit, the class that had most of the time since the last look, at least a
 * second; before: the class reported before, or null; limit_us: the time in each.
 */
void event_json(const struct sl_event *e, const struct timespec *at, const char *netns,
		struct jsonw *w);

/* The key time, as above. */
void json_time(struct jsonw *w, const struct timespec *at);

/* Whose an event is: the keys token, local, peer, netns (its name, "" = none), inode. */
void json_whose(struct jsonw *w, __u32 token, const struct sl_ends *ends,
		const char *netns, __u32 netns_ino);

/* "15:04:05.678", local time. */
#define TEXT_CLOCK_MAX 40
const char *text_clock(const struct timespec *at, char buf[TEXT_CLOCK_MAX]);

#endif /* SL_EVENT_OUT_H */
