// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_config.c - slowlane.conf: what is read, what is refused and how, what stays.
 */
#include <stdlib.h>

#include "config.h"
#include "kselftest_harness.h"

#define BOM "\xef\xbb\xbf"

static const struct settings penalty_off = {
	.given[SL_TUN_penalty] = true,
	.value[SL_TUN_penalty] = SL_PENALTY_OFF,
};

/* All of them set penalty=share and nothing else. */
static const char *const same[] = {
	"penalty=share",
	"penalty = share\n",
	"  penalty\t=\tshare \t\n",
	"penalty=share # as in the office\n",
	"penalty=share#\n",
	"# slow_ratio_pct = 9\n\n \t \npenalty = share\n# end",
	"penalty = share\r\n",
	"# \xc3\xa9\r\n\r\npenalty=share\r\n",
	BOM "penalty = share\n",
	BOM "# first\r\npenalty = share",
	"\n\n\npenalty=share\n\n",
};

static const char *const empty[] = { "", "\n", "#", "\r\n", " ", BOM, BOM "\n" };

/* A text, and what the error must say. */
static const struct {
	const char *text, *says;
} wrong[] = {
	{ "penalty=harsh",
	  "line 1: penalty cannot be 'harsh': it is one of off|share|cwnd" },
	{ "\n# a\nslow_ratio_pct = 9 # %\n",
	  "line 3: slow_ratio_pct cannot be '9': it is a whole number of percent, 10 to 100" },
	{ "slow_ratio_pct=101\r\n", "line 1: slow_ratio_pct cannot be '101'" },
	{ "bogus = 1",
	  "line 1: there is no tunable 'bogus'; there are: admission, penalty" },
	{ "penalty\n", "line 1: 'penalty' is not NAME=VALUE" },
	{ "penalty =\n", "line 1: penalty cannot be ''" },
	{ "= share\n", "line 1: there is no tunable ''" },
	{ "penalty = share = off\n", "line 1: penalty cannot be 'share = off'" },
	{ "penalty = share\n\npenalty = off\n",
	  "line 3: penalty is set in line 1 already" },
	{ "penalty=off\npenalty=off\n", "line 2: penalty is set in line 1 already" },
	{ "penalty = \033[31mshare\n", "line 1: byte 11 is 0x1b, which is no text" },
	{ "# \a\n", "line 1: byte 3 is 0x07" },
	{ "penalty\r=share\n", "line 1: byte 8 is 0x0d" },
	{ "\n" BOM "penalty=share\n", "line 2: there is no tunable" },
};

TEST(same_value)
{
	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		struct settings s;
		char error[512];

		ASSERT_EQ(0, config_parse(same[i], strlen(same[i]), &s, error,
					  sizeof(error)))
		TH_LOG("%s: %s", same[i], error);
		EXPECT_STREQ("", error);
		for (unsigned int t = 0; t < SL_TUN_MAX; t++)
			EXPECT_EQ(t == SL_TUN_penalty, s.given[t]);
		EXPECT_EQ(SL_PENALTY_SHARE, s.value[SL_TUN_penalty]);
	}
}

TEST(nothing_set)
{
	for (size_t i = 0; i < sizeof(empty) / sizeof(empty[0]); i++) {
		struct settings s;
		char error[512];

		ASSERT_EQ(0, config_parse(empty[i], strlen(empty[i]), &s, error,
					  sizeof(error)));
		for (unsigned int t = 0; t < SL_TUN_MAX; t++)
			EXPECT_FALSE(s.given[t]);
	}
}

TEST(lines_are_noted)
{
	static const char text[] = "# one\nslow_ratio_pct=20\n\nadmission = off\n";
	struct settings s;
	char error[512];

	ASSERT_EQ(0, config_parse(text, sizeof(text) - 1, &s, error, sizeof(error)));
	EXPECT_EQ(2, s.line[SL_TUN_slow_ratio_pct]);
	EXPECT_EQ(20, s.value[SL_TUN_slow_ratio_pct]);
	EXPECT_EQ(4, s.line[SL_TUN_admission]);
	EXPECT_EQ(0, s.line[SL_TUN_penalty]);
}

