/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * observe_out.h - what the observer prints.
 */
#ifndef OBSERVE_OUT_H
#define OBSERVE_OUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <linux/types.h>

#include "observe.h"

/* An address as one word (observe.h); 0 if text is none. */
uint32_t ob_fold_address(const char *text);

/* One line of JSON, an object. */
void ob_print_totals(FILE *out, const struct ob_totals *t);

/* The trace's text: rows become lines of JSON. */
struct ob_trace {
	FILE *out;
	uint32_t path[OB_PATHS_MAX]; /* the client's address on path 1, 2, ... */
	unsigned int nr_paths;
	uint64_t start_ns; /* of the first row */
	struct ob_trace_base {
		uint64_t connection;
		uint64_t snd_una; /* at its first row */
	} base[64];
	unsigned int nr_bases;
};

void ob_print_row(struct ob_trace *tr, const struct ob_row *row);

#endif /* OBSERVE_OUT_H */
