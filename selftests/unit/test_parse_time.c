// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_parse_time.c - durations with a unit and a range; a process's start time.
 */
#include "kselftest_harness.h"
#include "parse.h"

static const struct {
	const char *text;
	unsigned int seconds;
} good[] = {
	{ "1s", 1 },	    { "90s", 90 },	 { "5m", 300 },	  { "24h", 86400 },
	{ "1440m", 86400 }, { "86400s", 86400 }, { "007m", 420 },
};

static const struct {
	const char *text, *says;
} bad[] = {
	{ "", "'' is no duration" },
	{ "5", "'5' is no duration: it is a whole number and s, m or h, such as 5m" },
	{ "m", "no duration" },
	{ "5min", "no duration" },
	{ "5M", "no duration" },
	{ "5d", "no duration" },
	{ "-5m", "no duration" },
	{ "+5m", "no duration" },
	{ " 5m", "no duration" },
	{ "5 m", "no duration" },
	{ "1.5h", "no duration" },
	{ "1h30m", "no duration" },
	{ "0s", "'0s' is out of range: it is 1 s to 86400 s (24 h)" },
	{ "0h", "out of range" },
	{ "25h", "out of range" },
	{ "86401s", "out of range" },
	{ "4294967297s", "out of range" },
	{ "18446744073709551617s", "out of range" },
	{ "5124095576030432h", "out of range" },
	{ "99999999999999999999999999999999999999999999999999999m", "out of range" },
};

TEST(good_durations)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		unsigned int seconds = 0;
		char error[256];

		EXPECT_EQ(0, duration_parse(good[i].text, 1, 86400, &seconds, error,
					    sizeof(error)))
		TH_LOG("%s", error);
		EXPECT_EQ(good[i].seconds, seconds);
	}
}

TEST(bad_durations)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		unsigned int seconds = 4711;
		char error[256];

		EXPECT_EQ(-EINVAL, duration_parse(bad[i].text, 1, 86400, &seconds, error,
						  sizeof(error)));
		EXPECT_EQ(4711, seconds);
		EXPECT_NE(NULL, strstr(error, bad[i].says))
		TH_LOG("'%s' instead of '%s'", error, bad[i].says);
	}
}

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
