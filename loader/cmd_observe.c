// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_observe.c - "slowlane observe": what connections receive, seen from the receiver.
 *
 * A connection that is closed is shown at once, those that are open at each interval and at
 * the end: so nothing is kept here, and the kernel's side is bounded.
 */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <netinet/tcp.h>

#include "clock.h"
#include "duration.h"
#include "filter.h"
#include "netns_names.h"
#include "observe_out.h"
#include "observer.h"

#define TIME_MAX_S 86400
#define CONNECTIONS 1024
#define CONNECTIONS_MAX 65536

struct observe {
	struct cli *cli;
	struct filter filter;
	struct netns_names names;
	struct observer observer;
	struct observe_sum sum;
	struct sl_receiver_record closed; /* the one that is shown */
	unsigned int interval_s, for_s;	  /* 0: none */
	unsigned int connections;
};

static int parse_time(struct cli *cli, const char *option, const char *text,
		      unsigned int *seconds)
{
	char error[256];

	if (!text || !duration_parse(text, 1, TIME_MAX_S, seconds, error, sizeof(error)))
		return 0;
	return cli_fail(cli, SL_EXIT_USAGE, "--%s: %s; '" SL_PROG " help observe'",
			option, error);
}

static int parse_connections(struct cli *cli, const char *text, unsigned int *n)
{
	unsigned long value = 0;
	char *end = "";

	if (!text)
		return 0;
	if (isdigit((unsigned char)text[0])) /* strtoul() takes signs and blanks */
		value = strtoul(text, &end, 10);
	if (*end || value < 1 || value > CONNECTIONS_MAX)
		return cli_fail(
			cli, SL_EXIT_USAGE,
			"--connections: '%.32s' is no number from 1 to %u; '" SL_PROG
			" help observe'",
			text, CONNECTIONS_MAX);
	*n = value;
	return 0;
}

/* Which path is slow is for the sender to know. */
static int refuse_states(struct cli *cli, const struct filter *f)
{
	for (unsigned int i = 0; i < f->n; i++) {
		if (f->step[i].op == FILTER_STATE && f->step[i].flag != SL_PATH_BACKUP)
			return cli_fail(cli, SL_EXIT_USAGE,
					"a receiver knows of no path that is slow or "
					"stale: 'state backup' is all there is; '" SL_PROG
					" help observe'");
	}
	return 0;
}

static int parse(struct observe *o)
{
	struct cli *cli = o->cli;
	int code = filter_require(cli, &o->filter);

	if (!code)
		code = refuse_states(cli, &o->filter);
	if (!code)
		code = parse_time(cli, "interval", cli->opt.interval, &o->interval_s);
	if (!code)
		code = parse_time(cli, "for", cli->opt.for_time, &o->for_s);
	if (!code)
		code = parse_connections(cli, cli->opt.connections, &o->connections);
	return code;
}

static bool match_paths(const struct observe *o, struct filter_path *p,
			const struct sl_rx_path *path, __u32 n)
{
	for (__u32 i = 0; i < n; i++) {
		p->ends = &path[i].ends;
		p->flags = path[i].flags;
		if (filter_match(&o->filter, p))
			return true;
	}
	return false;
}

/* As conn_match(): is one of its paths meant? */
static bool match(const struct observe *o, const struct sl_receiver_record *rec,
		  const char *netns)
{
	struct filter_path p = {
		.ends = &rec->r.ends,
		.netns_ino = rec->r.netns_ino,
		.netns = netns,
	};

	if (!rec->now.paths && !rec->r.paths)
		return filter_match(&o->filter, &p);
	return match_paths(o, &p, rec->now.path, rec->now.paths) ||
	       match_paths(o, &p, rec->r.path, rec->r.paths);
}

static void show(struct observe *o, const struct sl_receiver_record *rec,
		 const char *event, bool last)
{
	const char *netns = netns_names_ask(&o->names, rec->r.netns_ino);
	struct timespec at = clock_timespec(rec->now.at_ns + clock_to_realtime_ns());
	struct jsonw w = { .out = stdout };

	if (!match(o, rec, netns))
		return;
	if (o->cli->opt.json)
		observe_json(rec, event, netns, &at, &w);
	else
		observe_print(rec, netns, &at, stdout);
	if (!last)
		return;
	o->sum.connections++;
	o->sum.ofo_segments += rec->r.ofo_segments;
	o->sum.ofo_bytes += rec->r.ofo_bytes;
}

