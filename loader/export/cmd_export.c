// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_export.c - "slowlane export": metrics for Prometheus, as a file or over HTTP.
 */
#include <errno.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect.h"
#include "export.h"
#include "mhd.h"

#define USER_DEFAULT "nobody"

void help_export(void)
{
	printf("\n--textfile writes once; the file is whole at any time, and node_exporter\n"
	       "reads it if its name ends with .prom.  Without it the metrics are served\n"
	       "at /metrics (and \"ok\" at /healthz) until SIGTERM: by a process of --user\n"
	       "without rights, which asks another that is root without capabilities.\n"
	       "attach and detach may come at any time: the next scrape shows what is\n"
	       "attached then.  While nothing is, slowlane_up is 0, slowlane_state says\n"
	       "why, and there are no counters.\n"
	       "The label netns is the name that attach was given, net:[INODE] for the\n"
	       "namespace that attach was run in, or " METRICS_OTHER_NETNS ".\n");
}

static int write_file(struct cli *cli)
{
	const char *file = cli->opt.textfile;
	struct metrics values = {};
	struct cli why = {};
	size_t size;
	char *text;
	int code, err = collect_text(&why, &values, &text, &size);

	if (err)
		return cli_fail_errno(cli, err, NULL, "metrics");
	code = textfile_write(cli, file, text, size);
	if (!code) {
		json_str(cli->root, "file", file);
		json_u64(cli->root, "bytes", size);
		json_flag(cli->root, "attached", values.state == METRICS_ATTACHED);
		if (why.error[0])
			cli_warn(cli, "slowlane_up is 0: %s", why.error);
	}
	metrics_free(&values);
	free(text);
	return code;
}

static int find_user(struct cli *cli, const char *name, struct passwd **user)
{
	errno = 0;
	*user = getpwnam(name);
	if (!*user && errno && errno != ENOENT)
		return cli_fail_errno(cli, errno, NULL, "--user %s", name);
	if (!*user)
		return cli_fail(
			cli, SL_EXIT_USAGE,
			"--user %s: there is no such user; 'getent passwd' lists them",
			name);
	if (!(*user)->pw_uid)
		return cli_fail(
			cli, SL_EXIT_USAGE,
			"--user %s: the server does not run as root; give another "
			"user, such as " USER_DEFAULT,
			name);
	return 0;
}

/* A scrape of our own: after this all that can fail at the start has not. */
static int try_reader(struct cli *cli, const struct reader *reader)
{
	size_t size;
	char *text;
	int err = reader_ask(reader, &text, &size);

	if (err)
		return cli_fail_errno(cli, err, NULL,
				      "the process that reads the counters");
	free(text);
	return 0;
}

static int serve_as(struct cli *cli, const struct reader *reader,
		    const struct passwd *user, const struct address *address,
		    const char *where)
{
	int fd, code = server_bind(cli, address, where, &fd);

	if (code)
		return code;
	code = confine_to_user(cli, user->pw_name, user->pw_uid, user->pw_gid);
	if (!code)
		code = try_reader(cli, reader);
	if (code) {
		close(fd);
		return code;
	}
	if (!address->loopback)
		cli_warn(cli, "--listen %s: whoever reaches it can read the metrics",
			 where);
	json_str(cli->root, "listen", where);
	json_str(cli->root, "user", user->pw_name);
	cli_say(cli, "http://%s/metrics, as user %s", where, user->pw_name);
	return server_run(cli, fd, reader);
}

static int serve(struct cli *cli)
{
	const char *where = cli->opt.listen ? cli->opt.listen : ADDRESS_DEFAULT;
	struct address address;
	struct reader reader;
	struct passwd *user;
	char error[256];
	sigset_t child;
	int code;

	if (address_parse(where, &address, error, sizeof(error)))
		return cli_fail(cli, SL_EXIT_USAGE, "--listen: %s", error);
	code = find_user(cli, cli->opt.user ? cli->opt.user : USER_DEFAULT, &user);
	if (!code)
		code = mhd_load(cli);
	if (code)
		return code;
	/* In all threads from here on; server_run() waits for them. */
	cli_hold_signals();
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, NULL);
	code = reader_start(cli, &reader);
	if (code)
		return code;
	code = serve_as(cli, &reader, user, &address, where);
	reader_stop(&reader);
	return code;
}

int cmd_export(struct cli *cli)
{
	const struct options *o = &cli->opt;

	if (o->textfile && (o->listen || o->user))
		return cli_fail(cli, SL_EXIT_USAGE,
				"--textfile goes without --%s: it writes once and ends",
				o->listen ? "listen" : "user");
	if (geteuid())
		return cli_fail(
			cli, SL_EXIT_NOPERM,
			"export: what is attached is root's to read; run it as root, "
			"--listen then drops its rights");
	if (!o->textfile)
		return serve(cli);
	cli_hold_signals(); /* no temporary file stays behind */
	return write_file(cli);
}
