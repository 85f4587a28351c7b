// SPDX-License-Identifier: GPL-2.0-only
/*
 * view.c - count connections and listeners from the iterators' records.
 */
#include <stdlib.h>
#include <string.h>
#include <netinet/tcp.h>

#include "view.h"

int socket_view_open(struct socket_view *view)
{
	void *records;
	int err = records_read(PIN_ITER_SOCKETS, NULL, sizeof(*view->records), &records,
			       &view->n);

	view->records = records;
	return err;
}

void socket_view_close(struct socket_view *view)
{
	free(view->records);
	view->records = NULL;
	view->n = 0;
}

bool is_connection(__u32 state)
{
	return state != TCP_LISTEN && state != TCP_CLOSE;
}

struct socket_count socket_view_count(const struct socket_view *view, __u32 ino)
{
	struct socket_count count = {};

	for (size_t i = 0; i < view->n; i++) {
		const struct sl_socket_record *r = &view->records[i];

		if (ino && r->netns_ino != ino)
			continue;
		count.listeners += r->state == TCP_LISTEN;
		count.connections += is_connection(r->state);
	}
	return count;
}

/* What it accepts gets its scheduler, not the one that the sysctl names now. */
bool is_older_listener(const struct sl_subflow_record *r, __u32 map_id)
{
	return r->state == TCP_LISTEN && r->sched_map_id != map_id;
}

static bool is_older_connection(const struct sl_subflow_record *r, __u32 map_id)
{
	return r->is_first && is_connection(r->msk_state) && r->sched_map_id != map_id &&
	       !strncmp(r->sched, SL_SCHED_NAME, sizeof(r->sched));
}

int ns_view_open(const struct netns *ns, __u32 map_id, struct ns_view *view)
{
	void *records;
	int err;

	*view = (struct ns_view){};
	err = records_read(PIN_ITER_SUBFLOWS, ns, sizeof(*view->records), &records,
			   &view->n);
	view->records = records;
	for (size_t i = 0; i < view->n; i++) {
		view->older_listeners += is_older_listener(&view->records[i], map_id);
		view->older_connections += is_older_connection(&view->records[i], map_id);
	}
	return err;
}

void ns_view_close(struct ns_view *view)
{
	free(view->records);
	view->records = NULL;
	view->n = 0;
}
