/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * metrics.h - what "slowlane export" shows, as Prometheus' text format 0.0.4: pure, unit
 * tests link metrics.c with the tables only.
 *
 * A counter is slowlane_NAME_total; those that say why or how of one thing are one
 * metric with a label.  Times are seconds, parts are ratios.  A new counter or tunable
 * needs nothing here.
 */
#ifndef SL_METRICS_H
#define SL_METRICS_H

#include <stdio.h>
#include <linux/types.h>

#include "slowlane.h"
#include "tunables.h"

/* Of what the values were read; one of them is 1 in slowlane_state. */
enum metrics_state {
	METRICS_DETACHED,
	METRICS_ATTACHED,
	METRICS_BUSY,	    /* an attach or a detach is at work */
	METRICS_INCOMPLETE, /* what an attach that was cut short left, or a pin is gone */
	METRICS_VERSION,    /* attached by a slowlane with other records */
	METRICS_UNREADABLE, /* no right to, or no BPF file system */
	METRICS_STATE_MAX,
};

/* The row of the namespaces that attach was not told of. */
#define METRICS_OTHER_NETNS "other"

struct metrics_row {
	char netns[SL_NETNS_NAME_MAX]; /* the label's value; any bytes */
	struct sl_counters counters;
	__u32 connections, listeners; /* live ones */
};

struct metrics {
	enum metrics_state state;
	const char *version; /* of this program */
	/* Only if attached. */
	__u32 attachment_id; /* another one: all starts anew */
	__u64 attached_at_s; /* seconds since 1970 */
	struct sl_tunables tunables;
	struct metrics_row *rows; /* one for each value of the label */
	size_t n_rows;
};

struct metrics_row *metrics_row(struct metrics *m, const char *netns);
void metrics_only_grow(struct metrics *now, const struct metrics *before);
void metrics_write(FILE *out, const struct metrics *m);
void metrics_free(struct metrics *m);

#endif /* SL_METRICS_H */
