// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_admission.c - admission, case by case: each reason, worked out by hand.  The
 * figures of the two paths are in two_paths.h.
 */
#include "kselftest_harness.h"
#include "ask.h"

/* Both idle: 5 + 2 ms against 50 + 2. */
TEST(the_earliest_sends)
{
	struct two t = two_paths();
	struct sl_decision d;

	hold(&t.f, 0);
	t.f.unsent_bytes = 0;
	d = ask(&t);
	EXPECT_EQ(d.handle, F);
	EXPECT_EQ(d.reason, SL_PICK_EARLIEST);
	EXPECT_EQ(d.burst_bytes, 20000);
	EXPECT_EQ(d.exact, 1);
	EXPECT_EQ(d.stall_us, 0);
	EXPECT_EQ(d.fastest_Bps, 10 * MB_PER_S);
	EXPECT_EQ(d.fastest_full, 0);
}

/*
 * The slow one first, where the fast one's queue is longer than its way: S with 20 ms
 * needs 10 + 2 = 12 ms, a quarter more is 15, and F 19.
 */
TEST(a_slow_one_may_be_the_earliest)
{
	struct two t = two_paths();

	t.s.min_rtt_us = t.s.srtt_us = 20000;
	EXPECT_PICK(&t, S, SL_PICK_EARLIEST);
	EXPECT_EQ(ask(&t).burst_bytes, 2000);
	/* 13.2 + 2 is 15.2, with the margin 19: as early.  100 us more is not. */
	t.s.min_rtt_us = t.s.srtt_us = 26400;
	EXPECT_PICK(&t, S, SL_PICK_EARLIEST);
	t.s.min_rtt_us = t.s.srtt_us = 26600;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
}

/* No ACK of the fastest will come: nothing to wait for, so nothing is awaited. */
TEST(nothing_in_flight_nothing_is_awaited)
{
	struct two t = two_paths();

	t.f.in_flight = 0;
	EXPECT_PICK(&t, S, SL_PICK_EARLIEST);
}

/*
 * F has sent what is written after 19 ms less its burst and what is unsent: 5 + 12 +
 * 10 = 27 ms.  S delivers after 52.
 */
TEST(late)
{
	struct two t = two_paths();

	EXPECT_WAIT(&t, SL_WAIT_LATE);
	EXPECT_EQ(ask(&t).burst_bytes, 0);
	/* 17 ms and 35 for 350000 are 52: not later.  349990 are. */
	t.c.unsent_bytes = 350000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.c.unsent_bytes = 349990;
	EXPECT_WAIT(&t, SL_WAIT_LATE);
}

/*
 * S holds 30000 bytes, 30 ms at its rate.  Less than its round trip, so under way, if it
 * was ever filled; if not, they may all have gone out just now, and its next bytes
 * arrive after 50 + 30 + 2 ms.  F has sent 650000 after 17 + 65.
 */
TEST(late_after_all_that_a_new_slow_path_holds)
{
	struct two t = two_paths();

	hold(&t.s, 30000);
	t.c.unsent_bytes = 350000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.s.proven = 0;
	EXPECT_WAIT(&t, SL_WAIT_LATE);
	t.c.unsent_bytes = 649990;
	EXPECT_WAIT(&t, SL_WAIT_LATE);
	t.c.unsent_bytes = 650000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
}

/*
 * S with 2 ms may hold its 2000 and three segments.  Beside an F with 22 ms, 10 ms behind
 * it one way, the 10000 of these 10 ms, and then what is left of them.
 */
TEST(a_near_path_holds_what_comes_first)
{
	struct two t = two_paths();

	t.s.min_rtt_us = t.s.srtt_us = 2000;
	hold(&t.s, 4000);
	EXPECT_EQ(sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S), 1000);
	t.c.fastest_rtt_us = 22000;
	EXPECT_EQ(sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S), 6000);
	hold(&t.s, 9001);
	EXPECT_EQ(sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S), 0);
	/* A far one has no more for it. */
	t.c.fastest_rtt_us = 1000;
	hold(&t.s, 4000);
	EXPECT_EQ(sl_room(&t.s, &t.c, MB_PER_S, MB_PER_S), 1000);
}

/* 8 MB in 775 ms, for which F alone needs 800: 25 ms were saved, so 27 + 25 is 52. */
TEST(late_is_measured_with_what_was_saved)
{
	struct two t = two_paths();

	t.c.acked_bytes = 8000000;
	t.c.busy_us = 775000;
	t.c.explored_us = 0;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	/* Nothing was saved: 2 % of the time are risked.  25 ms are 2 % of 1250. */
	t.c.acked_bytes = 0;
	t.c.busy_us = 1250000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.c.busy_us = 1249949;
	EXPECT_WAIT(&t, SL_WAIT_LATE);
}

