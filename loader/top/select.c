// SPDX-License-Identifier: GPL-2.0-only
/*
 * select.c - which row the bar is on.
 */
#include "select.h"

static __u64 conn_handle(const struct top_model *m, const struct top_row *row)
{
	return m->v[row->conn].conn.sk->handle;
}

static __u64 path_handle(const struct top_model *m, const struct top_row *row)
{
	return row->path == TOP_ROW_CONN ? 0
					 : m->v[row->conn].conn.path[row->path]->handle;
}

void select_row(struct selection *s, const struct top_model *m, size_t row)
{
	*s = (struct selection){};
	if (!m->n_rows)
		return;
	s->row = row < m->n_rows ? row : m->n_rows - 1;
	s->conn = conn_handle(m, &m->rows[s->row]);
	s->path = path_handle(m, &m->rows[s->row]);
}

/* A path that is folded away leaves its connection selected. */
void select_again(struct selection *s, const struct top_model *m)
{
	size_t found = m->n_rows;

	for (size_t i = 0; s->conn && i < m->n_rows; i++) {
		if (conn_handle(m, &m->rows[i]) != s->conn)
			continue;
		if (found == m->n_rows || path_handle(m, &m->rows[i]) == s->path)
			found = i;
	}
	select_row(s, m, found < m->n_rows ? found : s->row);
}
