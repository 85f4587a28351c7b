// SPDX-License-Identifier: GPL-2.0-only
/*
 * view.c - count connections and listeners from the iterators' records.
 */
#include <stdlib.h>
#include <string.h>
#include <netinet/tcp.h>

#include "netns.h"
#include "pins.h"
#include "view.h"

int socket_view_open(struct socket_view *view)
{
	void *records;
	int err = records_read(PIN_ITER_SOCKETS, NULL, sizeof(*view->records), &records,
			       &view->n);

	view->records = records;
	return err;
}

int socket_view_open_link(int link_fd, struct socket_view *view)
{
	void *records;
	int err = records_read_link(link_fd, NULL, sizeof(*view->records), &records,
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

struct socket_count socket_view_count(const struct socket_view *view, __u32 ino)
{
	struct socket_count count = {};

	for (size_t i = 0; i < view->n; i++) {
		const struct sl_socket_record *r = &view->records[i];

		if (ino && r->netns_ino != ino)
			continue;
		count.listeners += r->state == TCP_LISTEN;
		count.connections += is_connection(r->state);
		count.others += r->state == TCP_CLOSE;
	}
	return count;
}

struct sched_ids sched_ids_of(const struct attachment *at)
{
	return (struct sched_ids){ at->map_id, at->info.bridge_map_id };
}

static bool is_current(const struct sl_subflow_record *r, struct sched_ids ids)
{
	return r->sched_map_id == ids.own ||
	       (ids.bridge && r->sched_map_id == ids.bridge);
}

/* What it accepts gets its scheduler, not the one that the sysctl names now. */
bool is_older_listener(const struct sl_subflow_record *r, struct sched_ids ids)
{
	return r->state == TCP_LISTEN && !is_current(r, ids);
}

static bool is_slowlane(const struct sl_subflow_record *r)
{
	return r->sched_map_id && (!strncmp(r->sched, SL_SCHED_NAME, sizeof(r->sched)) ||
				   !strncmp(r->sched, SL_BRIDGE_NAME, sizeof(r->sched)));
}

static bool is_first_of_connection(const struct sl_subflow_record *r)
{
	return r->is_first && is_connection(r->msk_state);
}

int ns_view_open(const struct netns *ns, struct sched_ids ids, struct ns_view *view)
{
	void *records;
	int err;

	*view = (struct ns_view){};
	err = records_read(PIN_ITER_SUBFLOWS, ns, sizeof(*view->records), &records,
			   &view->n);
	view->records = records;
	for (size_t i = 0; i < view->n; i++) {
		const struct sl_subflow_record *r = &view->records[i];

		view->older_listeners += is_older_listener(r, ids);
		view->older_connections += is_first_of_connection(r) && is_slowlane(r) &&
					   !is_current(r, ids);
	}
	return err;
}

int slowlane_count(int link_fd, const struct netns *ns, struct socket_count *count)
{
	struct sl_subflow_record *records;
	void *buf;
	size_t n;
	int err = records_read_link(link_fd, ns, sizeof(*records), &buf, &n);

	records = buf;
	for (size_t i = 0; i < n; i++) {
		if (!is_slowlane(&records[i]))
			continue;
		count->listeners += records[i].state == TCP_LISTEN;
		count->connections += is_first_of_connection(&records[i]);
	}
	free(buf);
	return err;
}

void ns_view_close(struct ns_view *view)
{
	free(view->records);
	view->records = NULL;
	view->n = 0;
}
