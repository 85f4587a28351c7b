// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_gates.c - who is penalised, what keeps one from it, and who is let off.
 */
#include "kselftest_harness.h"
#include "snapshot.h"
#include "penalty.h"
#include "random.h"

/* The tables say what differs from a base. */
#pragma GCC diagnostic ignored "-Woverride-init"

#define ROUNDS 40000

typedef unsigned __int128 u128;

/*
 * 3 Mbit/s, 50 ms: 18750 bytes a round trip, a quarter more is 23437, three segments
 * of 1400 beside it: 27637.  Half of its cwnd is 70000.
 */
#define FLOOR 27637
#define PATH(...)                \
	{ .active = 1,           \
	  .proven = 1,           \
	  .ca_open = 1,          \
	  .rate_Bps = 375000,    \
	  .min_rtt_us = 50000,   \
	  .srtt_us = 60000,      \
	  .mss_bytes = 1400,     \
	  .cwnd_bytes = 140000,  \
	  .penalty_age_us = ~0U, \
	  ##__VA_ARGS__ }
#define CONN(...) \
	{ .window_bytes = 1000000, .writer_waits = 1, .fastest_full = 1, ##__VA_ARGS__ }

static const struct gate_case {
	const char *what;
	int slow;
	struct sl_path path;
	struct sl_conn conn;
	enum sl_gate want;
} cases[] = {
	/* clang-format off */
	{ "all are open", 1, PATH(), CONN(), SL_GATE_PASSED },
	{ "not slow", 0, PATH(), CONN(), SL_GATE_NONE },
	{ "not active, as a stale one is", 1, PATH(.active = 0), CONN(), SL_GATE_NONE },
	{ "a backup", 1, PATH(.backup = 1), CONN(), SL_GATE_NONE },
	{ "its rate is not proven", 1, PATH(.proven = 0), CONN(), SL_GATE_NONE },
	{ "window shut", 1, PATH(), CONN(.window_bytes = 0), SL_GATE_RWND },
	{ "no segment of window", 1, PATH(), CONN(.window_bytes = 1399), SL_GATE_RWND },
	{ "a segment of window", 1, PATH(), CONN(.window_bytes = 1400), SL_GATE_PASSED },
	{ "nobody waits for memory", 1, PATH(), CONN(.writer_waits = 0), SL_GATE_SNDBUF },
	{ "a burst is unsent", 1, PATH(), CONN(.unsent_bytes = 65428), SL_GATE_SNDBUF },
	{ "less than one is", 1, PATH(), CONN(.unsent_bytes = 65427), SL_GATE_PASSED },
	{ "2^32 bytes are", 1, PATH(), CONN(.unsent_bytes = 1ULL << 32), SL_GATE_SNDBUF },
	{ "the fastest could send", 1, PATH(), CONN(.fastest_full = 0), SL_GATE_FASTEST },
	{ "not in Open", 1, PATH(.ca_open = 0), CONN(), SL_GATE_STATE },
	{ "penalised just now", 1, PATH(.penalty_age_us = 0), CONN(), SL_GATE_RTT },
	{ "not a round trip ago", 1, PATH(.penalty_age_us = 59999), CONN(), SL_GATE_RTT },
	{ "a round trip ago", 1, PATH(.penalty_age_us = 60000), CONN(), SL_GATE_PASSED },
	{ "at twice the floor", 1, PATH(.cwnd_bytes = 2 * FLOOR), CONN(), SL_GATE_PASSED },
	{ "below twice the floor", 1, PATH(.cwnd_bytes = 2 * FLOOR - 1), CONN(),
	  SL_GATE_FLOOR },
	/* 140000 / 2 is left: half of that is above 27637; a quarter of it is not. */
	{ "half is taken", 1, PATH(.penalty_shift = 1), CONN(), SL_GATE_PASSED },
	{ "three quarters are", 1, PATH(.penalty_shift = 2), CONN(), SL_GATE_FLOOR },
	{ "three segments at least", 1, PATH(.rate_Bps = 0, .cwnd_bytes = 6 * 1400), CONN(),
	  SL_GATE_PASSED },
	{ "not below them", 1, PATH(.rate_Bps = 0, .cwnd_bytes = 6 * 1400 - 1), CONN(),
	  SL_GATE_FLOOR },
	/* More than one is closed: the first in the order of enum sl_gate. */
	{ "window before buffer", 1, PATH(), CONN(.window_bytes = 0, .writer_waits = 0),
	  SL_GATE_RWND },
	{ "buffer before fastest", 1, PATH(), CONN(.writer_waits = 0, .fastest_full = 0),
	  SL_GATE_SNDBUF },
	{ "fastest before state", 1, PATH(.ca_open = 0), CONN(.fastest_full = 0),
	  SL_GATE_FASTEST },
	{ "state before time", 1, PATH(.ca_open = 0, .penalty_age_us = 0), CONN(),
	  SL_GATE_STATE },
	{ "time before floor", 1, PATH(.penalty_age_us = 0, .cwnd_bytes = 1400), CONN(),
	  SL_GATE_RTT },
	/* clang-format on */
};

TEST(each_case)
{
	const struct gate_case *c;

	for (c = cases; c < cases + sizeof(cases) / sizeof(cases[0]); c++) {
		EXPECT_EQ(c->want, sl_penalty_gate(&c->path, &c->conn, c->slow))
		TH_LOG("%s", c->what);
	}
}

TEST(each_gate_is_reached)
{
	unsigned int seen = 0;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		seen |= 1U << cases[i].want;
	EXPECT_EQ(seen, (1U << (SL_GATE_PASSED + 1)) - 1);
}

/* Below half of the fastest's, not at it; by the part that the tunable says. */
TEST(what_is_slow)
{
	struct sl_conn c = { .fastest_Bps = 1000001, .slow_ratio_pct = 50 };

	EXPECT_TRUE(sl_is_slow(&c, 500000));
	EXPECT_FALSE(sl_is_slow(&c, 500001));
	c.fastest_Bps = 1000000;
	EXPECT_FALSE(sl_is_slow(&c, 500000));
	EXPECT_TRUE(sl_is_slow(&c, 499999));
	c.slow_ratio_pct = 30;
	EXPECT_FALSE(sl_is_slow(&c, 300000));
	EXPECT_TRUE(sl_is_slow(&c, 299999));
	c.slow_ratio_pct = 100;
	EXPECT_FALSE(sl_is_slow(&c, 1000000));
	EXPECT_TRUE(sl_is_slow(&c, 999999));
	/* The only one is the fastest; nothing is slow beside what is not known. */
	c = (struct sl_conn){ .slow_ratio_pct = 100 };
	EXPECT_FALSE(sl_is_slow(&c, 1));
	c = (struct sl_conn){ .fastest_Bps = SL_RATE_MAX, .slow_ratio_pct = 100 };
	EXPECT_FALSE(sl_is_slow(&c, SL_RATE_MAX));
	EXPECT_TRUE(sl_is_slow(&c, SL_RATE_MAX - 1));
}

TEST(floor_of_known_paths)
{
	struct sl_path p = PATH();

	EXPECT_EQ(FLOOR, sl_floor_bytes(&p));
	p.min_rtt_us = 0;
	EXPECT_EQ(3 * 1400, sl_floor_bytes(&p));
	/* 1 Gbit/s and 100 ms: 12.5 MB a round trip, 15.625 MB and three segments. */
	p = (struct sl_path)PATH(.rate_Bps = 125000000, .min_rtt_us = 100000);
	EXPECT_EQ(15625000 + 4200, sl_floor_bytes(&p));
}

TEST(share_of_the_cwnd)
{
	static const __u64 want[] = { 160000, 80000, 40000, 20000, 10000, 10000, 10000 };
	struct sl_path p = PATH(.cwnd_bytes = 160000);

	for (p.penalty_shift = 0; p.penalty_shift < 7; p.penalty_shift++)
		EXPECT_EQ(want[p.penalty_shift], sl_share_bytes(&p));
	p.penalty_shift = 7;
	EXPECT_EQ(10000, sl_share_bytes(&p));
}

/* While the connection is limited by its send buffer, what was taken is kept. */
TEST(what_holds_a_penalty)
{
	static const int holds[] = {
		[SL_GATE_NONE] = 0,    [SL_GATE_RWND] = 0,   [SL_GATE_SNDBUF] = 0,
		[SL_GATE_FASTEST] = 0, [SL_GATE_STATE] = 1,  [SL_GATE_RTT] = 1,
		[SL_GATE_FLOOR] = 1,   [SL_GATE_PASSED] = 1,
	};

	for (int gate = SL_GATE_NONE; gate <= SL_GATE_PASSED; gate++)
		EXPECT_EQ(holds[gate], !!sl_penalty_holds(gate));
}

/* Eight round trips of 60 ms after the last reason, whenever the penalty was. */
TEST(when_it_is_let_off)
{
	struct sl_penalised s = { .last_us = 1000000, .reason_us = 5000000 };
	struct sl_path p = PATH();

	EXPECT_FALSE(sl_penalty_over(&s, &p, 5000000));
	EXPECT_FALSE(sl_penalty_over(&s, &p, 5480000));
	EXPECT_TRUE(sl_penalty_over(&s, &p, 5480001));
	s.reason_us = 5000001;
	EXPECT_FALSE(sl_penalty_over(&s, &p, 5480001));
	/* Never penalised: nothing to let off. */
	s.last_us = 0;
	EXPECT_FALSE(sl_penalty_over(&s, &p, 5480002));
	/* 8 round trips of 2^30 us are more than 32 bits. */
	s = (struct sl_penalised){ .last_us = 1, .reason_us = 1 };
	p.srtt_us = 1U << 30;
	EXPECT_FALSE(sl_penalty_over(&s, &p, 1 + (8ULL << 30)));
	EXPECT_TRUE(sl_penalty_over(&s, &p, 2 + (8ULL << 30)));
}

static struct sl_path random_path(void)
{
	return (struct sl_path){
		.active = !one_in(8),
		.backup = one_in(8),
		.proven = !one_in(8),
		.ca_open = !one_in(8),
		.rate_Bps = one_in(50) ? SL_RATE_MAX : random_size(24),
		.min_rtt_us = random_size(20),
		.srtt_us = random_size(20),
		.mss_bytes = random_in(1, 9000),
		.cwnd_bytes = one_in(3) ? random_size(32) : random_in(1 << 24, 1 << 30),
		.penalty_age_us = one_in(3) ? ~0U : random_size(32),
		.penalty_shift = random_u64() % 6,
	};
}

static struct sl_conn random_conn(void)
{
	return (struct sl_conn){
		.window_bytes = one_in(4) ? random_size(14) : random_size(32),
		.unsent_bytes = one_in(4) ? random_size(33) : random_size(16),
		.writer_waits = !one_in(8),
		.fastest_full = !one_in(8),
	};
}

/* A penalty takes all of what the issue of the rule asks for, each asked by itself. */
TEST(only_through_all_gates)
{
	unsigned int seen[SL_GATE_PASSED + 1] = {};

	random_state = 1;
	for (int round = 0; round < ROUNDS; round++) {
		struct sl_path p = random_path();
		struct sl_conn c = random_conn();
		int slow = !one_in(8);
		enum sl_gate gate = sl_penalty_gate(&p, &c, slow);
		u128 floor = (u128)p.rate_Bps * p.min_rtt_us / 1000000 * 5 / 4 +
			     3 * (u128)p.mss_bytes;
		__u64 share = p.cwnd_bytes /
			      (1U << (p.penalty_shift > 4 ? 4 : p.penalty_shift));
		bool limited = c.writer_waits && c.unsent_bytes < 65428 &&
			       c.fastest_full && c.window_bytes >= p.mss_bytes;
		bool may = slow && p.active && !p.backup && p.proven && p.ca_open &&
			   p.penalty_age_us >= p.srtt_us && share / 2 >= floor;

		seen[gate]++;
		ASSERT_EQ(limited && may, gate == SL_GATE_PASSED)
		TH_LOG("round %d", round);
	}
	for (int gate = SL_GATE_NONE; gate <= SL_GATE_PASSED; gate++)
		EXPECT_GT(seen[gate], ROUNDS / 200);
}

/* Penalised as often as the gates let it, a path keeps its floor; either way. */
TEST(the_floor_is_kept)
{
	unsigned int cuts = 0;

	random_state = 2;
	for (int round = 0; round < ROUNDS; round++) {
		struct sl_path p = random_path(), cut;
		static const struct sl_conn c = CONN();
		struct sl_window w;
		__u64 floor;

		p.mss_bytes = 1400;
		p.penalty_age_us = ~0U;
		floor = sl_floor_bytes(&p);
		if (sl_penalty_gate(&p, &c, 1) != SL_GATE_PASSED)
			continue;
		cuts++;
		cut = p;
		cut.penalty_shift++;
		ASSERT_GE(sl_share_bytes(&cut), floor) TH_LOG("round %d", round);
		ASSERT_GE(sl_share_bytes(&cut), 3 * 1400);
		if (p.penalty_shift)
			continue;
		w = (struct sl_window){ p.cwnd_bytes / 1400, 0x7fffffff };
		w = sl_penalize(w, floor / 1400);
		/* In whole segments: one less than bytes may say. */
		ASSERT_GE((w.cwnd + 1) * 1400ULL, floor) TH_LOG("round %d", round);
		ASSERT_GE(w.cwnd, 3);
	}
	EXPECT_GT(cuts, ROUNDS / 20);
}

TEST_HARNESS_MAIN
