// SPDX-License-Identifier: GPL-2.0-only
/*
 * xfer - verified transfers over MPTCP or TCP, between two network namespaces.
 *
 * One process per end of a connection, all forked from here, so that all use one
 * clock: the duration is from before connect() to the moment the receiver has
 * verified the last byte, with no clock offset and no trip back in it.
 *
 *	client			      server
 *	connect()	---->	      accept()
 *	payload		<--->	      one way: up from the client, down to it
 *	verdict		<--->	      one line, the other way; the sender reads its
 *				      subflows' counters while they are all open
 *	close		<--->	      the receiver sees that nothing follows
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "xfer.h"

#define EX_USAGE 64

static const char usage[] =
	"Usage: xfer KEY=VALUE...\n"
	"\n"
	"Transfer bytes between two network namespaces, verify every one of them, and\n"
	"print one line of JSON. Exit code: 0 all is verified, 1 not, 64 usage.\n"
	"\n"
	"  address=ADDR          the server's address, IPv4 or IPv6 (required)\n"
	"  bytes=N               how much to transfer; or instead:\n"
	"  duration_ms=N         for how long to send; or:\n"
	"  requests=N            ask for this many answers, one after the other,\n"
	"  request_bytes=N       of this many bytes each\n"
	"  connections=N         so many at once, each with all of that (default 1)\n"
	"  port=N                the server's port (default 5201)\n"
	"  client=NETNS          network namespace of each end, named as in ip-netns(8)\n"
	"  server=NETNS          (default: this one)\n"
	"  proto=mptcp|tcp       (default mptcp); an MPTCP fallback to TCP is an error\n"
	"  direction=up|down     up: the client sends (default), down: the server\n"
	"  path=ADDR             the client's address on path 1; repeat for path 2, ...\n"
	"  bind=ADDR dev=NAME    the client's local address and device\n"
	"  cc=NAME               congestion control, set before connect() and listen()\n"
	"                        (default: the namespace's)\n"
	"  seed=N                of the payload (default 1)\n"
	"  sndbuf_bytes=N        SO_SNDBUF of the sender   (default: autotuned)\n"
	"  rcvbuf_bytes=N        SO_RCVBUF of the receiver (default: autotuned)\n"
	"  sysctl=NETNS:KEY=VAL  set before any socket is opened and read back; repeat\n"
	"  start_us=N            connect this long after a tenth of a second begins\n"
	"  write_bytes=N         the size of a write, a multiple of 8 (default 65536, the most)\n"
	"  write_gap_us=N        pause after each write, as a slow application does\n"
	"  event=USEC:COMMAND    run a command that long after the start; repeat\n"
	"  interval_ms=N         report the bytes received in each interval\n"
	"  timeout_s=N           give up after this long (default 60)\n";

enum xfer_option_kind {
	OPT_STRING,
	OPT_LIST,
	OPT_NUMBER,
	OPT_CHOICE
};

static const struct xfer_option {
	const char *name;
	enum xfer_option_kind kind;
	size_t offset;
	const char *yes, *no; /* OPT_CHOICE: the words for true and false */
	size_t count_offset;  /* OPT_LIST */
	unsigned int max;
} options[] = {
/* clang-format off */
#define STRING(n, f) { n, OPT_STRING, offsetof(struct xfer_opts, f), 0, 0, 0, 0 }
#define NUMBER(n) { #n, OPT_NUMBER, offsetof(struct xfer_opts, n), 0, 0, 0, 0 }
#define CHOICE(n, f, y, x) { n, OPT_CHOICE, offsetof(struct xfer_opts, f), y, x, 0, 0 }
#define LIST(n, nr, max) \
	{ #n, OPT_LIST, offsetof(struct xfer_opts, n), 0, 0, \
	  offsetof(struct xfer_opts, nr), max }
	/* clang-format on */
	STRING("address", address),
	STRING("client", client_netns),
	STRING("server", server_netns),
	STRING("bind", bind),
	STRING("dev", dev),
	STRING("cc", cc),
	LIST(path, nr_paths, XFER_MAX_PATHS),
	LIST(sysctl, nr_sysctls, XFER_MAX_SYSCTLS),
	LIST(event, nr_events, XFER_MAX_EVENTS),
	CHOICE("proto", mptcp, "mptcp", "tcp"),
	CHOICE("direction", up, "up", "down"),
	NUMBER(port),
	NUMBER(bytes),
	NUMBER(duration_ms),
	NUMBER(requests),
	NUMBER(request_bytes),
	NUMBER(connections),
	NUMBER(interval_ms),
	NUMBER(seed),
	NUMBER(sndbuf_bytes),
	NUMBER(rcvbuf_bytes),
	NUMBER(start_us),
	NUMBER(write_bytes),
	NUMBER(write_gap_us),
	NUMBER(timeout_s),
};

