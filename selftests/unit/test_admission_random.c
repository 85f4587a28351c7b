// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_admission_random.c - what admission never does, on random connections.
 */
#include "kselftest_harness.h"
#include "snapshot.h"
#include "random.h"

#define ROUNDS 60000
#define PATHS 6

typedef unsigned __int128 u128;

struct sight {
	struct sl_path path[PATHS];
	unsigned int n;
	struct sl_conn c;
};

/* Any path that can be: what is not in flight does not wait for its cwnd. */
static struct sl_path random_path(unsigned int i, bool large)
{
	__u32 mss = random_in(500, 9000);
	struct sl_path p = {
		.handle = 100 + i,
		.pacing_rate = 1 + random_size(large ? 36 : 25),
		.rate_Bps = one_in(5) ? 0 : 1 + random_size(large ? 36 : 25),
		.cwnd_bytes = mss * (2 + random_size(large ? 18 : 10)),
		.queued_bytes = random_size(large ? 32 : 22),
		.mss_bytes = mss,
		.min_rtt_us = random_size(large ? 26 : 18),
		.stale_count = random_u64() % 4,
		.penalty_shift = one_in(4) ? random_u64() % 6 : 0,
		.penalty_age_us = ~0U,
		.active = !one_in(6),
		.backup = one_in(6),
		.has_room = 1,
		.has_grown = 1,
		.idle = 1,
		.ca_open = !one_in(4),
		.slow_start = one_in(3),
		.avoidance = one_in(3),
		.loss_1024 = one_in(3) ? random_u64() % 256 : 0,
		.proven = !one_in(3),
	};

	p.srtt_us = p.min_rtt_us + random_size(large ? 26 : 18);
	if (one_in(3)) {
		p.free_bytes = sl_min(p.cwnd_bytes, SL_QUEUE_MAX);
		return p;
	}
	p.idle = 0;
	p.in_flight = 1;
	p.silent = one_in(10);
	p.has_room = p.has_grown = !one_in(6);
	p.held_bytes = one_in(2) ? random_in(1, p.cwnd_bytes)
				 : 1 + random_size(large ? 31 : 22);
	if (p.held_bytes < p.cwnd_bytes)
		p.free_bytes = sl_min(p.cwnd_bytes - p.held_bytes, SL_QUEUE_MAX);
	else
		p.unsent_bytes = p.held_bytes - p.cwnd_bytes;
	return p;
}

static struct sight random_sight(void)
{
	struct sight s = { .n = random_in(1, PATHS) };
	bool large = one_in(4);

	for (unsigned int i = 0; i < s.n; i++)
		s.path[i] = random_path(i, large);
	s.c = (struct sl_conn){
		.now_us = 1ULL << 40,
		.window_bytes = one_in(10) ? 0 : random_size(large ? 32 : 24),
		.pin_bytes = random_size(large ? 32 : 24),
		.grown_bytes = random_size(large ? 32 : 25),
		.sndbuf_bytes = random_size(large ? 31 : 24),
		.admission = 1,
		.unsent_bytes = random_size(large ? 32 : 24),
		.busy_us = random_size(30),
		.acked_bytes = random_size(large ? 40 : 28),
		.explored_us = random_size(20),
		.fastest_Bps = one_in(5) ? 0 : 1 + random_size(large ? 36 : 25),
		.commit_bytes = one_in(2) ? 0 : random_size(16),
		.slow_ratio_pct = random_in(10, 100),
		.writer_waits = one_in(2),
		.fastest_full = one_in(2),
	};
	return s;
}

static void look(struct sl_view *v, const struct sight *s)
{
	sl_view_start(v);
	for (unsigned int i = 0; i < s->n; i++)
		sl_view_path(v, &s->c, &s->path[i]);
}

static struct sl_decision ask(const struct sight *s)
{
	struct sl_view v;

	look(&v, s);
	return sl_decide(&v, &s->c);
}

static const struct sl_path *by_handle(const struct sight *s, __u64 handle)
{
	for (unsigned int i = 0; i < s->n; i++)
		if (s->path[i].handle == handle)
			return &s->path[i];
	return NULL;
}

static bool candidate(const struct sl_path *p)
{
	return p->active && !p->backup;
}

static __u64 rate_of(const struct sl_path *p, const struct sl_conn *c)
{
	return sl_rate(p, sl_capacity(p, c));
}

static bool faster(const struct sl_path *p, const struct sl_path *than,
		   const struct sl_conn *c)
{
	if (p->silent != than->silent)
		return than->silent;
	return rate_of(p, c) > rate_of(than, c);
}

