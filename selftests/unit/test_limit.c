// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_limit.c - what limits a connection: each class, and what tells it from the next.
 */
#include <linux/types.h>
#include "kselftest_harness.h"
#include "limit.h"

#define MSS 1428
#define BURST 65428
#define OPEN 1000000 /* a window that is not what limits */

static const struct limit_case {
	const char *what;
	__u64 unsent, window;
	int waits, room;
	enum sl_limit want;
} cases[] = {
	/* clang-format off */
	{ "nothing written", 0, OPEN, 0, 1, SL_LIMIT_APP },
	{ "nothing written, cwnds full", 0, OPEN, 0, 0, SL_LIMIT_APP },
	{ "nothing written, window shut", 0, 0, 0, 1, SL_LIMIT_APP },
	{ "unsent, cwnds full", BURST, OPEN, 0, 0, SL_LIMIT_CWND },
	{ "one byte unsent, cwnds full", 1, OPEN, 0, 0, SL_LIMIT_CWND },
	{ "unsent, cwnds full, writer waits", 10 * BURST, OPEN, 1, 0, SL_LIMIT_CWND },
	{ "all sent, cwnds full, writer waits", 0, OPEN, 1, 0, SL_LIMIT_CWND },
	{ "all sent, room, writer waits", 0, OPEN, 1, 1, SL_LIMIT_SNDBUF },
	{ "a rest unsent, room, writer waits", BURST - 1, OPEN, 1, 1, SL_LIMIT_SNDBUF },
	{ "a burst unsent, room, writer waits", BURST, OPEN, 1, 1, SL_LIMIT_SCHED },
	{ "unsent, room, nobody waits", 10 * BURST, OPEN, 0, 1, SL_LIMIT_SCHED },
	{ "a rest unsent, room, nobody waits", 1, OPEN, 0, 1, SL_LIMIT_SCHED },
	{ "unsent, window shut", BURST, 0, 0, 1, SL_LIMIT_RWND },
	{ "unsent, window shut, cwnds full", BURST, 0, 0, 0, SL_LIMIT_CWND },
	{ "window shut, all sent, writer waits, cwnds full", 0, 0, 1, 0, SL_LIMIT_CWND },
	{ "unsent, window shut, writer waits", 10 * BURST, 0, 1, 1, SL_LIMIT_RWND },
	{ "unsent, less than a segment of window", BURST, MSS - 1, 0, 1, SL_LIMIT_RWND },
	{ "unsent, a segment of window", BURST, MSS, 0, 1, SL_LIMIT_SCHED },
	{ "unsent, a segment of window, cwnds full", BURST, MSS, 0, 0, SL_LIMIT_CWND },
	{ "the last bytes just fit the window", 100, 100, 0, 1, SL_LIMIT_SCHED },
	{ "the last bytes do not fit the window", 101, 100, 0, 1, SL_LIMIT_RWND },
	{ "window shut, all sent, writer waits", 0, 0, 1, 1, SL_LIMIT_RWND },
	{ "a segment of window, all sent, writer waits", 0, MSS, 1, 1, SL_LIMIT_SNDBUF },
	/* clang-format on */
};

TEST(each_case)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct limit_case *c = &cases[i];
		struct sl_limit_signals s = {
			.unsent_bytes = c->unsent,
			.window_bytes = c->window,
			.burst_bytes = BURST,
			.mss_bytes = MSS,
			.writer_waits = c->waits,
			.cwnd_room = c->room,
		};

		EXPECT_EQ(sl_limit_class(&s), c->want)
		TH_LOG("%s", c->what);
	}
}

/* Every class is some case's: a class that nothing reaches is one too many. */
TEST(each_class_is_reached)
{
	unsigned int seen = 0;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		seen |= 1U << cases[i].want;
	EXPECT_EQ(seen, (1U << SL_LIMIT_MAX) - 1);
}

/* The names are keys of JSON that others read. */
TEST(names)
{
#define NAME(id, name, help) #name,
	static const char *const names[] = { SL_LIMITS(NAME) };

	EXPECT_STREQ(names[SL_LIMIT_APP], "app");
	EXPECT_STREQ(names[SL_LIMIT_CWND], "cwnd");
	EXPECT_STREQ(names[SL_LIMIT_SNDBUF], "sndbuf");
	EXPECT_STREQ(names[SL_LIMIT_RWND], "rwnd");
	EXPECT_STREQ(names[SL_LIMIT_SCHED], "sched");
}

TEST_HARNESS_MAIN
