// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_duration.c - time spans.
 */
#include "fuzz.h"
#include "duration.c"

void fuzz_text(char *text)
{
	unsigned int seconds = 0;
	char error[64];

	if (!duration_parse(text, 5, 86400, &seconds, error, sizeof(error)))
		promise(seconds >= 5 && seconds <= 86400 && !error[0]);
	else
		promise(error[0]);
}
