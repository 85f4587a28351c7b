// SPDX-License-Identifier: GPL-2.0-only
/*
 * counters.c - names, units and meanings of the counters, from slowlane.h.
 */
#include <stddef.h>

#include "counters.h"

/* clang-format off */
#define ROW(name, unit, help) [SL_CNT_##name] = { #name, unit, help },
/* clang-format on */
const struct counter counter_table[SL_CNT_MAX] = { SL_COUNTERS(ROW) };

const char *counter_said(unsigned int said)
{
	return said && said < SL_CNT_MAX ? counter_table[said].name : NULL;
}
