// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_duration.c - time spans as people write them.
 */
#include "kselftest_harness.h"
#include <errno.h>
#include "duration.h"

TEST(forms_and_range)
{
	static const struct {
		const char *text;
		int err;
		unsigned int seconds;
	} cases[] = {
		{ "5s", 0, 5 },
		{ "05s", 0, 5 },
		{ "2m", 0, 120 },
		{ "1h", 0, 3600 },
		{ "1d", 0, 86400 },
		{ "1440m", 0, 86400 },
		{ "86400s", 0, 86400 },
		{ "007m", 0, 420 },
		{ "4s", -ERANGE, 0 },
		{ "0s", -ERANGE, 0 },
		{ "0h", -ERANGE, 0 },
		{ "86401s", -ERANGE, 0 },
		{ "25h", -ERANGE, 0 },
		{ "18446744073709551615d", -ERANGE, 0 },
		{ "4294967301s", -ERANGE, 0 },
		{ "18446744073709551621s", -ERANGE, 0 },
		{ "5124095576030432h", -ERANGE, 0 },
		{ "99999999999999999999999999999999999999999999999999999m", -ERANGE, 0 },
		{ "", -EINVAL, 0 },
		{ "5", -EINVAL, 0 },
		{ "18446744073709551616", -EINVAL, 0 },
		{ "s", -EINVAL, 0 },
		{ "-5s", -EINVAL, 0 },
		{ "+5s", -EINVAL, 0 },
		{ " 5s", -EINVAL, 0 },
		{ "5 s", -EINVAL, 0 },
		{ "5ms", -EINVAL, 0 },
		{ "5S", -EINVAL, 0 },
		{ "5.5s", -EINVAL, 0 },
		{ "1m30s", -EINVAL, 0 },
		{ "5min", -EINVAL, 0 },
		{ "five", -EINVAL, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char error[128] = "left from before";
		unsigned int seconds = 0;
		int err = duration_parse(cases[i].text, 5, 86400, &seconds, error,
					 sizeof(error));

		EXPECT_EQ(err, cases[i].err) TH_LOG("'%s'", cases[i].text);
		EXPECT_EQ(seconds, cases[i].seconds) TH_LOG("'%s'", cases[i].text);
		EXPECT_EQ(!err, !error[0]) TH_LOG("'%s'", cases[i].text);
	}
}

TEST(the_right_form_is_named)
{
	unsigned int seconds;
	char error[128];

	duration_parse("5", 1, 86400, &seconds, error, sizeof(error));
	EXPECT_STREQ("'5' is no time: it is a whole number and s, m, h or d, such as 5m",
		     error);
	duration_parse("0s", 1, 86400, &seconds, error, sizeof(error));
	EXPECT_STREQ("'0s' is out of range: it is 1 s to 86400 s (24 h)", error);
}

TEST_HARNESS_MAIN
