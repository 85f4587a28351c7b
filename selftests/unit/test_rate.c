// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_rate.c - the estimate of a path's rate, on paths whose rate is known.
 */
#include "kselftest_harness.h"
#include "snapshot.h"
#include "random.h"

#define MSS 1400
#define ROUNDS 40000

typedef unsigned __int128 u128;

/* A path: what it has delivered so far, and what it is like. */
struct pipe {
	__u64 rate_Bps;
	__u32 rtt_us; /* of a lone small packet */
	struct sl_sample s;
};

static struct pipe pipe_of(__u64 rate_Bps, __u32 rtt_us)
{
	return (struct pipe){
		.rate_Bps = rate_Bps,
		.rtt_us = rtt_us,
		.s = { .mss_bytes = MSS, .min_rtt_us = rtt_us, .delivered = 1000 },
	};
}

/* Deliver so many packets, of so many bytes together, within so long. */
static void delivered(struct sl_rate *r, struct pipe *p, __u32 packets, __u64 bytes,
		      __u32 us)
{
	p->s.delivered += packets;
	p->s.acked_bytes += bytes;
	p->s.sample_packets = packets;
	p->s.sample_us = us;
	sl_rate_update(r, &p->s);
}

/* A burst into an idle path: a round trip, and then as long as the path takes for it. */
static void burst(struct sl_rate *r, struct pipe *p, __u32 packets)
{
	__u64 bytes = (__u64)packets * MSS;

	delivered(r, p, packets, bytes, p->rtt_us + bytes * 1000000 / p->rate_Bps);
}

/* Kept busy, so many packets queued: each sample is the path's own rate. */
static void busy(struct sl_rate *r, struct pipe *p, __u32 packets)
{
	__u64 bytes = (__u64)packets * MSS;

	delivered(r, p, packets, bytes, bytes * 1000000 / p->rate_Bps);
}

/* The first flight tells a slow path by how late it comes back, whatever the RTT. */
TEST(first_burst_within_a_tenth)
{
	static const __u64 rates[] = { 8000, 62500, 125000, 375000, 1000000, 1250000 };
	static const __u32 rtts[] = { 100, 1000, 10000, 100000, 600000 };
	size_t i, k;

	for (i = 0; i < sizeof(rates) / sizeof(rates[0]); i++)
		for (k = 0; k < sizeof(rtts) / sizeof(rtts[0]); k++) {
			struct pipe p = pipe_of(rates[i], rtts[k]);
			struct sl_rate r = {};

			burst(&r, &p, 10);
			EXPECT_GE(r.rate_Bps, rates[i] * 9 / 10)
			TH_LOG("%llu B/s, %u us", rates[i], rtts[k]);
			EXPECT_LE(r.rate_Bps, rates[i] * 11 / 10);
		}
}

/* Of a fast one it knows less than the truth, and never more: noise is 1 ms of ACKs. */
TEST(first_burst_is_never_above)
{
	for (__u64 rate = 1000; rate < 10 * GB_PER_S; rate += rate / 3)
		for (__u32 packets = 1; packets <= 10; packets++) {
			struct pipe p = pipe_of(rate, 20000);
			struct sl_rate r = {};

			burst(&r, &p, packets);
			ASSERT_LE(r.rate_Bps, rate + rate / 100);
			ASSERT_GT(r.rate_Bps, 0);
		}
}

/* Kept busy, the estimate is the rate, from wherever it starts. */
TEST(busy_within_a_tenth)
{
	static const __u64 rates[] = { 8000, 375000, 1250000, 12500000, 125000000 };
	static const __u64 starts[] = { 1, 100000, GB_PER_S };
	size_t i, k;
	int n;

	for (i = 0; i < sizeof(rates) / sizeof(rates[0]); i++)
		for (k = 0; k < sizeof(starts) / sizeof(starts[0]); k++) {
			struct pipe p = pipe_of(rates[i], 5000);
			struct sl_rate r = { .rate_Bps = starts[k], .proven = 1 };

			/* Twice the round trip, and the noise. */
			for (n = 0; n < 200; n++)
				busy(&r, &p, rates[i] * 12000 / 1000000 / MSS + 2);
			EXPECT_GE(r.rate_Bps, rates[i] * 9 / 10);
			EXPECT_LE(r.rate_Bps, rates[i] * 11 / 10);
			EXPECT_EQ(r.proven, 1);
		}
}

/*
 * 100 packets leave at once, after a pause: 2 of them are acknowledged after a round trip,
 * 4 a little later, and so on.  What is clocked by them may lower it again.
 */
