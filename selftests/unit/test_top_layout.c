// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_top_layout.c - columns and lines for screens of any size.
 */
#include "kselftest_harness.h"
#include "layout.h"

static unsigned int total(const struct layout *l)
{
	unsigned int sum = 0, shown = 0;

	for (int c = 0; c < COL_MAX; c++) {
		sum += l->width[c];
		shown += !!l->width[c];
	}
	return sum + (shown ? (shown - 1) * LAYOUT_GAP : 0);
}

TEST(never_wider_than_the_screen)
{
	struct layout l;

	for (unsigned int width = 0; width <= 400; width++) {
		layout_columns(width, width & 1, &l);
		EXPECT_LE(total(&l), width);
		if (width)
			EXPECT_GT(l.width[COL_NAME], 0);
	}
}

/* A number is there as a whole or not at all, and more room never takes one away. */
TEST(numbers_are_whole)
{
	struct layout l, before = {};

	for (unsigned int width = 0; width <= 400; width++) {
		layout_columns(width, false, &l);
		for (int c = 0; c < COL_MAX; c++) {
			if (top_columns[c].right && l.width[c])
				EXPECT_GE(l.width[c], top_columns[c].min);
			EXPECT_TRUE(l.width[c] || !before.width[c]);
		}
		before = l;
	}
}

TEST(columns_of_80)
{
	struct layout l;

	layout_columns(80, false, &l);
	for (int c = 0; c < COL_MAX; c++)
		EXPECT_EQ(!!l.width[c], c != COL_ADDRESS && c != COL_NETNS);
	EXPECT_EQ(total(&l), 80);
}

TEST(columns_of_20)
{
	struct layout l;

	layout_columns(20, false, &l);
	EXPECT_EQ(l.width[COL_NAME], 9);
	EXPECT_EQ(l.width[COL_STALL], 10);
	EXPECT_EQ(l.width[COL_RATE], 0);
}

/* Names of devices are whole before there are addresses. */
TEST(columns_of_100)
{
	struct layout l;

	layout_columns(100, false, &l);
	EXPECT_EQ(l.width[COL_NAME], 18);
	EXPECT_EQ(l.width[COL_ADDRESS], 0);
	EXPECT_EQ(total(&l), 100);
}

TEST(long_addresses)
{
	struct layout l;

	layout_columns(200, true, &l);
	EXPECT_EQ(l.width[COL_ADDRESS], 47);
	layout_columns(200, false, &l);
	EXPECT_LT(l.width[COL_ADDRESS], 47);
}

TEST(lines_add_up)
{
	struct layout_lines l;

	for (unsigned int height = 0; height <= 100; height++) {
		layout_lines(height, height & 1, &l);
		EXPECT_EQ(l.state + l.totals + l.tunables + l.titles + l.path_titles +
				  l.rows + l.detail + l.keys,
			  height);
		EXPECT_TRUE(!height || l.rows);
		EXPECT_TRUE((height & 1) || !l.tunables);
	}
	layout_lines(5, true, &l);
	EXPECT_EQ(l.rows, 3);
	layout_lines(24, true, &l);
	EXPECT_EQ(l.rows, 17);
}

TEST(selected_row_is_shown)
{
	for (unsigned int n = 0; n < 30; n++) {
		for (unsigned int height = 1; height < 12; height++) {
			for (unsigned int i = 0; i < (n ? n : 1) * 40; i++) {
				unsigned int at = n ? i % n : 0, was = i / (n ? n : 1);
				unsigned int first = layout_scroll(was, at, n, height);

				EXPECT_LE(first, at);
				EXPECT_GT(first + height, at);
				EXPECT_TRUE(first + height <= n || !first);
			}
		}
	}
	/* It does not move if it need not. */
	EXPECT_EQ(layout_scroll(3, 5, 20, 5), 3);
	EXPECT_EQ(layout_scroll(3, 5, 20, 0), 0);
}

TEST_HARNESS_MAIN
