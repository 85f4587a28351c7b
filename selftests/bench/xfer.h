/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xfer.h - one verified transfer between two network namespaces.
 */
#ifndef XFER_H
#define XFER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>

#define XFER_MAX_PATHS 8
#define XFER_MAX_SYSCTLS 8
#define XFER_MAX_EVENTS 64
#define XFER_MAX_CONNECTIONS 64
#define XFER_MAX_REQUESTS 65536 /* of all connections together */
#define XFER_MAX_INTERVALS 4096
/* One more than the in-kernel path manager ever opens: the first and 8 extra. */
#define XFER_MAX_SUBFLOWS 10
#define XFER_ERROR_MAX 256

enum xfer_role {
	XFER_SENDER,
	XFER_RECEIVER
};

struct xfer_opts {
	const char *client_netns; /* NULL: the one we were started in */
	const char *server_netns;
	const char *address;		  /* the server's */
	const char *path[XFER_MAX_PATHS]; /* the client's address on path 1, 2, ... */
	/* NETNS:NAME=VALUE, set before any socket is opened */
	const char *sysctl[XFER_MAX_SYSCTLS];
	/* MICROSECONDS:COMMAND, run that long after the start */
	const char *event[XFER_MAX_EVENTS];
	const char *bind; /* the client's local address */
	const char *dev;  /* the client's device */
	const char *cc;	  /* congestion control of both ends; NULL: the default */
	unsigned int nr_paths;
	unsigned int nr_sysctls;
	unsigned int nr_events;
	bool mptcp;
	bool up; /* the client sends */
	uint64_t port;
	/* What each connection carries: one of bytes, duration_ms, or the two below. */
	uint64_t bytes;
	uint64_t duration_ms;
	uint64_t requests; /* one after the other: asked by the receiver */
	uint64_t request_bytes;
	uint64_t connections;
	uint64_t interval_ms; /* of the series of received bytes; 0: none */
	uint64_t seed;
	uint64_t sndbuf_bytes; /* of the sender; 0: autotuned */
	uint64_t rcvbuf_bytes; /* of the receiver; 0: autotuned */
	uint64_t start_us;     /* wait before connect() */
	uint64_t write_bytes;  /* of one write, at most 64 KiB */
	uint64_t write_gap_us; /* pause after each of them */
	uint64_t timeout_s;
	int64_t start_ns; /* the moment of connect(), which start_us became */
};

/* Counters of /proc/net/netstat: MIB(field of the result, whose, name in MPTcpExt). */
/* clang-format off */
#define XFER_MIBS(MIB) \
	MIB(ofo_segments, XFER_RECEIVER, "OFOQueue") \
	MIB(ofo_tail_segments, XFER_RECEIVER, "OFOQueueTail") \
	MIB(ofo_merged_segments, XFER_RECEIVER, "OFOMerge") \
	MIB(duplicates, XFER_RECEIVER, "DuplicateData") \
	MIB(retrans_mptcp, XFER_SENDER, "MPTCPRetrans") \
	MIB(stale_subflows, XFER_SENDER, "SubflowStale") \
	MIB(zero_window_probes, XFER_SENDER, "WinProbe")
/* clang-format on */

#define XFER_MIB_ENUM(field, role, name) XFER_MIB_##field,
enum xfer_mib {
	XFER_MIBS(XFER_MIB_ENUM) XFER_MIB_MAX
};

struct xfer_subflow {
	unsigned int path; /* 1, 2, ...; 0: none of those given */
	char local[INET6_ADDRSTRLEN];
	char remote[INET6_ADDRSTRLEN];
	uint64_t bytes_received; /* in order, at the TCP level */
	uint64_t bytes_sent;	 /* with retransmissions */
	uint64_t bytes_acked;
	uint64_t bytes_retrans;
	uint32_t srtt_us;
	uint32_t min_rtt_us;
	uint32_t cwnd; /* segments */
};

/* What all processes write to: each adds atomically, or has an element of its own. */
struct xfer_shared {
	char error[XFER_ERROR_MAX]; /* the first one at any end */
	uint32_t nr_requests;
	uint32_t request_us[XFER_MAX_REQUESTS]; /* from asking to the last byte */
	uint64_t interval_bytes
		[XFER_MAX_INTERVALS];  /* received, by time since the start */
	uint64_t mib[2][XFER_MIB_MAX]; /* by enum xfer_role */
	struct xfer_event {
		uint64_t begin_us, end_us; /* since the start; end 0: not run */
	} event[XFER_MAX_EVENTS];
};

/* What one end of one connection found out; written by its process. */
struct xfer_end {
	struct xfer_shared *shared;
	int64_t start_ns; /* CLOCK_MONOTONIC, before connect() */
	int64_t done_ns;  /* CLOCK_MONOTONIC, the last byte is verified */
	uint64_t bytes;
	char cc[16];
	unsigned int nr_subflows;
	struct xfer_subflow subflow[XFER_MAX_SUBFLOWS];
	uint64_t mptcp_bytes_sent; /* first transmissions at the MPTCP level */
	uint64_t mptcp_bytes_retrans;
	uint32_t mptcp_retransmits; /* MPTCP-level retransmission timeouts */
};

/*
 * Ends are numbered in the order of connect() at the client and of accept() at the
 * server, which need not be the same.
 */
struct xfer_result {
	struct xfer_end end[2][XFER_MAX_CONNECTIONS]; /* by enum xfer_role */
	struct xfer_shared shared;
};

/*
 * Note an error: the first one at either end only, what follows it is its consequence.
 * Returns -1.
 */
int xfer_fail(struct xfer_end *end, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Sockets and namespaces. Each returns a file descriptor or 0, or -1 with the error set. */
socklen_t xfer_parse_address(const char *text, uint64_t port,
			     struct sockaddr_storage *ss);
int xfer_enter_netns(const char *name, struct xfer_end *end);
int xfer_set_sysctl(const char *spec, struct xfer_end *end);
int xfer_connect(const struct xfer_opts *opts, struct xfer_end *end);
int xfer_listen(const struct xfer_opts *opts, struct xfer_end *end);
int xfer_accept(int listener, const struct xfer_opts *opts, struct xfer_end *end);

/* All of it: processes for the ends and the events. */
void xfer_run(struct xfer_opts *opts, struct xfer_result *res);

/* The two ends of the transfer itself. */
void xfer_send(int fd, const struct xfer_opts *opts, struct xfer_end *end);
void xfer_receive(int fd, const struct xfer_opts *opts, struct xfer_end *end);

/* Read the counters of this network namespace; 0 where this kernel has none. */
void xfer_read_mib(uint64_t mib[XFER_MIB_MAX]);
int xfer_check_fallback(int fd, const struct xfer_opts *opts, struct xfer_end *end);
int xfer_read_info(int fd, const struct xfer_opts *opts, struct xfer_end *end);
int64_t xfer_now_ns(void);
void xfer_print(FILE *out, const struct xfer_opts *opts, const struct xfer_result *res);

#endif /* XFER_H */
