// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_top_history.c - values kept, and bars of them.
 */
#include <string.h>

#include "kselftest_harness.h"
#include "history.h"

static struct history history_of(const float *v, unsigned int n)
{
	struct history h = {};

	for (unsigned int i = 0; i < n; i++)
		history_push(&h, v[i]);
	return h;
}

TEST(keeps_the_last)
{
	struct history h = {};

	EXPECT_EQ(history_max(&h, HISTORY_MAX), 0);
	for (int i = 0; i < 3 * HISTORY_MAX + 7; i++)
		history_push(&h, i);
	EXPECT_EQ(h.n, HISTORY_MAX);
	EXPECT_EQ(history_at(&h, 0), 3 * HISTORY_MAX + 6);
	EXPECT_EQ(history_at(&h, HISTORY_MAX - 1), 2 * HISTORY_MAX + 7);
	EXPECT_EQ(history_max(&h, 5), 3 * HISTORY_MAX + 6);
}

TEST(maximum_of_what_is_shown)
{
	static const float v[] = { 9, 1, 2, 1 };
	struct history h = history_of(v, 4);

	EXPECT_EQ(history_max(&h, 3), 2);
	EXPECT_EQ(history_max(&h, 4), 9);
	EXPECT_EQ(history_max(&h, 60), 9);
}

TEST(bars_newest_at_the_right)
{
	static const float v[] = { 0, 1, 50, 100 };
	struct history h = history_of(v, 4);
	char buf[SPARKLINE_MAX];

	EXPECT_STREQ(sparkline(&h, 6, 100, true, buf), "  .▁▅█");
	EXPECT_STREQ(sparkline(&h, 2, 100, true, buf), "▅█");
	EXPECT_STREQ(sparkline(&h, 6, 100, false, buf), "  .:+@");
	EXPECT_STREQ(sparkline(&h, 0, 100, false, buf), "");
}

/* Something is not nothing, more than full is full, and a scale of 0 is no division. */
TEST(bars_at_the_edges)
{
	static const float v[] = { 0.001, 1e9 };
	struct history h = history_of(v, 2);
	char buf[SPARKLINE_MAX];

	EXPECT_STREQ(sparkline(&h, 2, 1e6, true, buf), "▁█");
	EXPECT_STREQ(sparkline(&h, 2, 0, false, buf), "@@");
}

TEST(bars_fill_their_buffer)
{
	struct history h = {};
	char buf[SPARKLINE_MAX];

	for (int i = 0; i < HISTORY_MAX; i++)
		history_push(&h, 5);
	EXPECT_EQ(strlen(sparkline(&h, 1000, 5, true, buf)), SPARKLINE_MAX - 1);
}

TEST_HARNESS_MAIN
