// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_pin.c - what admission risks: how long the fastest path stands still for another,
 * worked out by hand.  The figures of the two paths are in two_paths.h.
 */
#include "kselftest_harness.h"
#include "ask.h"

/*
 * Until S's burst is acknowledged, 102 ms, F delivers 1020000 bytes, which have to be kept.
 * With 1000000 it stands still for what 20000 take it: 2 ms.  What S delivers meanwhile
 * has to be kept, too, but F need not deliver it.
 */
TEST(pin)
{
	struct two t = two_paths();
	struct sl_decision d;

	t.c.unsent_bytes = 1000000;
	t.c.pin_bytes = t.c.grown_bytes = 1020000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).stall_us, 0);
	/* What was risked before does not matter where nothing is. */
	t.c.explored_us = 1;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.c.explored_us = 0;
	t.c.pin_bytes = t.c.grown_bytes = 1000000;
	EXPECT_WAIT(&t, SL_WAIT_PIN);
	/* 2 ms are 2 % of 100, once. */
	t.c.busy_us = 100000;
	d = ask(&t);
	EXPECT_EQ(d.handle, S);
	EXPECT_EQ(d.reason, SL_PICK_SPARE);
	EXPECT_EQ(d.stall_us, 2000);
	EXPECT_EQ(d.ack_us, 102000);
	t.c.explored_us = 1;
	EXPECT_WAIT(&t, SL_WAIT_PIN);
	t.c.explored_us = 0;
	t.c.busy_us = 99949;
	EXPECT_WAIT(&t, SL_WAIT_PIN);
}

/* As above, and 1500 us were risked for a burst whose ACK is still to come: 500 more are. */
TEST(pin_counts_one_stall_once)
{
	struct two t = two_paths();

	t.c.unsent_bytes = 1000000;
	t.c.pin_bytes = t.c.grown_bytes = 1000000;
	t.c.busy_us = 100000;
	t.c.explored_us = 1500;
	t.c.stall_us = 1500;
	t.c.stall_until_us = t.c.now_us + 1;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).stall_us, 2000);
	t.c.explored_us = 1501;
	EXPECT_WAIT(&t, SL_WAIT_PIN);
	/* As long a one is risked already: nothing is to be noted. */
	t.c.stall_us = 2000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).stall_us, 0);
	t.c.stall_until_us = t.c.now_us;
	EXPECT_WAIT(&t, SL_WAIT_PIN);
}

/*
 * As above, without a stall. A loss of the burst, 2 segments of which 8 in 1024 are lost,
 * would be found after two round trips, with nothing behind it: F would stand still for 200
 * ms, which by how likely it is are 3125 us. Three segments before it show it after one.
 */
TEST(pin_reckons_with_a_loss)
{
	struct two t = two_paths();

	t.c.unsent_bytes = 1000000;
	t.c.pin_bytes = t.c.grown_bytes = 1020000;
	t.s.loss_1024 = 8;
	t.c.busy_us = 156250;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).stall_us, 3125);
	t.c.busy_us = 156249;
	EXPECT_WAIT(&t, SL_WAIT_PIN);
	hold(&t.s, 3 * MSS);
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	EXPECT_EQ(ask(&t).stall_us, 1562);
	/* It comes on top of what is risked already. */
	t.c.stall_us = t.c.explored_us = 1000;
	t.c.stall_until_us = t.c.now_us + 1;
	EXPECT_EQ(ask(&t).stall_us, 2562);
}

/*
 * A send buffer that is not set grows with the cwnds: with S's no more in congestion
 * avoidance, unless F's still doubles.
 */
TEST(pin_by_a_buffer_that_grows_no_more)
{
	struct two t = two_paths();

	t.c.unsent_bytes = 1000000;
	t.c.sndbuf_bytes = 1000000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.s.avoidance = 1;
	EXPECT_WAIT(&t, SL_WAIT_PIN);
	t.c.sndbuf_bytes = 1020000;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
	t.c.sndbuf_bytes = 1000000;
	t.f.slow_start = 1;
	EXPECT_PICK(&t, S, SL_PICK_SPARE);
}

TEST_HARNESS_MAIN
