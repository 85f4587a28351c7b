// SPDX-License-Identifier: GPL-2.0-only
/*
 * detach_wait.c - wait for the connections that stay on a detached program.
 *
 * The pins are gone by then; the iterators' links are held open here and end with this
 * process, so one that is killed leaves nothing behind.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "detach_wait.h"
#include "duration.h"
#include "kmod.h"
#include "netns.h"
#include "view.h"

#define WAIT_MAX_S (30 * 86400)
#define LOOK_MS 500	 /* between two looks: each goes through all sockets */
#define PROGRESS_MS 2000 /* between two lines about how many are left */

static int timeout_s(const struct cli *cli, unsigned int *seconds, char *why, size_t size)
{
	*seconds = 0;
	if (!cli->opt.wait || !cli->opt.wait[0])
		return 0;
	return duration_parse(cli->opt.wait, 1, WAIT_MAX_S, seconds, why, size);
}

int detach_wait_check(struct cli *cli)
{
	unsigned int seconds;
	char why[128];

	if (timeout_s(cli, &seconds, why, sizeof(why)))
		return cli_fail(cli, SL_EXIT_USAGE,
				"--wait: %s; usage: " SL_PROG " detach [--wait[=TIME]]",
				why);
	return 0;
}

static int keep(int fd)
{
	return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

void detach_wait_open(struct detach_wait *wait, const struct attachment *at)
{
	wait->sockets_fd = keep(at->fd[PIN_ITER_SOCKETS]);
	wait->subflows_fd = keep(at->fd[PIN_ITER_SUBFLOWS]);
	wait->same_abi = at->same_abi;
}

void detach_wait_close(struct detach_wait *wait)
{
	if (wait->sockets_fd >= 0)
		close(wait->sockets_fd);
	if (wait->subflows_fd >= 0)
		close(wait->subflows_fd);
	wait->sockets_fd = wait->subflows_fd = -1;
}

struct older {
	int fd;
	struct socket_count count;
};

static int count_one(const struct netns *ns, void *arg)
{
	struct older *o = arg;

	slowlane_count(o->fd, ns, &o->count);
	return 0;
}

static unsigned int max(unsigned int a, unsigned int b)
{
	return a > b ? a : b;
}

/*
 * Who still uses a slowlane: by its own records, which have sockets that are not
 * connected, too, and by all namespaces' subflows, which have those of programs that
 * were replaced or detached before.
 */
static int look(const struct detach_wait *wait, struct socket_count *left)
{
	struct older older = { .fd = wait->subflows_fd };
	struct socket_view view = {};
	int err;

	*left = (struct socket_count){};
	err = socket_view_open_link(wait->sockets_fd, &view);
	if (!err)
		*left = socket_view_count(&view, 0);
	socket_view_close(&view);
	if (!err)
		netns_walk(count_one, &older);
	left->connections = max(left->connections, older.count.connections);
	left->listeners = max(left->listeners, older.count.listeners);
	return err;
}

static const char *left_text(const struct socket_count *left, char *buf, size_t size)
{
	snprintf(buf, size, "%u connection%s, %u listener%s, %u other socket%s",
		 left->connections, plural(left->connections), left->listeners,
		 plural(left->listeners), left->others, plural(left->others));
	return buf;
}

static bool none_left(const struct socket_count *left)
{
	return !left->connections && !left->listeners && !left->others;
}

static unsigned long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ULL + t.tv_nsec / 1000000;
}

static void say_progress(const struct socket_count *left, unsigned long long waited_ms)
{
	char text[128];

	fflush(stdout);
	fprintf(stderr, SL_PROG ": %llu s: %s left%s\n", waited_ms / 1000,
		left_text(left, text, sizeof(text)),
		left->listeners ? "; a listener goes when its server is restarted" : "");
}

static int give_up(struct cli *cli, const struct socket_count *left, const char *why)
{
	char text[128];

	return cli_fail(cli, SL_EXIT_FAILURE,
			"%s: %s left on the detached program; the sysctls are back and "
			"the scheduler is unregistered, the program stays until they are "
			"closed%s",
			why, left_text(left, text, sizeof(text)),
			kmod_state() == KMOD_LOADED ? ", and module " KMOD_NAME
						      " until 'rmmod " KMOD_NAME "' then"
						    : "");
}

static int wait_for_none(struct cli *cli, const struct detach_wait *wait,
			 struct socket_count *left)
{
	unsigned long long start_ms = now_ms(), said_ms = start_ms, ms = start_ms;
	unsigned int seconds;
	char why[128];

	timeout_s(cli, &seconds, why, sizeof(why));
	for (;; ms = now_ms()) {
		int err = look(wait, left);

		if (err)
			return cli_fail_errno(cli, err, NULL,
					      "cannot see who uses the detached program");
		if (none_left(left))
			return 0;
		if (cli_interrupted())
			return give_up(cli, left, "interrupted by a signal");
		if (seconds && ms - start_ms >= seconds * 1000ULL) {
			snprintf(why, sizeof(why), "after %u s", seconds);
			return give_up(cli, left, why);
		}
		if (ms == start_ms || ms - said_ms >= PROGRESS_MS) {
			say_progress(left, ms - start_ms);
			said_ms = ms;
		}
		usleep(LOOK_MS * 1000);
	}
}

int detach_wait(struct cli *cli, struct detach_wait *wait, int *lock)
{
	struct socket_count left = {};
	int code;

	if (wait->sockets_fd < 0 || wait->subflows_fd < 0 || !wait->same_abi)
		return cli_fail(cli, SL_EXIT_FAILURE,
				"cannot wait: what shows who uses the program was not "
				"there, or is another version's");
	close(*lock);
	code = wait_for_none(cli, wait, &left);
	*lock = bpffs_lock(cli, LOCK_EX);
	json_u64(cli->root, "connections_left", left.connections);
	json_u64(cli->root, "listeners_left", left.listeners);
	if (!code && *lock >= 0)
		cli_say(cli, "no connection is left on it");
	return code ? code : *lock < 0 ? SL_EXIT_NOPERM : 0;
}
