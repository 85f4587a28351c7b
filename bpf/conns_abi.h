/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * conns_abi.h - what the loader is told of single connections and paths: the records of
 * the iterators, and the events.
 *
 * As slowlane.h, which includes it: fixed-size integers, no pointers, no kernel types.
 */
#ifndef CONNS_ABI_H
#define CONNS_ABI_H

/*
 * Of all records that one build writes and another may read.  Attach notes it in struct
 * sl_info; a command that finds another number there reads nothing.  To be raised with
 * each change of a record; test_conns_abi.c holds their sizes.
 */
#define SL_ABI 1

#define SL_DEV_NAME_MAX 16 /* 7.3: IFNAMSIZ */

/* The two ends of a socket, and the device between. */
struct sl_ends {
	__u8 saddr[16]; /* local address, network order; IPv4 in the first 4 */
	__u8 daddr[16]; /* the peer's */
	__u16 family;	/* AF_INET or AF_INET6 */
	__u16 sport;	/* local port, host order */
	__u16 dport;	/* the peer's, host order */
	__u16 pad;
	__u32 ifindex;		   /* of dev; 0: not known */
	__u32 bound_ifindex;	   /* device that it is bound to; 0: none */
	char dev[SL_DEV_NAME_MAX]; /* device of its route, raw bytes; "" = not known */
};

/* Flags of a path, as bits. */
enum sl_path_flag {
	SL_PATH_BACKUP = 1 << 0, /* either end flagged it backup */
	SL_PATH_STALE =
		1 << 1, /* silent (path.h), or set aside by the kernel (7.3: stale) */
	SL_PATH_SLOW = 1 << 2,	  /* delivers less than slow_ratio_pct of the fastest */
	SL_PATH_FASTEST = 1 << 3, /* was the fastest at the last decision */
	SL_PATH_PROVEN = 1 << 4,  /* its rate was seen with a standing queue (rate.h) */
	SL_PATH_HALVED = 1 << 5,  /* its congestion control takes penalties */
};

/*
 * One record of the pinned iterator iter_paths: a subflow of a connection of which this
 * program has state, whatever its network namespace.  Read without the socket's lock.
 */
struct sl_path_record {
	__u64 handle; /* of the path, to join by only; sl_socket_record has the fastest one's */
	__u64 conn; /* of its connection, as in sl_socket_record */
	struct sl_ends ends;
	__u64 rate_Bps;	     /* what it is reckoned to deliver; 0: not known yet */
	__u64 delivered_Bps; /* the kernel's last sample, as delivery_rate of ss(8); 0: none */
	__u64 pacing_Bps; /* sk_pacing_rate; ~0: not paced yet */
	__u64 sent_bytes; /* by TCP, retransmissions included, as bytes_sent of ss(8) */
	__u64 acked_bytes;
	__u64 retrans_bytes;
	__u32 srtt_us;	    /* 0: none yet */
	__u32 min_rtt_us;   /* of the last minutes; ~0: none yet */
	__u32 cwnd_segs;    /* congestion window, segments */
	__u32 in_flight;    /* segments sent and neither acknowledged nor lost */
	__u32 mss_bytes;    /* payload of a full segment */
	__u32 unsent_bytes; /* given to it, waiting for its cwnd */
	__u32 penalties;    /* ever */
	__u8 state;	    /* TCP_* state */
	__u8 flags;	    /* enum sl_path_flag */
	__u8 share_shift;   /* it may fill 2^-share_shift of its cwnd */
	__u8 said;	    /* enum sl_counter: what was last counted of it; 0: nothing */
};

/*
 * The one table of events: SL_EVENT(ID, name in JSON, help).  All but the last are about
 * one path.
 */
/* clang-format off */
#define SL_EVENTS(SL_EVENT) \
	SL_EVENT(SLOW, slow, "the path delivers less than slow_ratio_pct of the fastest") \
	SL_EVENT(RECOVERED, recovered, "it is no longer slow, by a quarter more than that") \
	SL_EVENT(PENALISED, penalised, "its cwnd, or its share of it, is to be halved") \
	SL_EVENT(LET_OFF, let_off, "the reason for its penalties is gone") \
	SL_EVENT(STALE, stale, "nothing is acknowledged for two round trips and 50 ms") \
	SL_EVENT(REVIVED, revived, "it is no longer stale") \
	SL_EVENT(PATH_ADDED, path_added, "a subflow was established") \
	SL_EVENT(PATH_CLOSED, path_closed, "a subflow was closed, and the connection goes on") \
	SL_EVENT(LIMITED, limited, "something else limits the connection, for most of a second") \
	SL_EVENT(CLOSED, closed, "the connection was closed")
/* clang-format on */

#define SL_EVENT_ENUM(id, name, help) SL_EVENT_##id,
enum sl_event_kind {
	SL_EVENTS(SL_EVENT_ENUM) /* one a row */
	SL_EVENT_MAX
};

/* As many as limit.h has. */
#define SL_EVENT_LIMITS 5

/*
 * One event, in the ring buffer sl_events.  What a kind does not decide by is 0: rates are
 * of SLOW to REVIVED, limit and its times of LIMITED.
 */
struct sl_event {
	__u64 at_us;	     /* CLOCK_MONOTONIC */
	__u64 rate_Bps;	     /* what the path is reckoned to deliver */
	__u64 fastest_Bps;   /* what the fastest path is */
	struct sl_ends ends; /* the path's; of LIMITED and CLOSED the connection's */
	__u32 token;
	__u32 netns_ino;
	__u32 srtt_us;
	__u32 min_rtt_us;
	__u32 cwnd_segs;
	__u32 held_bytes;		 /* given to the path and not acknowledged */
	__u32 limit_us[SL_EVENT_LIMITS]; /* time in each class since the last look */
	__u8 kind;			 /* enum sl_event_kind */
	__u8 flags;			 /* enum sl_path_flag */
	__u8 share_shift;
	__u8 said;	     /* enum sl_counter: what was counted; 0: nothing */
	__u8 limit;	     /* enum sl_limit */
	__u8 limit_before;   /* the one reported last; SL_EVENT_LIMITS: none */
	__u8 slow_ratio_pct; /* the tunable */
	__u8 pad[5];
};

/*
 * Map .data.watch: ARRAY, one entry, memory-mapped by the reader.  Somebody reads as long
 * as CLOCK_MONOTONIC is before until_us: who is killed leaves nothing on.
 */
struct sl_watch {
	__u64 until_us; /* set by the reader, and again before it passes */
	__u64 lost;	/* events that found the buffer full, ever */
	__u32 session;	/* another number for each reader; not 0 */
	__u32 pad;
};

/* Bytes of the ring buffer: some 1,500 events, for one reader at a time. */
#define SL_EVENTS_BYTES (256 * 1024)

#endif /* CONNS_ABI_H */
