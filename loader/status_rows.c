// SPDX-License-Identifier: GPL-2.0-only
/*
 * status_rows.c - which namespaces "slowlane status" shows, and in which order.
 */
#include <stdlib.h>
#include <string.h>
#include <bpf/bpf.h>

#include "status_rows.h"

static struct ns_row *rows_add(struct ns_rows *rows, __u32 ino)
{
	struct ns_row *v;

	for (size_t i = 0; i < rows->n; i++) {
		if (rows->v[i].ino == ino)
			return &rows->v[i];
	}
	v = reallocarray(rows->v, rows->n + 1, sizeof(*v));
	if (!v)
		return NULL;
	rows->v = v;
	v[rows->n] = (struct ns_row){ .ino = ino };
	return &v[rows->n++];
}

/* Named ones first, by name. */
static int compare_rows(const void *va, const void *vb)
{
	const struct ns_row *a = va, *b = vb;

	if (!a->entry.name[0] != !b->entry.name[0])
		return !a->entry.name[0] - !b->entry.name[0];
	if (strcmp(a->entry.name, b->entry.name))
		return strcmp(a->entry.name, b->entry.name);
	return (a->ino > b->ino) - (a->ino < b->ino);
}

static void rows_add_noted(struct ns_rows *rows, const struct attachment *at, __u32 ino)
{
	struct ns_row *row = rows_add(rows, ino);

	if (row)
		row->noted = !bpf_map_lookup_elem(at->fd[PIN_NETNS], &ino, &row->entry);
}

void rows_collect_listed(struct ns_rows *rows, const struct attachment *at,
			 const struct netns_list *list)
{
	for (unsigned int i = 0; i < list->n; i++)
		rows_add_noted(rows, at, list->v[i].ino);
	qsort(rows->v, rows->n, sizeof(*rows->v), compare_rows);
}

void rows_collect(struct ns_rows *rows, const struct attachment *at,
		  const struct socket_view *sockets, __u32 self)
{
	__u32 key, *prev = NULL;

	while (!bpf_map_get_next_key(at->fd[PIN_NETNS], prev, &key)) {
		rows_add_noted(rows, at, key);
		prev = &key;
	}
	for (size_t i = 0; i < sockets->n; i++)
		rows_add(rows, sockets->records[i].netns_ino);
	rows_add(rows, self);
	qsort(rows->v, rows->n, sizeof(*rows->v), compare_rows);
}