static int on_closed(void *arg, void *data, size_t size)
{
	struct observe *o = arg;

	if (size < sizeof(o->closed.r))
		return 0;
	o->closed.r = *(struct sl_receiver *)data;
	o->closed.now.at_ns = o->closed.r.ended_ns;
	o->closed.now.received_bytes = o->closed.r.received_bytes;
	o->closed.now.state = TCP_CLOSE;
	show(o, &o->closed, "closed", true);
	return 0;
}

static int show_open(struct observe *o, const char *event, bool last)
{
	struct sl_receiver_record *records;
	size_t n;
	int err = observer_list(&o->observer, &records, &n);

	if (err)
		return cli_fail_errno(o->cli, err, NULL, "cannot read the connections");
	for (size_t i = 0; i < n; i++)
		show(o, &records[i], event, last);
	free(records);
	return 0;
}

/* Closed ones first, and those that were closed meanwhile after the open ones. */
static int finish(struct observe *o)
{
	struct timespec at = clock_timespec(clock_ns(CLOCK_REALTIME));
	struct jsonw w = { .out = stdout };
	struct sl_rx_lost lost;
	int code;

	observer_consume(&o->observer);
	code = show_open(o, "end", true);
	observer_consume(&o->observer);
	if (code)
		return code;
	lost = observer_lost(&o->observer);
	if (o->cli->opt.json)
		observe_sum_json(&o->sum, &lost, &at, &w);
	else
		observe_sum_print(&o->sum, &lost, stdout);
	return 0;
}

/* Milliseconds to the time at which something is to be done; 0 = never. */
static int wait_ms(__u64 until_ns)
{
	__u64 now_ns = clock_ns(CLOCK_MONOTONIC);

	if (!until_ns)
		return -1;
	return until_ns > now_ns ? (until_ns - now_ns) / 1000000 + 1 : 0;
}

static int loop(struct observe *o, int signals)
{
	__u64 began_ns = clock_ns(CLOCK_MONOTONIC);
	__u64 end_ns = o->for_s ? began_ns + o->for_s * NSEC_PER_SEC : 0;
	__u64 next_ns = o->interval_s ? began_ns + o->interval_s * NSEC_PER_SEC : 0;
	struct pollfd p[] = {
		{ .fd = signals, .events = POLLIN },
		{ .fd = observer_fd(&o->observer), .events = POLLIN },
	};
	int code = 0;

	while (!code && !cli_interrupted() && (!end_ns || wait_ms(end_ns))) {
		__u64 until_ns = next_ns && (!end_ns || next_ns < end_ns) ? next_ns
									  : end_ns;

		if (poll(p, 2, wait_ms(until_ns)) < 0 && errno != EINTR)
			return cli_fail_errno(o->cli, errno, NULL, "cannot wait");
		o->names.fresh = false;
		observer_consume(&o->observer);
		if (next_ns && !wait_ms(next_ns)) {
			code = show_open(o, "interval", false);
			next_ns += o->interval_s * NSEC_PER_SEC;
		}
		if (fflush(stdout))
			return 0; /* cli_finish() says why */
	}
	return code ? code : finish(o);
}

int cmd_observe(struct cli *cli)
{
	struct observe o = { .cli = cli, .connections = CONNECTIONS };
	int signals, code = parse(&o);

	if (code)
		return code;
	cli_hold_signals();
	signals = cli_signal_fd();
	if (signals < 0)
		return cli_fail_errno(cli, errno, NULL, "signals");
	code = observer_start(cli, &o.observer, o.connections, on_closed, &o);
	if (!code) {
		cli->streamed = true;
		if (!cli->opt.json)
			fprintf(stderr, SL_PROG ": observing; Ctrl-C ends it\n");
		code = loop(&o, signals);
	}
	observer_stop(&o.observer);
	netns_names_free(&o.names);
	close(signals);
	return code;
}
