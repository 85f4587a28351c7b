/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * collect.h - the values of the metrics, read from what is attached now.
 */
#ifndef SL_COLLECT_H
#define SL_COLLECT_H

#include "cli.h"
#include "metrics.h"

void collect(struct cli *cli, struct metrics *m);
int collect_text(struct cli *cli, struct metrics *before, char **text, size_t *size);

#endif /* SL_COLLECT_H */