/* The one whose ACKs are waited for: of the highest rate; a silent one if all are. */
static const struct sl_path *fastest_of(const struct sight *s)
{
	const struct sl_path *best = NULL;

	for (unsigned int i = 0; i < s->n; i++) {
		const struct sl_path *p = &s->path[i];

		if (candidate(p) && (!best || faster(p, best, &s->c)))
			best = p;
	}
	return best;
}

static bool any(const struct sight *s, bool in_flight)
{
	for (unsigned int i = 0; i < s->n; i++)
		if (candidate(&s->path[i]) && (!in_flight || s->path[i].in_flight))
			return true;
	return false;
}

/* Who may send: active, in the end a backup only where nobody else is. */
TEST(who_is_picked)
{
	random_state = 1;
	for (int round = 0; round < ROUNDS; round++) {
		struct sight s = random_sight();
		struct sl_decision d = ask(&s);
		const struct sl_path *p = by_handle(&s, d.handle);

		ASSERT_EQ(!!d.handle, !!p);
		if (!p)
			continue;
		ASSERT_TRUE(!!p->active) TH_LOG("round %d", round);
		ASSERT_TRUE(!p->backup || !any(&s, false)) TH_LOG("round %d", round);
		ASSERT_EQ(p->backup && s.c.window_bytes, d.reason == SL_PICK_BACKUP);
		ASSERT_TRUE(!!p->has_grown) TH_LOG("round %d", round);
	}
}

/*
 * It waits only where something will call again: with a late spare path, the fastest's
 * ACKs; with all full, anybody's.  Otherwise a connection would stand still for good.
 */
TEST(no_wait_without_data_in_flight)
{
	unsigned int seen[SL_RETRANS_WAIT + 1] = {};

	random_state = 2;
	for (int round = 0; round < ROUNDS; round++) {
		struct sight s = random_sight();
		struct sl_decision d = ask(&s);

		seen[d.reason]++;
		if (d.handle)
			continue;
		ASSERT_TRUE(any(&s, true) || !any(&s, false)) TH_LOG("round %d", round);
		if (d.reason != SL_WAIT_LATE && d.reason != SL_WAIT_PIN)
			continue;
		ASSERT_TRUE(!!fastest_of(&s)->in_flight) TH_LOG("round %d", round);
	}
	/* A test that never reaches a branch says nothing of it. */
	for (int r = SL_PICK_ACTIVE; r <= SL_WAIT_PIN; r++)
		EXPECT_GT(seen[r], ROUNDS / 1000);
}

/* Nothing is in flight and somebody can send: somebody does. */
TEST(an_idle_connection_sends)
{
	random_state = 3;
	for (int round = 0; round < ROUNDS; round++) {
		struct sight s = random_sight();

		for (unsigned int i = 0; i < s.n; i++) {
			struct sl_path *p = &s.path[i];

			p->held_bytes = p->unsent_bytes = 0;
			p->in_flight = p->silent = 0;
			p->has_room = p->has_grown = p->idle = 1;
			p->free_bytes = sl_min(p->cwnd_bytes, SL_QUEUE_MAX);
		}
		ASSERT_TRUE(ask(&s).handle || !any(&s, false)) TH_LOG("round %d", round);
	}
}

/* The kernel asks for ever if told to send nothing. */
TEST(a_burst_is_within_the_window)
{
	random_state = 4;
	for (int round = 0; round < ROUNDS; round++) {
		struct sight s = random_sight();
		struct sl_decision d = ask(&s);

		if (!d.handle) {
			ASSERT_EQ(d.burst_bytes, 0);
			continue;
		}
		ASSERT_LE(d.burst_bytes, s.c.window_bytes) TH_LOG("round %d", round);
		ASSERT_LE(d.burst_bytes, SL_BURST_BYTES) TH_LOG("round %d", round);
		ASSERT_EQ(d.burst_bytes == 0, s.c.window_bytes == 0)
		TH_LOG("round %d", round);
		ASSERT_EQ(d.burst_bytes == 0, d.reason == SL_PICK_WINDOW_FULL);
	}
}

/* What admission gives to a slow path whose rate is proven never exceeds its hold. */
TEST(a_slow_path_holds_little)
{
	unsigned int held = 0;

	random_state = 5;
	for (int round = 0; round < ROUNDS; round++) {
		struct sight s = random_sight();
		struct sl_decision d = ask(&s);
		const struct sl_path *p = by_handle(&s, d.handle);
		u128 bdp, hold;

		if (!p || !d.exact || !p->proven || !p->rate_Bps ||
		    !sl_is_slow(&s.c, rate_of(p, &s.c)))
			continue;
		bdp = (u128)p->rate_Bps * p->min_rtt_us / 1000000;
		hold = bdp * 3 / 2;
		hold = hold > bdp + 3 * p->mss_bytes ? hold : bdp + 3 * p->mss_bytes;
		ASSERT_LE((u128)p->held_bytes + d.burst_bytes, hold)
		TH_LOG("round %d", round);
		ASSERT_LE((u128)p->unsent_bytes + d.burst_bytes, p->free_bytes);
		held++;
	}
	EXPECT_GT(held, ROUNDS / 200);
}

