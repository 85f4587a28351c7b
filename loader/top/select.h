/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * select.h - the selected row stays the same connection, wherever that goes; pure.
 */
#ifndef SL_TOP_SELECT_H
#define SL_TOP_SELECT_H

#include "model.h"

struct selection {
	size_t row;
	__u64 conn, path; /* handles; conn 0: there is nothing; path 0: the connection */
};

/* The last one if there are not so many. */
void select_row(struct selection *s, const struct top_model *m, size_t row);

/* The same connection or path, after the rows have changed; without it, the same row. */
void select_again(struct selection *s, const struct top_model *m);

#endif /* SL_TOP_SELECT_H */
