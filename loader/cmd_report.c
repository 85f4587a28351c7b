// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_report.c - "slowlane report": all that a bug report needs, in one text.
 *
 * Addresses and this host's name are masked, the same one by the same word, so that the
 * report can be published; names of namespaces, interfaces and files are not.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "cli.h"
#include "config.h"
#include "kmod.h"
#include "mask.h"
#include "netns.h"
#include "report.h"
#include "scheduler.h"
#include "text.h"

struct report {
	struct cli *cli;
	struct mask mask;
	FILE *file;	    /* NULL with -j */
	json_object *array; /* of sections, with -j */
	int code;
};

/* Masked, unless it is not to be; what other programs print may hold any bytes. */
static void section_end(struct report *r, const char *title, char *text)
{
	char *masked = r->cli->opt.with_addresses ? strdup(text)
						  : mask_text(&r->mask, text);
	json_object *o;

	free(text);
	text = masked ? text_printable(masked) : NULL;
	free(masked);
	if (!text) {
		r->code = cli_fail_errno(r->cli, ENOMEM, NULL, "section '%s'", title);
		return;
	}
	if (r->array) {
		o = json_sub(r->array, NULL, json_object_new_object());
		json_str(o, "title", title);
		json_str(o, "text", text);
	} else {
		fprintf(r->file, "== %s ==\n%s\n", title, text);
	}
	free(text);
}

static void versions(FILE *out, const struct netns *ns)
{
	static char *const own[] = { SL_PROG, "version", NULL };
	static const char *const names[] = { "PRETTY_NAME", NULL };

	(void)ns;
	report_command(out, NULL, own);
	report_file(out, "/proc/version");
	report_file_lines(out, "/etc/os-release", names);
}

static void module(FILE *out, const struct netns *ns)
{
	(void)ns;
	if (kmod_state() != KMOD_LOADED) {
		fputs("(not loaded)\n", out);
		return;
	}
	fputs("version ", out);
	report_file(out, "/sys/module/" KMOD_NAME "/version");
	fputs("source ", out);
	report_file(out, "/sys/module/" KMOD_NAME "/srcversion");
	fputs("uses ", out);
	report_file(out, "/sys/module/" KMOD_NAME "/refcnt");
}

static void config(FILE *out, const struct netns *ns)
{
	(void)ns;
	report_config(out);
}

static void tunables_file(FILE *out, const struct netns *ns)
{
	(void)ns;
	report_file(out, CONFIG_PATH);
}

static void kernel_log(FILE *out, const struct netns *ns)
{
	(void)ns;
	report_kernel_log(out);
}

/* This program's own commands: what the operator sees. */
#define OWN(name, command)                                              \
	static void name(FILE *out, const struct netns *ns)             \
	{                                                               \
		static char *const argv[] = { SL_PROG, command, NULL }; \
                                                                        \
		(void)ns;                                               \
		report_command(out, NULL, argv);                        \
	}
OWN(own_probe, "probe")
OWN(own_status, "status")
OWN(own_stats, "stats")
OWN(own_tunables, "get")
OWN(own_advise, "advise")

static void endpoints(FILE *out, const struct netns *ns)
{
	static char *const show[] = { "ip", "mptcp", "endpoint", "show", NULL };
	static char *const limits[] = { "ip", "mptcp", "limits", "show", NULL };

	report_command(out, ns, show);
	report_command(out, ns, limits);
}

struct source {
	const char *title;
	void (*print)(FILE *out, const struct netns *ns);
};

static const struct source sources[] = {
	{ "versions", versions },
	{ "kernel configuration", config },
	{ "module " KMOD_NAME, module },
	{ "slowlane probe", own_probe },
	{ "slowlane status", own_status },
	{ "slowlane stats", own_stats },
	{ "slowlane get", own_tunables },
	{ "slowlane advise", own_advise },
	{ CONFIG_PATH, tunables_file },
	{ "kernel log", kernel_log },
	{},
};

/* Of the namespace we are in, and of each that has us for its scheduler. */
static const struct source ns_sources[] = {
	{ "sysctls", report_sysctls },
	{ "MPTCP endpoints and limits", endpoints },
	{},
};

static void sections(struct report *r, const struct source *s, const struct netns *ns,
		     const char *where)
{
	for (; s->title && !r->code; s++) {
		char *text = NULL, title[NETNS_LABEL_MAX + 64];
		size_t size;
		FILE *out = open_memstream(&text, &size);

		if (!out) {
			r->code = cli_fail_errno(r->cli, errno, NULL, "report");
			return;
		}
		snprintf(title, sizeof(title), "%s%s%s", s->title, where[0] ? ", " : "",
			 where);
		s->print(out, ns);
		fclose(out);
		section_end(r, title, text);
	}
}

static int ns_visit(const struct netns *ns, void *arg)
{
	char now[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	struct report *r = arg;
	struct netns self;
	bool here;

	if (netns_open_self(&self))
		return 0;
	here = self.ino == ns->ino;
	netns_close(&self);
	if (here || (!sysctl_read(ns, SYSCTL_SCHEDULER, now) && scheduler_is_ours(now)))
		sections(r, ns_sources, ns,
			 netns_label(ns->name, ns->ino, label, sizeof(label)));
	return r->code;
}

/* The host's name, whole and without its domain, and the domain. */
static int mask_host(struct mask *m)
{
	struct utsname uts;
	char *dot;
	int err;

	if (uname(&uts))
		return -errno;
	err = mask_name(m, uts.nodename);
	dot = strchr(uts.nodename, '.');
	if (!err && dot) {
		*dot = '\0';
		err = mask_name(m, uts.nodename);
		if (!err)
			err = mask_name(m, dot + 1);
	}
	return err;
}

/* Only its owner may read it: the masks hide addresses, not what the machine does. */
static int open_output(struct report *r)
{
	struct cli *cli = r->cli;
	int fd;

	r->file = stdout;
	if (!cli->argc)
		return 0;
	fd = open(cli->argv[0], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	r->file = fd < 0 ? NULL : fdopen(fd, "w");
	if (r->file)
		return 0;
	return cli_fail_errno(cli, errno,
			      errno == EEXIST ? "remove it, or name another file" : NULL,
			      "cannot write %s", cli->argv[0]);
}

static int close_output(struct report *r)
{
	bool failed = ferror(r->file) || fflush(r->file);

	if (r->file != stdout)
		failed |= fclose(r->file) != 0;
	if (failed && r->cli->argc)
		return cli_fail_errno(r->cli, errno, NULL, "cannot write %s",
				      r->cli->argv[0]);
	return 0; /* of stdout, cli_finish() says so */
}

int cmd_report(struct cli *cli)
{
	struct report r = { .cli = cli };
	int code;

	if (cli->argc > 1 || (cli->argc && cli->opt.json))
		return cli_fail(cli, SL_EXIT_USAGE,
				"unexpected '%s'; usage: " SL_PROG
				" report [--with-addresses] [FILE], or -j without FILE",
				cli->argv[cli->argc - 1]);
	if (cli->opt.json) {
		r.array = json_sub(cli->root, "sections", json_object_new_array());
	} else {
		code = open_output(&r);
		if (code)
			return code;
	}
	if (mask_host(&r.mask))
		r.code = cli_fail_errno(cli, ENOMEM, NULL, "report");
	sections(&r, sources, NULL, "");
	if (!r.code)
		netns_walk(ns_visit, &r);
	mask_free(&r.mask);
	code = r.array ? 0 : close_output(&r);
	return r.code ? r.code : code;
}
