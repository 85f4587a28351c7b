// SPDX-License-Identifier: GPL-2.0-only
/*
 * duration.c - a time span as people write it, without side effects.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "duration.h"

/* Seconds in the unit that @text is; 0: there is no such unit. */
static unsigned int unit_seconds(const char *text)
{
	static const struct {
		const char *name;
		unsigned int seconds;
	} units[] = { { "s", 1 }, { "m", 60 }, { "h", 3600 }, { "d", 86400 } };

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (!strcmp(text, units[i].name))
			return units[i].seconds;
	}
	return 0;
}

/**
 * duration_parse - a time span
 * @text: a whole number and a unit: s, m, h or d
 * @min_s: the least that is right, seconds
 * @max_s: the most, seconds
 * @seconds: set on success
 * @error: set to what is wrong, with the right form and the range, or to ""
 * @error_size: size of @error
 *
 * The unit is not optional: whoever means minutes must not get seconds.
 *
 * Return: 0, -EINVAL for another form, -ERANGE.
 */
int duration_parse(const char *text, unsigned int min_s, unsigned int max_s,
		   unsigned int *seconds, char *error, size_t error_size)
{
	unsigned long long n = 0;
	unsigned int unit = 0;
	char *end;

	error[0] = '\0';
	errno = 0;
	if (isdigit((unsigned char)text[0])) { /* strtoull() takes signs and blanks */
		n = strtoull(text, &end, 10);
		unit = unit_seconds(end);
	}
	if (!unit) {
		snprintf(
			error, error_size,
			"'%.32s' is no time: it is a whole number and s, m, h or d, such as 5m",
			text);
		return -EINVAL;
	}
	if (errno || n > max_s / unit || n * unit < min_s) {
		snprintf(error, error_size,
			 "'%.32s' is out of range: it is %u s to %u s (%u h)", text,
			 min_s, max_s, max_s / 3600);
		return -ERANGE;
	}
	*seconds = n * unit;
	return 0;
}
