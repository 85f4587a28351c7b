// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_tunables.c - NAME=VALUE of "slowlane set".
 */
#include "fuzz.h"
#include "tunables.c"

void fuzz_text(char *text)
{
	char error[64], again[TUNABLE_VALUE_MAX];
	unsigned int index;
	__u32 value;

	if (tunable_parse(text, &index, &value, error, sizeof(error))) {
		promise(error[0]);
		return;
	}
	promise(!error[0] && index < SL_TUN_MAX);
	promise(value >= tunable_table[index].min && value <= tunable_table[index].max);
	tunable_format(index, value, again);
	promise(memchr(again, '\0', sizeof(again)));
}
