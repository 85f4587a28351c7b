/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * off.h - the rules of the in-kernel `default` scheduler, as read in 7.3's
 * net/mptcp/protocol.c and nothing else, so that whatever slowlane does beyond them can
 * be told from what the plumbing does.
 */
#ifndef OFF_H
#define OFF_H

#include "path.h"

#define SL_LINGER_NONE (~0ULL)

/*
 * How long what a path holds takes to leave at its average rate, in 2^-32 s.
 * 7.3: mptcp_subflow_get_send(); there the rate is cut to 32 bits, here it is not.
 */
static inline __u64 sl_linger(const struct sl_path *p)
{
	__u64 rate = sl_min(p->avg_pacing_rate ?: p->pacing_rate, SL_RATE_MAX);

	return rate ? ((__u64)p->queued_bytes << 32) / rate : SL_LINGER_NONE;
}

/* The average after a burst: old and new weighted by the bytes they stand for. */
static inline __u64 sl_average(const struct sl_path *p, __u32 burst_bytes)
{
	__u64 old = sl_min(p->avg_pacing_rate ?: p->pacing_rate, SL_RATE_MAX);
	__u64 now = sl_min(p->pacing_rate, SL_RATE_MAX);
	__u64 queue = sl_min(p->queued_bytes, SL_QUEUE_MAX);

	return (old * queue + now * burst_bytes) / (queue + burst_bytes);
}

#endif /* OFF_H */
