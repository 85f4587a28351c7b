// SPDX-License-Identifier: GPL-2.0-only
/*
 * out.c - text for people, JSON for programs; never both on stdout.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "text.h"

/* A line of the command's text output; nothing with -j. */
void cli_say(struct cli *cli, const char *fmt, ...)
{
	va_list args;

	if (cli->opt.json)
		return;
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
}

/* Worth knowing, but not a failure: stderr, or the array "warnings" with -j. */
void cli_warn(struct cli *cli, const char *fmt, ...)
{
	char text[1024];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);

	if (cli->opt.json) {
		json_object_array_add(cli->warnings, json_object_new_string(text));
		return;
	}
	/* Keep the order in which things happened if both go to one terminal. */
	fflush(stdout);
	fprintf(stderr, SL_PROG ": warning: %s\n", text);
}

/* Print what is left to print.  Returns the process's exit code. */
int cli_finish(struct cli *cli, int code)
{
	int flags = cli->opt.pretty ? JSON_C_TO_STRING_PRETTY : JSON_C_TO_STRING_PLAIN;

	bool failed = code && code != SL_EXIT_FINDINGS;

	if (failed && !cli->error[0])
		cli_fail(cli, code, "failed, exit code %d", code);
	if (cli->opt.json && (!cli->streamed || failed)) {
		if (failed)
			json_str(cli->root, "error", cli->error);
		if (json_object_array_length(cli->warnings))
			json_sub(cli->root, "warnings", json_object_get(cli->warnings));
		puts(json_object_to_json_string_ext(
			cli->root, flags | JSON_C_TO_STRING_NOSLASHESCAPE));
	} else if (failed) {
		fflush(stdout);
		fprintf(stderr, SL_PROG ": %s\n", cli->error);
	}
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, SL_PROG ": cannot write to stdout: %s\n",
			strerror(errno));
		return code ? code : SL_EXIT_OSERR;
	}
	return code;
}

void json_str(json_object *o, const char *key, const char *value)
{
	json_object_object_add(o, key, value ? json_object_new_string(value) : NULL);
}

/* A name from the kernel, which may hold any bytes, as text_escape() has it; null: none. */
void json_escaped(json_object *o, const char *key, const char *raw, size_t len)
{
	char text[TEXT_NAME_MAX];

	text_escape(raw, len, text, sizeof(text));
	json_str(o, key, text[0] ? text : NULL);
}

void json_u64(json_object *o, const char *key, uint64_t value)
{
	json_object_object_add(o, key, json_object_new_uint64(value));
}

void json_flag(json_object *o, const char *key, bool value)
{
	json_object_object_add(o, key, json_object_new_boolean(value));
}

/* Add @child under @key, or at the end of the array @o if @key is NULL. */
json_object *json_sub(json_object *o, const char *key, json_object *child)
{
	if (key)
		json_object_object_add(o, key, child);
	else
		json_object_array_add(o, child);
	return child;
}

const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}
