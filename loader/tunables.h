/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tunables.h - the tunables as text: pure, unit tests link tunables.c by itself.
 */
#ifndef SL_TUNABLES_H
#define SL_TUNABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#include "slowlane.h"

struct tunable {
	const char *name;
	const char *unit; /* with '|': a choice of words, see SL_TUNABLES */
	__u32 min, max, def;
	const char *help;
};

/* By enum sl_tunable. */
extern const struct tunable tunable_table[SL_TUN_MAX];

#define TUNABLE_VALUE_MAX 32

bool tunable_is_choice(const struct tunable *t);
int tunable_find(const char *name, size_t len);
int tunable_parse(const char *word, unsigned int *index, __u32 *value, char *error,
		  size_t error_size);
const char *tunable_format(unsigned int index, __u32 value, char buf[TUNABLE_VALUE_MAX]);
void tunable_names(char *buf, size_t size);

struct attachment;
struct cli;
struct json_object;

/* cmd_tunables.c */
__u32 tunables_read(const struct attachment *at, unsigned int index);
int tunables_map(struct cli *cli, const struct attachment *at, int protection,
		 __u32 **values);
void tunables_unmap(__u32 *values);
void json_tunable_value(struct json_object *o, const char *key, unsigned int index,
			__u32 value);

#endif /* SL_TUNABLES_H */
