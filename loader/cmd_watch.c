// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_watch.c - "slowlane watch": namespaces that appear later get the scheduler, too.
 *
 * How a new one is noticed:
 *
 *	who makes it			what is seen
 *	ip-netns(8), CNI, Docker	a bind mount: poll() on /proc/self/mountinfo
 *					wakes up for each change of the mounts (proc(5))
 *	unshare(1), LXC, rootless	only processes: /proc is looked through
 *					every SCAN_MS
 *
 * RTM_NEWNSID would tell of those that share a link with this one only, and inotify
 * needs a directory for each tool.  Nothing is kept but 8 bytes for each namespace
 * that there is: one that was seen once is not touched again, whatever becomes of its
 * sysctl.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "scheduler.h"

#define SCAN_MS 5000	/* a look at all processes: some ms for a thousand */
#define SCAN_MIN_MS 500 /* a container's start changes the mounts many times */

struct cookies {
	__u64 *v;
	size_t n, size;
};

struct watch {
	struct cli *cli;
	struct cookies known, now; /* of the last scan, and of the one under way */
	struct attachment at;	   /* as of the scan under way */
};

static bool cookies_have(const struct cookies *c, __u64 cookie)
{
	for (size_t i = 0; i < c->n; i++) {
		if (c->v[i] == cookie)
			return true;
	}
	return false;
}

static bool cookies_add(struct cookies *c, __u64 cookie)
{
	if (c->n == c->size) {
		size_t size = c->size ? c->size * 2 : 64;
		__u64 *v = reallocarray(c->v, size, sizeof(*v));

		if (!v)
			return false;
		c->v = v;
		c->size = size;
	}
	c->v[c->n++] = cookie;
	return true;
}

static void say_switched(struct cli *cli, const struct target *t)
{
	char label[NETNS_LABEL_MAX];
	json_object *o;

	if (cli->opt.json) {
		o = json_object_new_object();
		json_str(o, "event", "switched");
		json_escaped(o, "netns", t->ns->name, sizeof(t->ns->name));
		json_u64(o, "inode", t->ns->ino);
		json_str(o, "previous", t->entry.previous);
		puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
		json_object_put(o);
	} else {
		printf("%s: net.mptcp.scheduler = " SL_SCHED_NAME " (was %s)\n",
		       netns_label(t->ns->name, t->ns->ino, label, sizeof(label)),
		       t->entry.previous);
	}
	fflush(stdout);
}

/* One that attach noted is not new: if its sysctl is another's by now, that stays. */
static void switch_one(struct watch *w, const struct netns *ns)
{
	int fd = w->at.fd[PIN_NETNS];
	char enabled[SYSCTL_VALUE_MAX];
	struct target t = { .ns = ns };
	struct sl_netns entry;

	if (note_lookup(fd, ns, &entry) || sysctl_read(ns, SYSCTL_ENABLED, enabled) ||
	    !strcmp(enabled, "0"))
		return;
	if (!target_set(w->cli, &t, fd)) {
		say_switched(w->cli, &t);
		return;
	}
	/* The next one may do; the error is for the log, not for the exit code. */
	target_unset(w->cli, &t, fd);
	fprintf(stderr, SL_PROG ": warning: %s\n", w->cli->error);
	w->cli->error[0] = '\0';
}

static int visit(const struct netns *ns, void *arg)
{
	struct watch *w = arg;
	__u64 cookie = netns_cookie(ns);

	if (!cookies_add(&w->now, cookie))
		return -ENOMEM;
	if (!cookie || !cookies_have(&w->known, cookie))
		switch_one(w, ns);
	return 0;
}

static int scan_locked(struct watch *w)
{
	struct attachment *at = &w->at;
	int err, code = attachment_open(w->cli, PLACE_MAIN, at);

	if (!code && (!at->attached || !at->same_notes || at->fd[PIN_NETNS] < 0))
		code = cli_fail(
			w->cli, SL_EXIT_FAILURE,
			"not attached (any more): nothing to switch to; 'slowlane "
			"attach --netns all' before");
	if (!code) {
		w->now.n = 0;
		err = netns_walk(visit, w);
		if (err)
			code = cli_fail_errno(w->cli, err, NULL,
					      "list of all network namespaces");
	}
	attachment_close(at);
	return code;
}

/* Not in the middle of an attach or a detach. */
static int scan(struct watch *w)
{
	struct cookies seen;
	int code, lock = bpffs_lock(w->cli, LOCK_EX);

	if (lock < 0)
		return SL_EXIT_NOPERM;
	code = scan_locked(w);
	close(lock);
	seen = w->known;
	w->known = w->now;
	w->now = seen;
	return code;
}

static void pause_ms(int ms)
{
	const struct timespec t = { .tv_sec = ms / 1000,
				    .tv_nsec = ms % 1000 * 1000000L };

	nanosleep(&t, NULL);
}

/* Until the mounts change, it is time for a scan, or a signal comes. */
static int wait_for_news(struct cli *cli, int mounts, int signals)
{
	struct pollfd p[] = {
		{ .fd = mounts, .events = POLLPRI },
		{ .fd = signals, .events = POLLIN },
	};

	if (poll(p, 2, SCAN_MS) < 0 && errno != EINTR)
		return cli_fail_errno(cli, errno, NULL, "cannot wait");
	if (p[0].revents)
		pause_ms(SCAN_MIN_MS);
	return 0;
}

static int watch(struct watch *w)
{
	int mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
	int signals = cli_signal_fd(), code = 0;

	if (mounts < 0 || signals < 0)
		code = cli_fail_errno(w->cli, errno, NULL,
				      mounts < 0 ? "/proc/self/mountinfo" : "signals");
	while (!code && !cli_interrupted()) {
		code = scan(w);
		if (!code)
			code = wait_for_news(w->cli, mounts, signals);
	}
	if (mounts >= 0)
		close(mounts);
	if (signals >= 0)
		close(signals);
	return code;
}

int cmd_watch(struct cli *cli)
{
	struct watch w = { .cli = cli };
	int code = bpffs_require(cli);

	if (code)
		return code;
	cli_hold_signals();
	code = watch(&w);
	free(w.known.v);
	free(w.now.v);
	return code;
}
