/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracks.h - counters of connections and paths from one reading to the next; pure.
 *
 * Each reading is noted between tracks_begin() and tracks_end(); what one of them grew by
 * since the reading before is a figure of the interval.
 */
#ifndef SL_TOP_TRACKS_H
#define SL_TOP_TRACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#include "history.h"

#define TRACK_VALUES 6

/* Which one: a handle may be used again, by another connection. */
struct track_key {
	__u64 handle; /* of the connection, or of the path */
	__u64 of;     /* token of the connection, or handle of the path's connection */
};

struct track {
	struct track_key key;
	__u64 at_us;		   /* the reading that it was seen in last */
	__u64 value[TRACK_VALUES]; /* the first is bytes, the others times */
	__u64 span_us; /* between the last two that it was in; 0: it was in one only */
	__u64 grown[TRACK_VALUES]; /* in that time */
	struct history history;	   /* of whatever the caller pushes */
	unsigned int missed;	   /* readings since */
	bool folded;		   /* the caller's mark */
};

struct tracks {
	struct track *v; /* by key */
	size_t n;
	struct track *next; /* of the reading under way */
	size_t n_next, room;
};

/*
 * The next reading has at most @n of them.  0 or -ENOMEM.
 *
 * A reading may leave one out that is still there (conns.h): who is missed keeps its
 * history for two more.
 */
int tracks_begin(struct tracks *t, size_t n);
/* The pointer is good until tracks_end(). */
struct track *tracks_note(struct tracks *t, struct track_key key, __u64 at_us,
			  const __u64 *values, size_t n);
void tracks_end(struct tracks *t);

/* NULL: it was not there. */
struct track *tracks_find(const struct tracks *t, struct track_key key);
void tracks_free(struct tracks *t);

#endif /* SL_TOP_TRACKS_H */
