// SPDX-License-Identifier: GPL-2.0-only
/*
 * The processes of xfer.
 *
 *	xfer: the client ---- the server ---- one for each accepted connection
 *			 ---- one for each connection
 *			 ---- the timeline, which runs the events' commands
 *
 * With one connection, which is the usual, client and server carry it themselves.
 */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "xfer.h"

#define NSEC_PER_SEC 1000000000LL
#define NSEC_PER_USEC 1000LL

int xfer_fail(struct xfer_end *end, const char *fmt, ...)
{
	va_list ap;

	if (end->shared->error[0])
		return -1;
	va_start(ap, fmt);
	vsnprintf(end->shared->error, XFER_ERROR_MAX, fmt, ap);
	va_end(ap);
	return -1;
}

int64_t xfer_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * NSEC_PER_SEC + ts.tv_nsec;
}

static void on_alarm(int sig)
{
	(void)sig; /* only to make blocking calls return EINTR */
}

static void arm_timeout(uint64_t timeout_s)
{
	/* Again and again: one alarm could come just before a call blocks. */
	struct itimerval it = { .it_value.tv_sec = timeout_s, .it_interval.tv_sec = 1 };
	struct sigaction sa = { .sa_handler = on_alarm };

	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &it, NULL);
	signal(SIGPIPE, SIG_IGN);
}

/* A child with the timeout of its own, that never outlives us; as fork(). */
static pid_t spawn(const struct xfer_opts *opts, struct xfer_end *end)
{
	pid_t pid = fork();

	if (pid < 0)
		xfer_fail(end, "fork: %m");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		arm_timeout(opts->timeout_s);
	}
	return pid;
}

static void wait_for(pid_t pid)
{
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Children that have not ended at the first error end now. */
static void wait_for_all(pid_t *pids, unsigned int n, const struct xfer_shared *shared)
{
	unsigned int i, k;

	for (i = 0; i < n;) {
		if (waitpid(pids[i], NULL, 0) >= 0 || errno != EINTR)
			i++;
		for (k = i; shared->error[0] && k < n; k++)
			kill(pids[k], SIGKILL);
	}
}

static void add_mib(uint64_t *sum, const uint64_t *before)
{
	uint64_t after[XFER_MIB_MAX];
	int i;

	xfer_read_mib(after);
	for (i = 0; i < XFER_MIB_MAX; i++)
		sum[i] = after[i] - before[i];
}

static void run_sender_or_receiver(int fd, const struct xfer_opts *opts, bool sender,
				   struct xfer_end *end)
{
	if (fd < 0)
		return;
	(sender ? xfer_send : xfer_receive)(fd, opts, end);
	close(fd);
}

/* One connection is ours; of several each has a process. */
static void serve(int listener, const struct xfer_opts *opts, struct xfer_end *ends)
{
	pid_t pids[XFER_MAX_CONNECTIONS];
	unsigned int i;
	int fd;

	if (opts->connections == 1) {
		fd = xfer_accept(listener, opts, &ends[0]);
		run_sender_or_receiver(fd, opts, !opts->up, &ends[0]);
		return;
	}
	for (i = 0; i < opts->connections; i++) {
		fd = xfer_accept(listener, opts, &ends[i]);
		pids[i] = fd < 0 ? -1 : spawn(opts, &ends[i]);
		if (!pids[i]) {
			run_sender_or_receiver(fd, opts, !opts->up, &ends[i]);
			_exit(0);
		}
		if (pids[i] < 0)
			break;
		close(fd);
	}
	wait_for_all(pids, i, ends[0].shared);
}

static void connect_all(const struct xfer_opts *opts, struct xfer_end *ends)
{
	pid_t pids[XFER_MAX_CONNECTIONS];
	unsigned int i;

	if (opts->connections == 1) {
		run_sender_or_receiver(xfer_connect(opts, &ends[0]), opts, opts->up,
				       &ends[0]);
		return;
	}
	for (i = 0; i < opts->connections; i++) {
		pids[i] = spawn(opts, &ends[i]);
		if (!pids[i]) {
			run_sender_or_receiver(xfer_connect(opts, &ends[i]), opts,
					       opts->up, &ends[i]);
			_exit(0);
		}
		if (pids[i] < 0)
			break;
	}
	wait_for_all(pids, i, ends[0].shared);
}

/* A byte is written to ready when we listen. */
static void run_server(const struct xfer_opts *opts, struct xfer_end *ends, int ready)
{
	uint64_t before[XFER_MIB_MAX];
	int listener;

	if (xfer_enter_netns(opts->server_netns, &ends[0]))
		return;
	xfer_read_mib(before);
	listener = xfer_listen(opts, &ends[0]);
	if (listener < 0 || write(ready, "", 1) != 1)
		return;
	serve(listener, opts, ends);
	add_mib(ends[0].shared->mib[opts->up ? XFER_RECEIVER : XFER_SENDER], before);
}

static void run_client(const struct xfer_opts *opts, struct xfer_end *ends)
{
	uint64_t before[XFER_MIB_MAX];

	if (xfer_enter_netns(opts->client_netns, &ends[0]))
		return;
	xfer_read_mib(before);
	connect_all(opts, ends);
	add_mib(ends[0].shared->mib[opts->up ? XFER_SENDER : XFER_RECEIVER], before);
}

static uint64_t since_start_us(const struct xfer_opts *opts)
{
	return (xfer_now_ns() - opts->start_ns) / NSEC_PER_USEC;
}

/* The timeline: each event's command at its time. */
static void run_events(const struct xfer_opts *opts, struct xfer_end *end)
{
	unsigned int i;

	for (i = 0; i < opts->nr_events; i++) {
		struct xfer_event *event = &end->shared->event[i];
		char *command;
		int64_t at = strtoull(opts->event[i], &command, 10) * NSEC_PER_USEC +
			     opts->start_ns;
		struct timespec ts = { at / NSEC_PER_SEC, at % NSEC_PER_SEC };

		while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL))
			;
		event->begin_us = since_start_us(opts);
		if (system(command + 1)) {
			xfer_fail(end, "event failed: %s", command + 1);
			return;
		}
		event->end_us = since_start_us(opts);
	}
}

