// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_tunables.c - "slowlane get", and the tunables in text and in memory.
 *
 * They are the BPF side's own data section, pinned and mapped here: a set is one store
 * each, and the next decision of every connection reads it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli.h"
#include "tunables.h"
#include "pins.h"

_Static_assert(sizeof(struct sl_tunables) == SL_TUN_MAX * sizeof(__u32),
	       "the fields are read by index");

/* The values by enum sl_tunable, or NULL with errno set. */
static __u32 *values_map(const struct attachment *at, int protection)
{
	void *p = mmap(NULL, sizeof(struct sl_tunables), protection, MAP_SHARED,
		       at->fd[PIN_TUNABLES], 0);

	return p == MAP_FAILED ? NULL : p;
}

void tunables_unmap(__u32 *values)
{
	if (values)
		munmap(values, sizeof(struct sl_tunables));
}

/* For what only shows it: the default if there is no reading it. */
__u32 tunables_read(const struct attachment *at, unsigned int index)
{
	__u32 *values = values_map(at, PROT_READ), value;

	if (!values)
		return tunable_table[index].def;
	value = values[index];
	tunables_unmap(values);
	return value;
}

/* @values: by enum sl_tunable, to be given to tunables_unmap().  0 or an exit code. */
int tunables_map(struct cli *cli, const struct attachment *at, int protection,
		 __u32 **values)
{
	int code = attachment_usable(cli, at);

	if (code)
		return code;
	*values = values_map(at, protection);
	if (!*values)
		return cli_fail_errno(cli, errno, NULL, "cannot map %s",
				      pin_path(PIN_TUNABLES));
	return 0;
}

void json_tunable_value(json_object *o, const char *key, unsigned int index, __u32 value)
{
	char text[TUNABLE_VALUE_MAX];

	if (tunable_is_choice(&tunable_table[index]))
		json_str(o, key, tunable_format(index, value, text));
	else
		json_u64(o, key, value);
}

/* "off|share|cwnd" or "10-100 percent". */
static const char *range_text(const struct tunable *t, char *buf, size_t size)
{
	if (tunable_is_choice(t))
		return t->unit;
	snprintf(buf, size, "%u-%u %s", t->min, t->max, t->unit);
	return buf;
}

void help_tunables(void)
{
	printf("\ntunables:\n");
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		const struct tunable *t = &tunable_table[i];
		char def[TUNABLE_VALUE_MAX], range[64];

		printf("  %-16s %s, default %s\n  %-16s %s\n", t->name,
		       range_text(t, range, sizeof(range)),
		       tunable_format(i, t->def, def), "", t->help);
	}
}

static json_object *json_tunable(json_object *array, unsigned int index)
{
	json_object *o = json_sub(array, NULL, json_object_new_object());
	const struct tunable *t = &tunable_table[index];

	json_str(o, "name", t->name);
	json_tunable_value(o, "default", index, t->def);
	json_tunable_value(o, "min", index, t->min);
	json_tunable_value(o, "max", index, t->max);
	json_str(o, "unit", t->unit);
	json_str(o, "help", t->help);
	return o;
}

void json_tunables(json_object *array)
{
	for (unsigned int i = 0; i < SL_TUN_MAX; i++)
		json_tunable(array, i);
}

static void show(struct cli *cli, json_object *array, unsigned int index, __u32 value)
{
	const struct tunable *t = &tunable_table[index];
	char text[TUNABLE_VALUE_MAX], def[TUNABLE_VALUE_MAX], range[64];

	json_tunable_value(json_tunable(array, index), "value", index, value);
	cli_say(cli, "%-16s %6s  %s, default %s: %s", t->name,
		tunable_format(index, value, text), range_text(t, range, sizeof(range)),
		tunable_format(index, t->def, def), t->help);
}

int cmd_get(struct cli *cli)
{
	__u32 *values = NULL;
	int only = -1, lock, code;
	struct attachment at;
	json_object *array;
	char names[256];

	if (cli->argc > 1)
		return cli_fail(cli, SL_EXIT_USAGE,
				"unexpected '%s'; usage: " SL_PROG " get [NAME]",
				cli->argv[1]);
	if (cli->argc) {
		only = tunable_find(cli->argv[0], strlen(cli->argv[0]));
		tunable_names(names, sizeof(names));
		if (only < 0)
			return cli_fail(
				cli, SL_EXIT_USAGE,
				"there is no tunable '%s'; there are: %s; usage: " SL_PROG
				" get [NAME]",
				cli->argv[0], names);
	}
	code = attachment_read(cli, &at, &lock);
	if (!code)
		code = tunables_map(cli, &at, PROT_READ, &values);
	if (!code) {
		array = json_sub(cli->root, "tunables", json_object_new_array());
		for (int i = 0; i < SL_TUN_MAX; i++) {
			if (only < 0 || i == only)
				show(cli, array, i, values[i]);
		}
	}
	tunables_unmap(values);
	attachment_close(&at);
	if (lock >= 0)
		close(lock);
	return code;
}