/* Two that are equal in what is compared: the first one wins, whichever that is. */
static bool tied(const struct sight *s)
{
	for (unsigned int i = 0; i < s->n; i++)
		for (unsigned int k = 0; k < i; k++) {
			const struct sl_path *a = &s->path[i], *b = &s->path[k];
			struct sight one = { .path[0] = *a, .n = 1, .c = s->c };
			struct sight other = { .path[0] = *b, .n = 1, .c = s->c };
			struct sl_view v, w;

			look(&v, &one);
			look(&w, &other);
			if (a->active && b->active &&
			    (sl_linger(a) == sl_linger(b) ||
			     v.fastest_Bps == w.fastest_Bps || v.ready_us == w.ready_us))
				return true;
		}
	return false;
}

TEST(order_does_not_matter)
{
	unsigned int compared = 0;

	random_state = 6;
	for (int round = 0; round < ROUNDS; round++) {
		struct sight s = random_sight(), t = s;
		struct sl_decision d, e;

		for (unsigned int i = 0; i < s.n; i++)
			t.path[i] = s.path[s.n - 1 - i];
		if (tied(&s))
			continue;
		compared++;
		d = ask(&s);
		e = ask(&t);
		ASSERT_EQ(d.handle, e.handle) TH_LOG("round %d", round);
		ASSERT_EQ(d.reason, e.reason) TH_LOG("round %d", round);
		ASSERT_EQ(d.burst_bytes, e.burst_bytes) TH_LOG("round %d", round);
		ASSERT_EQ(d.fastest_Bps, e.fastest_Bps) TH_LOG("round %d", round);
		ASSERT_EQ(d.stall_us, e.stall_us) TH_LOG("round %d", round);
	}
	EXPECT_GT(compared, ROUNDS / 5);
}

/* In 128 bits it comes out the same: up to 550 Gbit/s, 4 GB and a minute of RTT. */
TEST(nothing_overflows)
{
	random_state = 7;
	for (int round = 0; round < ROUNDS; round++) {
		struct sight s = random_sight();
		const struct sl_path *p = &s.path[0];
		__u64 capacity = sl_capacity(p, &s.c), rate = sl_rate(p, capacity);
		u128 bytes = s.c.unsent_bytes, us = (u128)p->held_bytes * 1000000 / rate;

		ASSERT_GE(rate, 1);
		ASSERT_LE(capacity, SL_RATE_MAX);
		ASSERT_LE(rate, capacity);
		us = us > p->min_rtt_us ? us - p->min_rtt_us : 0;
		us += p->min_rtt_us / 2 + bytes * 1000000 / capacity;
		ASSERT_EQ(sl_arrival_us(p, bytes, capacity, rate, 0), us);
		us = (u128)p->rate_Bps * p->min_rtt_us / 1000000 * 5 / 4 +
		     3 * p->mss_bytes;
		ASSERT_EQ(sl_floor_bytes(p), us);
		/* With all of slow start's rounds: not below what the path alone takes. */
		us = p->min_rtt_us / 2 + (bytes + p->held_bytes) * 1000000 / capacity;
		ASSERT_TRUE(!p->slow_start ||
			    sl_finish_us(p, bytes, capacity, rate) >= us);
		ASSERT_GE(sl_burst(p, rate), sl_min(p->mss_bytes, SL_BURST_BYTES));
	}
}

/* A view is read, never written: the same answer twice, and nothing changed. */
TEST(the_policy_is_pure)
{
	random_state = 8;
	for (int round = 0; round < 1000; round++) {
		struct sight s = random_sight();
		struct sl_view v, copy;
		struct sl_decision d, e;

		memset(&v, 0, sizeof(v));
		look(&v, &s);
		copy = v;
		d = sl_decide(&v, &s.c);
		e = sl_decide(&v, &s.c);
		ASSERT_EQ(memcmp(&v, &copy, sizeof(v)), 0);
		ASSERT_EQ(d.handle, e.handle);
		ASSERT_EQ(d.burst_bytes, e.burst_bytes);
	}
}

TEST_HARNESS_MAIN
