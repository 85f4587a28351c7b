// SPDX-License-Identifier: GPL-2.0-only
/*
 * plain.c - "slowlane top" into a file or a pipe: snapshots, as text or as JSON.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "conns_out.h"
#include "text.h"
#include "top.h"

/* All columns, and twenty intervals of history. */
#define PLAIN_COLUMNS 132

static void put_line(char *line)
{
	size_t len = strlen(line);

	while (len && line[len - 1] == ' ')
		line[--len] = '\0';
	puts(line);
}

/* @row: NULL for titles. */
static void put_row(const struct top *t, const struct layout *l,
		    const struct top_row *row, bool of_paths)
{
	char line[PLAIN_COLUMNS * 4 + CELL_MAX] = "";
	struct top_cell cell;
	char *to = line;

	for (int c = 0; c < COL_MAX; c++) {
		if (!l->width[c])
			continue;
		if (row)
			cell_make(&t->model, row, c, l->width[c], t->utf8, &cell);
		else
			cell_title(c, of_paths, l->width[c], &cell);
		if (to != line)
			to = stpcpy(to, " ");
		to = stpcpy(to, cell.text);
	}
	put_line(line);
}

static void put_text(const struct top *t)
{
	char line[TOP_LINE_MAX];
	struct layout l;

	layout_columns(PLAIN_COLUMNS, t->model.totals.ipv6, &l);
	puts(line_state(t, line));
	puts(line_totals(t, line));
	if (t->tunables[0])
		puts(line_tunables(t, line));
	put_row(t, &l, NULL, false);
	put_row(t, &l, NULL, true);
	for (size_t i = 0; i < t->model.n_rows; i++)
		put_row(t, &l, &t->model.rows[i], false);
}

/**
 * put_json - one object, on a line of its own unless -p is given
 *
 * connections: as in "connections" (conns_out.h), in the order asked for; of each also,
 * of the time since the last snapshot, or null if it was not there: interval_us; stall_us,
 * time in the limit classes sndbuf, rwnd and sched; sent_mbps.
 */
static void put_json(const struct top *t)
{
	struct jsonw w = { .out = stdout, .pretty = t->cli->opt.pretty };

	jsonw_open(&w, NULL, '{');
	jsonw_open(&w, "connections", '[');
	for (size_t i = 0; i < t->model.n; i++) {
		const struct top_conn *c = &t->model.v[i];

		jsonw_open(&w, NULL, '{');
		conn_json_members(&c->conn, &w);
		if (c->known) {
			jsonw_u64(&w, "interval_us", c->span_us);
			jsonw_u64(&w, "stall_us", c->stall_us);
			jsonw_mbps(&w, "sent_mbps", c->rate_Bps);
		} else {
			jsonw_null(&w, "interval_us");
			jsonw_null(&w, "stall_us");
			jsonw_null(&w, "sent_mbps");
		}
		jsonw_close(&w, '}');
	}
	jsonw_close(&w, ']');
	jsonw_close(&w, '}');
}

/* False after a signal. */
static bool wait_ms(int signals, unsigned int ms)
{
	struct pollfd p = { .fd = signals, .events = POLLIN };

	while (poll(&p, 1, ms) < 0 && errno == EINTR)
		;
	return !cli_interrupted();
}

/* Waits while an attach or a detach is at work. */
static int read_soon(struct top *t, int signals)
{
	int code = top_read(t);

	while (code == TOP_BUSY && wait_ms(signals, TOP_BUSY_MS))
		code = top_read(t);
	return code == TOP_BUSY ? 0 : code;
}

/* The first reading is only what the second one is compared with. */
int top_plain(struct top *t)
{
	int code, signals;

	/* Whoever reads a pipe wants an end. */
	if (!t->counted)
		t->count = 1;
	cli_hold_signals();
	signals = cli_signal_fd();
	if (signals < 0)
		return cli_fail_errno(t->cli, errno, NULL, "signals");
	code = read_soon(t, signals);
	for (unsigned long long n = 0;
	     !code && (!t->count || n < t->count) && wait_ms(signals, t->delay_ms); n++) {
		code = read_soon(t, signals);
		if (code || cli_interrupted())
			break;
		if (n && !t->cli->opt.json)
			putchar('\n');
		if (t->cli->opt.json) {
			t->cli->streamed = true;
			put_json(t);
		} else {
			put_text(t);
		}
		if (fflush(stdout))
			break; /* cli_finish() says why */
	}
	close(signals);
	return code;
}
