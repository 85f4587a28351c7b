// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_policy.c - the policy `off` for new data, case by case: what the in-kernel
 * default does (7.3: mptcp_subflow_get_send()), worked out by hand.
 */
#include "kselftest_harness.h"
#include "snapshot.h"

TEST(no_path_nobody_sends)
{
	struct sl_snapshot s = snapshot_of(WIDE);
	struct sl_decision d = sl_policy_off(&s);

	EXPECT_EQ(d.handle, 0);
	EXPECT_EQ(d.burst_bytes, 0);
	EXPECT_EQ(d.reason, SL_WAIT_NO_SUBFLOW);
}

TEST(one_path_is_picked)
{
	struct sl_snapshot s = snapshot_of(WIDE);
	struct sl_decision d;

	add_path(&s, MB_PER_S, 0);
	d = sl_policy_off(&s);
	EXPECT_EQ(d.handle, 100);
	EXPECT_EQ(d.burst_bytes, 65428);
	EXPECT_EQ(d.reason, SL_PICK_ACTIVE);
}

/* 100 ms, 99 ms and 101 ms of queue: neither the longest queue nor the fastest rate. */
TEST(shortest_linger_wins)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 10 * MB_PER_S, 1000000);
	add_path(&s, 1 * MB_PER_S, 99000);
	add_path(&s, 20 * MB_PER_S, 2020000);
	EXPECT_EQ(sl_policy_off(&s).handle, 101);
}

TEST(order_does_not_decide)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 1 * MB_PER_S, 99000);
	add_path(&s, 10 * MB_PER_S, 1000000);
	EXPECT_EQ(sl_policy_off(&s).handle, 100);

	s = snapshot_of(WIDE);
	add_path(&s, 10 * MB_PER_S, 1000000);
	add_path(&s, 1 * MB_PER_S, 99000);
	EXPECT_EQ(sl_policy_off(&s).handle, 101);
}

/* The kernel compares with "<": of equal ones the first in the list. */
TEST(of_equal_lingers_the_first)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 1 * MB_PER_S, 0);
	add_path(&s, 90 * MB_PER_S, 0);
	EXPECT_EQ(sl_policy_off(&s).handle, 100);
}

/* Linger goes by the average where there is one, else by the rate of now. */
TEST(linger_uses_the_average)
{
	struct sl_snapshot s = snapshot_of(WIDE);
	struct sl_path *p;

	p = add_path(&s, 100 * MB_PER_S, 100000);
	p->avg_pacing_rate = MB_PER_S;	    /* 100 ms, not 1 */
	add_path(&s, 2 * MB_PER_S, 100000); /* 50 ms */
	EXPECT_EQ(sl_policy_off(&s).handle, 101);

	s.path[0].avg_pacing_rate = 0;
	EXPECT_EQ(sl_policy_off(&s).handle, 100);
}

TEST(inactive_is_skipped)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 100 * MB_PER_S, 0)->active = 0;
	add_path(&s, MB_PER_S, 1000000);
	EXPECT_EQ(sl_policy_off(&s).handle, 101);

	s.path[1].active = 0;
	EXPECT_EQ(sl_policy_off(&s).handle, 0);
	EXPECT_EQ(sl_policy_off(&s).reason, SL_WAIT_NO_SUBFLOW);
}

TEST(backup_rests_while_another_is_active)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_backup(&s, 100 * MB_PER_S, 0);
	add_path(&s, MB_PER_S, 1000000);
	EXPECT_EQ(sl_policy_off(&s).handle, 101);
	EXPECT_EQ(sl_policy_off(&s).reason, SL_PICK_ACTIVE);
}

TEST(backup_sends_when_no_other_is_active)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 100 * MB_PER_S, 0)->active = 0;
	add_backup(&s, MB_PER_S, 500000);
	add_backup(&s, MB_PER_S, 400000);
	EXPECT_EQ(sl_policy_off(&s).handle, 102);
	EXPECT_EQ(sl_policy_off(&s).reason, SL_PICK_BACKUP);
}

