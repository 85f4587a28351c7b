// SPDX-License-Identifier: GPL-2.0-only
/*
 * counters.c - the one table of counters (slowlane.h) as the commands use it.
 */
#include <stddef.h>

#include "counters.h"

const struct counter counter_table[SL_CNT_MAX] = {
#define SL_COUNTER_ROW(name, unit, help) { #name, unit, help },
	SL_COUNTERS(SL_COUNTER_ROW)
};

const char *counter_said(unsigned int said)
{
	return said && said < SL_CNT_MAX ? counter_table[said].name : NULL;
}
