// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_top_model.c - readings into figures, rows, their order and their text.
 */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <netinet/tcp.h>

#include "kselftest_harness.h"
#include "cells.h"
#include "select.h"

#define SECOND_US 1000000ULL
#define CONNS 3
#define PATHS 2

/* The records of these tests are not allocated one by one. */
void conns_free(struct conns *c)
{
	free(c->path);
	free(c->conn);
	*c = (struct conns){};
}

const char *netns_names_find(const struct netns_names *names, __u32 ino)
{
	return names->n && ino == 100 ? "blue" : "";
}

static const struct filter all;
static const struct top_order by_stall = { .by = COL_STALL };

FIXTURE(top)
{
	struct sl_socket_record sk[CONNS];
	struct sl_path_record path[CONNS * PATHS];
	struct top_model m;
	__u64 now_us;
};

FIXTURE_SETUP(top)
{
	for (int i = 0; i < CONNS; i++) {
		self->sk[i] = (struct sl_socket_record){
			.netns_ino = 100,
			.state = TCP_ESTABLISHED,
			.token = 0xa0 + i,
			.handle = 1000 + i,
			.said = SL_CNT_picks_earliest,
			.slow_ratio_pct = 50,
			.ends = { .family = AF_INET,
				  .daddr = { 10, 9, 0, CONNS - i },
				  .dport = 443 },
		};
		for (int p = 0; p < PATHS; p++) {
			struct sl_path_record *r = &self->path[i * PATHS + p];

			*r = (struct sl_path_record){
				.handle = 2000 + i * PATHS + p,
				.conn = 1000 + i,
				.srtt_us = 1000 * (1 + i + p),
				.ends = { .family = AF_INET, .saddr = { 10, 0, p, 1 } },
			};
			snprintf(r->ends.dev, sizeof(r->ends.dev), "eth%d", p);
		}
	}
	self->m = (struct top_model){};
	self->now_us = 5 * SECOND_US;
}

FIXTURE_TEARDOWN(top)
{
	model_free(&self->m);
}

/* One more reading, a second after the last, of the first @n. */
static void read_some(FIXTURE_DATA(top) * self, size_t n)
{
	struct conns c = { .sockets = { self->sk, n },
			   .paths = self->path,
			   .n_paths = n * PATHS };

	if (conns_join(&c) || model_take(&self->m, &c, self->now_us) ||
	    model_arrange(&self->m, &all, by_stall))
		abort();
	self->now_us += SECOND_US;
}

static void grow(struct sl_socket_record *sk, int limit, __u64 us, __u64 bytes)
{
	sk->counters.v[SL_CNT_limit_app_us + limit] += us;
	sk->counters.v[SL_CNT_sent_bytes] += bytes;
}

TEST_F(top, stall_is_what_waits_for_neither_application_nor_links)
{
	const struct top_conn *c;

	read_some(self, 1);
	EXPECT_FALSE(self->m.v[0].known);
	grow(&self->sk[0], SL_LIMIT_APP, 100000, 125000);
	grow(&self->sk[0], SL_LIMIT_CWND, 500000, 0);
	grow(&self->sk[0], SL_LIMIT_SNDBUF, 100000, 0);
	grow(&self->sk[0], SL_LIMIT_RWND, 200000, 0);
	grow(&self->sk[0], SL_LIMIT_SCHED, 50000, 0);
	/* What is not added yet counts, too. */
	self->sk[0].limit = SL_LIMIT_RWND;
	self->sk[0].limit_for_us = 50000;
	read_some(self, 1);
	c = &self->m.v[0];
	ASSERT_TRUE(c->known);
	EXPECT_EQ(c->span_us, SECOND_US);
	EXPECT_EQ(c->stall_us, 400000);
	EXPECT_EQ(c->stall_by, SL_LIMIT_RWND);
	EXPECT_EQ(c->rate_Bps, 125000);
	EXPECT_EQ(self->m.totals.stalled, 1);
	/* Of the last interval, not ever; a clock that is off makes no more than all. */
	read_some(self, 1);
	EXPECT_EQ(self->m.v[0].stall_us, 0);
	EXPECT_EQ(self->m.totals.stalled, 0);
	grow(&self->sk[0], SL_LIMIT_SCHED, 1100000, 0);
	read_some(self, 1);
	EXPECT_EQ(self->m.v[0].stall_us, SECOND_US);
}

TEST_F(top, one_that_is_missed_once_has_the_longer_interval)
{
	read_some(self, 2);
	read_some(self, 2);
	read_some(self, 1);
	self->path[2].acked_bytes += 4000;
	grow(&self->sk[1], SL_LIMIT_SNDBUF, 1000000, 0);
	read_some(self, 2);
	ASSERT_EQ(self->m.n, 2);
	EXPECT_EQ(self->m.v[0].conn.sk->token, 0xa1);
	EXPECT_EQ(self->m.v[0].span_us, 2 * SECOND_US);
	EXPECT_EQ(self->m.v[0].stall_us, SECOND_US);
	EXPECT_EQ(history_at(model_history(&self->m, &self->m.v[0].conn, 0), 0), 2000);
	EXPECT_EQ(model_history(&self->m, &self->m.v[0].conn, 0)->n, 2);
	/* Away for long, it is a new one. */
	for (int i = 0; i < 4; i++)
		read_some(self, 1);
	read_some(self, 2);
	EXPECT_FALSE(self->m.v[1].known);
	EXPECT_EQ(self->m.tracks.n, 6);
}

