// SPDX-License-Identifier: GPL-2.0-only
/*
 * order.c - which connection is above which.
 */
#include <string.h>

#include "model.h"

static int up(__u64 a, __u64 b)
{
	return (a > b) - (a < b);
}

static int down(__u64 a, __u64 b)
{
	return up(b, a);
}

/* As shares of their intervals, which differ if one was missed. */
static int by_stall(const struct top_conn *a, const struct top_conn *b)
{
	if (a->known != b->known)
		return a->known ? -1 : 1;
	if (!a->known)
		return 0;
	return down((double)a->stall_us / a->span_us * 1e6,
		    (double)b->stall_us / b->span_us * 1e6);
}

static int by_rate(const struct top_conn *a, const struct top_conn *b)
{
	return a->known != b->known ? (a->known ? -1 : 1)
				    : down(a->rate_Bps, b->rate_Bps);
}

/* A path that stands still is worse than a slow one. */
static unsigned int trouble(const struct top_conn *c)
{
	return (c->flags & SL_PATH_STALE ? 2 : 0) + (c->flags & SL_PATH_SLOW ? 1 : 0);
}

static int by_flags(const struct top_conn *a, const struct top_conn *b)
{
	return down(trouble(a), trouble(b));
}

static int by_rtt(const struct top_conn *a, const struct top_conn *b)
{
	return down(a->srtt_us, b->srtt_us);
}

static int by_token(const struct top_conn *a, const struct top_conn *b)
{
	return up(a->conn.sk->token, b->conn.sk->token);
}

static int by_peer(const struct top_conn *a, const struct top_conn *b)
{
	const struct sl_ends *ea = &a->conn.sk->ends, *eb = &b->conn.sk->ends;
	int diff = up(ea->family, eb->family);

	if (!diff)
		diff = memcmp(ea->daddr, eb->daddr, sizeof(ea->daddr));
	return diff ? diff : up(ea->dport, eb->dport);
}

static int by_netns(const struct top_conn *a, const struct top_conn *b)
{
	int diff = strcmp(a->conn.netns, b->conn.netns);

	return diff ? diff : up(a->conn.sk->netns_ino, b->conn.sk->netns_ino);
}

static int (*const orders[COL_MAX])(const struct top_conn *, const struct top_conn *) = {
	[COL_NAME] = by_token,	[COL_STALL] = by_stall, [COL_RATE] = by_rate,
	[COL_FLAGS] = by_flags, [COL_RTT] = by_rtt,	[COL_ADDRESS] = by_peer,
	[COL_NETNS] = by_netns,
};

/* Equal ones stay where they are from one reading to the next. */
int top_compare(const struct top_conn *a, const struct top_conn *b,
		struct top_order order)
{
	int diff = orders[order.by](a, b);

	if (diff)
		return order.reversed ? -diff : diff;
	diff = by_token(a, b);
	return diff ? diff : up(a->conn.sk->handle, b->conn.sk->handle);
}

enum top_column top_order_find(const char *name)
{
	int c = 0;

	while (c < COL_MAX && (!top_columns[c].name || strcmp(top_columns[c].name, name)))
		c++;
	return c;
}

enum top_column top_order_next(enum top_column by, int step)
{
	do {
		by = (by + COL_MAX + step) % COL_MAX;
	} while (!top_columns[by].name);
	return by;
}
