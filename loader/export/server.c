// SPDX-License-Identifier: GPL-2.0-only
/*
 * server.c - /metrics and /healthz over HTTP, by a thread of libmicrohttpd.
 */
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "export.h"
#include "mhd.h"

/* A Prometheus or two; what is more waits in the backlog until one is done. */
#define CONNECTIONS_MAX 16U
#define BACKLOG 16
/* Without a byte. */
#define CONNECTION_TIMEOUT_S 10U
/* Of a request's head; a longer one gets 431. */
#define CONNECTION_MEMORY_BYTES ((size_t)8192)

/* IPV6_V6ONLY: [::]:PORT beside 0.0.0.0:PORT, and no more than what is said. */
static int bind_and_listen(int fd, const struct address *address)
{
	const int on = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) ||
	    (address->sa.ss_family == AF_INET6 &&
	     setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on))) ||
	    bind(fd, (const struct sockaddr *)&address->sa, address->len) ||
	    listen(fd, BACKLOG))
		return -errno;
	return 0;
}

static int bind_error(struct cli *cli, int err, const struct address *address,
		      const char *text)
{
	if (err == -EADDRINUSE)
		return cli_fail(
			cli, SL_EXIT_FAILURE,
			"--listen %s: the port is in use; 'ss -Htlnp sport = :%u' "
			"shows by whom; give another one",
			text, address->port);
	if (err == -EADDRNOTAVAIL)
		return cli_fail(
			cli, SL_EXIT_FAILURE,
			"--listen %s: no address of this host; 'ip address' shows "
			"those there are",
			text);
	return cli_fail_errno(cli, err, NULL, "--listen %s", text);
}

/**
 * server_bind - a socket that listens
 * @cli: gets the error
 * @address: where
 * @text: as it was given, for the error
 * @listen_fd: set to the socket, on success
 *
 * Return: 0 or an exit code.
 */
int server_bind(struct cli *cli, const struct address *address, const char *text,
		int *listen_fd)
{
	int fd = socket(address->sa.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK,
			0);
	int err = fd < 0 ? -errno : bind_and_listen(fd, address);

	if (!err) {
		*listen_fd = fd;
		return 0;
	}
	if (fd >= 0)
		close(fd);
	return bind_error(cli, err, address, text);
}

/* @text: freed when it is sent, if it is @allocated. */
static enum MHD_Result respond(struct MHD_Connection *connection, unsigned int status,
			       const char *text, size_t size, bool allocated)
{
	struct MHD_Response *response = mhd.create_response_from_buffer(
		size, (void *)text,
		allocated ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
	enum MHD_Result result;

	if (!response) {
		if (allocated)
			free((void *)text);
		return MHD_NO;
	}
	mhd.add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE,
				allocated ? "text/plain; version=0.0.4; charset=utf-8"
					  : "text/plain; charset=utf-8");
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		mhd.add_response_header(response, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	result = mhd.queue_response(connection, status, response);
	mhd.destroy_response(response);
	return result;
}

static enum MHD_Result respond_text(struct MHD_Connection *connection,
				    unsigned int status, const char *text)
{
	return respond(connection, status, text, strlen(text), false);
}

static enum MHD_Result respond_metrics(struct MHD_Connection *connection,
				       const struct reader *reader)
{
	size_t size;
	char *text;

	if (reader_ask(reader, &text, &size))
		return respond_text(
			connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
			"the counters cannot be read; see the exporter's log\n");
	return respond(connection, MHD_HTTP_OK, text, size, true);
}

/* At the first call, that is before a body, which is never looked at. */
static enum MHD_Result answer(void *arg, struct MHD_Connection *connection,
			      const char *url, const char *method, const char *version,
			      const char *data, size_t *data_size, void **request)
{
	(void)version, (void)data, (void)data_size, (void)request;
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return respond_text(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
				    "GET and HEAD only\n");
	if (!strcmp(url, "/metrics"))
		return respond_metrics(connection, arg);
	if (!strcmp(url, "/healthz"))
		return respond_text(connection, MHD_HTTP_OK, "ok\n");
	return respond_text(connection, MHD_HTTP_NOT_FOUND,
			    "there are /metrics and /healthz\n");
}

/* Blocked since cli_hold_signals(), and SIGCHLD, so that none is missed. */
static int wait_for_signal(struct cli *cli)
{
	sigset_t set;
	int sig;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigwait(&set, &sig);
	if (sig == SIGCHLD)
		return cli_fail(
			cli, SL_EXIT_SOFTWARE,
			"the process that reads the counters has ended; start the "
			"exporter again");
	return 0;
}

/**
 * server_run - serve until a signal ends it
 * @cli: gets the error
 * @listen_fd: from server_bind(); closed
 * @reader: who knows the metrics
 *
 * Return: 0 or an exit code.
 */
int server_run(struct cli *cli, int listen_fd, const struct reader *reader)
{
	struct MHD_Daemon *daemon;
	int code;

	daemon = mhd.start_daemon(MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD, 0, NULL,
				  NULL, answer, (void *)reader, MHD_OPTION_LISTEN_SOCKET,
				  listen_fd, MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS_MAX,
				  MHD_OPTION_CONNECTION_TIMEOUT, CONNECTION_TIMEOUT_S,
				  MHD_OPTION_CONNECTION_MEMORY_LIMIT,
				  CONNECTION_MEMORY_BYTES, MHD_OPTION_END);
	if (!daemon) {
		code = cli_fail_errno(cli, errno, NULL, "libmicrohttpd cannot start");
		close(listen_fd);
		return code;
	}
	fflush(stdout);
	code = wait_for_signal(cli);
	mhd.stop_daemon(daemon); /* closes the socket */
	return code;
}
