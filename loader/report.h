/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - one section of a bug report: its text, or why there is none.
 */
#ifndef SL_REPORT_H
#define SL_REPORT_H

#include <stdbool.h>
#include <stdio.h>

struct netns;

/*
 * Each prints to @out what it has found; what it has not is a line that says so, and no
 * failure: a report of half a machine is better than none.
 */
void report_file(FILE *out, const char *path);
void report_file_lines(FILE *out, const char *path, const char *const words[]);
void report_config(FILE *out);
void report_kernel_log(FILE *out);
void report_sysctls(FILE *out, const struct netns *ns);
/* @ns: NULL for the namespace we are in.  argv[0] SL_PROG: this program. */
void report_command(FILE *out, const struct netns *ns, char *const argv[]);

#endif /* SL_REPORT_H */
