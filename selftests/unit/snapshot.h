/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * snapshot.h - snapshots for the policy's tests, built path by path.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

#include <stdbool.h>
#include <linux/types.h>
#include "policy.h"

#define MB_PER_S 1000000ULL
#define GB_PER_S 1000000000ULL

/* A window that is never what limits. */
#define WIDE (1ULL << 30)

/* A connection as a test writes it down, for the policy to be shown path by path. */
#define SL_PATHS_MAX 65

struct sl_snapshot {
	struct sl_path path[SL_PATHS_MAX];
	__u32 n_paths;
	__u64 window_bytes;
};

static inline struct sl_decision sl_policy_off(const struct sl_snapshot *s)
{
	struct sl_conn c = { .window_bytes = s->window_bytes };
	struct sl_view v;
	__u32 i;

	sl_view_start(&v);
	for (i = 0; i < s->n_paths; i++)
		sl_view_path(&v, &c, &s->path[i]);
	return sl_decide_off(&v, &c);
}

static inline struct sl_decision sl_policy_off_retrans(const struct sl_snapshot *s)
{
	struct sl_retrans r;
	__u32 i;

	sl_retrans_start(&r);
	for (i = 0; i < s->n_paths; i++)
		sl_retrans_path(&r, &s->path[i]);
	return sl_decide_retrans(&r);
}

static inline struct sl_snapshot snapshot_of(__u64 window_bytes)
{
	return (struct sl_snapshot){ .window_bytes = window_bytes };
}

/*
 * Adds an active path with room whose average is its rate; the caller changes what
 * the test is about.  Handles are 100, 101, ...: no index, no address.
 */
static inline struct sl_path *add_path(struct sl_snapshot *s, __u64 rate,
				       __u32 queued_bytes)
{
	struct sl_path *p = &s->path[s->n_paths];

	*p = (struct sl_path){
		.handle = 100 + s->n_paths++,
		.pacing_rate = rate,
		.avg_pacing_rate = rate,
		.mss_bytes = 1420,
		.queued_bytes = queued_bytes,
		.active = 1,
		.has_room = 1,
		.has_grown = 1,
	};
	return p;
}

static inline struct sl_path *add_backup(struct sl_snapshot *s, __u64 rate,
					 __u32 queued_bytes)
{
	struct sl_path *p = add_path(s, rate, queued_bytes);

	p->backup = 1;
	return p;
}

/* For retransmission only these four matter. */
static inline struct sl_path *add_retrans(struct sl_snapshot *s, bool idle, bool backup,
					  __u32 stale_count)
{
	struct sl_path *p = &s->path[s->n_paths];

	*p = (struct sl_path){
		.handle = 100 + s->n_paths++,
		.active = 1,
		.idle = idle,
		.backup = backup,
		.stale_count = stale_count,
	};
	return p;
}

#endif /* SNAPSHOT_H */
