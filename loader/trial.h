/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trial.h - an attachment that ends by itself unless somebody confirms it.
 */
#ifndef SL_TRIAL_H
#define SL_TRIAL_H

#include <stdbool.h>

#include "cli.h"
#include "slowlane.h"

#define TRIAL_MIN_S 1
#define TRIAL_MAX_S 86400

/* When a trial ends that begins now: sl_info's trial_until_ns. */
__u64 trial_end_after(unsigned int seconds);

/* Starts the watcher and fills in @info's part about it.  0 or an exit code. */
int trial_begin(struct cli *cli, __u64 until_ns, struct sl_info *info);

/* Ends the watcher, unless that is this process. */
void trial_end(const struct sl_info *info);

/* Is the watcher there? */
bool trial_watched(const struct sl_info *info);

/* Seconds until it ends, rounded up. */
unsigned long long trial_left_s(const struct sl_info *info);

/* For status: text and JSON, null if there is no trial. */
void trial_show(struct cli *cli, const struct sl_info *info);

#endif /* SL_TRIAL_H */
