/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * promtext.h - Prometheus' text format 0.0.4, a line at a time: pure.
 */
#ifndef SL_PROMTEXT_H
#define SL_PROMTEXT_H

#include <stdio.h>

/* What stands between the quotes of a label. */
void prom_label_value(FILE *out, const char *value);

/* What stands behind "# HELP NAME ". */
void prom_help(FILE *out, const char *text);

/* The lines above the samples; @type: "counter" or "gauge". */
void prom_type(FILE *out, const char *name, const char *type);
void prom_head(FILE *out, const char *name, const char *type, const char *help);

#endif /* SL_PROMTEXT_H */
