// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_top_typed.c - delays, counts and filters as people type them.
 */
#include <string.h>

#include "kselftest_harness.h"
#include "typed.h"

TEST(delays)
{
	static const struct {
		const char *text;
		unsigned int ms; /* 0: it is none */
	} rows[] = {
		{ "2", 2000 },
		{ "0.5", 500 },
		{ "0.1", 100 },
		{ "1.25", 1250 },
		{ "3600", 3600000 },
		{ "0.0999", 0 },
		{ "0.10009", 100 },
		{ "007", 7000 },
		{ "", 0 },
		{ "0", 0 },
		{ "0.05", 0 },
		{ "3600.1", 0 },
		{ "-1", 0 },
		{ "+1", 0 },
		{ " 1", 0 },
		{ "1 ", 0 },
		{ "1s", 0 },
		{ "1.", 0 },
		{ ".5", 0 },
		{ "1.5.5", 0 },
		{ "0x10", 0 },
		{ "nan", 0 },
		{ "inf", 0 },
		{ "1e3", 0 },
		{ "99999999999999999999999999", 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned int ms = 0;
		char error[128] = "";
		int err = delay_parse(rows[i].text, &ms, error, sizeof(error));

		EXPECT_EQ(ms, rows[i].ms)
		{
			TH_LOG("'%s'", rows[i].text);
		}
		EXPECT_EQ(!err, !!rows[i].ms);
		EXPECT_EQ(!!err, !!strstr(error, "0.1 to 3600"));
	}
}

TEST(delays_as_text)
{
	char buf[16];

	EXPECT_STREQ(delay_text(2000, buf, sizeof(buf)), "2 s");
	EXPECT_STREQ(delay_text(500, buf, sizeof(buf)), "0.5 s");
	EXPECT_STREQ(delay_text(3600000, buf, sizeof(buf)), "3600 s");
	EXPECT_STREQ(delay_text(1250, buf, sizeof(buf)), "1.25 s");
	EXPECT_STREQ(delay_text(3599999, buf, sizeof(buf)), "3599.999 s");
}

TEST(counts)
{
	unsigned long long n = 7;
	char error[128];

	EXPECT_EQ(count_parse("0", &n, error, sizeof(error)), 0);
	EXPECT_EQ(n, 0);
	EXPECT_EQ(count_parse("12", &n, error, sizeof(error)), 0);
	EXPECT_EQ(n, 12);
	EXPECT_NE(count_parse("-1", &n, error, sizeof(error)), 0);
	EXPECT_NE(count_parse("", &n, error, sizeof(error)), 0);
	EXPECT_NE(count_parse("1x", &n, error, sizeof(error)), 0);
	EXPECT_NE(count_parse("99999999999999999999", &n, error, sizeof(error)), 0);
	EXPECT_TRUE(strstr(error, "whole number"));
}

TEST(filters)
{
	char text[] = "  dport 443   or dev  eth0 ", empty[] = "  ",
	     wrong[] = "dport http";
	char many[TOP_TYPED_MAX] = "", error[256];
	struct filter f;

	EXPECT_EQ(filter_typed(&f, text, error, sizeof(error)), 0);
	EXPECT_EQ(f.n, 3);
	EXPECT_EQ(filter_typed(&f, empty, error, sizeof(error)), 0);
	EXPECT_EQ(f.n, 0);
	EXPECT_NE(filter_typed(&f, wrong, error, sizeof(error)), 0);
	EXPECT_TRUE(strstr(error, "'http'"));
	for (int i = 0; i < TOP_WORDS_MAX + 1; i++)
		strcat(many, "( ");
	EXPECT_NE(filter_typed(&f, many, error, sizeof(error)), 0);
	EXPECT_TRUE(strstr(error, "at most"));
}

TEST_HARNESS_MAIN
