/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * jsonw.h - JSON written as it is made, for output that has no bound: a list of 10,000
 * connections, or events without end.  All else is json-c's.
 */
#ifndef SL_JSONW_H
#define SL_JSONW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* To a buffered stream; errors are the stream's own, for the caller to look at. */
struct jsonw {
	FILE *out;
	bool pretty; /* a line for each value, indented */
	bool more;   /* a value was written at this depth */
	int depth;
};

/* @key is NULL in an array and at the top; it is ASCII and needs no escaping. */
void jsonw_open(struct jsonw *w, const char *key, char bracket);
void jsonw_close(struct jsonw *w, char bracket);
void jsonw_str(struct jsonw *w, const char *key, const char *value); /* NULL: null */
void jsonw_u64(struct jsonw *w, const char *key, uint64_t value);
void jsonw_bool(struct jsonw *w, const char *key, bool value);
void jsonw_null(struct jsonw *w, const char *key);
/* A rate in bytes/s, as Mbit/s with three decimals. */
void jsonw_mbps(struct jsonw *w, const char *key, uint64_t Bps);

#endif /* SL_JSONW_H */