/*
 * In a guest whose time is its instruction count, this makes a transfer meet the
 * kernel's ticks at the same phase whatever ran before it.
 */
static void choose_start(struct xfer_opts *opts)
{
	int64_t grid = NSEC_PER_SEC / 10;

	opts->start_ns = (xfer_now_ns() / grid + 2) * grid +
			 (int64_t)opts->start_us * NSEC_PER_USEC;
}

static pid_t start_server(const struct xfer_opts *opts, struct xfer_end *ends)
{
	int ready[2];
	pid_t pid;
	char c;

	if (pipe(ready)) {
		xfer_fail(&ends[0], "pipe: %m");
		return -1;
	}
	pid = spawn(opts, &ends[0]);
	if (!pid) {
		close(ready[0]);
		run_server(opts, ends, ready[1]);
		_exit(0);
	}
	close(ready[1]);
	if (pid > 0 && read(ready[0], &c, 1) != 1)
		xfer_fail(&ends[0], "the server did not start");
	close(ready[0]);
	return pid;
}

static pid_t start_events(const struct xfer_opts *opts, struct xfer_end *end)
{
	pid_t pid = opts->nr_events ? fork() : -1;

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		run_events(opts, end);
		_exit(0);
	}
	return pid;
}

void xfer_run(struct xfer_opts *opts, struct xfer_result *res)
{
	struct xfer_end *client = res->end[opts->up ? XFER_SENDER : XFER_RECEIVER];
	struct xfer_end *server = res->end[opts->up ? XFER_RECEIVER : XFER_SENDER];
	pid_t pid, timeline;
	unsigned int i;

	for (i = 0; i < XFER_MAX_CONNECTIONS; i++)
		client[i].shared = server[i].shared = &res->shared;
	for (i = 0; i < opts->nr_sysctls; i++)
		if (xfer_set_sysctl(opts->sysctl[i], client))
			return;
	choose_start(opts);
	pid = start_server(opts, server);
	if (pid < 0)
		return;
	timeline = start_events(opts, client);
	if (!res->shared.error[0]) {
		arm_timeout(opts->timeout_s);
		run_client(opts, client);
	}
	if (res->shared.error[0])
		kill(pid, SIGKILL);
	wait_for(pid);
	if (timeline > 0) {
		kill(timeline, SIGKILL);
		wait_for(timeline);
	}
}