/*
 * Half a segment, 52 ms from now; F is done after 17 and what it holds, and 41 ms were
 * saved.  Another such is on its way over S: TCP keeps this one back for its ACK.
 */
TEST(less_than_a_segment_may_wait_for_an_ack)
{
	struct two t = two_paths();

	t.c.unsent_bytes = 500;
	t.c.acked_bytes = 8000000;
	t.c.busy_us = 759000;
	t.c.explored_us = 0;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.s.small_out = 1;
	EXPECT_WAIT(&t, SL_WAIT_LATE);
	t.c.unsent_bytes = 1000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
}

/* A burst of S is two segments; one and a half are written. */
TEST(no_runt_at_the_end_of_what_is_written)
{
	struct two t = two_paths();

	t.c.unsent_bytes = 1500;
	t.c.acked_bytes = 8000000;
	t.c.busy_us = 700000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).burst_bytes, 1000);
}

/* S holds what it may, 1.5 x 100000; F has a burst beside its cwnd. */
TEST(all_full)
{
	struct two t = two_paths();

	t.c.unsent_bytes = 100000000;
	hold(&t.s, 150000);
	EXPECT_WAIT(&t, SL_WAIT_ALL_FULL);
	/* A segment less than that: there is room for one, not for part of one. */
	hold(&t.s, 149001);
	EXPECT_WAIT(&t, SL_WAIT_ALL_FULL);
	hold(&t.s, 149000);
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).burst_bytes, 1000);
	hold(&t.s, 150000);
	/* ... F's: what is unsent of its own is within the cwnd and a burst. */
	t.f.unsent_bytes = 19000;
	EXPECT_PICK(&t, F, SL_PICK_EARLIEST);
	EXPECT_EQ(ask(&t).burst_bytes, 1000);
}

/* Whole segments, where there is room for more than one: 2500 is two. */
TEST(no_runts_at_the_end_of_a_burst)
{
	struct two t = two_paths();

	t.f.unsent_bytes = 17500;
	EXPECT_PICK(&t, F, SL_PICK_EARLIEST);
	EXPECT_EQ(ask(&t).burst_bytes, 2000);
}

/* Of two that would deliver at the same time the first in the list, as in default. */
TEST(of_equal_ones_the_first)
{
	struct two t = two_paths();

	t.f = path_of(F, MB_PER_S, 100000);
	EXPECT_PICK(&t, F, SL_PICK_EARLIEST);
}

/* One of them is in flight: its ACK will come, whichever is looked at last. */
TEST(any_of_them_in_flight_is_enough)
{
	struct two t = two_paths();

	t.s.has_grown = 0;
	EXPECT_WAIT(&t, SL_WAIT_ALL_FULL);
	hold(&t.s, 150000);
	t.f.in_flight = 0;
	EXPECT_WAIT(&t, SL_WAIT_ALL_FULL);
}

/* All full and nothing in flight: no ACK will come, so the rule without admission. */
TEST(all_full_and_nothing_in_flight)
{
	struct two t = two_paths();

	hold(&t.s, 150000);
	t.s.in_flight = t.f.in_flight = 0;
	EXPECT_NE(ask(&t).handle, 0);
	EXPECT_EQ(ask(&t).reason, SL_PICK_ACTIVE);
}

/* Of unknown rate beside a known one: a fiftieth of it, 200 KB/s, and a few bytes. */
TEST(an_unknown_path_is_probed)
{
	struct two t = two_paths();
	struct sl_decision d;

	t.s.rate_Bps = 0;
	t.s.proven = 0;
	t.c.unsent_bytes = 1000000;
	EXPECT_EQ(200000, sl_capacity(&t.s, &t.c));
	d = ask(&t);
	EXPECT_EQ(d.handle, S);
	EXPECT_EQ(d.reason, SL_PICK_SPARE);
	EXPECT_EQ(d.burst_bytes, 256);
	/* One probe at a time. */
	hold(&t.s, 256);
	EXPECT_WAIT(&t, SL_WAIT_ALL_FULL);
}

/* No rate is known, at the start: half the pacing rate, which is twice cwnd over RTT. */
TEST(nothing_is_known_yet)
{
	struct two t = two_paths();

	t.c.fastest_Bps = 0;
	t.s.rate_Bps = 0;
	t.s.pacing_rate = 3000000;
	EXPECT_EQ(1500000, sl_capacity(&t.s, &t.c));
	t.s.pacing_rate = ~0ULL;
	EXPECT_EQ(SL_RATE_MAX / 2, sl_capacity(&t.s, &t.c));
	t.s.pacing_rate = 0;
	EXPECT_EQ(1, sl_capacity(&t.s, &t.c));
	hold(&t.f, 0);
	t.f.unsent_bytes = t.f.rate_Bps = 0;
	EXPECT_PICK(&t, F, SL_PICK_EARLIEST);
	EXPECT_EQ(ask(&t).fastest_Bps, 0);
}

