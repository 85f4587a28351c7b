// SPDX-License-Identifier: GPL-2.0-only
/*
 * help.c - "slowlane help": the tables of commands.c as text, or as JSON with all in it.
 */
#include <stdio.h>

#include "cli.h"
#include "tunables.h"

static void help_opts(const struct opt *opts)
{
	for (const struct opt *o = opts; o && o->name; o++) {
		char left[64], letter[8] = "";

		if (o->letter)
			snprintf(letter, sizeof(letter), "-%c, ", o->letter);
		snprintf(left, sizeof(left), "%4s--%s%s%s%s", letter, o->name,
			 !o->arg		   ? ""
			 : o->type == OPT_OPTIONAL ? "[="
						   : " ",
			 o->arg ? o->arg : "", o->type == OPT_OPTIONAL ? "]" : "");
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

static void json_opts(json_object *array, const struct opt *opts)
{
	for (const struct opt *o = opts; o && o->name; o++) {
		json_object *row = json_sub(array, NULL, json_object_new_object());
		char letter[2] = { o->letter };

		json_str(row, "name", o->name);
		json_str(row, "letter", o->letter ? letter : NULL);
		json_str(row, "arg", o->arg);
		json_flag(row, "arg_optional", o->type == OPT_OPTIONAL);
		json_str(row, "help", o->help);
	}
}

static void json_exit_codes(json_object *array)
{
	for (const struct exit_code *e = exit_codes; e->meaning; e++) {
		json_object *row = json_sub(array, NULL, json_object_new_object());

		json_u64(row, "code", e->code);
		json_str(row, "meaning", e->meaning);
	}
}

/* What the man pages and the completion are made from.  @only: NULL for all commands. */
static void help_json(struct cli *cli, const struct command *only)
{
	json_object *array = json_sub(cli->root, "commands", json_object_new_array());

	for (const struct command *c = commands; c->name; c++) {
		json_object *o;

		if (only && c != only)
			continue;
		o = json_sub(array, NULL, json_object_new_object());
		json_str(o, "name", c->name);
		json_str(o, "alias", c->alias);
		json_str(o, "args", c->args);
		json_str(o, "help", c->help);
		json_opts(json_sub(o, "options", json_object_new_array()), c->opts);
	}
	if (only)
		return;
	json_opts(json_sub(cli->root, "options", json_object_new_array()), global_opts);
	json_exit_codes(json_sub(cli->root, "exit_codes", json_object_new_array()));
	json_tunables(json_sub(cli->root, "tunables", json_object_new_array()));
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