/* Active is active, be it full or without a rate: the backup is not asked for that. */
TEST(backup_rests_while_the_active_is_full)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, MB_PER_S, 1000000)->has_room = 0;
	add_backup(&s, 100 * MB_PER_S, 0);
	EXPECT_EQ(sl_policy_off(&s).handle, 0);
	EXPECT_EQ(sl_policy_off(&s).reason, SL_WAIT_SUBFLOW_FULL);
}

TEST(backup_rests_while_the_active_has_no_rate)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 0, 0);
	add_backup(&s, 100 * MB_PER_S, 0);
	EXPECT_EQ(sl_policy_off(&s).handle, 0);
	EXPECT_EQ(sl_policy_off(&s).reason, SL_WAIT_NO_SUBFLOW);
}

TEST(zero_rate_is_never_picked)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 0, 0);
	EXPECT_EQ(sl_policy_off(&s).handle, 0);
	EXPECT_EQ(sl_policy_off(&s).reason, SL_WAIT_NO_SUBFLOW);
	add_path(&s, 1, 1000000000);
	EXPECT_EQ(sl_policy_off(&s).handle, 101);
}

/* The pick is by linger alone; if the winner is full, the second is not asked. */
TEST(full_winner_means_nobody)
{
	struct sl_snapshot s = snapshot_of(WIDE);
	struct sl_decision d;

	add_path(&s, 10 * MB_PER_S, 100000)->has_room = 0;
	add_path(&s, 1 * MB_PER_S, 100000);
	d = sl_policy_off(&s);
	EXPECT_EQ(d.handle, 0);
	EXPECT_EQ(d.burst_bytes, 0);
	EXPECT_EQ(d.avg_pacing_rate, 0);
	EXPECT_EQ(d.reason, SL_WAIT_SUBFLOW_FULL);
}

TEST(full_loser_does_not_matter)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 10 * MB_PER_S, 100000);
	add_path(&s, 1 * MB_PER_S, 100000)->has_room = 0;
	EXPECT_EQ(sl_policy_off(&s).handle, 100);
}

TEST(closed_window_is_a_probe_without_burst)
{
	struct sl_snapshot s = snapshot_of(0);
	struct sl_decision d;

	add_path(&s, 7 * MB_PER_S, 123456)->avg_pacing_rate = 5 * MB_PER_S;
	d = sl_policy_off(&s);
	EXPECT_EQ(d.handle, 100);
	EXPECT_EQ(d.burst_bytes, 0);
	EXPECT_EQ(d.reason, SL_PICK_WINDOW_FULL);
	EXPECT_EQ(d.avg_pacing_rate, 5 * MB_PER_S);

	/* The first look at a rate is kept as the average, probe or not. */
	s.path[0].avg_pacing_rate = 0;
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 7 * MB_PER_S);
}

TEST(probe_needs_room_too)
{
	struct sl_snapshot s = snapshot_of(0);

	add_path(&s, MB_PER_S, 0)->has_room = 0;
	EXPECT_EQ(sl_policy_off(&s).handle, 0);
}

TEST(burst_is_the_window_up_to_the_limit)
{
	static const struct {
		__u64 window;
		__u32 burst;
	} cases[] = {
		{ 1, 1 },
		{ 1460, 1460 },
		{ 65427, 65427 },
		{ 65428, 65428 },
		{ 65429, 65428 },
		{ 1ULL << 32, 65428 }, /* its low half is 0: no probe */
		{ (1ULL << 32) + 5, 65428 },
		{ ~0ULL, 65428 }, /* snd_nxt ahead of a window that shrank */
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sl_snapshot s = snapshot_of(cases[i].window);

		add_path(&s, MB_PER_S, 0);
		EXPECT_EQ(sl_policy_off(&s).burst_bytes, cases[i].burst);
	}
}

/* 64 KiB less the largest headers, from the kernel's own constants. */
TEST(burst_limit_is_the_kernels)
{
	EXPECT_EQ(SL_BURST_BYTES, 65536 - 20 - 40 - 40 - 8);
}

/* (1e6 * 65428 + 3e6 * 65428) / (2 * 65428) */
TEST(average_of_equal_weights)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 3 * MB_PER_S, 65428)->avg_pacing_rate = MB_PER_S;
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 2 * MB_PER_S);
}

