// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rto.c - how soon a subflow that is timed out tries again, and until when.
 */
#include "kselftest_harness.h"
#include <linux/types.h>
#include "rto.h"

TEST(twice_its_own_timeout_at_least)
{
	EXPECT_EQ(sl_rto_max_ms(0, 2000), 2000);
	EXPECT_EQ(sl_rto_max_ms(1000, 2000), 2000);
	EXPECT_EQ(sl_rto_max_ms(1001, 2000), 2002);
	EXPECT_EQ(sl_rto_max_ms(59999, 2000), 119998);
}

/* What the kernel's setsockopt() takes is 1 s to 120. */
TEST(never_above_what_tcp_has)
{
	EXPECT_EQ(sl_rto_max_ms(60001, 2000), 120000);
	EXPECT_EQ(sl_rto_max_ms(~0U, 2000), 120000);
	EXPECT_EQ(sl_rto_max_ms(10, 120000), 120000);
}

/*
 * By adding up what TCP waits: 200 ms, 400, ... 102.4 s, and then 120 s each.  RFC 1122
 * (4.2.3.5) wants 100 s at least; ip-sysctl says 924.6 s for 15 retries.
 */
TEST(gives_up_as_tcp_does)
{
	__u32 sum_ms = 0, wait_ms = 200, retries;

	for (retries = 0; retries < 256; retries++) {
		sum_ms += wait_ms;
		EXPECT_EQ(sl_give_up_ms(retries), sum_ms) TH_LOG("%u retries", retries);
		wait_ms = wait_ms * 2 > 120000 ? 120000 : wait_ms * 2;
	}
	EXPECT_EQ(sl_give_up_ms(15), 924600);
}

/* RFC 1122 (4.2.3.5): at least 100 s, here from the next try on. */
TEST(asked_no_more_it_has_a_hundred_seconds)
{
	EXPECT_EQ(sl_try_until_ms(0, 1000, 15), 101000);
	EXPECT_EQ(sl_try_until_ms(30000, 2000, 15), 132000);
}

/* Asked again at each timeout, a subflow is tried until TCP's own end, not past it. */
TEST(asked_each_time_it_is_given_up_when_tcp_would)
{
	static const __u32 retries2[] = { 3, 8, 15, 20 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(retries2); i++) {
		__u32 end_ms = sl_give_up_ms(retries2[i]), away_ms = 0, until_ms;

		while ((until_ms = sl_try_until_ms(away_ms, 2000, retries2[i])) >
		       away_ms + 2000)
			away_ms += 2000;
		EXPECT_EQ(until_ms, end_ms);
	}
	EXPECT_EQ(sl_try_until_ms(~0ULL >> 1, 120000, 15), 924600);
}

TEST_HARNESS_MAIN
