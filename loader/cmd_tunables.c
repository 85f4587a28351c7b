// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_tunables.c - "slowlane set" and "slowlane get".
 *
 * The tunables are the BPF side's own data section, pinned and mapped here: a set is
 * one store each, and the next decision of every connection reads it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli.h"
#include "pins.h"
#include "tunables.h"

_Static_assert(sizeof(struct sl_tunables) == SL_TUN_MAX * sizeof(__u32),
	       "the fields are read by index");

/* The values by enum sl_tunable, or NULL with errno set. */
static __u32 *values_map(const struct attachment *at, int protection)
{
	void *p = mmap(NULL, sizeof(struct sl_tunables), protection, MAP_SHARED,
		       at->fd[PIN_TUNABLES], 0);

	return p == MAP_FAILED ? NULL : p;
}

static void values_unmap(__u32 *values)
{
	munmap(values, sizeof(struct sl_tunables));
}

/* For what only shows it: the default if there is no reading it. */
__u32 tunables_read(const struct attachment *at, unsigned int index)
{
	__u32 *values = values_map(at, PROT_READ), value;

	if (!values)
		return tunable_table[index].def;
	value = values[index];
	values_unmap(values);
	return value;
}

static int open_values(struct cli *cli, struct attachment *at, int *lock, int protection,
		       __u32 **values)
{
	int code = attachment_read(cli, at, lock);

	*values = NULL;
	if (!code)
		code = attachment_usable(cli, at);
	if (code)
		return code;
	*values = values_map(at, protection);
	if (!*values)
		return cli_fail_errno(cli, errno, NULL, "cannot map %s",
				      pin_path(PIN_TUNABLES));
	return 0;
}

static void close_values(struct attachment *at, int lock, __u32 *values)
{
	if (values)
		values_unmap(values);
	attachment_close(at);
	if (lock >= 0)
		close(lock);
}

static void json_value(json_object *o, const char *key, unsigned int index, __u32 value)
{
	char text[TUNABLE_VALUE_MAX];

	if (tunable_is_choice(&tunable_table[index]))
		json_str(o, key, tunable_format(index, value, text));
	else
		json_u64(o, key, value);
}

/* All of them are looked at before the first is set: a wrong one changes nothing. */
int cmd_set(struct cli *cli)
{
	__u32 wanted[SL_TUN_MAX] = {}, *values;
	bool given[SL_TUN_MAX] = {};
	struct attachment at;
	json_object *array;
	char error[512];
	int lock, code;

	if (!cli->argc)
		return cli_fail(cli, SL_EXIT_USAGE,
				"nothing to set; usage: " SL_PROG " set NAME=VALUE...");
	for (int i = 0; i < cli->argc; i++) {
		unsigned int index;
		__u32 value;

		if (tunable_parse(cli->argv[i], &index, &value, error, sizeof(error)))
			return cli_fail(cli, SL_EXIT_USAGE,
					"%s; '" SL_PROG " help set' lists them", error);
		wanted[index] = value;
		given[index] = true;
	}
	code = open_values(cli, &at, &lock, PROT_READ | PROT_WRITE, &values);
	if (code)
		goto cleanup;
	array = json_sub(cli->root, "tunables", json_object_new_array());
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		char old_text[TUNABLE_VALUE_MAX], new_text[TUNABLE_VALUE_MAX];
		json_object *o;
		__u32 old;

		if (!given[i])
			continue;
		old = __atomic_exchange_n(&values[i], wanted[i], __ATOMIC_RELAXED);
		o = json_sub(array, NULL, json_object_new_object());
		json_str(o, "name", tunable_table[i].name);
		json_value(o, "previous", i, old);
		json_value(o, "value", i, wanted[i]);
		cli_say(cli, "%s = %s (was %s)", tunable_table[i].name,
			tunable_format(i, wanted[i], new_text),
			tunable_format(i, old, old_text));
	}
	if (given[SL_TUN_penalty] && wanted[SL_TUN_penalty] == SL_PENALTY_CWND &&
	    at.fd[PIN_SOCKOPS] < 0)
		cli_warn(cli, "no subflow has the congestion control that penalty=cwnd "
			      "needs: it is as share; '" SL_PROG " probe' says why");
cleanup:
	close_values(&at, lock, values);
	return code;
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

static void show(struct cli *cli, json_object *array, unsigned int index, __u32 value)
{
	const struct tunable *t = &tunable_table[index];
	char text[TUNABLE_VALUE_MAX], def[TUNABLE_VALUE_MAX], range[64];
	json_object *o = json_sub(array, NULL, json_object_new_object());

	json_str(o, "name", t->name);
	json_value(o, "value", index, value);
	json_value(o, "default", index, t->def);
	json_value(o, "min", index, t->min);
	json_value(o, "max", index, t->max);
	json_str(o, "unit", t->unit);
	json_str(o, "help", t->help);
	cli_say(cli, "%-16s %6s  %s, default %s: %s", t->name,
		tunable_format(index, value, text), range_text(t, range, sizeof(range)),
		tunable_format(index, t->def, def), t->help);
}

int cmd_get(struct cli *cli)
{
	int only = -1, lock, code;
	struct attachment at;
	json_object *array;
	char names[256];
	__u32 *values;

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
	code = open_values(cli, &at, &lock, PROT_READ, &values);
	if (!code) {
		array = json_sub(cli->root, "tunables", json_object_new_array());
		for (int i = 0; i < SL_TUN_MAX; i++) {
			if (only < 0 || i == only)
				show(cli, array, i, values[i]);
		}
	}
	close_values(&at, lock, values);
	return code;
}
