// SPDX-License-Identifier: GPL-2.0-only
/*
 * cells.c - a column's text for a connection, and for a path.
 */
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "counters.h"
#include "text.h"

/* Per cent of the interval from which on it has a cause, and from which on a colour. */
#define STALL_SHOWN_PCT 0.05
#define STALL_WARN_PCT 10
#define STALL_BAD_PCT 50

void cell_fit(const char *text, unsigned int width, bool right, char buf[CELL_MAX])
{
	unsigned int len = strlen(text);

	if (width >= CELL_MAX)
		width = CELL_MAX - 1;
	if (len <= width)
		snprintf(buf, CELL_MAX, right ? "%*s" : "%-*s", (int)width, text);
	else if (width)
		snprintf(buf, CELL_MAX, "%.*s~", (int)width - 1, text);
	else
		buf[0] = '\0';
}

void cell_title(enum top_column col, bool of_paths, unsigned int width,
		struct top_cell *cell)
{
	const struct top_column_info *c = &top_columns[col];

	cell->shade = SHADE_NONE;
	cell_fit(of_paths ? c->path_title : c->title, width, c->right, cell->text);
}

static const char *flags_text(const struct conn *conn, const struct sl_path_record *p,
			      enum top_shade *shade, char *buf, size_t size)
{
	unsigned int flags = conn_path_flags(conn, p);
	bool fastest = p->handle == conn->sk->fastest;

	if (flags & SL_PATH_STALE)
		*shade = SHADE_BAD;
	else if (flags & SL_PATH_SLOW)
		*shade = SHADE_WARN;
	else if (fastest)
		*shade = SHADE_GOOD;
	snprintf(buf, size, "%s%s%s%s", flags & SL_PATH_STALE ? "STALE " : "",
		 flags & SL_PATH_SLOW ? "SLOW " : "", fastest ? "fastest " : "",
		 flags & SL_PATH_BACKUP ? "backup" : "");
	return buf;
}

/* What is delivered beside what its fellows do: they have one scale. */
static void history_cell(const struct top_model *m, const struct conn *conn, size_t path,
			 unsigned int width, bool utf8, struct top_cell *cell)
{
	float full = 0;

	for (size_t i = 0; i < conn->n; i++) {
		float max = history_max(model_history(m, conn, i), width);

		full = max > full ? max : full;
	}
	sparkline(model_history(m, conn, path), width, full, utf8, cell->text);
}

static void path_cell(const struct top_model *m, const struct conn *conn, size_t path,
		      enum top_column col, struct top_cell *cell, char *buf, size_t size)
{
	const struct sl_path_record *p = conn->path[path];
	const struct history *h = model_history(m, conn, path);
	char text[TEXT_END_MAX];

	switch (col) {
	case COL_NAME:
		text_escape(p->ends.dev, sizeof(p->ends.dev), text, sizeof(text));
		snprintf(buf, size, "  %s", text[0] ? text : "?");
		break;
	case COL_RATE:
		text_mbps(h->n ? history_at(h, 0) : 0, h->n, buf);
		break;
	case COL_FLAGS:
		flags_text(conn, p, &cell->shade, buf, size);
		break;
	case COL_RTT:
		text_ms(p->srtt_us, p->srtt_us, buf);
		break;
	case COL_CWND:
		snprintf(buf, size, "%u", p->cwnd_segs);
		break;
	case COL_SHARE:
		snprintf(buf, size, "%u%%", 100U >> p->share_shift);
		break;
	case COL_LAST:
		snprintf(buf, size, "%s", p->said ? counter_said(p->said) : "");
		break;
	case COL_ADDRESS:
		text_local(&p->ends, buf, size);
		break;
	default:
		break;
	}
}

static void stall_cell(const struct top_conn *c, struct top_cell *cell, char *buf,
		       size_t size)
{
	double pct = c->known ? c->stall_us * 100.0 / c->span_us : 0;

	if (c->known)
		snprintf(buf, size, "%5.1f %s", pct,
			 pct >= STALL_SHOWN_PCT ? text_limit(c->stall_by) : "");
	else
		snprintf(buf, size, "%5s", "-");
	if (pct >= STALL_BAD_PCT)
		cell->shade = SHADE_BAD;
	else if (pct >= STALL_WARN_PCT)
		cell->shade = SHADE_WARN;
}

/* Of a connection whose paths are not shown: the worst of them. */
static const char *state_text(const struct top_conn *c, struct top_cell *cell)
{
	if (c->folded && c->flags & SL_PATH_STALE) {
		cell->shade = SHADE_BAD;
		return "STALE";
	}
	if (c->folded && c->flags & SL_PATH_SLOW) {
		cell->shade = SHADE_WARN;
		return "SLOW";
	}
	return text_state(c->conn.sk->state);
}

static void conn_cell(const struct top_conn *c, enum top_column col,
		      struct top_cell *cell, char *buf, size_t size)
{
	const struct sl_socket_record *sk = c->conn.sk;

	switch (col) {
	case COL_NAME:
		snprintf(buf, size, "%s%x",
			 !c->conn.n  ? " "
			 : c->folded ? "+"
				     : "-",
			 sk->token);
		break;
	case COL_STALL:
		stall_cell(c, cell, buf, size);
		break;
	case COL_RATE:
		text_mbps(c->rate_Bps, c->known, buf);
		break;
	case COL_FLAGS:
		snprintf(buf, size, "%s", state_text(c, cell));
		break;
	case COL_RTT:
		text_ms(c->srtt_us, c->srtt_us, buf);
		break;
	case COL_LAST:
		snprintf(buf, size, "%s", sk->said ? counter_said(sk->said) : "");
		break;
	case COL_ADDRESS:
		text_peer(&sk->ends, buf, size);
		break;
	case COL_NETNS:
		text_escape(c->conn.netns, SL_NETNS_NAME_MAX, buf, size);
		if (!buf[0])
			snprintf(buf, size, "%u", sk->netns_ino);
		break;
	default:
		break;
	}
}

void cell_make(const struct top_model *m, const struct top_row *row, enum top_column col,
	       unsigned int width, bool utf8, struct top_cell *cell)
{
	const struct top_conn *c = &m->v[row->conn];
	char buf[CELL_MAX] = "";

	cell->shade = SHADE_NONE;
	if (row->path != TOP_ROW_CONN && col == COL_STALL) {
		history_cell(m, &c->conn, row->path, width, utf8, cell);
		return;
	}
	if (row->path == TOP_ROW_CONN)
		conn_cell(c, col, cell, buf, sizeof(buf));
	else
		path_cell(m, &c->conn, row->path, col, cell, buf, sizeof(buf));
	cell_fit(buf, width, top_columns[col].right, cell->text);
}