/* Not more than the peer's window; a push that sends more than a burst arrives later. */
TEST(window_and_commitment)
{
	struct two t = two_paths();

	t.c.unsent_bytes = 1000000;
	t.c.window_bytes = 1500;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).burst_bytes, 1500);
	t.c.window_bytes = 1 << 30;
	/* 50 + 65 ms against 17 + 98: as late.  A byte less to do is late. */
	t.c.commit_bytes = 65000;
	t.c.unsent_bytes = 980000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.c.unsent_bytes = 979990;
	EXPECT_WAIT(&t, SL_WAIT_LATE);
}

/* With the window shut, or no other active: as without admission. */
TEST(what_is_left_to_off)
{
	struct two t = two_paths();

	t.c.window_bytes = 0;
	EXPECT_NE(ask(&t).handle, 0);
	EXPECT_EQ(ask(&t).reason, SL_PICK_WINDOW_FULL);
	EXPECT_EQ(ask(&t).burst_bytes, 0);
	t = two_paths();
	t.f.active = 0;
	t.s.backup = 1;
	EXPECT_PICK(&t, S, SL_PICK_BACKUP);
	t.s.active = 0;
	EXPECT_WAIT(&t, SL_WAIT_NO_SUBFLOW);
}

TEST(a_backup_rests)
{
	struct two t = two_paths();

	t.s.backup = 1;
	t.c.unsent_bytes = 1000000;
	EXPECT_WAIT(&t, SL_WAIT_ALL_FULL);
}

/* Silent for far too long: nobody waits for it, the other is the fastest now. */
TEST(a_silent_path_is_not_awaited)
{
	struct two t = two_paths();

	t.f.silent = 1;
	EXPECT_PICK(&t, S, SL_PICK_EARLIEST);
	/* All are: the fastest of them is. */
	hold(&t.s, 1000);
	t.s.silent = 1;
	EXPECT_WAIT(&t, SL_WAIT_LATE);
}

/*
 * S at 100 KB/s, 0.6 ms away, is thin beside F's 10 MB/s.  A segment of it comes after
 * 0.3 + 10 ms; what F is given now comes, as it did last, after 5 ms and its queue.
 */
TEST(thin_beside_a_start_unless_it_comes_first)
{
	struct two t = two_paths();

	t.s = path_of(S, MB_PER_S / 10, 600);
	t.c.fastest_rtt_us = 10000;
	t.c.fastest_slow_start = 1;
	t.c.busy_us = 10000000;
	t.c.fastest_queue_us = 5299;
	EXPECT_EQ(sl_room(&t.s, &t.c, MB_PER_S / 10, MB_PER_S / 10), 0);
	t.c.fastest_queue_us = 5300;
	EXPECT_NE(sl_room(&t.s, &t.c, MB_PER_S / 10, MB_PER_S / 10), 0);
	/* With a segment there is one more to wait for. */
	hold(&t.s, 1000);
	EXPECT_EQ(sl_room(&t.s, &t.c, MB_PER_S / 10, MB_PER_S / 10), 0);
}

/* When the fastest was full, or had nothing to send: what a penalty is for. */
TEST(what_is_remembered)
{
	struct two t = two_paths();

	EXPECT_EQ(ask(&t).fastest_full, 1);
	EXPECT_EQ(ask(&t).fastest_Bps, 10 * MB_PER_S);
	t.f.free_bytes = 21000; /* its own 20000 and a segment */
	EXPECT_EQ(ask(&t).fastest_full, 0);
	t.f.free_bytes = 20999;
	EXPECT_EQ(ask(&t).fastest_full, 1);
	t.f.free_bytes = 100000;
	t.c.unsent_bytes = 999;
	EXPECT_EQ(ask(&t).fastest_full, 1);
	t.c.unsent_bytes = 1000;
	EXPECT_EQ(ask(&t).fastest_full, 0);
	/* Its last round trip, beyond its lowest; nothing before the first. */
	EXPECT_EQ(ask(&t).fastest_rtt_us, 10000);
	EXPECT_EQ(ask(&t).fastest_queue_us, 0);
	t.f.last_rtt_us = 12500;
	EXPECT_EQ(ask(&t).fastest_queue_us, 2500);

	/* Not by its cwnd: the peer's window is no reason to penalise. */
	t = two_paths();
	EXPECT_EQ(ask(&t).fastest_full, 1);
	t.f.wnd_limited = 1;
	EXPECT_EQ(ask(&t).fastest_full, 0);
}

TEST_HARNESS_MAIN
