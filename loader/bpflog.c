// SPDX-License-Identifier: GPL-2.0-only
/*
 * bpflog.c - libbpf's messages: silent, but the first warning is kept for our error.
 */
#include <stdio.h>
#include <string.h>

#include "scheduler.h"

/* libbpf's callback has no argument of its own. */
static bool log_verbose;
static char log_first[512];

static int log_line(enum libbpf_print_level level, const char *fmt, va_list args)
{
	if (level == LIBBPF_WARN && !log_first[0]) {
		va_list copy;

		va_copy(copy, args);
		vsnprintf(log_first, sizeof(log_first), fmt, copy);
		va_end(copy);
		log_first[strcspn(log_first, "\n")] = '\0';
	}
	return log_verbose ? vfprintf(stderr, fmt, args) : 0;
}

void bpflog_init(bool verbose)
{
	log_verbose = verbose;
	libbpf_set_print(log_line);
}

const char *bpflog_first(void)
{
	return log_first[0] ? log_first : "no message from libbpf";
}
