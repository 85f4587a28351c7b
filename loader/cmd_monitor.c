// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_monitor.c - "slowlane monitor": what changes, as it happens.
 *
 * The scheduler writes events only while somebody reads, which a lease says that is
 * renewed in time: whoever ends in whatever way, it is over two seconds later.  One reader
 * at a time, as a ring buffer has one position.  Of the attachment only the buffer is kept
 * open, so that a detach is not held up.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "cli.h"
#include "clock.h"
#include "event_out.h"
#include "filter.h"
#include "netns_names.h"
#include "pins.h"

#define LEASE_US 2000000
#define POLL_MS 250

struct monitor {
	struct cli *cli;
	struct filter filter;
	struct attachment at;
	struct netns_names names;
	struct ring_buffer *ring;
	struct sl_watch *watch;
	__u64 lost;	      /* reported so far */
	__u64 to_realtime_ns; /* from CLOCK_MONOTONIC */
	int paths_fd, dir_fd; /* of the link for path events; of PIN_DIR, locked */
	bool show;
};

static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	(void)sig;
	stopped = 1;
}

static void catch_signals(void)
{
	const struct sigaction act = { .sa_handler =
					       on_signal }; /* interrupts the poll */

	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGHUP, &act, NULL);
}

static int on_event(void *arg, void *data, size_t size)
{
	struct monitor *m = arg;
	const struct sl_event *e = data;
	struct filter_path p = { .ends = &e->ends };
	struct jsonw w = { .out = stdout };
	struct timespec at;

	if (!m->show || size < sizeof(*e))
		return 0;
	p.netns_ino = e->netns_ino;
	p.netns = netns_names_ask(&m->names, e->netns_ino);
	p.flags = e->flags;
	if (!filter_match(&m->filter, &p))
		return 0;
	at = clock_timespec(e->at_us * 1000 + m->to_realtime_ns);
	if (m->cli->opt.json)
		event_json(e, &at, p.netns, &w);
	else
		event_print(e, &at, stdout);
	return 0;
}

static void report_lost(struct monitor *m)
{
	__u64 lost = __atomic_load_n(&m->watch->lost, __ATOMIC_RELAXED),
	      n = lost - m->lost;
	struct jsonw w = { .out = stdout };

	m->lost = lost;
	if (!n)
		return;
	if (!m->cli->opt.json) {
		printf("%llu event%s lost: they came faster than they were read\n", n,
		       plural(n));
		return;
	}
	jsonw_open(&w, NULL, '{');
	jsonw_str(&w, "event", "lost");
	jsonw_u64(&w, "events", n);
	jsonw_close(&w, '}');
}

/* Where the kernel has not what they are made from, paths come and go untold. */
static void watch_paths(struct monitor *m)
{
	int prog_fd = m->at.fd[PIN_WATCH_PATHS];

	if (prog_fd >= 0)
		m->paths_fd = bpf_link_create(prog_fd, 0, BPF_TRACE_FENTRY, NULL);
	if (m->paths_fd < 0 && !m->cli->opt.json)
		cli_warn(m->cli, "this kernel does not tell of paths that come or go: %s",
			 prog_fd < 0 ? "it has no mptcp_event()" : strerror(errno));
}

static int open_events(struct monitor *m)
{
	struct cli *cli = m->cli;
	void *p = mmap(NULL, sizeof(*m->watch), PROT_READ | PROT_WRITE, MAP_SHARED,
		       m->at.fd[PIN_WATCH], 0);

	if (p == MAP_FAILED)
		return cli_fail_errno(cli, errno, NULL, "cannot map %s",
				      pin_path(PIN_WATCH));
	m->watch = p;
	m->dir_fd = open(PIN_DIR, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (m->dir_fd < 0)
		return cli_fail_errno(cli, errno, NULL, PIN_DIR);
	if (flock(m->dir_fd, LOCK_EX | LOCK_NB))
		return errno == EWOULDBLOCK
			       ? cli_fail(cli, SL_EXIT_FAILURE,
					  "another '" SL_PROG " monitor' is reading the "
					  "events; end it first")
			       : cli_fail_errno(cli, errno, NULL, "cannot lock " PIN_DIR);
	m->ring = ring_buffer__new(m->at.fd[PIN_EVENTS], on_event, m, NULL);
	if (!m->ring)
		return cli_fail_errno(cli, errno, NULL, "cannot read %s",
				      pin_path(PIN_EVENTS));
	return 0;
}

static int start(struct monitor *m)
{
	int lock, code = attachment_read(m->cli, &m->at, &lock);

	if (!code)
		code = attachment_usable(m->cli, &m->at);
	if (!code)
		code = open_events(m);
	if (!code) {
		/* Of a reader before us that did not come to the end. */
		ring_buffer__consume(m->ring);
		m->lost = m->watch->lost;
		m->watch->session += m->watch->session == ~0U ? 2 : 1;
		watch_paths(m);
	}
	for (int pin = 0; pin < PIN_MAX; pin++) {
		if (m->at.fd[pin] >= 0 && pin != PIN_EVENTS) {
			close(m->at.fd[pin]);
			m->at.fd[pin] = -1;
		}
	}
	if (lock >= 0)
		close(lock);
	return code;
}

/* Is the directory that we have locked still the one there? */
static bool is_attached(const struct monitor *m)
{
	struct stat ours, theirs;

	return !fstat(m->dir_fd, &ours) && !stat(PIN_DIR, &theirs) &&
	       ours.st_ino == theirs.st_ino && !access(pin_path(PIN_LINK), F_OK);
}

static int loop(struct monitor *m)
{
	int err = 0;

	m->show = true;
	while (!stopped && err >= 0) {
		__u64 now_us = clock_ns(CLOCK_MONOTONIC) / 1000;

		__atomic_store_n(&m->watch->until_us, now_us + LEASE_US,
				 __ATOMIC_RELAXED);
		m->to_realtime_ns = clock_to_realtime_ns();
		m->names.fresh = false;
		err = ring_buffer__poll(m->ring, POLL_MS);
		if (err == -EINTR)
			err = 0;
		report_lost(m);
		if (fflush(stdout))
			break; /* cli_finish() says why */
		if (!is_attached(m))
			return cli_fail(m->cli, SL_EXIT_FAILURE, "slowlane was detached");
	}
	if (err < 0)
		return cli_fail_errno(m->cli, err, NULL, "cannot read %s",
				      pin_path(PIN_EVENTS));
	m->watch->until_us = 0;
	ring_buffer__consume(m->ring);
	report_lost(m);
	return 0;
}

int cmd_monitor(struct cli *cli)
{
	struct monitor m = { .cli = cli, .paths_fd = -1, .dir_fd = -1 };
	int code = filter_require(cli, &m.filter);

	if (code)
		return code;
	catch_signals();
	code = start(&m);
	if (!code) {
		cli->streamed = true;
		if (!cli->opt.json)
			fprintf(stderr, SL_PROG ": watching; Ctrl-C ends it\n");
		code = loop(&m);
	}
	if (m.paths_fd >= 0)
		close(m.paths_fd);
	ring_buffer__free(m.ring);
	if (m.watch)
		munmap(m.watch, sizeof(*m.watch));
	if (m.dir_fd >= 0)
		close(m.dir_fd);
	netns_names_free(&m.names);
	attachment_close(&m.at);
	return code;
}
