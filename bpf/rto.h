/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rto.h - how soon a subflow that is timed out tries again, and until when: pure.
 *
 * Who includes this brings the __u types.
 */
#ifndef RTO_H
#define RTO_H

#include "path.h"

/* TCP's own (7.3: TCP_RTO_MIN, TCP_RTO_MAX_SEC), in ms. */
#define SL_RTO_MIN_MS 200
#define SL_RTO_MAX_MS 120000

/* For how long a connection is to be tried for at least, in ms (RFC 1122, 4.2.3.5). */
#define SL_TRY_MS 100000

/*
 * The longest timeout to set, in ms (1000 to 120000), of a subflow whose round trips ask
 * for own_ms.  Never below twice that: a long queue must not look like a loss, which is
 * why TCP doubles (RFC 6298, 5.5).
 */
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

/*
 * When a subflow is to be given up, in ms since its first timeout, that got no answer for
 * away_ms and tries again within rto_max_ms.  Asked again at each timeout, so that it is
 * when TCP would; if nobody asks any more, after SL_TRY_MS.
 */
static inline __u32 sl_try_until_ms(__u64 away_ms, __u32 rto_max_ms, __u32 retries2)
{
	return sl_min(away_ms + rto_max_ms + SL_TRY_MS, sl_give_up_ms(retries2));
}

#endif /* RTO_H */
