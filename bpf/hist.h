/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hist.h - a histogram of times in microseconds; pure.
 *
 * Exact below SL_HIST_SUB, then SL_HIST_SUB buckets for each power of two: a bucket is 3.1 %
 * wide, and its middle is off by 1.6 % at most.
 */
#ifndef HIST_H
#define HIST_H

#define SL_HIST_SHIFT 5
#define SL_HIST_SUB (1U << SL_HIST_SHIFT)
#define SL_HIST_MAX ((32 - SL_HIST_SHIFT + 1) * SL_HIST_SUB)

/* Position of the highest bit; 0 for 0.  BPF has no instruction for it. */
static inline __u32 sl_log2(__u32 v)
{
	__u32 log = 0, step;

	step = (v > 0xffff) << 4, log |= step, v >>= step;
	step = (v > 0xff) << 3, log |= step, v >>= step;
	step = (v > 0xf) << 2, log |= step, v >>= step;
	step = (v > 0x3) << 1, log |= step, v >>= step;
	return log | v >> 1;
}

/* The bucket of a time; below SL_HIST_MAX for all. */
static inline __u32 sl_hist_index(__u32 us)
{
	__u32 shift;

	if (us < SL_HIST_SUB)
		return us;
	shift = sl_log2(us) - SL_HIST_SHIFT;
	return (shift << SL_HIST_SHIFT) + (us >> shift);
}

/* The first value above the bucket, and the first in it. */
static inline __u64 sl_hist_upper(__u32 index)
{
	__u32 shift = index >> SL_HIST_SHIFT ? (index >> SL_HIST_SHIFT) - 1 : 0;

	return (__u64)(index - (shift << SL_HIST_SHIFT) + 1) << shift;
}

static inline __u64 sl_hist_lower(__u32 index)
{
	return index ? sl_hist_upper(index - 1) : 0;
}

/*
 * The time that a share of what was counted does not exceed: the middle of its bucket.
 * @hist: SL_HIST_MAX sums, of bytes or whatever is counted; all 0: 0.
 */
static inline __u64 sl_hist_percentile_us(const __u64 *hist, unsigned int pct)
{
	__u64 all = 0, seen = 0;
	__u32 i;

	for (i = 0; i < SL_HIST_MAX; i++)
		all += hist[i];
	for (i = 0; i < SL_HIST_MAX && all; i++) {
		seen += hist[i];
		if (seen * 100 >= all * pct)
			return (sl_hist_lower(i) + sl_hist_upper(i) - 1) / 2;
	}
	return 0;
}

#endif /* HIST_H */
