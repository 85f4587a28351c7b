// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_tunables.c - NAME=VALUE within its range, and errors that say the range.
 */
#include "kselftest_harness.h"
#include "tunables.h"

static const struct {
	const char *word;
	unsigned int index;
	__u32 value;
} good[] = {
	{ "penalty=off", SL_TUN_penalty, SL_PENALTY_OFF },
	{ "penalty=share", SL_TUN_penalty, SL_PENALTY_SHARE },
	{ "penalty=cwnd", SL_TUN_penalty, SL_PENALTY_CWND },
	{ "slow_ratio_pct=10", SL_TUN_slow_ratio_pct, 10 },
	{ "slow_ratio_pct=100", SL_TUN_slow_ratio_pct, 100 },
	{ "slow_ratio_pct=050", SL_TUN_slow_ratio_pct, 50 },
};

/* What the error must say. */
static const struct {
	const char *word, *says;
} bad[] = {
	{ "", "NAME=VALUE" },
	{ "penalty", "'penalty' is not NAME=VALUE" },
	{ "=1", "there is no tunable ''" },
	{ "penalt=off", "there is no tunable 'penalt'; there are: admission, penalty" },
	{ "penaltyy=off", "'penaltyy'" },
	{ "penalty=", "cannot be '': it is one of off|share|cwnd" },
	{ "penalty=of", "cannot be 'of'" },
	{ "penalty=offf", "cannot be 'offf'" },
	{ "penalty=off|share", "cannot be 'off|share'" },
	{ "penalty=share|", "cannot be 'share|'" },
	{ "penalty=2", "cannot be '2'" },
	{ "penalty=OFF", "cannot be 'OFF'" },
	{ "slow_ratio_pct=", "a whole number of percent, 10 to 100" },
	{ "slow_ratio_pct=9",
	  "cannot be '9': it is a whole number of percent, 10 to 100" },
	{ "slow_ratio_pct=101", "10 to 100" },
	{ "slow_ratio_pct=-20", "'-20'" },
	{ "slow_ratio_pct=+20", "'+20'" },
	{ "slow_ratio_pct= 20", "' 20'" },
	{ "slow_ratio_pct=20%", "'20%'" },
	{ "slow_ratio_pct=20.5", "'20.5'" },
	{ "slow_ratio_pct=0x20", "'0x20'" },
	{ "slow_ratio_pct=4294967316", "'4294967316'" },
	{ "slow_ratio_pct=99999999999999999999999", "10 to 100" },
};

TEST(good_words)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		unsigned int index = ~0U;
		__u32 value = ~0U;
		char error[512];

		EXPECT_EQ(0, tunable_parse(good[i].word, &index, &value, error,
					   sizeof(error)))
		TH_LOG("%s: %s", good[i].word, error);
		EXPECT_EQ(good[i].index, index);
		EXPECT_EQ(good[i].value, value);
	}
}

TEST(bad_words)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		unsigned int index = ~0U;
		__u32 value = ~0U;
		char error[512];

		EXPECT_NE(0, tunable_parse(bad[i].word, &index, &value, error,
					   sizeof(error)))
		TH_LOG("%s", bad[i].word);
		EXPECT_NE(NULL, strstr(error, bad[i].says))
		TH_LOG("%s: %s", bad[i].word, error);
		EXPECT_EQ(~0U, index);
	}
}

/* An error as long as it likes: cut, not past the end. */
TEST(long_words)
{
	char word[2000], error[64];
	unsigned int index;
	__u32 value;

	memset(word, 'x', sizeof(word));
	word[sizeof(word) - 1] = '\0';
	EXPECT_NE(0, tunable_parse(word, &index, &value, error, sizeof(error)));
	word[1000] = '=';
	EXPECT_NE(0, tunable_parse(word, &index, &value, error, sizeof(error)));
	memcpy(word, "penalty=", 8);
	EXPECT_NE(0, tunable_parse(word, &index, &value, error, sizeof(error)));
	EXPECT_LT(strlen(error), sizeof(error));
}

/* What is shown can be given: each value of a choice, the ends of a range. */
TEST(formats_and_parses_back)
{
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		const struct tunable *t = &tunable_table[i];

		for (unsigned long v = t->min; v <= t->max; v++) {
			char text[TUNABLE_VALUE_MAX], word[128], error[512];
			unsigned int index = ~0U;
			__u32 value = ~0U;

			snprintf(word, sizeof(word), "%s=%s", t->name,
				 tunable_format(i, v, text));
			ASSERT_EQ(0, tunable_parse(word, &index, &value, error,
						   sizeof(error)))
			TH_LOG("%s", error);
			ASSERT_EQ(i, index);
			ASSERT_EQ(v, value);
			if (v - t->min == 1000)
				v = t->max - 1;
		}
	}
}

TEST(out_of_range_is_shown_as_it_is)
{
	char text[TUNABLE_VALUE_MAX];

	EXPECT_STREQ("3", tunable_format(SL_TUN_penalty, 3, text));
	EXPECT_STREQ("4294967295", tunable_format(SL_TUN_penalty, ~0U, text));
}

TEST(table_is_sound)
{
	EXPECT_EQ(sizeof(struct sl_tunables), SL_TUN_MAX * sizeof(__u32));
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		const struct tunable *t = &tunable_table[i];

		EXPECT_LE(t->min, t->def) TH_LOG("%s", t->name);
		EXPECT_LE(t->def, t->max) TH_LOG("%s", t->name);
		EXPECT_GE(strlen(t->help), 10) TH_LOG("%s", t->name);
		EXPECT_LE(strlen(t->help), 80) TH_LOG("%s", t->name);
		EXPECT_EQ(i, tunable_find(t->name, strlen(t->name)));
	}
}

TEST_HARNESS_MAIN
