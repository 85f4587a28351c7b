// SPDX-License-Identifier: GPL-2.0-only
/*
 * metrics_rows.c - the values of the metrics, before they are text.
 */
#include <stdlib.h>
#include <string.h>

#include "metrics.h"

/**
 * metrics_row - the row of a namespace, a new one if there is none
 * @m: gets the row
 * @netns: the label's value
 *
 * Return: the row, which moves with the next new one, or NULL without memory.
 */
struct metrics_row *metrics_row(struct metrics *m, const char *netns)
{
	struct metrics_row *rows;

	for (size_t i = 0; i < m->n_rows; i++) {
		if (!strcmp(m->rows[i].netns, netns))
			return &m->rows[i];
	}
	rows = reallocarray(m->rows, m->n_rows + 1, sizeof(*rows));
	if (!rows)
		return NULL;
	m->rows = rows;
	rows += m->n_rows++;
	*rows = (struct metrics_row){};
	snprintf(rows->netns, sizeof(rows->netns), "%s", netns);
	return rows;
}

/**
 * metrics_only_grow - no counter is less than it was at the last scrape
 * @now: is changed
 * @before: of the last scrape
 *
 * To Prometheus a counter that falls by one has started anew, and rate() then adds all
 * of it.  sent_bytes does fall when a socket connects again, and so do sums that are
 * not exact (totals_read()).  Another attachment may start anew.
 */
void metrics_only_grow(struct metrics *now, const struct metrics *before)
{
	if (now->state != METRICS_ATTACHED || before->attachment_id != now->attachment_id)
		return;
	for (size_t r = 0; r < before->n_rows; r++) {
		struct metrics_row *row = metrics_row(now, before->rows[r].netns);

		for (int i = 0; row && i < SL_CNT_MAX; i++) {
			if (row->counters.v[i] < before->rows[r].counters.v[i])
				row->counters.v[i] = before->rows[r].counters.v[i];
		}
	}
}

void metrics_free(struct metrics *m)
{
	free(m->rows);
	m->rows = NULL;
	m->n_rows = 0;
}
