// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_set.c - "slowlane set": live, and with --save for the next attach too.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli.h"
#include "config.h"
#include "pins.h"

/* All of them are looked at before the first is set: a wrong one changes nothing. */
static int parse_words(struct cli *cli, struct settings *wanted)
{
	char error[512];

	*wanted = (struct settings){};
	if (!cli->argc)
		return cli_fail(cli, SL_EXIT_USAGE,
				"nothing to set; usage: " SL_PROG
				" set NAME=VALUE... [--save [--config FILE]]");
	if (cli->opt.config && !cli->opt.save)
		return cli_fail(cli, SL_EXIT_USAGE,
				"--config says where --save writes to; usage: " SL_PROG
				" set NAME=VALUE... --save --config FILE");
	for (int i = 0; i < cli->argc; i++) {
		unsigned int index;
		__u32 value;

		if (tunable_parse(cli->argv[i], &index, &value, error, sizeof(error)))
			return cli_fail(cli, SL_EXIT_USAGE,
					"%s; '" SL_PROG " help set' lists them", error);
		wanted->value[index] = value;
		wanted->given[index] = true;
	}
	return 0;
}

/* @previous: set to what the tunables were. */
static void store(__u32 *values, const struct settings *wanted, __u32 *previous)
{
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		if (wanted->given[i])
			previous[i] = __atomic_exchange_n(&values[i], wanted->value[i],
							  __ATOMIC_RELAXED);
	}
}

/* @previous: NULL if nothing is attached, so that nothing but the file was set. */
static void report(struct cli *cli, const struct settings *wanted, const __u32 *previous)
{
	json_object *array = json_sub(cli->root, "tunables", json_object_new_array());

	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		char old_text[TUNABLE_VALUE_MAX], new_text[TUNABLE_VALUE_MAX];
		json_object *o;

		if (!wanted->given[i])
			continue;
		o = json_sub(array, NULL, json_object_new_object());
		json_str(o, "name", tunable_table[i].name);
		if (previous)
			json_tunable_value(o, "previous", i, previous[i]);
		json_tunable_value(o, "value", i, wanted->value[i]);
		tunable_format(i, wanted->value[i], new_text);
		if (previous)
			cli_say(cli, "%s = %s (was %s)", tunable_table[i].name, new_text,
				tunable_format(i, previous[i], old_text));
		else
			cli_say(cli, "%s = %s", tunable_table[i].name, new_text);
	}
}

static void warn_of_penalty(struct cli *cli, const struct attachment *at,
			    const struct settings *wanted)
{
	if (wanted->given[SL_TUN_penalty] &&
	    wanted->value[SL_TUN_penalty] == SL_PENALTY_CWND && at->fd[PIN_SOCKOPS] < 0)
		cli_warn(cli, "no subflow has the congestion control that penalty=cwnd "
			      "needs: it is as share; '" SL_PROG " probe' says why");
}

static int set_live(struct cli *cli, struct settings *wanted)
{
	__u32 previous[SL_TUN_MAX] = {}, *values = NULL;
	struct attachment at;
	int lock, code = attachment_read(cli, &at, &lock);

	if (!code)
		code = tunables_map(cli, &at, PROT_READ | PROT_WRITE, &values);
	if (!code) {
		store(values, wanted, previous);
		report(cli, wanted, previous);
		warn_of_penalty(cli, &at, wanted);
	}
	tunables_unmap(values);
	attachment_close(&at);
	if (lock >= 0)
		close(lock);
	return code;
}

/*
 * The file and what is attached, if anything is: both or neither.  The lock is for
 * the file too, as two at a time would lose what one of them saved.
 */
static int set_and_save(struct cli *cli, struct settings *wanted)
{
	const char *path = cli->opt.config ? cli->opt.config : CONFIG_PATH;
	__u32 previous[SL_TUN_MAX] = {}, *values = NULL;
	struct config_save save = {};
	struct attachment at;
	int lock, code = attachment_change(cli, &at, &lock);

	if (!code)
		code = config_save_begin(cli, &save, path, wanted);
	if (!code && at.attached)
		code = tunables_map(cli, &at, PROT_READ | PROT_WRITE, &values);
	if (code)
		goto cleanup;
	if (values)
		store(values, wanted, previous);
	code = config_save_commit(cli, &save);
	if (code && values) {
		memcpy(wanted->value, previous, sizeof(previous));
		store(values, wanted, previous);
	}
	if (code)
		goto cleanup;
	report(cli, wanted, values ? previous : NULL);
	json_str(cli->root, "saved", save.path);
	cli_say(cli, "saved in %s%s", save.path,
		values ? "" : "; slowlane is not attached, the next attach will use it");
	if (values)
		warn_of_penalty(cli, &at, wanted);
cleanup:
	config_save_end(&save);
	tunables_unmap(values);
	attachment_close(&at);
	if (lock >= 0)
		close(lock);
	return code;
}

int cmd_set(struct cli *cli)
{
	struct settings wanted;
	int code = parse_words(cli, &wanted);

	if (code)
		return code;
	return cli->opt.save ? set_and_save(cli, &wanted) : set_live(cli, &wanted);
}