static int usage_error(const char *what, const char *arg)
{
	fprintf(stderr, "xfer: %s: '%s'\nTry: xfer --help\n", what, arg);
	return -1;
}

static int parse_value(const struct xfer_option *opt, const char *arg, const char *value,
		       struct xfer_opts *opts)
{
	char *field = (char *)opts + opt->offset;
	unsigned int *count;
	char *end;

	switch (opt->kind) {
	case OPT_STRING:
		*(const char **)field = value;
		return 0;
	case OPT_LIST:
		count = (unsigned int *)((char *)opts + opt->count_offset);
		if (*count == opt->max)
			return usage_error("too many of this", arg);
		((const char **)field)[(*count)++] = value;
		return 0;
	case OPT_NUMBER:
		errno = 0;
		*(uint64_t *)field = strtoull(value, &end, 10);
		if (*value < '0' || *value > '9' || *end || errno)
			return usage_error("not a whole number", arg);
		return 0;
	case OPT_CHOICE:
		if (strcmp(value, opt->yes) && strcmp(value, opt->no))
			return usage_error("not a choice here", arg);
		*(bool *)field = !strcmp(value, opt->yes);
		return 0;
	}
	return -1;
}

static int parse_arg(const char *arg, struct xfer_opts *opts)
{
	const char *equals = strchr(arg, '=');
	size_t i;

	for (i = 0; equals && i < sizeof(options) / sizeof(options[0]); i++)
		if (strlen(options[i].name) == (size_t)(equals - arg) &&
		    !strncmp(options[i].name, arg, equals - arg))
			return parse_value(&options[i], arg, equals + 1, opts);
	return usage_error("not an option", arg);
}

/* What one option cannot show. */
static int check(const struct xfer_opts *opts)
{
	struct sockaddr_storage ss;
	unsigned int i;
	char *end;

	if (!opts->address || !xfer_parse_address(opts->address, 0, &ss))
		return usage_error("address= is needed",
				   opts->address ? opts->address : "");
	if (!opts->requests != !opts->request_bytes)
		return usage_error("only together", "requests= request_bytes=");
	if (!!opts->bytes + !!opts->duration_ms + !!opts->requests != 1)
		return usage_error("one of these is needed",
				   "bytes= duration_ms= requests=");
	if (!opts->connections || opts->connections > XFER_MAX_CONNECTIONS)
		return usage_error("from 1 to 64", "connections=");
	if (opts->requests * opts->connections > XFER_MAX_REQUESTS)
		return usage_error("65536 in all connections at most", "requests=");
	if (!opts->write_bytes || opts->write_bytes > 65536 || opts->write_bytes % 8)
		return usage_error("a multiple of 8, from 8 to 65536", "write_bytes=");
	for (i = 0; i < opts->nr_events; i++) {
		strtoull(opts->event[i], &end, 10);
		if (end == opts->event[i] || *end != ':')
			return usage_error("the form is USEC:COMMAND", opts->event[i]);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct xfer_opts opts = {
		.mptcp = true,
		.up = true,
		.port = 5201,
		.seed = 1,
		.connections = 1,
		.timeout_s = 60,
		.write_bytes = 65536,
	};
	struct xfer_result *res;
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "-h") || !strcmp(argv[i], "--help")) {
			fputs(usage, stdout);
			return 0;
		}
		if (parse_arg(argv[i], &opts))
			return EX_USAGE;
	}
	if (check(&opts))
		return EX_USAGE;
	res = mmap(NULL, sizeof(*res), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		   -1, 0);
	if (res == MAP_FAILED) {
		perror("xfer: mmap");
		return 1;
	}
	xfer_run(&opts, res);
	xfer_print(stdout, &opts, res);
	return res->shared.error[0] != '\0';
}
