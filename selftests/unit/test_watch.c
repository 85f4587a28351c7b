// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_watch.c - which changes make an event, and that going up and down makes none.
 */
#include "kselftest_harness.h"
#include <linux/types.h>
#include "conns_abi.h"
#include "watch.h"

TEST(slow_below_half_and_back_a_quarter_above)
{
	/* Of 100: slow below 50, recovered from 62.5 on. */
	EXPECT_FALSE(sl_watch_slow(0, 50, 100, 50));
	EXPECT_TRUE(sl_watch_slow(0, 49, 100, 50));
	EXPECT_TRUE(sl_watch_slow(1, 50, 100, 50));
	EXPECT_TRUE(sl_watch_slow(1, 62, 100, 50));
	EXPECT_FALSE(sl_watch_slow(1, 63, 100, 50));
	/* The fastest is not known: nobody is slow. */
	EXPECT_FALSE(sl_watch_slow(0, 1, 0, 50));
	EXPECT_FALSE(sl_watch_slow(1, 1, 0, 50));
	/* The fastest path there is (path.h: 2^36 bytes/s), and the highest tunable. */
	EXPECT_TRUE(sl_watch_slow(1, 1ULL << 36, 1ULL << 36, 100));
	EXPECT_FALSE(sl_watch_slow(0, 1ULL << 36, 1ULL << 36, 100));
}

FIXTURE(limits)
{
	struct sl_watched_limit w;
	__u64 us[SL_LIMIT_MAX];
	__u32 spent[SL_LIMIT_MAX];
};

FIXTURE_SETUP(limits)
{
	/* Counters that the cut to 32 bits goes through. */
	for (int i = 0; i < SL_LIMIT_MAX; i++)
		self->us[i] = 0xffffff00ULL;
	sl_watch_limit_start(&self->w, self->us, 7, 0xfffff000U);
}

FIXTURE_TEARDOWN(limits)
{
}

TEST_F(limits, start)
{
	EXPECT_EQ(self->w.session, 7);
	EXPECT_EQ(self->w.limit, SL_LIMIT_MAX);
}

TEST_F(limits, not_before_a_second)
{
	self->us[SL_LIMIT_CWND] += SL_WATCH_US - 1;
	EXPECT_EQ(sl_watch_limit(&self->w, self->us, self->spent,
				 0xfffff000U + SL_WATCH_US - 1),
		  SL_LIMIT_MAX);
	self->us[SL_LIMIT_CWND]++;
	EXPECT_EQ(sl_watch_limit(&self->w, self->us, self->spent,
				 0xfffff000U + SL_WATCH_US),
		  SL_LIMIT_CWND);
	EXPECT_EQ(self->spent[SL_LIMIT_CWND], SL_WATCH_US);
	EXPECT_EQ(self->spent[SL_LIMIT_APP], 0);
}

TEST_F(limits, more_than_half)
{
	__u32 now = 0xfffff000U + SL_WATCH_US;

	self->us[SL_LIMIT_APP] += 500000;
	self->us[SL_LIMIT_SCHED] += 500000;
	EXPECT_EQ(sl_watch_limit(&self->w, self->us, self->spent, now), SL_LIMIT_MAX);
	EXPECT_EQ(self->spent[SL_LIMIT_SCHED], 500000);
	/* Only what came since counts. */
	self->us[SL_LIMIT_APP] += 400000;
	self->us[SL_LIMIT_SCHED] += 600000;
	now += SL_WATCH_US;
	EXPECT_EQ(sl_watch_limit(&self->w, self->us, self->spent, now), SL_LIMIT_SCHED);
	/* Nothing came: none. */
	now += SL_WATCH_US;
	EXPECT_EQ(sl_watch_limit(&self->w, self->us, self->spent, now), SL_LIMIT_MAX);
}

/* What both sides of an event count on. */
TEST(events)
{
	EXPECT_EQ(SL_EVENT_LIMITS, SL_LIMIT_MAX);
	EXPECT_LT(SL_EVENT_MAX, 256);
}

TEST_HARNESS_MAIN