TEST(a_flight_after_a_pause_does_not_lower_it)
{
	struct pipe p = pipe_of(10000000, 10000);
	struct sl_rate r = { .rate_Bps = 10000000, .proven = 1, .since = 900 };
	__u32 packets;

	p.s.cwnd_limited = 1;
	p.s.cwnd_packets = 100;
	for (packets = 2; packets <= 100; packets += 2) {
		p.s.delivered += 2;
		p.s.sample_packets = packets;
		p.s.sample_us = 10000 + packets * 140;
		sl_rate_update(&r, &p.s);
		ASSERT_EQ(r.rate_Bps, 10000000) TH_LOG("%u packets", packets);
	}
	delivered(&r, &p, 100, 0, 24000);
	EXPECT_LT(r.rate_Bps, 10000000);
}

/* The cwnd limits a sample that has not half of it in it: somebody else did, before. */
TEST(a_part_of_the_cwnd_does_not_lower_it)
{
	struct pipe p = pipe_of(10000000, 10000);
	struct sl_rate r = { .rate_Bps = 10000000, .proven = 1, .since = 900 };

	p.s.cwnd_limited = 1;
	p.s.cwnd_packets = 100;
	delivered(&r, &p, 49, 0, 10000);
	EXPECT_EQ(r.rate_Bps, 10000000);
	delivered(&r, &p, 50, 0, 10000);
	EXPECT_LT(r.rate_Bps, 10000000);
}

/* The path gets slower: with its queue standing that is believed, in some samples. */
TEST(queue_backed_samples_lower_it)
{
	struct pipe p = pipe_of(1000000, 10000);
	struct sl_rate r = { .rate_Bps = 4000000, .proven = 1 };

	delivered(&r, &p, 20, 20 * MSS, 28000); /* 1 MB/s, 28 ms > 13.5 */
	EXPECT_LT(r.rate_Bps, 4000000);
	EXPECT_GT(r.rate_Bps, 1000000);
	for (int n = 0; n < 40; n++)
		delivered(&r, &p, 20, 20 * MSS, 28000);
	EXPECT_LE(r.rate_Bps, 1100000);
	EXPECT_GE(r.rate_Bps, 1000000);
}

/* The cwnd kept something back in that round trip: it is what limits, and counts. */
TEST(cwnd_limited_samples_lower_it)
{
	struct pipe p = pipe_of(1000000, 10000);
	struct sl_rate r = { .rate_Bps = 4000000, .proven = 1 };

	p.s.cwnd_limited = 1;
	delivered(&r, &p, 4, 4 * MSS, 10000);
	EXPECT_LT(r.rate_Bps, 4000000);
}

/* Little was given to it, and came back without a queue: says nothing of the path. */
TEST(app_limited_samples_never_lower_it)
{
	struct pipe p = pipe_of(1000000, 10000);
	struct sl_rate r = { .rate_Bps = 1000000, .proven = 1 };

	random_state = 1;
	for (int n = 0; n < ROUNDS; n++) {
		__u32 packets = random_in(1, 7);

		/* Up to a quarter more than the RTT and the noise, that not included. */
		delivered(&r, &p, packets, (__u64)packets * MSS, random_in(10000, 13499));
		ASSERT_EQ(r.rate_Bps, 1000000) TH_LOG("sample %d", n);
	}
}

/* Unproven, it is a lower bound: nothing lowers it. */
TEST(unproven_is_never_lowered)
{
	struct pipe p = pipe_of(1000000, 10000);
	struct sl_rate r = { .rate_Bps = 1000000 };

	p.s.cwnd_limited = 1;
	for (int n = 0; n < 100; n++)
		delivered(&r, &p, 1, MSS, 11000);
	EXPECT_EQ(r.rate_Bps, 1000000);
	EXPECT_EQ(r.proven, 0);
}

