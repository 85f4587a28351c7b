/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cc.h - the companion congestion controls, and the hook that puts subflows on them.
 *
 * Attach goes on without them: the penalty is then the share of the cwnd.
 */
#ifndef SL_CC_H
#define SL_CC_H

#include "attach.h"

/* Steps of attach; none of them fails it.  prepare: before the load. */
void cc_prepare(struct attach_run *run, const struct features *f);
void cc_register(struct attach_run *run);
void cc_fill(
	struct attach_run *run); /* of a replacement, when its bridge is registered */
void cc_warn(struct attach_run *run);

void cc_show(struct cli *cli, const struct attachment *at);

#endif /* SL_CC_H */
