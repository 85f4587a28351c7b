/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * duration.h - "90s", "5m", "2h" or "1d" in, seconds out: pure.
 */
#ifndef SL_DURATION_H
#define SL_DURATION_H

#include <stddef.h>

int duration_parse(const char *text, unsigned int min_s, unsigned int max_s,
		   unsigned int *seconds, char *error, size_t error_size);

#endif /* SL_DURATION_H */
