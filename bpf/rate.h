/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rate.h - an honest rate of a path, from the kernel's delivery-rate samples.
 *
 * The pacing rate is 2 (slow start) or 1.2 times cwnd/srtt, and says little once a
 * scheduler does not fill the cwnd: an idle path with a cwnd of 10 and an RTT of 1 ms
 * reads as 200 Mbit/s.  A sample (7.3: tcp_rate_gen(); draft-cheng-iccrg-delivery-
 * rate-estimation) is what was delivered in a round trip, over that round trip: never
 * more than the path can do, and less when it was not kept busy.  So a higher sample
 * always counts; a lower one only if the path itself was what limited it.
 */
#ifndef RATE_H
#define RATE_H

#include "path.h"

/* What the estimator keeps of a path. */
struct sl_rate {
	__u64 rate_Bps;	   /* how fast it takes bytes; 0: no sample yet */
	__u32 acked_bytes; /* tcp_sock.bytes_acked at the last sample, its low 32 bits */
	__u32 delivered;   /* tcp_sock.delivered at the last sample, */
	__u32 since;	   /* and when that was sent from which the sample counts */
	__u8 proven;	   /* 1: seen with a standing queue, or with a loss */
};

/* One sample, as the kernel has it, and what it was taken in. */
struct sl_sample {
	__u64 acked_bytes;    /* bytes_acked, ever */
	__u32 delivered;      /* packets, ever */
	__u32 sample_packets; /* rate_delivered */
	__u32 sample_us;      /* rate_interval_us; 0: none yet */
	__u32 cwnd_packets;
	__u32 mss_bytes;
	__u32 min_rtt_us;
	__u8 cwnd_limited : 1; /* the cwnd kept something back in that round trip */
	__u8 lost : 1;	       /* the path has had a loss: ssthresh is set */
};

/* What delays an ACK beside the path: the receiver, a tick, our own softirq. */
#define SL_ACK_NOISE_US 1000

/* Segments; until they are acknowledged, what was seen is a burst and its end. */
#define SL_FIRST_FLIGHTS 16

/*
 * Was there a queue on the path in that round trip? A quarter more than the propagation
 * delay, and the noise.
 */
static inline int sl_rate_queued(const struct sl_sample *s)
{
	return s->sample_us >= s->min_rtt_us + s->min_rtt_us / 4 + SL_ACK_NOISE_US;
}

/*
 * Was it the path that limited the sample, and not who sent? What leaves at once after a
 * pause is one flight: its first ACK tells of one packet in a round trip, the next of two,
 * all since the same moment. None of them is to lower the rate; what follows is clocked.
 */
static inline int sl_rate_limited(const struct sl_rate *r, const struct sl_sample *s)
{
	if (s->delivered - s->sample_packets == r->since)
		return 0;
	return sl_rate_queued(s) ||
	       (s->cwnd_limited && 2 * s->sample_packets >= s->cwnd_packets);
}

/*
 * The rate of a path that was never seen with a queue: a flight of some bytes that comes
 * back so much later than a lone SYN did took that long to get through.
 */
static inline __u64 sl_rate_guess(const struct sl_sample *s, __u64 flight_bytes)
{
	__u32 extra_us = s->sample_us > s->min_rtt_us ? s->sample_us - s->min_rtt_us : 0;

	return flight_bytes * SL_USEC_PER_SEC / (extra_us + SL_ACK_NOISE_US);
}

static inline void sl_rate_update(struct sl_rate *r, const struct sl_sample *s)
{
	__u64 flight = sl_min((__u32)s->acked_bytes - r->acked_bytes,
			      (__u64)s->sample_packets * s->mss_bytes);
	__u64 sample;

	if (!s->sample_us || s->delivered == r->delivered)
		return;
	r->delivered = s->delivered;
	r->acked_bytes = s->acked_bytes;
	sample = (__u64)s->sample_packets * s->mss_bytes * SL_USEC_PER_SEC / s->sample_us;
	/* The first flights leave at once, one burst each. */
	if (!r->proven && s->acked_bytes < SL_FIRST_FLIGHTS * s->mss_bytes)
		sample = sl_max(flight < s->mss_bytes ? 0 : sample,
				sl_rate_guess(s, flight));
	if (sample >= r->rate_Bps)
		r->rate_Bps = r->proven ? (r->rate_Bps + sample) / 2 : sample;
	else if (r->proven && sl_rate_limited(r, s))
		r->rate_Bps -= (r->rate_Bps - sample) / 8;
	r->since = s->delivered - s->sample_packets;
	r->proven |= sl_rate_queued(s) || s->lost;
}

#endif /* RATE_H */
