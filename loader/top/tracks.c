// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracks.c - two readings compared, by keys in order.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tracks.h"

#define MISSED_MAX 2

static int compare_keys(const void *va, const void *vb)
{
	const struct track_key *a = va, *b = vb;

	if (a->handle != b->handle)
		return a->handle < b->handle ? -1 : 1;
	return (a->of > b->of) - (a->of < b->of);
}

/* The key is the first member. */
struct track *tracks_find(const struct tracks *t, struct track_key key)
{
	return t->n ? bsearch(&key, t->v, t->n, sizeof(*t->v), compare_keys) : NULL;
}

int tracks_begin(struct tracks *t, size_t n)
{
	/* None that was missed is lost, so there is always room. */
	t->room = t->n + n + 1;
	t->next = calloc(t->room, sizeof(*t->next));
	t->n_next = 0;
	return t->next ? 0 : -ENOMEM;
}

struct track *tracks_note(struct tracks *t, struct track_key key, __u64 at_us,
			  const __u64 *values, size_t n)
{
	struct track *old = tracks_find(t, key), *new = &t->next[t->n_next++];

	*new = (struct track){ .key = key };
	/* Bytes that start anew are another's, and what was before says nothing. */
	if (old && at_us > old->at_us && values[0] >= old->value[0]) {
		*new = *old;
		new->span_us = at_us - old->at_us;
		/* A time that is read while it is added to may be short by a moment. */
		for (size_t i = 0; i < n; i++)
			new->grown[i] =
				values[i] > old->value[i] ? values[i] - old->value[i] : 0;
	}
	if (old) {
		new->folded = old->folded;
		old->missed = MISSED_MAX; /* has been taken over */
	}
	new->missed = 0;
	new->at_us = at_us;
	memcpy(new->value, values, n * sizeof(*values));
	return new;
}

void tracks_end(struct tracks *t)
{
	for (size_t i = 0; i < t->n; i++) {
		if (t->v[i].missed < MISSED_MAX) {
			t->next[t->n_next] = t->v[i];
			t->next[t->n_next++].missed++;
		}
	}
	qsort(t->next, t->n_next, sizeof(*t->next), compare_keys);
	free(t->v);
	t->v = t->next;
	t->n = t->n_next;
	t->next = NULL;
	t->n_next = 0;
}

void tracks_free(struct tracks *t)
{
	free(t->next);
	free(t->v);
	*t = (struct tracks){};
}
