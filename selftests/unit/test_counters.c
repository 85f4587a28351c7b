// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_counters.c - the one table of counters is fit for what is made from it.
 */
#include "kselftest_harness.h"
#include <linux/types.h>
#include "slowlane.h"

static const struct {
	const char *name, *unit, *help;
} counters[] = {
#define COUNTER_ROW(name, unit, help) { #name, unit, help },
	SL_COUNTERS(COUNTER_ROW)
};

#define N (sizeof(counters) / sizeof(counters[0]))

/* One word of [a-z0-9] parts joined by single underscores: a JSON key, a metric's name. */
static bool is_snake_case(const char *s)
{
	char last = '_';

	for (; *s; last = *s++) {
		if (*s == '_' ? last == '_'
			      : !strchr("abcdefghijklmnopqrstuvwxyz0123456789", *s))
			return false;
		if (last == '_' && *s >= '0' && *s <= '9')
			return false;
	}
	return last != '_';
}

TEST(snake_case_is_told)
{
	EXPECT_TRUE(is_snake_case("picks"));
	EXPECT_TRUE(is_snake_case("picks_p99_us"));
	EXPECT_FALSE(is_snake_case(""));
	EXPECT_FALSE(is_snake_case("Picks"));
	EXPECT_FALSE(is_snake_case("_picks"));
	EXPECT_FALSE(is_snake_case("picks_"));
	EXPECT_FALSE(is_snake_case("picks__x"));
	EXPECT_FALSE(is_snake_case("picks-x"));
	EXPECT_FALSE(is_snake_case("picks x"));
}

TEST(enum_and_table_agree)
{
	EXPECT_EQ(SL_CNT_MAX, N);
	EXPECT_EQ(sizeof(struct sl_counters), N * 8);
}

TEST(names_are_unique_words)
{
	for (size_t i = 0; i < N; i++) {
		EXPECT_TRUE(is_snake_case(counters[i].name))
		TH_LOG("%s", counters[i].name);
		for (size_t k = 0; k < i; k++)
			EXPECT_STRNE(counters[i].name, counters[k].name);
	}
}

TEST(help_says_something_of_its_own)
{
	for (size_t i = 0; i < N; i++) {
		EXPECT_GE(strlen(counters[i].help), 10) TH_LOG("%s", counters[i].name);
		/* One line of a terminal, behind name, value and unit. */
		EXPECT_LE(strlen(counters[i].help), 80) TH_LOG("%s", counters[i].name);
		EXPECT_EQ(strpbrk(counters[i].help, "\n\t\""), NULL);
		EXPECT_STRNE(counters[i].help, counters[i].name);
		for (size_t k = 0; k < i; k++)
			EXPECT_STRNE(counters[i].help, counters[k].help);
	}
}

TEST(units_are_words)
{
	for (size_t i = 0; i < N; i++) {
		EXPECT_TRUE(is_snake_case(counters[i].unit))
		TH_LOG("%s", counters[i].name);
		/* Bytes are called so in the name, and nothing else is. */
		EXPECT_EQ(!strcmp(counters[i].unit, "bytes"),
			  strlen(counters[i].name) > 6 &&
				  !strcmp(counters[i].name + strlen(counters[i].name) - 6,
					  "_bytes"))
		TH_LOG("%s", counters[i].name);
	}
}

/* Records that both sides read: no hole that one compiler fills and the other not. */
TEST(records_have_no_holes)
{
	EXPECT_EQ(sizeof(struct sl_netns), 8 + SL_NETNS_NAME_MAX + SL_SCHED_NAME_MAX);
	EXPECT_EQ(sizeof(struct sl_info), SL_VERSION_MAX + 3 * 8 + 4 * 4 + 7 * 8);
	EXPECT_EQ(sizeof(struct sl_info), 128); /* in all versions */
	EXPECT_EQ(sizeof(struct sl_subflow_record),
		  5 * 4 + 2 * 2 + 16 + SL_SCHED_NAME_MAX + 1 + 7);
	EXPECT_LE(sizeof(SL_SCHED_NAME), SL_SCHED_NAME_MAX);
	EXPECT_LE(sizeof(SL_BRIDGE_NAME), SL_SCHED_NAME_MAX);
}

TEST_HARNESS_MAIN
