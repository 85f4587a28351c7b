/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rto.h - how soon a subflow that is timed out tries again, and when it gives up: pure.
 *
 * Who includes this brings the __u types.
 */
#ifndef RTO_H
#define RTO_H

#include "path.h"

/* TCP's own (7.3: TCP_RTO_MIN, TCP_RTO_MAX, tcp_sock's default), in ms. */
#define SL_RTO_MIN_MS 200
#define SL_RTO_MAX_MS 120000

/* The longest timeout to set, in ms, of a subflow whose round trips ask for own_ms. */
static inline __u32 sl_rto_max_ms(__u32 own_ms, __u32 rto_max_ms)
{
	return sl_min(sl_max(2ULL * own_ms, rto_max_ms), SL_RTO_MAX_MS);
}

/*
 * For how long TCP tries, in ms, when it is to give up after so many retries, of which
 * each waits twice as long as the one before, from 200 ms to 120 s (7.3:
 * tcp_model_timeout(); 15 are 924.6 s).
 */
static inline __u32 sl_give_up_ms(__u32 retries)
{
	/* 200 ms << 9 is the last below 120 s. */
	__u32 doubled = sl_min(retries, 9);

	return ((2U << doubled) - 1) * SL_RTO_MIN_MS +
	       (__u32)(retries - doubled) * SL_RTO_MAX_MS;
}

#endif /* RTO_H */
