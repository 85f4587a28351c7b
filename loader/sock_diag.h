/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sock_diag.h - MPTCP connections and their subflows as sock_diag(7) has them, whatever
 * their scheduler is.
 */
#ifndef SL_SOCK_DIAG_H
#define SL_SOCK_DIAG_H

#include <stdbool.h>
#include <linux/types.h>

#include "conns_abi.h"
#include "netns.h"

/* An MPTCP connection; as a line of ss -M. */
struct diag_conn {
	struct sl_ends ends; /* without a device's name */
	__u32 token;
	__u32 sndbuf_bytes, rcvbuf_bytes; /* as the kernel counts, overhead included */
	bool fallback;			  /* it is plain TCP */
	bool had_key; /* the peer's key came: the handshake was MPTCP's */
};

/* One of their subflows. */
struct diag_path {
	struct sl_ends ends;
	__u32 token; /* of its connection */
	bool first;  /* the connection was opened by it, from here */
	bool backup; /* either end flagged it */
	__u64 acked_bytes, received_bytes; /* at the TCP level, ever */
	__u64 delivery_Bps;		   /* the kernel's last sample; 0: none yet */
	__u32 rtt_us;			   /* 0: none yet */
	__u32 rcv_rtt_us;		   /* as the receiver reckons; 0: none yet */
	__u32 snd_wnd_bytes; /* the peer's window; 0 too if the kernel does not tell */
	__u32 rcv_wnd_bytes; /* ours */
	__u32 sndbuf_bytes;
};

struct diag {
	struct diag_conn *conn; /* by token */
	size_t n;
	struct diag_path *path; /* by token, then address */
	size_t n_paths;
	__u64 at_us; /* CLOCK_MONOTONIC, when the subflows were read */
};

/**
 * diag_read - the MPTCP connections of a network namespace that are open
 * @ns: the namespace
 * @d: set to them; to be freed, also after an error
 *
 * Subflows are looked for only if there is a connection.
 *
 * Return: 0, or a negative errno; -ENOENT: the kernel lacks CONFIG_INET_MPTCP_DIAG.
 */
int diag_read(const struct netns *ns, struct diag *d);
void diag_free(struct diag *d);

#endif /* SL_SOCK_DIAG_H */
