// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_connections.c - "slowlane connections": each connection, its paths, and why.
 */
#include <stdio.h>
#include <unistd.h>

#include "cli.h"
#include "conns_out.h"
#include "pins.h"

/* Bytes: a list of 10,000 connections is some 10 MB. */
#define OUT_BUFFER 65536

void help_filter(void)
{
	printf("\nfilter:\n");
	for (const char *const *line = filter_help; *line; line++)
		printf("  %s\n", *line);
}

/* The words after the options; a wrong one is named. */
int filter_require(struct cli *cli, struct filter *f)
{
	char error[256];

	if (!filter_parse(f, cli->argc, cli->argv, error, sizeof(error)))
		return 0;
	return cli_fail(cli, SL_EXIT_USAGE,
			"%s; '" SL_PROG " help connections' shows all", error);
}

static void show_json(struct cli *cli, const struct conns *c, const struct filter *f)
{
	struct jsonw w = { .out = stdout, .pretty = cli->opt.pretty };

	cli->streamed = true;
	jsonw_open(&w, NULL, '{');
	jsonw_open(&w, "connections", '[');
	for (size_t i = 0; i < c->n; i++) {
		struct conn conn = conns_get(c, i);

		if (conn_match(&conn, f))
			conn_json(&conn, &w);
	}
	jsonw_close(&w, ']');
	jsonw_close(&w, '}');
}

static void show_text(struct cli *cli, const struct conns *c, const struct filter *f)
{
	size_t shown = 0, paths = 0;

	for (size_t i = 0; i < c->n; i++) {
		struct conn conn = conns_get(c, i);

		if (!conn_match(&conn, f))
			continue;
		if (shown && !cli->opt.no_header)
			putchar('\n');
		conn_print(&conn, stdout);
		shown++;
		paths += conn.n;
	}
	if (cli->opt.no_header)
		return;
	cli_say(cli, "%s%zu connection%s, %zu subflow%s%s", shown ? "\n" : "", shown,
		plural(shown), paths, plural(paths), f->n ? ", by the filter" : "");
}

int cmd_connections(struct cli *cli)
{
	static char buffer[OUT_BUFFER];
	struct attachment at;
	struct conns conns = {};
	struct filter f;
	int lock, err, code = filter_require(cli, &f);

	if (code)
		return code;
	code = attachment_read(cli, &at, &lock);
	if (!code)
		code = attachment_usable(cli, &at);
	if (code)
		goto cleanup;
	err = conns_read(&conns);
	if (err) {
		code = cli_fail_errno(cli, err, NULL, "cannot read the connections");
		goto cleanup;
	}
	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	if (cli->opt.json)
		show_json(cli, &conns, &f);
	else
		show_text(cli, &conns, &f);
cleanup:
	conns_free(&conns);
	attachment_close(&at);
	if (lock >= 0)
		close(lock);
	return code;
}
