// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_hist.c - the histogram of times: no value is far from its bucket.
 */
#include <linux/types.h>
#include "kselftest_harness.h"
#include "hist.h"

TEST(log2_is_right)
{
	__u32 bit;

	EXPECT_EQ(sl_log2(0), 0);
	for (bit = 0; bit < 32; bit++) {
		EXPECT_EQ(sl_log2(1U << bit), bit);
		EXPECT_EQ(sl_log2((2U << bit) - 1), bit);
	}
}

/* Every value is in its bucket, and buckets follow each other without a gap. */
TEST(values_are_in_their_bucket)
{
	__u64 v;

	for (v = 0; v < 1ULL << 32; v += 1 + v / 100) {
		__u32 i = sl_hist_index(v);

		ASSERT_LT(i, SL_HIST_MAX);
		ASSERT_LE(sl_hist_lower(i), v);
		ASSERT_GT(sl_hist_upper(i), v);
	}
	EXPECT_EQ(sl_hist_index(~0U), SL_HIST_MAX - 1);
	EXPECT_EQ(sl_hist_upper(SL_HIST_MAX - 1), 1ULL << 32);
}

/* The middle of a bucket is what is printed for all in it. */
TEST(buckets_are_narrow)
{
	__u32 i;

	for (i = SL_HIST_SUB; i < SL_HIST_MAX; i++) {
		__u64 width = sl_hist_upper(i) - sl_hist_lower(i);

		ASSERT_GT(width, 0);
		ASSERT_LE(width * 100, sl_hist_lower(i) * 3.2);
	}
	for (i = 0; i < SL_HIST_SUB; i++)
		ASSERT_EQ(sl_hist_upper(i) - sl_hist_lower(i), 1);
}

/* To 1.6 %, whatever was counted by. */
TEST(percentiles)
{
	static __u64 hist[SL_HIST_MAX];

	EXPECT_EQ(sl_hist_percentile_us(hist, 50), 0);
	hist[sl_hist_index(10)] = 49;
	hist[sl_hist_index(20)] = 50;
	hist[sl_hist_index(100000)] = 1;
	EXPECT_EQ(sl_hist_percentile_us(hist, 49), 10);
	EXPECT_EQ(sl_hist_percentile_us(hist, 50), 20);
	EXPECT_EQ(sl_hist_percentile_us(hist, 99), 20);
	EXPECT_GT(sl_hist_percentile_us(hist, 100), 98400);
	EXPECT_LT(sl_hist_percentile_us(hist, 100), 101600);
}

TEST_HARNESS_MAIN
