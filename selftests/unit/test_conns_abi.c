// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_conns_abi.c - the records that another build may read: no holes, and no change
 * without another SL_ABI.
 */
#include "kselftest_harness.h"
#include <linux/types.h>
#include "slowlane.h"

TEST(sizes_of_this_abi)
{
	EXPECT_EQ(SL_ABI, 1);
	EXPECT_EQ(sizeof(struct sl_ends), 2 * 16 + 4 * 2 + 2 * 4 + SL_DEV_NAME_MAX);
	EXPECT_EQ(sizeof(struct sl_path_record),
		  2 * 8 + sizeof(struct sl_ends) + 6 * 8 + 7 * 4 + 4);
	EXPECT_EQ(sizeof(struct sl_event),
		  3 * 8 + sizeof(struct sl_ends) + 6 * 4 + SL_EVENT_LIMITS * 4 + 12);
	EXPECT_EQ(sizeof(struct sl_watch), 2 * 8 + 2 * 4);
	EXPECT_EQ(sizeof(struct sl_socket_record),
		  4 * 4 + sizeof(struct sl_counters) + 3 * 8 + sizeof(struct sl_ends) +
			  4 * 8 + 2 * 4);
}

/* 7.3: bpf_ringbuf_reserve() adds 8 bytes, and the buffer is pages, a power of two. */
TEST(the_buffer_holds_what_it_says)
{
	EXPECT_GT(SL_EVENTS_BYTES / (sizeof(struct sl_event) + 8), 1500);
	EXPECT_EQ(SL_EVENTS_BYTES & (SL_EVENTS_BYTES - 1), 0);
	EXPECT_EQ(SL_EVENTS_BYTES % 65536, 0);
}

/* A flag or a reason has room in its byte. */
TEST(bytes)
{
	EXPECT_LT(SL_CNT_MAX, 256);
	EXPECT_LT(SL_PATH_SLOW, 256);
}

TEST_HARNESS_MAIN
