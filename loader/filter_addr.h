/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * filter_addr.h - addresses and ports in a filter; pure.
 */
#ifndef SL_FILTER_ADDR_H
#define SL_FILTER_ADDR_H

#include "filter.h"

/*
 * The name of a device: any bytes, or as it is printed, with \xHH for some of them.  0, or
 * -EINVAL if it is empty or too long.
 */
int filter_dev_parse(const char *word, char dev[SL_DEV_NAME_MAX]);

/* "ADDR[/PREFIX][:PORT]" into @s.  0, or -EINVAL with what is wrong ("has ...") in @why. */
int filter_addr_parse(const char *word, struct filter_step *s, char *why, size_t size);

/* 1 to 65535.  0, or -EINVAL. */
int filter_port_parse(const char *word, unsigned int *port);

/*
 * Is it this end? An IPv4 address means the same one mapped into IPv6, too, and the
 * reverse: which of them a socket has is not what the user asks.
 */
bool filter_addr_match(const struct filter_step *s, const struct sl_ends *e,
		       const __u8 *addr, unsigned int port);

#endif /* SL_FILTER_ADDR_H */