/* The same handle, another connection; and bytes that start anew. */
TEST_F(top, another_one_at_the_same_place)
{
	self->path[0].acked_bytes = 5000;
	read_some(self, 1);
	read_some(self, 1);
	self->sk[0].token = 7;
	self->path[0].acked_bytes = 10;
	read_some(self, 1);
	EXPECT_FALSE(self->m.v[0].known);
	EXPECT_EQ(model_history(&self->m, &self->m.v[0].conn, 0)->n, 0);
	EXPECT_EQ(model_history(&self->m, &self->m.v[0].conn, 1)->n, 2);
}

static unsigned int token_at(const struct top_model *m, size_t i)
{
	return m->v[i].conn.sk->token;
}

TEST_F(top, order)
{
	struct top_order order = { .by = COL_STALL };

	read_some(self, 2);
	grow(&self->sk[0], SL_LIMIT_SNDBUF, 1000, 9000);
	grow(&self->sk[1], SL_LIMIT_SNDBUF, 2000, 1000);
	self->path[0].flags = SL_PATH_STALE;
	/* The third is new: without figures it is below those that have some. */
	read_some(self, 3);
	EXPECT_EQ(token_at(&self->m, 0), 0xa1);
	EXPECT_EQ(token_at(&self->m, 2), 0xa2);
	order.by = COL_RATE;
	EXPECT_EQ(model_arrange(&self->m, &all, order), 0);
	EXPECT_EQ(token_at(&self->m, 0), 0xa0);
	EXPECT_EQ(token_at(&self->m, 2), 0xa2);
	order.by = COL_RTT;
	EXPECT_EQ(model_arrange(&self->m, &all, order), 0);
	EXPECT_EQ(token_at(&self->m, 0), 0xa2);
	order.by = COL_FLAGS;
	EXPECT_EQ(model_arrange(&self->m, &all, order), 0);
	EXPECT_EQ(token_at(&self->m, 0), 0xa0);
	EXPECT_EQ(token_at(&self->m, 1), 0xa1);
	order.by = COL_ADDRESS;
	EXPECT_EQ(model_arrange(&self->m, &all, order), 0);
	EXPECT_EQ(token_at(&self->m, 0), 0xa2);
	order.reversed = true;
	EXPECT_EQ(model_arrange(&self->m, &all, order), 0);
	EXPECT_EQ(token_at(&self->m, 0), 0xa0);
}

TEST(order_columns)
{
	enum top_column by = COL_STALL;
	unsigned int n = 0;

	EXPECT_EQ(top_order_find("rate"), COL_RATE);
	EXPECT_EQ(top_order_find("cwnd"), COL_MAX);
	EXPECT_EQ(top_order_next(COL_NAME, -1), COL_NETNS);
	/* All of them, and back. */
	do {
		EXPECT_EQ(top_order_find(top_columns[by].name), by);
		EXPECT_EQ(top_order_next(top_order_next(by, 1), -1), by);
		by = top_order_next(by, 1);
	} while (by != COL_STALL && n++ < COL_MAX);
	EXPECT_EQ(by, COL_STALL);
}

TEST_F(top, rows_folds_and_selection)
{
	struct top_model *m = &self->m;
	struct selection at;

	read_some(self, 2);
	EXPECT_EQ(m->n_rows, 6);
	select_row(&at, m, 5);
	EXPECT_EQ(at.conn, 1001);
	EXPECT_EQ(at.path, 2003);
	/* It moves up with its connection, which is folded then. */
	grow(&self->sk[1], SL_LIMIT_RWND, 500000, 0);
	read_some(self, 2);
	select_again(&at, m);
	EXPECT_EQ(at.row, 2);
	EXPECT_EQ(at.path, 2003);
	model_fold(m, &m->v[0].conn, true);
	EXPECT_EQ(model_arrange(m, &all, by_stall), 0);
	select_again(&at, m);
	EXPECT_EQ(m->n_rows, 4);
	EXPECT_EQ(at.row, 0);
	EXPECT_EQ(at.path, 0);
	/* All, those that come later too, and through a reading. */
	model_fold_all(m, true);
	read_some(self, 3);
	EXPECT_EQ(m->n_rows, 3);
	/* Gone: the one that is in its row now; and nothing at all. */
	select_row(&at, m, 100);
	EXPECT_EQ(at.row, 2);
	read_some(self, 1);
	select_again(&at, m);
	EXPECT_EQ(at.row, 0);
	EXPECT_EQ(at.conn, 1000);
	read_some(self, 0);
	select_again(&at, m);
	EXPECT_EQ(at.conn, 0);
}

