/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * conns.h - the connections on the scheduler, each with its paths.
 */
#ifndef SL_CONNS_H
#define SL_CONNS_H

#include <linux/types.h>

#include "filter.h"
#include "limit.h"
#include "netns_names.h"
#include "view.h"

struct conns {
	struct socket_view sockets;
	struct sl_path_record *paths;
	size_t n_paths;
	const struct sl_socket_record **conn; /* by namespace and token */
	size_t n;
	const struct sl_path_record **path; /* by connection, then address */
	size_t n_path;
	struct netns_names names;
};

/* One of them; the paths are an array of pointers. */
struct conn {
	const struct sl_socket_record *sk;
	const struct sl_path_record *const *path;
	size_t n;
	const char *netns; /* its name; "" = has none */
};

/**
 * conns_read - read all of them, of all network namespaces
 * @c: set to them; to be freed, also after an error
 *
 * Two reads, one after the other, of lists that go on changing: a connection that comes or
 * goes meanwhile may be there, or lack paths; one that stays is left out only if another
 * goes in the same moment (7.3: the kernel resumes the walk of a bucket by counting).
 * None is there twice.  A path is there from its handshake on, or, where the hook for that
 * is not (no cgroup v2), once the scheduler looked at it to send.
 *
 * Return: 0, or a negative errno.
 */
int conns_read(struct conns *c);
void conns_free(struct conns *c);

/* conns.c, pure: what conn and path are made from is there.  0 or -ENOMEM. */
int conns_join(struct conns *c);

struct conn conns_get(const struct conns *c, size_t i);

/* enum sl_path_flag, SL_PATH_SLOW included. */
unsigned int conn_path_flags(const struct conn *conn, const struct sl_path_record *path);

/* Is one of its paths meant?  One without paths is asked for its own addresses. */
bool conn_match(const struct conn *conn, const struct filter *f);

/* Time in one class (limit.h) up to now, microseconds. */
__u64 conn_limit_us(const struct conn *conn, unsigned int limit);

#endif /* SL_CONNS_H */