/* A queue is a quarter more than the RTT and 1 ms; or a loss. */
TEST(what_proves_a_rate)
{
	static const struct {
		__u32 min_rtt_us, sample_us;
		int lost, proven;
	} cases[] = {
		{ 100000, 125999, 0, 0 }, { 100000, 126000, 0, 1 }, { 0, 999, 0, 0 },
		{ 0, 1000, 0, 1 },	  { 100000, 100000, 1, 1 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct pipe p = pipe_of(1000000, cases[i].min_rtt_us);
		struct sl_rate r = {};

		p.s.lost = cases[i].lost;
		delivered(&r, &p, 10, 10 * MSS, cases[i].sample_us);
		EXPECT_EQ(r.proven, cases[i].proven) TH_LOG("case %zu", i);
		/* Once and for all. */
		p.s.lost = 0;
		delivered(&r, &p, 1, MSS, cases[i].min_rtt_us + 1);
		EXPECT_EQ(r.proven, cases[i].proven);
	}
}

/* A higher sample counts, app-limited or not. */
TEST(higher_samples_raise_it)
{
	struct pipe p = pipe_of(2000000, 10000);
	struct sl_rate r = { .rate_Bps = 1000000, .proven = 1 };

	p.s.acked_bytes = r.acked_bytes = 1 << 20;
	delivered(&r, &p, 20, 20 * MSS, 14000 - 4000); /* 2.8 MB/s, no queue */
	EXPECT_GT(r.rate_Bps, 1000000);
	EXPECT_LE(r.rate_Bps, 2800000);
}

/*
 * Runts: a first packet of 256 bytes is counted as a packet, and is not a segment.  On
 * 64 kbit/s it takes 32 ms; as a segment within 52 ms it would read as 27 KB/s.
 */
TEST(a_first_runt_is_no_segment)
{
	struct pipe p = pipe_of(8000, 20000);
	struct sl_rate r = {};
	__u64 first;

	delivered(&r, &p, 1, 256, 20000 + 32000);
	EXPECT_LE(r.rate_Bps, 8000);
	EXPECT_GE(r.rate_Bps, 7200);
	/* Another one, on a path too fast to show a queue: its own bytes count, not both's. */
	p = pipe_of(1000000, 20000);
	r = (struct sl_rate){};
	delivered(&r, &p, 1, 256, 20000 + 256);
	first = r.rate_Bps;
	delivered(&r, &p, 1, 256, 20000 + 256);
	EXPECT_EQ(r.rate_Bps, first);
}

/* No sample yet, or the same one again: nothing new. */
TEST(without_a_sample_nothing_changes)
{
	struct sl_rate r = { .rate_Bps = 5, .acked_bytes = 7, .delivered = 9 }, was = r;
	struct sl_sample s = { .mss_bytes = MSS,
			       .delivered = 10,
			       .sample_packets = 1,
			       .acked_bytes = 2000,
			       .lost = 1,
			       .cwnd_limited = 1 };

	sl_rate_update(&r, &s);
	EXPECT_EQ(0, memcmp(&r, &was, sizeof(r)));
	s.sample_us = 1000;
	s.delivered = 9;
	sl_rate_update(&r, &s);
	EXPECT_EQ(0, memcmp(&r, &was, sizeof(r)));
	s.delivered = 8; /* another is another, also when the counter wraps */
	sl_rate_update(&r, &s);
	EXPECT_NE(0, memcmp(&r, &was, sizeof(r)));
}

/* The scheduler asks more often than ACKs come: a sample counts once. */
TEST(a_sample_counts_once)
{
	struct pipe p = pipe_of(1000000, 10000);
	struct sl_rate r = { .rate_Bps = 4000000, .proven = 1 };
	__u64 once;

	delivered(&r, &p, 20, 20 * MSS, 28000);
	once = r.rate_Bps;
	EXPECT_LT(once, 4000000);
	sl_rate_update(&r, &p.s);
	EXPECT_EQ(r.rate_Bps, once);
}

/* In 128 bits what a sample says at most; no estimate is above both it and the last. */
TEST(never_above_what_was_seen)
{
	unsigned int raised = 0, lowered = 0;
	struct sl_rate r = {};
	struct sl_sample s = {};

	random_state = 2;
	for (int n = 0; n < ROUNDS; n++) {
		struct sl_rate was = r;
		u128 packets, flight, extra, seen, guess;

		if (one_in(20)) {
			r = was = (struct sl_rate){ .proven = one_in(2) };
			s = (struct sl_sample){ .mss_bytes = random_in(1, 65535) };
		}
		s.sample_packets = 1 + random_size(20);
		s.delivered += s.sample_packets;
		s.acked_bytes += random_in(0, (__u64)s.sample_packets * s.mss_bytes);
		s.min_rtt_us = random_size(27);
		s.sample_us = one_in(2) ? s.min_rtt_us + random_size(20)
					: random_size(27);
		s.cwnd_limited = one_in(2);
		sl_rate_update(&r, &s);
		if (!s.sample_us) {
			ASSERT_EQ(r.rate_Bps, was.rate_Bps);
			continue;
		}
		packets = (u128)s.sample_packets * s.mss_bytes;
		seen = packets * 1000000 / s.sample_us;
		flight = s.acked_bytes - was.acked_bytes;
		flight = flight < packets ? flight : packets;
		extra = s.sample_us > s.min_rtt_us ? s.sample_us - s.min_rtt_us : 0;
		guess = flight * 1000000 / (extra + 1000);
		ASSERT_TRUE(r.rate_Bps <= was.rate_Bps || r.rate_Bps <= seen ||
			    r.rate_Bps <= guess)
		TH_LOG("sample %d", n);
		/* Nor below both. */
		ASSERT_TRUE(r.rate_Bps >= was.rate_Bps || r.rate_Bps >= seen)
		TH_LOG("sample %d", n);
		raised += r.rate_Bps > was.rate_Bps;
		lowered += r.rate_Bps < was.rate_Bps;
	}
	EXPECT_GT(raised, ROUNDS / 50);
	EXPECT_GT(lowered, ROUNDS / 50);
}

TEST_HARNESS_MAIN
