// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - slowlane(8): the commands and their options, as tables.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <bpf/libbpf.h>

#include "cli.h"
#include "scheduler.h"

#define FIELD(name) offsetof(struct options, name)

static const struct opt global_opts[] = {
	{ "json", 'j', OPT_FLAG, NULL, "JSON output", FIELD(json) },
	{ "pretty", 'p', OPT_FLAG, NULL, "JSON output, indented", FIELD(pretty) },
	{ "verbose", 'v', OPT_FLAG, NULL, "show what libbpf and the verifier say",
	  FIELD(verbose) },
	{ "help", 'h', OPT_FLAG, NULL, "show help", FIELD(help) },
	{ "version", 'V', OPT_FLAG, NULL, "show the version", FIELD(version) },
	{},
};

static const struct opt attach_opts[] = {
	{ "netns", 'n', OPT_LIST, "NAME",
	  "switch this namespace to slowlane; may be given again", FIELD(netns) },
	{ "no-default", 0, OPT_FLAG, NULL, "register the scheduler, but set no sysctl",
	  FIELD(no_default) },
	{ "module", 0, OPT_STRING, "FILE.ko",
	  "load this file if the module is needed, not the installed one",
	  FIELD(module) },
	{},
};

static const struct opt stats_opts[] = {
	{ "netns", 'n', OPT_LIST, "NAME", "count in this namespace only", FIELD(netns) },
	{},
};

static const struct opt connections_opts[] = {
	{ "no-header", 'H', OPT_FLAG, NULL, "connections only, no sum below them",
	  FIELD(no_header) },
	{},
};

static const struct command commands[] = {
	{ "probe", NULL, cmd_probe, NULL, false, "", "what this kernel has and lacks",
	  NULL },
	{ "attach", NULL, cmd_attach, attach_opts, false,
	  "[--netns NAME]... [--no-default] [--module FILE.ko]",
	  "register the scheduler and make it the default of namespaces (of this one)",
	  NULL },
	{ "detach", NULL, cmd_detach, NULL, false, "", "put everything back", NULL },
	{ "status", "show", cmd_status, NULL, false, "",
	  "where it is attached, and who uses it", NULL },
	{ "stats", NULL, cmd_stats, stats_opts, false, "[--netns NAME]",
	  "counters, of all namespaces or one", NULL },
	{ "connections", NULL, cmd_connections, connections_opts, true, "[FILTER...]",
	  "each connection and its paths: which is slow, what limits, and why",
	  help_filter },
	{ "monitor", NULL, cmd_monitor, NULL, true, "[FILTER...]",
	  "what changes, as it happens: slow, penalised, recovered, limited by, ...",
	  help_filter },
	{ "set", NULL, cmd_set, NULL, true, "NAME=VALUE...",
	  "set tunables, with effect at once on live connections", help_tunables },
	{ "get", NULL, cmd_get, NULL, true, "[NAME]", "show tunables", help_tunables },
	{ "version", NULL, cmd_version, NULL, false, "", "show the version", NULL },
	{ "help", NULL, cmd_help, NULL, true, "[COMMAND]", "show help", NULL },
	{},
};

const struct command *command_find(const char *name)
{
	for (const struct command *c = commands; c->name; c++) {
		if (!strcmp(c->name, name) || (c->alias && !strcmp(c->alias, name)))
			return c;
	}
	return NULL;
}

static void help_opts(const struct opt *opts)
{
	for (const struct opt *o = opts; o && o->name; o++) {
		char left[64], letter[8] = "";

		if (o->letter)
			snprintf(letter, sizeof(letter), "-%c, ", o->letter);
		snprintf(left, sizeof(left), "%4s--%s%s%s", letter, o->name,
			 o->arg ? " " : "", o->arg ? o->arg : "");
		printf("  %-24s %s\n", left, o->help);
	}
}

static void help_command(const struct command *c)
{
	printf("usage: " SL_PROG " %s%s%s\n\n%s\n", c->name, c->args[0] ? " " : "",
	       c->args, c->help);
	if (c->alias)
		printf("\nalso: " SL_PROG " %s\n", c->alias);
	printf("\noptions:\n");
	help_opts(c->opts);
	help_opts(global_opts);
	if (c->more)
		c->more();
}

static void help_all(void)
{
	printf("usage: " SL_PROG " [-j|-p] [-v] COMMAND [OPTIONS]\n\ncommands:\n");
	for (const struct command *c = commands; c->name; c++)
		printf("  %-12s %s\n", c->name, c->help);
	printf("\noptions:\n");
	help_opts(global_opts);
	printf("\nexit codes:\n");
	for (const struct exit_code *e = exit_codes; e->meaning; e++)
		printf("  %-10d %s\n", e->code, e->meaning);
	printf("\n'" SL_PROG " help COMMAND' shows a command's own options.\n");
}

/* @only: NULL for all commands. */
static void help_json(struct cli *cli, const struct command *only)
{
	json_object *array = json_sub(cli->root, "commands", json_object_new_array());

	for (const struct command *c = commands; c->name; c++) {
		json_object *o;

		if (only && c != only)
			continue;
		o = json_sub(array, NULL, json_object_new_object());
		json_str(o, "name", c->name);
		json_str(o, "args", c->args);
		json_str(o, "help", c->help);
	}
}

int cmd_help(struct cli *cli)
{
	const struct command *c = NULL;

	if (cli->argc > 1)
		return cli_fail(cli, SL_EXIT_USAGE,
				"unexpected '%s'; usage: " SL_PROG " help [COMMAND]",
				cli->argv[1]);
	if (cli->argc) {
		c = command_find(cli->argv[0]);
		if (!c)
			return cli_fail(cli, SL_EXIT_USAGE,
					"unknown command '%s'; '" SL_PROG
					" help' lists them",
					cli->argv[0]);
	}
	if (cli->opt.json)
		help_json(cli, c);
	else if (c)
		help_command(c);
	else
		help_all();
	return 0;
}

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
	char error[256], *const *words = cli->argv;
	int n = cli->argc;
	int used = opts_parse(tables, &cli->opt, n, words, error, sizeof(error));

	cli->argv += used;
	cli->argc -= used;
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
			   .warnings = json_object_new_array() };
	int code = run(&cli, argc - 1, argv + 1);

	code = cli_finish(&cli, code);
	json_object_put(cli.root);
	json_object_put(cli.warnings);
	return code;
}
