/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view.h - sockets as the iterators show them, counted.
 */
#ifndef SL_VIEW_H
#define SL_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <netinet/tcp.h>

#include "slowlane.h"

struct attachment;
struct netns;

/* Sockets that have state of the attached program, in all namespaces. */
struct socket_view {
	struct sl_socket_record *records;
	size_t n;
};

struct socket_count {
	unsigned int connections, listeners;
	unsigned int others; /* opened, but neither; they hold the program, too */
};

/* Neither a listener nor one that is not connected, of TCP_* states. */
static inline bool is_connection(__u32 state)
{
	return state != TCP_LISTEN && state != TCP_CLOSE;
}

int socket_view_open(struct socket_view *view);
int socket_view_open_link(int link_fd, struct socket_view *view);
void socket_view_close(struct socket_view *view);

/* @ino: 0 for all namespaces. */
struct socket_count socket_view_count(const struct socket_view *view, __u32 ino);

/* BPF maps of the schedulers whose sockets are the attached program's. */
struct sched_ids {
	__u32 own, bridge; /* bridge: see PIN_BRIDGE; 0: there was none */
};

struct sched_ids sched_ids_of(const struct attachment *at);

/* MPTCP subflows of one namespace, whatever their scheduler. */
struct ns_view {
	struct sl_subflow_record *records;
	size_t n;
	unsigned int older_listeners;	/* hand out another scheduler than these ids' */
	unsigned int older_connections; /* on a slowlane that was detached or replaced */
};

int ns_view_open(const struct netns *ns, struct sched_ids ids, struct ns_view *view);
void ns_view_close(struct ns_view *view);
bool is_older_listener(const struct sl_subflow_record *r, struct sched_ids ids);

/*
 * Connections and listeners of one namespace on any slowlane, attached, replaced or
 * detached, by the link of an iter_subflows.
 */
int slowlane_count(int link_fd, const struct netns *ns, struct socket_count *count);

#endif /* SL_VIEW_H */