TEST(what_is_wrong_is_said)
{
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct settings s;
		char error[512];

		EXPECT_EQ(-EINVAL, config_parse(wrong[i].text, strlen(wrong[i].text), &s,
						error, sizeof(error)));
		EXPECT_EQ(0, strncmp(error, wrong[i].says, strlen(wrong[i].says)))
		TH_LOG("'%s' instead of '%s'", error, wrong[i].says);
	}
}

TEST(nul_is_no_text)
{
	static const char text[] = "penalty=off\nslow_ratio_pct=20\0\n";
	struct settings s;
	char error[512];

	EXPECT_EQ(-EINVAL,
		  config_parse(text, sizeof(text) - 1, &s, error, sizeof(error)));
	EXPECT_STREQ("line 2: byte 18 is 0x00, which is no text", error);
}

/* A comment of just the longest length, and one byte more. */
TEST(long_lines)
{
	char text[CONFIG_LINE_MAX + 2], error[512];
	struct settings s;

	memset(text, '#', sizeof(text));
	EXPECT_EQ(0, config_parse(text, CONFIG_LINE_MAX, &s, error, sizeof(error)));
	EXPECT_EQ(-EINVAL,
		  config_parse(text, CONFIG_LINE_MAX + 1, &s, error, sizeof(error)));
	EXPECT_STREQ("line 1: it is longer than 1024 bytes", error);
	text[CONFIG_LINE_MAX] = '\n';
	EXPECT_EQ(0, config_parse(text, CONFIG_LINE_MAX + 1, &s, error, sizeof(error)));
	/* As long as it may be, and all of it a name. */
	memset(text, 'x', CONFIG_LINE_MAX);
	EXPECT_EQ(-EINVAL, config_parse(text, CONFIG_LINE_MAX, &s, error, sizeof(error)));
	memset(text, '=', CONFIG_LINE_MAX);
	EXPECT_EQ(-EINVAL, config_parse(text, CONFIG_LINE_MAX, &s, error, sizeof(error)));
}

/* Before, and after penalty=off is saved. */
static const struct {
	const char *before, *after;
} edits[] = {
	{ "", "penalty = off\n" },
	{ "penalty=share", "penalty=off" },
	{ "  penalty\t= share  # why\n", "  penalty\t= off  # why\n" },
	{ "# penalty = share\n", "# penalty = share\npenalty = off\n" },
	{ "# z\nslow_ratio_pct=20 # first\n\npenalty=cwnd\n#end\n",
	  "# z\nslow_ratio_pct=20 # first\n\npenalty=off\n#end\n" },
	{ "slow_ratio_pct = 20", "slow_ratio_pct = 20\npenalty = off\n" },
	{ "slow_ratio_pct = 20\r\n", "slow_ratio_pct = 20\r\npenalty = off\r\n" },
	{ "a\r\n", "a\r\npenalty = off\r\n" },
	{ "# a\r\n# b", "# a\r\n# b\r\npenalty = off\r\n" },
	{ "penalty = share\r\n", "penalty = off\r\n" },
	{ BOM "penalty=share\n", BOM "penalty=off\n" },
	{ BOM, BOM "\npenalty = off\n" },
	{ "# a\r\n\r", "# a\r\n\r\npenalty = off\r\n" },
	{ "# a\r", "# a\r\npenalty = off\n" },
	{ "penalty =share", "penalty =off" },
};

TEST(all_else_stays)
{
	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		size_t size;
		char *text = config_edit(edits[i].before, strlen(edits[i].before),
					 &penalty_off, &size);

		ASSERT_NE(NULL, text);
		EXPECT_EQ(strlen(edits[i].after), size);
		EXPECT_STREQ(edits[i].after, text);
		free(text);
	}
}

/* What is written is read as what was wanted, whatever the text was. */
TEST(there_and_back)
{
	static const struct settings changes = {
		.given = { true, true, true },
		.value = { 0, SL_PENALTY_SHARE, 33 },
	};

	for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		struct settings s;
		char error[512], *text;
		size_t size;

		text = config_edit(same[i], strlen(same[i]), &changes, &size);
		ASSERT_NE(NULL, text);
		EXPECT_EQ(0, config_parse(text, size, &s, error, sizeof(error)))
		TH_LOG("%s: %s", text, error);
		for (unsigned int t = 0; t < 3; t++) {
			EXPECT_TRUE(s.given[t]);
			EXPECT_EQ(changes.value[t], s.value[t]);
		}
		free(text);
	}
}

TEST_HARNESS_MAIN
