// SPDX-License-Identifier: GPL-2.0-only
/*
 * commands.c - the commands and their options, as tables.
 */
#include <stddef.h>
#include <string.h>

#include "cli.h"
#include "config.h"
#include "netns_spec.h"

#define FIELD(name) offsetof(struct options, name)

const struct opt global_opts[] = {
	{ "json", 'j', OPT_FLAG, NULL, "JSON output", FIELD(json) },
	{ "pretty", 'p', OPT_FLAG, NULL, "JSON output, indented", FIELD(pretty) },
	{ "verbose", 'v', OPT_FLAG, NULL, "show what libbpf and the verifier say",
	  FIELD(verbose) },
	{ "help", 'h', OPT_FLAG, NULL, "show help", FIELD(help) },
	{ "version", 'V', OPT_FLAG, NULL, "show the version", FIELD(version) },
	{},
};

static const struct opt attach_opts[] = {
	{ "netns", 'n', OPT_LIST, "NS",
	  "switch this namespace to slowlane: " NETNS_FORMS "; may be given again",
	  FIELD(netns) },
	{ "no-default", 0, OPT_FLAG, NULL, "register the scheduler, but set no sysctl",
	  FIELD(no_default) },
	{ "replace", 0, OPT_FLAG, NULL,
	  "put this program in the place of the attached one, which live connections "
	  "keep",
	  FIELD(replace) },
	{ "module", 0, OPT_STRING, "FILE.ko",
	  "load this file if the module is needed, not the installed one",
	  FIELD(module) },
	{ "trial", 0, OPT_STRING, "TIME",
	  "detach after TIME, such as 5m, unless confirmed; 1s to 24h", FIELD(trial) },
	{ "config", 0, OPT_STRING, "FILE",
	  "start with the tunables of this file, not of " CONFIG_PATH, FIELD(config) },
	{ "no-config", 0, OPT_FLAG, NULL, "start with the defaults", FIELD(no_config) },
	{},
};

static const struct opt set_opts[] = {
	{ "save", 0, OPT_FLAG, NULL, "write them to " CONFIG_PATH ", too", FIELD(save) },
	{ "config", 0, OPT_STRING, "FILE", "with --save: to this file", FIELD(config) },
	{},
};

static const struct opt detach_opts[] = {
	{ "netns", 'n', OPT_LIST, "NS",
	  "put this namespace back, and keep the scheduler: " NETNS_FORMS
	  "; may be given again",
	  FIELD(netns) },
	{ "wait", 0, OPT_OPTIONAL, "TIME",
	  "then wait until the last connection on it has ended, at most TIME, as in 5m",
	  FIELD(wait) },
	{},
};

static const struct opt status_opts[] = {
	{ "netns", 'n', OPT_LIST, "NS",
	  "show this namespace only: " NETNS_FORMS "; may be given again", FIELD(netns) },
	{},
};

static const struct opt stats_opts[] = {
	{ "netns", 'n', OPT_LIST, "NS", "count in this namespace only: " NETNS_FORMS,
	  FIELD(netns) },
	{},
};

static const struct opt connections_opts[] = {
	{ "no-header", 'H', OPT_FLAG, NULL, "connections only, no sum below them",
	  FIELD(no_header) },
	{},
};

static const struct opt observe_opts[] = {
	{ "interval", 'i', OPT_STRING, "TIME",
	  "show what is open each TIME, too, such as 10s; 1s to 24h", FIELD(interval) },
	{ "for", 0, OPT_STRING, "TIME", "end after TIME, such as 5m; 1s to 24h",
	  FIELD(for_time) },
	{ "connections", 0, OPT_STRING, "N",
	  "observe at most N at a time, 9 kB of memory each; 1 to 65536 (1024)",
	  FIELD(connections) },
	{},
};

static const struct opt top_opts[] = {
	{ "delay", 'd', OPT_STRING, "SECONDS",
	  "time between two readings, 0.1 to 3600, fractions too (2)", FIELD(delay) },
	{ "count", 'n', OPT_STRING, "COUNT",
	  "end after so many of them, 0 for never (1, or on a terminal 0)",
	  FIELD(count) },
	{ "sort", 's', OPT_STRING, "stall|rate|flags|rtt|token|peer|netns",
	  "column to sort by at first (stall)", FIELD(sort) },
	{},
};

