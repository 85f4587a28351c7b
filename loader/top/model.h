/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * model.h - what "slowlane top" shows: the connections, in order, with their figures of
 * the last interval.
 */
#ifndef SL_TOP_MODEL_H
#define SL_TOP_MODEL_H

#include "conns.h"
#include "layout.h"
#include "tracks.h"

struct top_conn {
	struct conn conn;
	bool known;	       /* the next three are: it was in two readings */
	__u64 span_us;	       /* between these */
	__u64 stall_us;	       /* of that in the classes sndbuf, rwnd and sched */
	__u64 rate_Bps;	       /* sent by MPTCP, retransmissions not counted */
	unsigned int stall_by; /* enum sl_limit: the one of the three that had most */
	unsigned int flags;    /* enum sl_path_flag, of all its paths */
	__u32 srtt_us;	       /* the longest of its paths'; 0: none yet */
	bool folded;
};

/* Of those that the filter means. */
struct top_totals {
	size_t conns, paths, slow, stale;
	size_t stalled; /* connections that were, at least a tenth of the interval */
	__u64 rate_Bps;
	bool ipv6; /* some */
};

/* A line of the list; a path is conn.path[path] of its connection. */
struct top_row {
	size_t conn;
	size_t path; /* TOP_ROW_CONN: the connection itself */
};
#define TOP_ROW_CONN ((size_t)-1)

struct top_order {
	enum top_column by;
	bool reversed;
};

struct top_model {
	struct conns conns;
	struct tracks tracks;
	struct top_conn *v;
	size_t n;
	struct top_row *rows;
	size_t n_rows;
	struct top_totals totals;
	bool fold_new; /* a connection not seen before is folded */
};

/* 0 or -ENOMEM.  @conns: taken over, and freed with the model. */
int model_take(struct top_model *m, struct conns *conns, __u64 at_us);

/* Filter, sort, and make the rows, from what is there.  0 or -ENOMEM. */
int model_arrange(struct top_model *m, const struct filter *f, struct top_order order);

/* What a path delivered in each interval, bytes/s. */
const struct history *model_history(const struct top_model *m, const struct conn *conn,
				    size_t path);

void model_fold(struct top_model *m, const struct conn *conn, bool folded);
void model_fold_all(struct top_model *m, bool folded);

/* Nothing is shown any more; what was folded and the histories stay. */
void model_clear(struct top_model *m);
void model_free(struct top_model *m);

/* order.c, pure: "a before b" as of qsort(); most of what costs is first. */
int top_compare(const struct top_conn *a, const struct top_conn *b,
		struct top_order order);

/* The column by its name (layout.h), or COL_MAX. */
enum top_column top_order_find(const char *name);

/* The next column to sort by to the right, or with @step -1 to the left; around the end. */
enum top_column top_order_next(enum top_column by, int step);

#endif /* SL_TOP_MODEL_H */
