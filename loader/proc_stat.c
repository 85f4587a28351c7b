// SPDX-License-Identifier: GPL-2.0-only
/*
 * proc_stat.c - which process a number stands for, without side effects.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "parse.h"

/**
 * stat_start_time - when a process started
 * @stat: /proc/PID/stat, see proc_pid_stat(5)
 * @ticks: set to field 22, clock ticks after the boot
 *
 * With the process's number it says which process that was: numbers are used again.
 *
 * Return: 0, -ESRCH if it has ended (a zombie), or -EINVAL.
 */
int stat_start_time(const char *stat, unsigned long long *ticks)
{
	/* Field 2, the name, is in parentheses and may hold blanks and parentheses. */
	const char *p = strrchr(stat, ')');
	char state = p && p[1] ? p[2] : '\0';

	for (int field = 2; p && field < 22; field++) {
		p = strchr(p, ' ');
		p += p != NULL;
	}
	if (!p || sscanf(p, "%llu", ticks) != 1)
		return -EINVAL;
	return state == 'Z' || state == 'X' ? -ESRCH : 0;
}
