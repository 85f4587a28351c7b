// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_proc_stat.c - a process's start time.
 */
#include "kselftest_harness.h"
#include "parse.h"

#define FIELDS_4_TO_21 " 1 2 3 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 "
#define FIELDS_3_TO_21 "S" FIELDS_4_TO_21

TEST(start_times)
{
	unsigned long long ticks = 0;

	EXPECT_EQ(0,
		  stat_start_time("7 (slowlane) " FIELDS_3_TO_21 "4711 99 1\n", &ticks));
	EXPECT_EQ(4711, ticks);
	EXPECT_EQ(0, stat_start_time("7 (a) S 1 ( ) b) " FIELDS_3_TO_21 "12 1", &ticks));
	EXPECT_EQ(12, ticks);
	EXPECT_EQ(-ESRCH,
		  stat_start_time("7 (slowlane) Z" FIELDS_4_TO_21 "12 1", &ticks));
	EXPECT_EQ(-EINVAL, stat_start_time("", &ticks));
	EXPECT_EQ(-EINVAL, stat_start_time("7 (slowlane)", &ticks));
	EXPECT_EQ(-EINVAL, stat_start_time("7 (slowlane) S 1 2 3", &ticks));
	EXPECT_EQ(-EINVAL, stat_start_time("7 (slowlane) " FIELDS_3_TO_21, &ticks));
	EXPECT_EQ(-EINVAL, stat_start_time("7 slowlane " FIELDS_3_TO_21 "1", &ticks));
}

TEST_HARNESS_MAIN
