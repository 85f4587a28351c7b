// SPDX-License-Identifier: GPL-2.0-only
/*
 * lines.c - what stands above the list and below it.
 */
#include <stdio.h>

#include "text.h"
#include "top.h"

const char *line_state(const struct top *t, char buf[TOP_LINE_MAX])
{
	char every[16];

	if (t->busy)
		snprintf(buf, TOP_LINE_MAX,
			 "waiting: an attach or a detach is at work; figures are old");
	else if (!t->attached)
		snprintf(buf, TOP_LINE_MAX, "waiting: %.*s", TOP_LINE_MAX - 16, t->why);
	else
		snprintf(buf, TOP_LINE_MAX,
			 SL_PROG " " SLOWLANE_VERSION
				 " attached %s, every %s, by %s%s%s%s",
			 t->since, delay_text(t->delay_ms, every, sizeof(every)),
			 top_columns[t->order.by].name,
			 t->order.reversed ? " reversed" : "",
			 t->filter_text[0] ? ", filter: " : "", t->filter_text);
	return buf;
}

const char *line_totals(const struct top *t, char buf[TOP_LINE_MAX])
{
	const struct top_totals *n = &t->model.totals;
	char rate[TEXT_NUMBER_MAX];

	snprintf(buf, TOP_LINE_MAX,
		 "%zu connection%s (%zu stalled), %zu path%s (%zu slow, %zu stale), "
		 "%s Mbit/s",
		 n->conns, plural(n->conns), n->stalled, n->paths, plural(n->paths),
		 n->slow, n->stale, text_mbps(n->rate_Bps, true, rate));
	return buf;
}

const char *line_tunables(const struct top *t, char buf[TOP_LINE_MAX])
{
	snprintf(buf, TOP_LINE_MAX, "set: %.*s", TOP_LINE_MAX - 6, t->tunables);
	return buf;
}

static void conn_detail(const struct conn *conn, char buf[TOP_LINE_MAX])
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], netns[TEXT_NAME_MAX];
	char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX], c[TEXT_NUMBER_MAX];
	const struct sl_socket_record *sk = conn->sk;

	text_escape(conn->netns, SL_NETNS_NAME_MAX, netns, sizeof(netns));
	snprintf(buf, TOP_LINE_MAX,
		 "%s > %s, netns %s%sinode %u, unsent %s, unacked %s, window %s",
		 text_local(&sk->ends, local, sizeof(local)),
		 text_peer(&sk->ends, peer, sizeof(peer)), netns, netns[0] ? " " : "",
		 sk->netns_ino, text_size(sk->unsent_bytes, a),
		 text_size(sk->unacked_bytes, b), text_size(sk->window_bytes, c));
}

static void path_detail(const struct sl_path_record *p, char buf[TOP_LINE_MAX])
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX];
	char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX], c[TEXT_NUMBER_MAX];

	snprintf(buf, TOP_LINE_MAX,
		 "%s > %s, reckoned %s Mbit/s, in flight %u, unsent %s, again %s, "
		 "penalties %u",
		 text_local(&p->ends, local, sizeof(local)),
		 text_peer(&p->ends, peer, sizeof(peer)),
		 text_mbps(p->rate_Bps, p->rate_Bps, a), p->in_flight,
		 text_size(p->unsent_bytes, b), text_size(p->retrans_bytes, c),
		 p->penalties);
}

const char *line_detail(const struct top *t, const struct top_row *row,
			char buf[TOP_LINE_MAX])
{
	const struct conn *conn = &t->model.v[row->conn].conn;

	if (row->path == TOP_ROW_CONN)
		conn_detail(conn, buf);
	else
		path_detail(conn->path[row->path], buf);
	return buf;
}
