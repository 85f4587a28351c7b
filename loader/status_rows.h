/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * status_rows.h - which namespaces "slowlane status" shows.
 */
#ifndef SL_STATUS_ROWS_H
#define SL_STATUS_ROWS_H

#include "netns_list.h"
#include "pins.h"
#include "view.h"

/*
 * The namespaces to show: those of --netns, or else switched by attach, with sockets on
 * it, and this one.
 */
struct ns_row {
	__u32 ino;
	bool noted; /* switched by attach */
	struct sl_netns entry;
};

struct ns_rows {
	struct ns_row *v;
	size_t n;
};

void rows_collect_listed(struct ns_rows *rows, const struct attachment *at,
			 const struct netns_list *list);
void rows_collect(struct ns_rows *rows, const struct attachment *at,
		  const struct socket_view *sockets, __u32 self);

#endif /* SL_STATUS_ROWS_H */
