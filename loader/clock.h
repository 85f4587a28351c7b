/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock.h - the time as one number.
 */
#ifndef SL_CLOCK_H
#define SL_CLOCK_H

#include <time.h>
#include <linux/types.h>

#define NSEC_PER_SEC 1000000000ULL

/* Of a clock of clock_gettime(2), nanoseconds. */
static inline __u64 clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * NSEC_PER_SEC + t.tv_nsec;
}

/* What is to be added to a CLOCK_MONOTONIC of now to have a CLOCK_REALTIME; it wraps. */
static inline __u64 clock_to_realtime_ns(void)
{
	return clock_ns(CLOCK_REALTIME) - clock_ns(CLOCK_MONOTONIC);
}

static inline struct timespec clock_timespec(__u64 ns)
{
	return (struct timespec){ .tv_sec = ns / NSEC_PER_SEC,
				  .tv_nsec = ns % NSEC_PER_SEC };
}

#endif /* SL_CLOCK_H */
