// SPDX-License-Identifier: GPL-2.0-only
/*
 * conns.c - join the records of the two iterators: connections, and paths.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "conns.h"
#include "slow.h"

static int compare(__u64 a, __u64 b)
{
	return (a > b) - (a < b);
}

static int compare_conns(const void *va, const void *vb)
{
	const struct sl_socket_record *const *pa = va, *const *pb = vb, *a = *pa,
					     *b = *pb;
	int by_ns = compare(a->netns_ino, b->netns_ino);
	int by_token = by_ns ? by_ns : compare(a->token, b->token);

	return by_token ? by_token : compare(a->handle, b->handle);
}

static int compare_paths(const void *va, const void *vb)
{
	const struct sl_path_record *const *pa = va, *const *pb = vb, *a = *pa, *b = *pb;
	int by_conn = compare(a->conn, b->conn);
	int by_addr = by_conn ? by_conn : memcmp(&a->ends, &b->ends, sizeof(a->ends));

	return by_addr ? by_addr : compare(a->handle, b->handle);
}

static int sort_conns(struct conns *c)
{
	size_t n = 0;

	c->conn = calloc(c->sockets.n + 1, sizeof(*c->conn));
	if (!c->conn)
		return -ENOMEM;
	for (size_t i = 0; i < c->sockets.n; i++) {
		if (is_connection(c->sockets.records[i].state))
			c->conn[n++] = &c->sockets.records[i];
	}
	qsort(c->conn, n, sizeof(*c->conn), compare_conns);
	for (size_t i = 0; i < n; i++) {
		if (!c->n || c->conn[c->n - 1]->handle != c->conn[i]->handle)
			c->conn[c->n++] = c->conn[i];
	}
	return 0;
}

static int sort_paths(struct conns *c)
{
	c->path = calloc(c->n_paths + 1, sizeof(*c->path));
	if (!c->path)
		return -ENOMEM;
	for (size_t i = 0; i < c->n_paths; i++)
		c->path[i] = &c->paths[i];
	qsort(c->path, c->n_paths, sizeof(*c->path), compare_paths);
	for (size_t i = 0; i < c->n_paths; i++) {
		if (!c->n_path || c->path[c->n_path - 1]->handle != c->path[i]->handle)
			c->path[c->n_path++] = c->path[i];
	}
	return 0;
}

int conns_join(struct conns *c)
{
	int err = sort_conns(c);

	return err ? err : sort_paths(c);
}

/* Index of the first path whose connection is not below this one. */
static size_t paths_from(const struct conns *c, __u64 handle)
{
	size_t low = 0, high = c->n_path;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (c->path[mid]->conn < handle)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

struct conn conns_get(const struct conns *c, size_t i)
{
	struct conn conn = { .sk = c->conn[i] };
	size_t first = paths_from(c, conn.sk->handle), end = first;

	while (end < c->n_path && c->path[end]->conn == conn.sk->handle)
		end++;
	conn.path = c->path + first;
	conn.n = end - first;
	conn.netns = netns_names_find(&c->names, conn.sk->netns_ino);
	return conn;
}

/* Unproven, a rate is a lower bound, and a backup is not compared; see gates.h. */
unsigned int conn_path_flags(const struct conn *conn, const struct sl_path_record *path)
{
	unsigned int flags = path->flags;

	if (flags & SL_PATH_PROVEN && !(flags & SL_PATH_BACKUP) &&
	    sl_rate_is_slow(path->rate_Bps, conn->sk->fastest_Bps,
			    conn->sk->slow_ratio_pct))
		flags |= SL_PATH_SLOW;
	return flags;
}

bool conn_match(const struct conn *conn, const struct filter *f)
{
	struct filter_path p = {
		.ends = &conn->sk->ends,
		.netns_ino = conn->sk->netns_ino,
		.netns = conn->netns,
	};

	if (!conn->n)
		return filter_match(f, &p);
	for (size_t i = 0; i < conn->n; i++) {
		p.ends = &conn->path[i]->ends;
		p.flags = conn_path_flags(conn, conn->path[i]);
		if (filter_match(f, &p))
			return true;
	}
	return false;
}

__u64 conn_limit_us(const struct conn *conn, unsigned int limit)
{
	const struct sl_socket_record *sk = conn->sk;

	return sk->counters.v[SL_CNT_limit_app_us + limit] +
	       (sk->said && sk->limit == limit ? sk->limit_for_us : 0);
}
