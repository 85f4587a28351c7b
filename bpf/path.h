/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * path.h - one subflow and one connection as the policy sees them.
 *
 * Nothing here knows of BPF or of the kernel: the plumbing reads the subflows one by
 * one, shows each to the policy, asks, and carries the answer out; the unit tests do the
 * same natively.  Who includes this brings the __u types.
 *
 * Units: bytes, bytes/s (_Bps), microseconds (_us).
 */
#ifndef PATH_H
#define PATH_H

#define SL_USEC_PER_SEC 1000000ULL

/*
 * Rates above this are taken for this, in bytes/s, so that rate * queue stays below
 * 2^64: 2^36 (550 Gbit/s) times 2^27 (128 MiB).  A socket without a rate yet says ~0.
 */
#define SL_RATE_MAX (1ULL << 36)
#define SL_QUEUE_MAX (1U << 27)

/*
 * What one push may send before the scheduler is asked again, in bytes: as much as a
 * 64 KiB GSO packet has room for beside its headers (7.3: MPTCP_SEND_BURST_SIZE;
 * Ethernet's MTU is not in it): 65536 - 20 (TCP) - 40 (options) - 40 (IPv6) - 8.
 */
#define SL_BURST_BYTES 65428

static inline __u64 sl_min(__u64 a, __u64 b)
{
	return a < b ? a : b;
}

static inline __u64 sl_max(__u64 a, __u64 b)
{
	return a > b ? a : b;
}

/* One subflow. */
struct sl_path {
	__u64 handle;	       /* the plumbing's name for it; never 0 */
	__u64 pacing_rate;     /* sk_pacing_rate, bytes/s */
	__u64 avg_pacing_rate; /* its average over bursts, bytes/s; 0: none yet */
	__u64 rate_Bps;	       /* how fast it takes bytes (rate.h); 0: not known yet */
	__u64 cwnd_bytes;      /* its congestion window */
	__u32 queued_bytes; /* sk_wmem_queued: unsent and unacknowledged, with overhead */
	__u32 held_bytes;   /* given to it and not acknowledged: write_seq - snd_una */
	__u32 unsent_bytes; /* of these, what waits for its cwnd: write_seq - snd_nxt */
	__u32 free_bytes;   /* what its cwnd has free, for these first */
	__u32 mss_bytes;    /* payload of a full segment; never 0 */
	__u32 min_rtt_us;   /* lowest RTT seen lately, its propagation delay */
	__u32 srtt_us;	    /* smoothed RTT */
	__u32 last_rtt_us;  /* of what was acknowledged last; 0: none yet */
	__u32 penalty_age_us; /* since it was penalised last; ~0: never */
	__u8 stale_count;     /* times the MPTCP timer found no progress on it */
	__u8 loss_1024;	      /* of 1024 bytes sent, how many again; 255: that or more */
	__u8 penalty_shift : 3; /* share of its cwnd to fill: 2^-shift */
	__u8 active : 1;	/* may send: established, and for new data not stale */
	__u8 backup : 1;	/* either end flagged it backup */
	__u8 has_room : 1;	/* sk_stream_memory_free(): takes more unsent data */
	__u8 has_grown : 1;  /* the same, had the kernel grown its buffer with its cwnd */
	__u8 idle : 1;	     /* nothing unsent or unacknowledged at the TCP level */
	__u8 in_flight : 1;  /* sent, or surely will be: an ACK or timer comes */
	__u8 ca_open : 1;    /* TCP_CA_Open: no loss, no reordering, no recovery */
	__u8 slow_start : 1; /* its window still doubles each round trip */
	__u8 proven : 1;     /* its rate was seen with its queue standing (rate.h) */
	__u8 small_out : 1; /* less than a segment is in flight: Nagle holds the next back */
	__u8 avoidance : 1; /* its window grows no faster than by congestion avoidance */
	__u8 wnd_limited : 1; /* the peer's window lets out less than its cwnd */
	__u8 silent : 1;      /* in flight, and nothing acknowledged for far too long */
};

/* One connection. */
struct sl_conn {
	__u64 now_us;	      /* of CLOCK_MONOTONIC */
	__u64 window_bytes;   /* what the peer has room for beyond snd_nxt */
	__u32 pin_bytes;      /* how much may be unacknowledged at once, by all buffers */
	__u32 grown_bytes;    /* and when they have grown as far as they are seen to */
	__u32 sndbuf_bytes;   /* and by ours as it is now */
	__u64 unsent_bytes;   /* written and not sent yet: write_seq - snd_nxt */
	__u64 busy_us;	      /* since it last had nothing in flight */
	__u64 acked_bytes;    /* acknowledged in that time */
	__u64 explored_us;    /* stalls that were risked in that time */
	__u64 stall_us;	      /* the last of them */
	__u64 stall_until_us; /* and when its ACK is expected, as now_us */
	__u64 fastest_Bps;    /* rate of the fastest path when asked last; 0: not known */
	__u32 fastest_rtt_us; /* its min RTT, */
	__u32 fastest_queue_us; /* and how much more its last round trip took */
	__u32 commit_bytes;	/* what a push sends at least, once begun; 0: nothing */
	__u16 slow_ratio_pct;	/* tunable: below this part of the fastest it is slow */
	__u8 admission : 1;	/* tunable: not only what default does */
	__u8 writer_waits : 1;	/* for memory: SOCK_NOSPACE of the msk's socket */
	__u8 fastest_full : 1; /* when asked last: no room in its cwnd, or nothing to send */
	__u8 fastest_slow_start : 1; /* when asked last: its window doubled each round trip */
};

/* How long a path needs for so many bytes, in microseconds. */
static inline __u64 sl_bytes_us(__u64 bytes, __u64 rate_Bps)
{
	return bytes * SL_USEC_PER_SEC / sl_max(rate_Bps, 1);
}

#endif /* PATH_H */
