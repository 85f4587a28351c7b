// SPDX-License-Identifier: GPL-2.0-only
/*
 * parse_time.c - durations and start times, without side effects.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

/* Seconds in one of @suffix, or 0 if there is no such unit. */
static unsigned int unit_seconds(const char *suffix)
{
	static const struct {
		const char *suffix;
		unsigned int seconds;
	} units[] = { { "s", 1 }, { "m", 60 }, { "h", 3600 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!strcmp(suffix, units[i].suffix))
			return units[i].seconds;
	}
	return 0;
}

/**
 * duration_parse - "90s", "5m", "2h"
 * @text: a whole number and its unit
 * @min_s: least number of seconds
 * @max_s: most
 * @seconds: set on success
 * @error: set to what is wrong, with the right form and the range, or to ""
 * @error_size: size of @error
 *
 * The unit is not optional: whoever means minutes must not get seconds.
 *
 * Return: 0 or -EINVAL.
 */
int duration_parse(const char *text, unsigned int min_s, unsigned int max_s,
		   unsigned int *seconds, char *error, size_t error_size)
{
	unsigned int unit = 0;
	unsigned long n = 0;
	char *end;

	error[0] = '\0';
	errno = 0;
	if (isdigit((unsigned char)text[0])) { /* strtoul() takes signs and blanks */
		n = strtoul(text, &end, 10);
		unit = unit_seconds(end);
	}
	if (!unit)
		snprintf(
			error, error_size,
			"'%.32s' is no duration: it is a whole number and s, m or h, such "
			"as 5m",
			text);
	else if (errno || n > max_s / unit || n * unit < min_s)
		snprintf(error, error_size,
			 "'%.32s' is out of range: it is %u s to %u s (%u h)", text,
			 min_s, max_s, max_s / 3600);
	if (error[0])
		return -EINVAL;
	*seconds = n * unit;
	return 0;
}

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
