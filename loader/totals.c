// SPDX-License-Identifier: GPL-2.0-only
/*
 * totals.c - add up what the live sockets and the closed ones counted.
 */
#include <errno.h>
#include <stdlib.h>
#include <bpf/bpf.h>

#include "totals.h"

/* A socket that closes while the live ones are read is counted twice or not at all. */
#define TOTALS_TRIES 16

/* The namespace's row, a new one if it has none; NULL without memory. */
static struct netns_total *totals_row(struct totals *totals, __u32 ino)
{
	struct netns_total *v;

	for (size_t i = 0; i < totals->n; i++) {
		if (totals->v[i].ino == ino)
			return &totals->v[i];
	}
	v = reallocarray(totals->v, totals->n + 1, sizeof(*v));
	if (!v)
		return NULL;
	totals->v = v;
	v[totals->n] = (struct netns_total){ .ino = ino };
	return &v[totals->n++];
}

static void counters_add(struct sl_counters *sum, const struct sl_counters *add)
{
	for (int i = 0; i < SL_CNT_MAX; i++)
		sum->v[i] += add->v[i];
}

/* @totals: NULL for only the number of closed sockets. */
static int add_closed(int map_fd, struct totals *totals, __u64 *sockets)
{
	__u32 key, *prev = NULL;

	*sockets = 0;
	while (!bpf_map_get_next_key(map_fd, prev, &key)) {
		struct sl_counters closed;

		prev = &key;
		if (bpf_map_lookup_elem(map_fd, &key, &closed))
			continue;
		*sockets += closed.v[SL_CNT_sockets_closed];
		if (totals) {
			struct netns_total *row = totals_row(totals, key);

			if (!row)
				return -ENOMEM;
			counters_add(&row->counters, &closed);
		}
	}
	return 0;
}

static int add_live(struct totals *totals)
{
	struct socket_view live = {};
	int err = socket_view_open(&live);

	for (size_t i = 0; !err && i < live.n; i++) {
		struct netns_total *row = totals_row(totals, live.records[i].netns_ino);

		if (row)
			counters_add(&row->counters, &live.records[i].counters);
		else
			err = -ENOMEM;
	}
	for (size_t i = 0; !err && i < totals->n; i++)
		totals->v[i].live = socket_view_count(&live, totals->v[i].ino);
	socket_view_close(&live);
	return err;
}

/**
 * totals_read - the counters of all namespaces
 * @at: an attachment that is usable
 * @totals: set to them; for totals_free(), also after an error
 *
 * Live and closed sockets are two reads, and a socket may go from the first to the
 * second in between: then sockets_closed has moved, and it is done again.
 *
 * Return: 0; -EAGAIN if it moved each time, and the sums are not exact; another
 * negative errno if there are none.
 */
int totals_read(const struct attachment *at, struct totals *totals)
{
	*totals = (struct totals){};
	for (int i = 0; i < TOTALS_TRIES; i++) {
		__u64 before, after;
		int err = add_closed(at->fd[PIN_CLOSED], NULL, &before);

		totals->n = 0;
		if (!err)
			err = add_live(totals);
		if (!err)
			err = add_closed(at->fd[PIN_CLOSED], totals, &after);
		if (err)
			return err;
		if (before == after)
			return 0;
	}
	return -EAGAIN;
}

/* @ino: 0 for all namespaces. */
struct sl_counters totals_sum(const struct totals *totals, __u32 ino)
{
	struct sl_counters sum = {};

	for (size_t i = 0; i < totals->n; i++) {
		if (!ino || totals->v[i].ino == ino)
			counters_add(&sum, &totals->v[i].counters);
	}
	return sum;
}

void totals_free(struct totals *totals)
{
	free(totals->v);
	*totals = (struct totals){};
}
