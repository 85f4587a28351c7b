/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view.h - sockets as the iterators show them, counted.
 */
#ifndef SL_VIEW_H
#define SL_VIEW_H

#include "netns.h"
#include "pins.h"

/* Sockets that have state of the attached program, in all namespaces. */
struct socket_view {
	struct sl_socket_record *records;
	size_t n;
};

struct socket_count {
	unsigned int connections, listeners;
};

/* Neither a listener nor one that is not connected, of TCP_* states. */
bool is_connection(__u32 state);

int socket_view_open(struct socket_view *view);
void socket_view_close(struct socket_view *view);

/* @ino: 0 for all namespaces. */
struct socket_count socket_view_count(const struct socket_view *view, __u32 ino);

/* MPTCP subflows of one namespace, whatever their scheduler. */
struct ns_view {
	struct sl_subflow_record *records;
	size_t n;
	unsigned int older_listeners;	/* hand out another scheduler than map_id's */
	unsigned int older_connections; /* on a slowlane that was detached */
};

int ns_view_open(const struct netns *ns, __u32 map_id, struct ns_view *view);
void ns_view_close(struct ns_view *view);
bool is_older_listener(const struct sl_subflow_record *r, __u32 map_id);

#endif /* SL_VIEW_H */
