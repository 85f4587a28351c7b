/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * detach_wait.h - "slowlane detach --wait": until nobody uses the detached program.
 */
#ifndef SL_DETACH_WAIT_H
#define SL_DETACH_WAIT_H

#include "cli.h"
#include "pins.h"

/* The iterators, which can be read for as long as this holds them; or -1. */
struct detach_wait {
	int sockets_fd, subflows_fd;
	bool same_abi; /* their records are as we know them */
};

int detach_wait_check(struct cli *cli);
void detach_wait_open(struct detach_wait *wait, const struct attachment *at);
void detach_wait_close(struct detach_wait *wait);

/*
 * Wait; 0 when the last one has gone.  The lock is given up meanwhile: others may look,
 * and attach.  @lock: taken again at the end, or -1.
 */
int detach_wait(struct cli *cli, struct detach_wait *wait, int *lock);

#endif /* SL_DETACH_WAIT_H */