TEST_F(top, totals_are_of_what_the_filter_means)
{
	char *words[] = { "dst", "10.9.0.3" };
	struct filter f;
	char error[64];

	self->path[1].flags = SL_PATH_STALE | SL_PATH_PROVEN;
	self->path[3].flags = SL_PATH_PROVEN;
	self->path[3].rate_Bps = 1;
	self->sk[1].fastest_Bps = 100;
	read_some(self, 3);
	EXPECT_EQ(self->m.totals.conns, 3);
	EXPECT_EQ(self->m.totals.paths, 6);
	EXPECT_EQ(self->m.totals.stale, 1);
	EXPECT_EQ(self->m.totals.slow, 1);
	/* Its paths' peers are what is asked for. */
	inet_pton(AF_INET, "10.9.0.3", self->path[0].ends.daddr);
	ASSERT_EQ(filter_parse(&f, 2, words, error, sizeof(error)), 0);
	EXPECT_EQ(model_arrange(&self->m, &f, by_stall), 0);
	EXPECT_EQ(self->m.totals.conns, 1);
	EXPECT_EQ(self->m.totals.slow, 0);
}

static const char *cell(FIXTURE_DATA(top) * self, size_t row, enum top_column col,
			unsigned int width, struct top_cell *c)
{
	cell_make(&self->m, &self->m.rows[row], col, width, false, c);
	return c->text;
}

TEST_F(top, cells)
{
	struct top_cell c;

	memcpy(self->path[1].ends.dev, "\x1b[1m\xff", 6);
	self->path[0].flags = SL_PATH_STALE | SL_PATH_BACKUP;
	self->path[1].share_shift = 1;
	self->path[1].said = SL_CNT_unpenalised_fastest;
	self->sk[0].fastest = self->path[1].handle;
	read_some(self, 1);
	EXPECT_STREQ(cell(self, 0, COL_STALL, 12, &c), "    -       ");
	EXPECT_STREQ(cell(self, 0, COL_RATE, 7, &c), "      -");
	grow(&self->sk[0], SL_LIMIT_SNDBUF, 1000000, 1250000);
	self->path[0].acked_bytes += 1000000;
	self->path[1].acked_bytes += 100;
	read_some(self, 1);
	EXPECT_STREQ(cell(self, 0, COL_NAME, 9, &c), "-a0      ");
	EXPECT_STREQ(cell(self, 0, COL_STALL, 12, &c), "100.0 sndbuf");
	EXPECT_EQ(c.shade, SHADE_BAD);
	EXPECT_STREQ(cell(self, 0, COL_RATE, 7, &c), "  10.00");
	EXPECT_STREQ(cell(self, 0, COL_FLAGS, 10, &c), "ESTAB     ");
	EXPECT_STREQ(cell(self, 0, COL_NETNS, 5, &c), "100  ");
	EXPECT_STREQ(cell(self, 1, COL_FLAGS, 13, &c), "STALE backup ");
	EXPECT_EQ(c.shade, SHADE_BAD);
	/* One scale for both paths. */
	EXPECT_STREQ(cell(self, 1, COL_STALL, 4, &c), "   @");
	EXPECT_STREQ(cell(self, 2, COL_STALL, 4, &c), "   :");
	EXPECT_STREQ(cell(self, 2, COL_NAME, 14, &c), "  \\x1b[1m\\xff ");
	EXPECT_STREQ(cell(self, 2, COL_NAME, 9, &c), "  \\x1b[1~");
	EXPECT_STREQ(cell(self, 2, COL_FLAGS, 13, &c), "fastest      ");
	EXPECT_STREQ(cell(self, 1, COL_RATE, 7, &c), "   8.00");
	EXPECT_STREQ(cell(self, 2, COL_SHARE, 5, &c), "  50%");
	EXPECT_STREQ(cell(self, 2, COL_LAST, 19, &c), "unpenalised_fastest");
	/* Folded, the worst of its paths. */
	model_fold(&self->m, &self->m.v[0].conn, true);
	EXPECT_EQ(model_arrange(&self->m, &all, by_stall), 0);
	EXPECT_STREQ(cell(self, 0, COL_NAME, 9, &c), "+a0      ");
	EXPECT_STREQ(cell(self, 0, COL_FLAGS, 10, &c), "STALE     ");
}

/* Whatever the width, a cell is as wide. */
TEST_F(top, cells_are_as_wide_as_their_columns)
{
	struct top_cell c;

	read_some(self, 2);
	read_some(self, 2);
	for (size_t row = 0; row < self->m.n_rows; row++) {
		for (int col = 0; col < COL_MAX; col++) {
			for (unsigned int width = 0; width <= HISTORY_MAX; width++)
				EXPECT_EQ(strlen(cell(self, row, col, width, &c)), width);
		}
	}
	for (int col = 0; col < COL_MAX; col++) {
		cell_title(col, col & 1, 3, &c);
		EXPECT_EQ(strlen(c.text), 3);
	}
}

TEST_HARNESS_MAIN
