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
		{ "5", 0, 5 },
		{ "5s", 0, 5 },
		{ "05s", 0, 5 },
		{ "2m", 0, 120 },
		{ "1h", 0, 3600 },
		{ "1d", 0, 86400 },
		{ "86400", 0, 86400 },
		{ "4", -ERANGE, 0 },
		{ "0", -ERANGE, 0 },
		{ "86401s", -ERANGE, 0 },
		{ "25h", -ERANGE, 0 },
		{ "18446744073709551615d", -ERANGE, 0 },
		{ "18446744073709551616", -ERANGE, 0 },
		{ "", -EINVAL, 0 },
		{ "s", -EINVAL, 0 },
		{ "-5", -EINVAL, 0 },
		{ "+5", -EINVAL, 0 },
		{ " 5", -EINVAL, 0 },
		{ "5 s", -EINVAL, 0 },
		{ "5ms", -EINVAL, 0 },
		{ "5S", -EINVAL, 0 },
		{ "5.5s", -EINVAL, 0 },
		{ "1m30s", -EINVAL, 0 },
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

TEST_HARNESS_MAIN
