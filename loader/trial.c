// SPDX-License-Identifier: GPL-2.0-only
/*
 * trial.c - the process that detaches at the end of a trial.
 *
 *	attach --trial 5m --+-- sets the sysctls, reports, ends
 *	                    |
 *	                    `-- watcher: sleeps 5 min --> still its trial? --> detaches
 *
 * A change that cuts off the ssh session it was made in must heal without that session:
 * so the watcher is there before the first sysctl is set, in a session of its own, holds
 * no file and no pin, and what it is to do is noted in the kernel, where confirm and
 * detach strike it out.  Only who holds the lock changes that note.  A replacement starts a
 * watcher of its own: what an older program left behind does not know the new one's pins.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "pins.h"
#include "scheduler.h"
#include "trial.h"

#define NSEC 1000000000ULL

/* Time that goes on while the machine sleeps, and is not set by anybody. */
static __u64 now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec * NSEC + ts.tv_nsec;
}

/* When a process that lives started, or a negative errno. */
static int start_of(__u32 pid, unsigned long long *ticks)
{
	char path[32], stat[1024];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	n = read(fd, stat, sizeof(stat) - 1);
	close(fd);
	if (n < 0)
		return -errno;
	stat[n] = '\0';
	return stat_start_time(stat, ticks);
}

__u64 trial_end_after(unsigned int seconds)
{
	return now_ns() + seconds * NSEC;
}

bool trial_watched(const struct sl_info *info)
{
	unsigned long long start;

	return info->watcher_pid && !start_of(info->watcher_pid, &start) &&
	       start == info->watcher_start;
}

unsigned long long trial_left_s(const struct sl_info *info)
{
	__u64 now = now_ns();

	return info->trial_until_ns > now ? (info->trial_until_ns - now + NSEC - 1) / NSEC
					  : 0;
}

/* Under the lock, so that nobody confirms in between. */
static int expire_locked(struct cli *cli, __u64 until_ns, int *lock)
{
	struct attachment at;
	int code = attachment_open(cli, PLACE_MAIN, &at);
	bool ours = at.info.trial_until_ns == until_ns &&
		    at.info.watcher_pid == (__u32)getpid();

	attachment_close(&at);
	if (code || !ours)
		return code;
	code = detach_locked(cli, lock);
	if (code)
		syslog(LOG_ERR, "trial not confirmed, but cannot detach all: %s",
		       cli->error);
	else
		syslog(LOG_NOTICE, "trial not confirmed: detached");
	return code;
}

static int expire(__u64 until_ns)
{
	/* JSON that nobody prints: what there is to say goes to the log. */
	struct cli cli = { .opt.json = true,
			   .root = json_object_new_object(),
			   .warnings = json_object_new_array() };
	int lock, code;

	openlog(SL_PROG, LOG_PID, LOG_DAEMON);
	cli_hold_signals();
	lock = bpffs_lock(&cli, LOCK_EX);
	if (lock < 0) {
		syslog(LOG_ERR, "trial not confirmed, but cannot detach: %s", cli.error);
		return SL_EXIT_NOPERM;
	}
	code = expire_locked(&cli, until_ns, &lock);
	close(lock);
	return code;
}

/* Nothing of the terminal, of attach's lock or of its BPF objects may stay open here. */
static void let_go(int *ready)
{
	static const int ignored[] = { SIGHUP, SIGINT, SIGQUIT, SIGPIPE };
	sigset_t none;

	setsid();
	if (chdir("/"))
		syslog(LOG_WARNING, "cannot change to /: %s", strerror(errno));
	dup2(*ready, 3);
	*ready = 3;
	close_range(4, ~0U, 0);
	for (int fd = 0; fd < 3; fd++)
		close(fd);
	open("/dev/null", O_RDWR);
	dup2(0, 1);
	dup2(0, 2);
	for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_NAME, SL_PROG "-trial");
}

static void __attribute__((noreturn)) watch(__u64 until_ns, int ready)
{
	const struct timespec until = { until_ns / NSEC, until_ns % NSEC };

	let_go(&ready);
	if (write(ready, "", 1) != 1)
		_exit(SL_EXIT_OSERR);
	close(ready);
	while (clock_nanosleep(CLOCK_BOOTTIME, TIMER_ABSTIME, &until, NULL) == EINTR)
		;
	_exit(expire(until_ns));
}

int trial_begin(struct cli *cli, __u64 until_ns, struct sl_info *info)
{
	unsigned long long start = 0;
	int ready[2], err = 0;
	char byte;
	pid_t pid;

	if (pipe2(ready, O_CLOEXEC))
		return cli_fail_errno(cli, errno, NULL, "cannot start the trial");
	pid = fork();
	if (!pid)
		watch(until_ns, ready[1]);
	if (pid < 0)
		err = errno;
	close(ready[1]);
	if (!err && read(ready[0], &byte, 1) != 1)
		err = ECHILD;
	close(ready[0]);
	if (!err)
		err = -start_of(pid, &start);
	if (err) {
		if (pid > 0) {
			kill(pid, SIGKILL);
			waitpid(pid, NULL, 0);
		}
		return cli_fail_errno(cli, err, NULL, "cannot start the trial's watcher");
	}
	info->trial_until_ns = until_ns;
	info->watcher_pid = pid;
	info->watcher_start = start;
	return 0;
}

void trial_end(const struct sl_info *info)
{
	struct pollfd gone = { .events = POLLIN };

	if (!info->watcher_pid || info->watcher_pid == (__u32)getpid())
		return;
	/* First the handle, then the look at who it is: so it cannot be another's. */
	gone.fd = pidfd_open(info->watcher_pid, 0);
	if (gone.fd < 0)
		return;
	if (trial_watched(info) && !pidfd_send_signal(gone.fd, SIGKILL, NULL, 0))
		poll(&gone, 1, 1000);
	close(gone.fd);
	waitpid(info->watcher_pid, NULL, WNOHANG); /* attach's own, when it fails */
}

void trial_show(struct cli *cli, const struct sl_info *info)
{
	unsigned long long left_s = trial_left_s(info);
	bool watched = trial_watched(info);
	char left[32];
	json_object *o;

	if (!info->trial_until_ns) {
		json_object_object_add(cli->root, "trial", NULL);
		return;
	}
	o = json_sub(cli->root, "trial", json_object_new_object());
	json_u64(o, "left_s", left_s);
	json_flag(o, "watched", watched);
	json_u64(o, "watcher_pid", info->watcher_pid);
	format_age(left_s, left, sizeof(left));
	if (watched)
		cli_say(cli,
			"on trial: detaches by itself in %s; '" SL_PROG
			" confirm' keeps it attached",
			left);
	else
		cli_warn(
			cli,
			"on trial, but process %u, which was to detach, is gone: nothing "
			"detaches by itself; '" SL_PROG " confirm' keeps it attached, "
			"'" SL_PROG " detach' detaches it now",
			info->watcher_pid);
}
