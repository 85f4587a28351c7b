/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mask.h - take addresses and host names out of a text: pure, unit tests link mask.c by
 * itself.
 */
#ifndef SL_MASK_H
#define SL_MASK_H

#include <stddef.h>

struct mask_entry;

/* What was masked so far; all zero at the start. */
struct mask {
	struct mask_entry *v;
	size_t n;
};

int mask_name(struct mask *m, const char *name);
char *mask_text(struct mask *m, const char *text);
void mask_free(struct mask *m);

#endif /* SL_MASK_H */