static const struct opt advise_opts[] = {
	{ "exit-code", 0, OPT_FLAG, NULL, "end with exit code 2 if there is a finding",
	  FIELD(exit_code) },
	{},
};

static const struct opt report_opts[] = {
	{ "with-addresses", 0, OPT_FLAG, NULL,
	  "leave addresses and this host's name as they are, not masked",
	  FIELD(with_addresses) },
	{},
};

static const struct opt export_opts[] = {
	{ "textfile", 0, OPT_STRING, "FILE",
	  "write the metrics to this file, once, for node_exporter", FIELD(textfile) },
	{ "listen", 'l', OPT_STRING, "ADDR:PORT",
	  "serve them there, IPv6 as [ADDR]:PORT (127.0.0.1:9818)", FIELD(listen) },
	{ "user", 'u', OPT_STRING, "NAME", "serve as this user (nobody)", FIELD(user) },
	{},
};

const struct command commands[] = {
	{ "probe", NULL, cmd_probe, NULL, false, "", "what this kernel has and lacks",
	  NULL },
	{ "attach", NULL, cmd_attach, attach_opts, false,
	  "[--netns NS]... [--no-default] [--replace] [--module FILE.ko] [--trial TIME] "
	  "[--config FILE|--no-config]",
	  "register the scheduler and make it the default of namespaces (of this one)",
	  NULL },
	{ "confirm", NULL, cmd_confirm, NULL, false, "",
	  "end the trial that 'attach --trial' began, and stay attached", NULL },
	{ "detach", NULL, cmd_detach, detach_opts, false,
	  "[--wait[=TIME]] | [--netns NS]...",
	  "put everything back, or some namespaces only", NULL },
	{ "status", "show", cmd_status, status_opts, false, "[--netns NS]...",
	  "where it is attached, and who uses it", NULL },
	{ "stats", NULL, cmd_stats, stats_opts, false, "[--netns NS]",
	  "counters, of all namespaces or one", NULL },
	{ "connections", NULL, cmd_connections, connections_opts, true, "[FILTER...]",
	  "each connection and its paths: which is slow, what limits, and why",
	  help_filter },
	{ "monitor", NULL, cmd_monitor, NULL, true, "[FILTER...]",
	  "what changes, as it happens: slow, penalised, recovered, limited by, ...",
	  help_filter },
	{ "observe", NULL, cmd_observe, observe_opts, true,
	  "[--interval TIME] [--for TIME] [--connections N] [FILTER...]",
	  "what connections receive, what of it out of order, and how long that waits",
	  help_filter },
	{ "top", NULL, cmd_top, top_opts, true,
	  "[--delay SECONDS] [--count COUNT] [--sort COLUMN] [FILTER...]",
	  "connections by the time that they stall, and their paths, as it goes on",
	  help_top },
	{ "advise", NULL, cmd_advise, advise_opts, true, "[--exit-code] [FILTER...]",
	  "what limits the connections, which knob helps, and the arithmetic",
	  help_filter },
	{ "set", NULL, cmd_set, set_opts, true, "NAME=VALUE... [--save [--config FILE]]",
	  "set tunables, with effect at once on live connections", help_tunables },
	{ "get", NULL, cmd_get, NULL, true, "[NAME]", "show tunables", help_tunables },
	{ "watch", NULL, cmd_watch, NULL, false, "",
	  "switch every namespace, those that appear later too, until SIGTERM", NULL },
	{ "export", NULL, cmd_export, export_opts, false,
	  "[--textfile FILE | [--listen ADDR:PORT] [--user NAME]]",
	  "metrics for Prometheus, as a file or over HTTP", help_export },
	{ "report", NULL, cmd_report, report_opts, true, "[--with-addresses] [FILE]",
	  "collect what a bug report needs, addresses masked", NULL },
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
