// SPDX-License-Identifier: GPL-2.0-only
/*
 * model.c - readings into figures, and the rows in order.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "model.h"

/* What a track of a connection has for values: bytes sent, then the limit classes. */
#define VALUE_BYTES 0
#define VALUE_LIMITS 1
_Static_assert(VALUE_LIMITS + SL_LIMIT_MAX <= TRACK_VALUES, "a track has room for them");

/* A tenth of the time is a stall that one feels. */
#define STALLED_PART 10

static struct track_key key_of_conn(const struct conn *conn)
{
	return (struct track_key){ conn->sk->handle, conn->sk->token };
}

static struct track_key key_of_path(const struct sl_path_record *p)
{
	return (struct track_key){ p->handle, p->conn };
}

static __u64 per_second(__u64 n, __u64 us)
{
	return us ? n * 1e6 / us : 0;
}

static void note_conn(struct top_model *m, const struct conn *conn, __u64 at_us)
{
	__u64 values[TRACK_VALUES] = { conn->sk->counters.v[SL_CNT_sent_bytes] };
	bool is_new = !tracks_find(&m->tracks, key_of_conn(conn));
	struct track *t;

	for (int i = 0; i < SL_LIMIT_MAX; i++)
		values[VALUE_LIMITS + i] = conn_limit_us(conn, i);
	t = tracks_note(&m->tracks, key_of_conn(conn), at_us, values, TRACK_VALUES);
	t->folded |= is_new && m->fold_new;
	for (size_t i = 0; i < conn->n; i++) {
		const struct sl_path_record *p = conn->path[i];

		t = tracks_note(&m->tracks, key_of_path(p), at_us, &p->acked_bytes, 1);
		if (t->span_us)
			history_push(&t->history, per_second(t->grown[0], t->span_us));
	}
}

int model_take(struct top_model *m, struct conns *conns, __u64 at_us)
{
	int err = tracks_begin(&m->tracks, conns->n + conns->n_path);

	conns_free(&m->conns);
	m->conns = *conns;
	*conns = (struct conns){};
	m->n = m->n_rows = 0;
	if (err)
		return err;
	for (size_t i = 0; i < m->conns.n; i++) {
		struct conn conn = conns_get(&m->conns, i);

		note_conn(m, &conn, at_us);
	}
	tracks_end(&m->tracks);
	return 0;
}

static void add_paths(struct top_conn *c, struct top_totals *totals)
{
	for (size_t i = 0; i < c->conn.n; i++) {
		unsigned int flags = conn_path_flags(&c->conn, c->conn.path[i]);

		c->flags |= flags;
		if (c->conn.path[i]->srtt_us > c->srtt_us)
			c->srtt_us = c->conn.path[i]->srtt_us;
		totals->slow += !!(flags & SL_PATH_SLOW);
		totals->stale += !!(flags & SL_PATH_STALE);
	}
	totals->paths += c->conn.n;
}

/* What is not for its application or its links to answer. */
static void add_stall(struct top_conn *c, const struct track *t)
{
	static const unsigned int classes[] = { SL_LIMIT_SNDBUF, SL_LIMIT_RWND,
						SL_LIMIT_SCHED };
	const __u64 *grown = t->grown + VALUE_LIMITS;

	c->stall_by = classes[0];
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		c->stall_us += grown[classes[i]];
		if (grown[classes[i]] > grown[c->stall_by])
			c->stall_by = classes[i];
	}
	/* The classes' clock is looked at on another moment than ours. */
	if (c->stall_us > c->span_us)
		c->stall_us = c->span_us;
}

static struct top_conn figures(struct top_model *m, const struct conn *conn)
{
	const struct track *t = tracks_find(&m->tracks, key_of_conn(conn));
	struct top_conn c = { .conn = *conn };

	c.folded = t && t->folded;
	c.known = t && t->span_us;
	if (c.known) {
		c.span_us = t->span_us;
		c.rate_Bps = per_second(t->grown[VALUE_BYTES], t->span_us);
		add_stall(&c, t);
		m->totals.rate_Bps += c.rate_Bps;
		m->totals.stalled += c.stall_us * STALLED_PART >= c.span_us;
	}
	add_paths(&c, &m->totals);
	m->totals.conns++;
	m->totals.ipv6 |= conn->sk->ends.family == AF_INET6;
	return c;
}

static int compare(const void *a, const void *b, void *order)
{
	return top_compare(a, b, *(const struct top_order *)order);
}

static void make_rows(struct top_model *m)
{
	m->n_rows = 0;
	for (size_t i = 0; i < m->n; i++) {
		m->rows[m->n_rows++] = (struct top_row){ i, TOP_ROW_CONN };
		for (size_t p = 0; !m->v[i].folded && p < m->v[i].conn.n; p++)
			m->rows[m->n_rows++] = (struct top_row){ i, p };
	}
}

int model_arrange(struct top_model *m, const struct filter *f, struct top_order order)
{
	size_t most = m->conns.n + m->conns.n_path + 1;
	struct top_conn *v = reallocarray(m->v, most, sizeof(*v));
	struct top_row *rows;

	if (!v)
		return -ENOMEM;
	m->v = v;
	rows = reallocarray(m->rows, most, sizeof(*rows));
	if (!rows)
		return -ENOMEM;
	m->rows = rows;
	m->n = 0;
	m->totals = (struct top_totals){};
	for (size_t i = 0; i < m->conns.n; i++) {
		struct conn conn = conns_get(&m->conns, i);

		if (conn_match(&conn, f))
			m->v[m->n++] = figures(m, &conn);
	}
	qsort_r(m->v, m->n, sizeof(*m->v), compare, &order);
	make_rows(m);
	return 0;
}

const struct history *model_history(const struct top_model *m, const struct conn *conn,
				    size_t path)
{
	static const struct history none;
	const struct track *t = tracks_find(&m->tracks, key_of_path(conn->path[path]));

	return t ? &t->history : &none;
}

void model_fold(struct top_model *m, const struct conn *conn, bool folded)
{
	struct track *t = tracks_find(&m->tracks, key_of_conn(conn));

	if (t)
		t->folded = folded;
}

void model_fold_all(struct top_model *m, bool folded)
{
	for (size_t i = 0; i < m->tracks.n; i++)
		m->tracks.v[i].folded = folded;
	m->fold_new = folded;
}

void model_clear(struct top_model *m)
{
	conns_free(&m->conns);
	m->n = m->n_rows = 0;
	m->totals = (struct top_totals){};
}

void model_free(struct top_model *m)
{
	model_clear(m);
	tracks_free(&m->tracks);
	free(m->rows);
	free(m->v);
	*m = (struct top_model){};
}
