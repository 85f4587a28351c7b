/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * advise.h - what "slowlane advise" finds, and from what: pure, unit tests link it
 * by itself: advise.c, advise_need.c, advise_join.c, advise_say*.c.
 *
 * A connection is looked at twice, a second apart.  What it needs is reckoned as in
 * OPERATING.md: all that its paths carry during the longest round trip of them.
 */
#ifndef SL_ADVISE_H
#define SL_ADVISE_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#include "conns_abi.h"
#include "limit.h"

/* One subflow, as seen from its own end. */
struct adv_path {
	struct sl_ends ends;
	__u64 tx_Bps, rx_Bps; /* acknowledged and received, between the two looks */
	__u64 capacity_Bps;   /* what slowlane measured that it can; 0: not known */
	__u64 delivery_Bps;   /* the kernel's last sample of it; 0: none yet */
	__u32 rtt_us;	      /* smoothed; 0: none yet */
	__u32 rcv_rtt_us;     /* as the receiver reckons; 0: none yet */
	__u32 rcv_wnd_bytes;  /* ours */
	unsigned int
		flags; /* enum sl_path_flag; what slowlane decides if that is known */
};

struct adv_conn {
	struct sl_ends ends;
	__u32 token;
	bool fallback;	  /* it is plain TCP */
	bool had_key;	  /* of a fallback: the handshake was MPTCP's */
	bool client;	  /* it was opened from here */
	bool snd_fixed;	  /* the application set SO_SNDBUF */
	bool rcv_still;	  /* the receive buffer did not grow between the two looks */
	bool wnd_still;	  /* nor did the peer's window, by more than a quarter */
	bool limit_known; /* it is on the attached slowlane, which tells what limits */
	__u32 limit_pct[SL_LIMIT_MAX]; /* of the time between the two looks */
	__u32 window_bytes; /* the peer's, the larger one of the two looks; 0: not known */
	__u32 sndbuf_bytes, rcvbuf_bytes; /* as the kernel counts, overhead included */
	struct adv_path *path;
	size_t n;
};

/* Of the path manager; flags: MPTCP_PM_ADDR_FLAG_* of linux/mptcp.h. */
struct adv_endpoint {
	__u8 addr[16]; /* network order; IPv4 in the first 4 */
	__u16 family;
	__u8 id;
	__u32 flags;
};

/* An address of a device that is up, neither loopback's nor of this link only. */
struct adv_address {
	__u8 addr[16];
	__u16 family;
	char dev[SL_DEV_NAME_MAX];
};

/* A network namespace; sysctls that could not be read are 0, and say nothing. */
struct adv_ns {
	bool enabled;		  /* net.mptcp.enabled */
	bool ours;		  /* net.mptcp.scheduler is slowlane */
	__u64 rmem[3], wmem[3];	  /* net.ipv4.tcp_rmem and tcp_wmem, bytes */
	__u64 notsent_lowat;	  /* net.ipv4.tcp_notsent_lowat, bytes */
	bool limits_known;	  /* the next two */
	__u32 limit_subflows;	  /* beside the first one */
	__u32 limit_add_addr;	  /* signalled addresses that are accepted */
	__u64 join_tx, join_ackd; /* MPJoinSynTx, MPJoinSynAckRx */
	__u64 no_token;		  /* MPFallbackTokenInit */
	struct adv_endpoint *endpoint;
	size_t n_endpoints;
	struct adv_address *address;
	size_t n_addresses;
	struct adv_conn *conn;
	size_t n_conns;
};

enum adv_severity {
	ADV_FAULT, /* MPTCP does not work at all */
	ADV_COST,  /* it carries less than the links would */
	ADV_HINT,  /* it may be meant to be so */
};

/*
 * The one table of findings: ADVICE(name in JSON, severity, why it costs).  The function
 * check_NAME() of advise.c says whether it is so, say_NAME() (advise_say.h) in words what
 * is so and what to type.
 */
