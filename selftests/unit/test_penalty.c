// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_penalty.c - what a penalty, and its end, do to a window.
 */
#include "kselftest_harness.h"
#include <linux/types.h>
#include "penalty.h"

#define INFINITE 0x7fffffff

static const struct {
	const char *what;
	struct sl_window before;
	__u32 floor;
	struct sl_window after;
} cuts[] = {
	{ "slow start: ssthresh stays", { 40, INFINITE }, 4, { 20, INFINITE } },
	{ "slow start towards an old ssthresh", { 40, 50 }, 4, { 20, 50 } },
	{ "avoidance: ssthresh is the new cwnd", { 40, 28 }, 4, { 20, 20 } },
	{ "at ssthresh is past it", { 40, 40 }, 4, { 20, 20 } },
	{ "ssthresh far below goes up to it", { 40, 4 }, 4, { 20, 20 } },
	{ "odd: down", { 41, 10 }, 4, { 20, 20 } },
	{ "the floor", { 40, 10 }, 30, { 30, 30 } },
	{ "the floor in slow start", { 40, 99 }, 30, { 30, 99 } },
	{ "at the floor", { 30, 10 }, 30, { 30, 10 } },
	{ "below the floor", { 20, 10 }, 30, { 20, 10 } },
	{ "no floor is 2", { 3, 2 }, 0, { 2, 2 } },
	{ "2 stays", { 2, 2 }, 0, { 2, 2 } },
	{ "1 stays", { 1, 2 }, 0, { 1, 2 } },
	{ "the largest", { ~0U, 2 }, 4, { ~0U / 2, ~0U / 2 } },
	{ "the largest floor", { 40, 2 }, ~0U, { 40, 2 } },
};

TEST(cuts_by_table)
{
	for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
		struct sl_window w = sl_penalize(cuts[i].before, cuts[i].floor);

		EXPECT_EQ(cuts[i].after.cwnd, w.cwnd) TH_LOG("%s", cuts[i].what);
		EXPECT_EQ(cuts[i].after.ssthresh, w.ssthresh)
		TH_LOG("%s", cuts[i].what);
	}
}

/* Whatever the window: not above what it was, not below the floor if it was not. */
TEST(cuts_keep_their_bounds)
{
	for (__u32 cwnd = 1; cwnd < 200; cwnd++) {
		for (__u32 floor = 0; floor < 200; floor += 3) {
			struct sl_window before = { cwnd, cwnd % 7 ? 30 : INFINITE };
			struct sl_window w = sl_penalize(before, floor);

			ASSERT_LE(w.cwnd, cwnd);
			ASSERT_GE(w.cwnd, cwnd / 2);
			ASSERT_TRUE(w.cwnd >= floor || w.cwnd == cwnd);
			ASSERT_TRUE(w.cwnd >= SL_CWND_MIN || w.cwnd == cwnd);
			/* In slow start after if and only if in it before. */
			ASSERT_EQ(cwnd < before.ssthresh, w.cwnd < w.ssthresh);
		}
	}
}

/* Cut again and again, then relaxed: slow start up to the first cwnd, in no one step. */
TEST(relaxed_to_before_the_first_cut)
{
	struct sl_window w = { 80, 56 }, next;
	__u32 from_cwnd = 0;

	for (int i = 0; i < 3; i++) {
		next = sl_penalize(w, 4);
		from_cwnd = sl_penalty_from(w, next, from_cwnd);
		w = next;
		EXPECT_EQ(80, from_cwnd);
	}
	EXPECT_EQ(10, w.cwnd);
	w = sl_relax(w, from_cwnd);
	EXPECT_EQ(10, w.cwnd);
	EXPECT_EQ(80, w.ssthresh);
}

/* It grew past where it was, or was cut in slow start only: nothing to give back. */
TEST(relaxed_without_a_debt)
{
	struct sl_window slow_start = { 40, INFINITE };
	struct sl_window w = sl_penalize(slow_start, 4);

	EXPECT_EQ(0, sl_penalty_from(slow_start, w, 0));
	EXPECT_EQ(INFINITE, sl_relax(w, 0).ssthresh);
	w = (struct sl_window){ 50, 20 };
	EXPECT_EQ(20, sl_relax(w, 40).ssthresh);
	EXPECT_EQ(20, sl_relax(w, 50).ssthresh);
	EXPECT_EQ(51, sl_relax(w, 51).ssthresh);
	w = (struct sl_window){ 10, 70 };
	EXPECT_EQ(70, sl_relax(w, 40).ssthresh);
}

TEST_HARNESS_MAIN
