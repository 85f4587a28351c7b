/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * totals.h - the counters by network namespace: live sockets plus closed ones.
 */
#ifndef SL_TOTALS_H
#define SL_TOTALS_H

#include "pins.h"
#include "view.h"

struct netns_total {
	__u32 ino; /* of the namespace; see struct sl_socket_record */
	struct sl_counters counters;
	struct socket_count live;
};

struct totals {
	struct netns_total *v; /* a namespace once, in no order */
	size_t n;
};

int totals_read(const struct attachment *at, struct totals *totals);
struct sl_counters totals_sum(const struct totals *totals, __u32 ino);
void totals_free(struct totals *totals);

#endif /* SL_TOTALS_H */