/* (1e6 * 300 + 9e6 * 100) / 400 = 3e6: the weights are bytes. */
TEST(average_is_weighted_by_bytes)
{
	struct sl_snapshot s = snapshot_of(100);

	add_path(&s, 9 * MB_PER_S, 300)->avg_pacing_rate = MB_PER_S;
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 3 * MB_PER_S);
}

TEST(average_of_an_empty_queue_is_the_rate_of_now)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 9 * MB_PER_S, 0)->avg_pacing_rate = MB_PER_S;
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 9 * MB_PER_S);
}

TEST(average_starts_from_the_rate_of_now)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 9 * MB_PER_S, 50000)->avg_pacing_rate = 0;
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 9 * MB_PER_S);
}

/* As in the kernel, integer division rounds down: (1 * 1 + 2 * 2) / 3. */
TEST(average_rounds_down)
{
	struct sl_snapshot s = snapshot_of(2);

	add_path(&s, 2, 1)->avg_pacing_rate = 1;
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 1);
}

/*
 * 5e9 cut to 32 bits is 705 MB/s, below the other's 1 GB/s.  The queues are chosen so
 * that the right answer (1 ms against 2 ms) and the cut one (7.1 ms) differ.
 */
TEST(rates_above_32_bits_are_not_cut)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_path(&s, 1 * GB_PER_S, 2000000);
	add_path(&s, 5 * GB_PER_S, 5000000);
	EXPECT_EQ(sl_policy_off(&s).handle, 101);
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 5 * GB_PER_S);

	/* 2^32 exactly: cut, it is no rate at all. */
	s = snapshot_of(WIDE);
	add_path(&s, 1ULL << 32, 0);
	EXPECT_EQ(sl_policy_off(&s).handle, 100);
	EXPECT_EQ(sl_policy_off(&s).avg_pacing_rate, 1ULL << 32);
}

/* A socket that has no rate yet says ~0; a queue may be anything. */
TEST(nothing_overflows_at_the_limits)
{
	struct sl_snapshot s = snapshot_of(~0ULL);
	struct sl_decision d;

	add_path(&s, ~0ULL, ~0U);
	d = sl_policy_off(&s);
	EXPECT_EQ(d.handle, 100);
	/* Equal rates average to themselves, at the limit of what is told apart. */
	EXPECT_EQ(d.avg_pacing_rate, SL_RATE_MAX);

	/* Less than the other's, however large both are. */
	add_path(&s, ~0ULL, ~0U - (1U << 20));
	EXPECT_EQ(sl_policy_off(&s).handle, 101);

	/* The slowest rate with the longest queue is still a linger, not "none". */
	s = snapshot_of(~0ULL);
	add_path(&s, 1, ~0U);
	EXPECT_EQ(sl_policy_off(&s).handle, 100);
}

/* An average never leaves the range of the two rates it is made of. */
TEST(average_stays_between_its_rates)
{
	static const __u64 rates[] = { 1, 1000, 125000, 1ULL << 32, SL_RATE_MAX, ~0ULL };
	static const __u32 queues[] = {
		0, 1, 65428, SL_QUEUE_MAX, SL_QUEUE_MAX + 1, ~0U
	};
	size_t a, b, q;

	for (a = 0; a < 6; a++)
		for (b = 0; b < 6; b++)
			for (q = 0; q < 6; q++) {
				struct sl_snapshot s = snapshot_of(WIDE);
				__u64 low =
					sl_min(sl_min(rates[a], rates[b]), SL_RATE_MAX);
				__u64 high = rates[a] > rates[b] ? rates[a] : rates[b];
				__u64 avg;

				add_path(&s, rates[a], queues[q])->avg_pacing_rate =
					rates[b];
				avg = sl_policy_off(&s).avg_pacing_rate;
				EXPECT_GE(avg, low);
				EXPECT_LE(avg, high);
			}
}

TEST(all_paths_are_looked_at)
{
	struct sl_snapshot s = snapshot_of(WIDE);
	int i, best;

	for (best = 0; best < SL_PATHS_MAX; best++) {
		s = snapshot_of(WIDE);
		for (i = 0; i < SL_PATHS_MAX; i++)
			add_path(&s, MB_PER_S, i == best ? 1000 : 50000);
		EXPECT_EQ(sl_policy_off(&s).handle, 100 + best);
	}
}

TEST_HARNESS_MAIN
