// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rto.c - how soon a subflow that is timed out tries again, and when it gives up.
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

TEST_HARNESS_MAIN
