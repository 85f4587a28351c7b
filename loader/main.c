// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - slowlane(8): finds the command and its options, and runs it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <bpf/libbpf.h>

#include "cli.h"
#include "scheduler.h"

int cmd_version(struct cli *cli)
{
	json_str(cli->root, "version", SLOWLANE_VERSION);
	json_str(cli->root, "libbpf_version", libbpf_version_string() + 1);
	cli_say(cli, SL_PROG " %s\nusing libbpf %s", SLOWLANE_VERSION,
		libbpf_version_string());
	return 0;
}

static int run_command(struct cli *cli, const struct command *c)
{
	const struct opt *const tables[OPTS_TABLES_MAX] = { c->opts, global_opts };
	char error[256];

	cli->argc = opts_parse_all(tables, &cli->opt, cli->argc, cli->argv, cli->operands,
				   error, sizeof(error));
	cli->argv = cli->operands;
	cli->opt.json |= cli->opt.pretty;
	if (!error[0] && cli->argc && !c->operands)
		snprintf(error, sizeof(error), "unexpected '%s'", cli->argv[0]);
	if (error[0])
		return cli_fail(cli, SL_EXIT_USAGE, "%s; usage: " SL_PROG " %s%s%s",
				error, c->name, c->args[0] ? " " : "", c->args);
	bpflog_init(cli->opt.verbose);
	if (cli->opt.help && c->func != cmd_help) {
		static char *name[1];

		name[0] = (char *)c->name;
		cli->argv = name;
		cli->argc = 1;
		return cmd_help(cli);
	}
	return cli->opt.version ? cmd_version(cli) : c->func(cli);
}

static int run(struct cli *cli, int argc, char *const argv[])
{
	const struct opt *const tables[OPTS_TABLES_MAX] = { global_opts, NULL };
	const struct command *c;
	char error[256];
	int used = opts_parse(tables, &cli->opt, argc, argv, error, sizeof(error));

	cli->opt.json |= cli->opt.pretty;
	if (error[0])
		return cli_fail(cli, SL_EXIT_USAGE,
				"%s; usage: " SL_PROG " [-j|-p] [-v] COMMAND", error);
	if (used == argc) {
		if (cli->opt.help)
			return cmd_help(cli);
		if (cli->opt.version)
			return cmd_version(cli);
		return cli_fail(cli, SL_EXIT_USAGE,
				"no command; '" SL_PROG " help' lists them");
	}
	c = command_find(argv[used]);
	if (!c)
		return cli_fail(cli, SL_EXIT_USAGE,
				"unknown command '%s'; '" SL_PROG " help' lists them",
				argv[used]);
	cli->argc = argc - used - 1;
	cli->argv = argv + used + 1;
	return run_command(cli, c);
}

int main(int argc, char **argv)
{
	struct cli cli = { .root = json_object_new_object(),
			   .warnings = json_object_new_array(),
			   .operands = calloc(argc, sizeof(*argv)) };
	int code = cli.operands ? run(&cli, argc - 1, argv + 1) : SL_EXIT_OSERR;

	code = cli_finish(&cli, code);
	json_object_put(cli.root);
	json_object_put(cli.warnings);
	free(cli.operands);
	return code;
}
