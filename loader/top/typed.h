/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * typed.h - numbers and filters as people type them; pure.
 */
#ifndef SL_TOP_TYPED_H
#define SL_TOP_TYPED_H

#include "filter.h"

/* A longer filter is for the command line. */
#define TOP_TYPED_MAX 160
#define TOP_WORDS_MAX 40

/* Between two readings, milliseconds. */
#define TOP_DELAY_MIN_MS 100
#define TOP_DELAY_MAX_MS 3600000
#define TOP_DELAY_MS 2000

/* Each returns 0, or -EINVAL with @error, what is wrong and what is right. */
int delay_parse(const char *text, unsigned int *ms, char *error, size_t size);
int count_parse(const char *text, unsigned long long *n, char *error, size_t size);
/* @text is cut into words, at blanks; f->word then point into it. */
int filter_typed(struct filter *f, char *text, char *error, size_t size);
/* "2 s", "0.5 s" */
const char *delay_text(unsigned int ms, char *buf, size_t size);

#endif /* SL_TOP_TYPED_H */
