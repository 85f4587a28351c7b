// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_observe.c - the observer's histogram: no value is far from its bucket.
 */
#include <linux/types.h>
#include "kselftest_harness.h"
#include "../bench/observe.h"

TEST(log2_is_right)
{
	__u32 bit;

	EXPECT_EQ(ob_log2(0), 0);
	for (bit = 0; bit < 32; bit++) {
		EXPECT_EQ(ob_log2(1U << bit), bit);
		EXPECT_EQ(ob_log2((2U << bit) - 1), bit);
	}
}

/* Every value is in its bucket, and buckets follow each other without a gap. */
TEST(values_are_in_their_bucket)
{
	__u64 v;

	for (v = 0; v < 1ULL << 32; v += 1 + v / 100) {
		__u32 i = ob_hist_index(v);

		ASSERT_LT(i, OB_HIST_MAX);
		ASSERT_LE(ob_hist_lower(i), v);
		ASSERT_GT(ob_hist_upper(i), v);
	}
	EXPECT_EQ(ob_hist_index(~0U), OB_HIST_MAX - 1);
	EXPECT_EQ(ob_hist_upper(OB_HIST_MAX - 1), 1ULL << 32);
}

/* The middle of a bucket is what is printed for all in it. */
TEST(buckets_are_narrow)
{
	__u32 i;

	for (i = OB_HIST_SUB; i < OB_HIST_MAX; i++) {
		__u64 width = ob_hist_upper(i) - ob_hist_lower(i);

		ASSERT_GT(width, 0);
		ASSERT_LE(width * 100, ob_hist_lower(i) * 3.2);
	}
	for (i = 0; i < OB_HIST_SUB; i++)
		ASSERT_EQ(ob_hist_upper(i) - ob_hist_lower(i), 1);
}

TEST_HARNESS_MAIN
