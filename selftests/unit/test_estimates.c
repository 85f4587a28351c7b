// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_estimates.c - what admission goes by: rate, burst, room and end, by hand.
 */
#include "kselftest_harness.h"
#include "two_paths.h"

/* One and a half of 7 ms are 10500, 7000 and three segments 10000; of 5, 7500 and 8000. */
TEST(what_a_slow_path_may_hold)
{
	static const struct {
		__u32 rtt_us, may_bytes;
	} cases[] = { { 7000, 10500 }, { 5000, 8000 }, { 0, 3000 }, { 100000, 150000 } };
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct two t = two_paths();

		t.s.min_rtt_us = cases[i].rtt_us;
		hold(&t.s, cases[i].may_bytes - MSS);
		EXPECT_EQ(MSS, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
		hold(&t.s, cases[i].may_bytes - MSS + 1);
		EXPECT_EQ(0, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
		/* Not slow: its cwnd and a burst, 2 ms of 5 MB/s, is what it may hold. */
		EXPECT_EQ(t.s.free_bytes + 10000,
			  sl_room(&t.s, &t.c, 5 * MB_PER_S, 5 * MB_PER_S));
	}
}

TEST(unproven_it_may_fill_its_cwnd)
{
	struct two t = two_paths();

	t.s.proven = 0;
	hold(&t.s, 199000);
	EXPECT_EQ(MSS, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
	t.s.proven = 1;
	EXPECT_EQ(0, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
}

/* Not slow, and not the fastest: 1.5 round trips' worth, or one and a queue of 50 ms. */
TEST(room_of_one_that_is_not_slow)
{
	struct two t = two_paths();

	t.s = path_of(S, 6 * MB_PER_S, 200000);
	t.s.cwnd_bytes = 9000000;
	hold(&t.s, 1800000 - MSS);
	EXPECT_EQ(MSS, sl_room(&t.s, &t.c, 6 * MB_PER_S, 6 * MB_PER_S));
	hold(&t.s, 1800000 - MSS + 1);
	EXPECT_EQ(0, sl_room(&t.s, &t.c, 6 * MB_PER_S, 6 * MB_PER_S));
	t.s.min_rtt_us = 40000;
	hold(&t.s, 540000 - MSS);
	EXPECT_EQ(MSS, sl_room(&t.s, &t.c, 6 * MB_PER_S, 6 * MB_PER_S));
	hold(&t.s, 540000);
	EXPECT_EQ(0, sl_room(&t.s, &t.c, 6 * MB_PER_S, 6 * MB_PER_S));
	/* The fastest has all of its cwnd, and a burst. */
	EXPECT_EQ(9000000 - 540000 + 20000,
		  sl_room(&t.s, &t.c, 10 * MB_PER_S, 10 * MB_PER_S));
}

TEST(room_within_its_share)
{
	struct two t = two_paths();

	t.s.penalty_shift = 2;
	hold(&t.s, 40000);
	EXPECT_EQ(10000, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
	hold(&t.s, 50000);
	EXPECT_EQ(0, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
	t.s.penalty_shift = 0;
	EXPECT_EQ(100000, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
	t.s.has_grown = 0;
	EXPECT_EQ(0, sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S));
}

TEST(rate_within_the_cwnd)
{
	struct two t = two_paths();

	EXPECT_EQ(MB_PER_S, sl_rate(&t.s, MB_PER_S));
	t.s.cwnd_bytes = 20000;
	EXPECT_EQ(200000, sl_rate(&t.s, MB_PER_S));
	t.s.cwnd_bytes = 0;
	EXPECT_EQ(1, sl_rate(&t.s, MB_PER_S));
	t.s = path_of(S, MB_PER_S, 0);
	EXPECT_EQ(MB_PER_S, sl_rate(&t.s, MB_PER_S));
}

TEST(bursts)
{
	struct two t = two_paths();

	EXPECT_EQ(1000, sl_burst(&t.s, 1));
	EXPECT_EQ(1000, sl_burst(&t.s, 999999));
	EXPECT_EQ(2000, sl_burst(&t.s, 1000000));
	EXPECT_EQ(2000, sl_burst(&t.s, 1499999));
	EXPECT_EQ(65000, sl_burst(&t.s, 32500000));
	EXPECT_EQ(65428, sl_burst(&t.s, 33000000));
	EXPECT_EQ(65428, sl_burst(&t.s, SL_RATE_MAX));
}

TEST(finish_in_slow_start)
{
	struct two t = two_paths();

	hold(&t.f, 0);
	EXPECT_EQ(5000 + 100000, sl_finish_us(&t.f, 100000, 10 * MB_PER_S, MB_PER_S));
	t.f.slow_start = 1;
	EXPECT_EQ(5000 + 30000 + 3749,
		  sl_finish_us(&t.f, 100000, 10 * MB_PER_S, MB_PER_S));
	/* Not faster than the path: 100000 at 2 MB/s. */
	EXPECT_EQ(5000 + 50000, sl_finish_us(&t.f, 100000, 2 * MB_PER_S, MB_PER_S));
	/* Whole rounds, of 1, 3, 7 and 15 windows; after the fourth it goes on so. */
	EXPECT_EQ(5000 + 10000, sl_finish_us(&t.f, 10001, 10 * MB_PER_S, MB_PER_S));
	EXPECT_EQ(5000 + 20000, sl_finish_us(&t.f, 30003, 10 * MB_PER_S, MB_PER_S));
	EXPECT_EQ(5000 + 30000, sl_finish_us(&t.f, 70007, 10 * MB_PER_S, MB_PER_S));
	EXPECT_EQ(5000 + 40000, sl_finish_us(&t.f, 150015, 10 * MB_PER_S, MB_PER_S));
	/* What it holds comes first. */
	hold(&t.f, 40000);
	EXPECT_EQ(5000 + 30000 + 3749,
		  sl_finish_us(&t.f, 60000, 10 * MB_PER_S, MB_PER_S));
}

TEST_HARNESS_MAIN