/* clang-format off */
#define SL_ADVICES(ADVICE) \
	ADVICE(disabled, FAULT, "every new socket is plain TCP: one path") \
	ADVICE(fallback, FAULT, "a plain TCP connection has one path, and no scheduler") \
	ADVICE(subflow_limit, COST, "second paths are refused: the connection ends with its only link") \
	ADVICE(no_subflow_endpoint, COST, "other links are not used: nothing tells the kernel to open subflows there") \
	ADVICE(join_failed, COST, "other links are not used: what opens subflows there gets no answer") \
	ADVICE(no_signal_endpoint, HINT, "clients with one address cannot know of the others") \
	ADVICE(one_subflow, HINT, "one path carries it, and its end is the connection's") \
	ADVICE(peer_window, COST, "the paths stand idle until the peer has room again") \
	ADVICE(rmem, COST, "the sender has to wait until there is room here") \
	ADVICE(wmem, COST, "the writer waits for memory while the paths have room") \
	ADVICE(notsent_lowat, COST, "the writer is not woken in time to fill a second path") \
	ADVICE(path_costs, COST, "what is sent on the path holds back what the fastest could carry meanwhile")
/* clang-format on */

#define ADVICE_ENUM(name, severity, why) ADV_##name,
enum adv_id {
	SL_ADVICES(ADVICE_ENUM) /* one a row */
	ADV_MAX
};

/* Rates of the paths that carry something, and their longest round trip. */
struct adv_need {
	__u64 rate_Bps; /* the sum */
	__u32 rtt_us;
	__u64 bytes; /* one times the other */
};

/* One finding, of one namespace: the connection where it costs most stands for all. */
struct advice {
	enum adv_id id;
	size_t n; /* connections of which it is so; 0: of the namespace */
	const struct adv_conn *conn;	/* NULL: of the namespace */
	const struct adv_path *path;	/* NULL: of the connection */
	const struct adv_path *fastest; /* beside that path */
	struct adv_need need;
	__u64 need_bytes, have_bytes; /* 0 and 0: no matter of bytes */
	__u64 score;		      /* by which it is the worst */
};

/* Below this (bytes/s) a connection is idle, and its buffers are no matter. */
#define ADV_BUSY_BPS 12500

/* Per cent of the time; what limits for less is no limit. */
#define ADV_LIMIT_PCT 10

/* Bytes; what one path is given at a time at most. */
#define ADV_BURST_BYTES 65536

struct adv_need adv_need(const struct adv_conn *c, bool receiving);
bool adv_fills(__u64 need_bytes, __u64 have_bytes);
__u64 adv_size_for(__u64 now_bytes, __u64 need_bytes);
__u64 adv_path_rate(const struct adv_path *p, bool receiving);
bool adv_endpoint_is(const struct adv_endpoint *e, unsigned int family, const __u8 *addr);
bool adv_address_other(const struct adv_conn *c, const struct adv_address *a);

/**
 * advise - all findings about one namespace
 * @ns: what is so
 * @out: set to them; @out[i].n or @out[i].score is not 0 where @out[i] is found
 *
 * Return: how many.
 */
size_t advise(const struct adv_ns *ns, struct advice out[ADV_MAX]);
bool adv_found(const struct advice *a);

/* advise_say.c */
#define ADV_TODO_MAX 4

/* What to do about it: a command, or after "#" words to a human. */
struct adv_todo {
	char where[64];	   /* address of the host where it is to be typed; "": here */
	char command[512]; /* ASCII, and safe to give to a shell */
};

struct adv_words {
	char what[768]; /* what is so, with the numbers */
	struct adv_todo todo[ADV_TODO_MAX];
	size_t n;
};

extern const char *const adv_names[ADV_MAX];
extern const char *const adv_why[ADV_MAX];
const char *adv_severity(enum adv_id id);

/* @enter: what a command starts with to be run in that namespace; "" for this one. */
void adv_say(const struct adv_ns *ns, const struct advice *a, const char *enter,
	     struct adv_words *w);

/* advise_join.c */
struct diag;

/**
 * adv_join - connections out of two looks at them
 * @ns: its connections are set; to be freed by adv_free(), also after an error
 * @before: the first look
 * @now: the second one; a connection that is not in both has no rates
 *
 * Return: 0, or -ENOMEM.
 */
int adv_join(struct adv_ns *ns, const struct diag *before, const struct diag *now);
void adv_free(struct adv_ns *ns);

#endif /* SL_ADVISE_H */
