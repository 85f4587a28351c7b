// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_source.c - where a bug report's sections come from.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "kmod.h"
#include "netns.h"
#include "report.h"

#define LOG_LINES_MAX 60
#define COMMAND_TIMEOUT_MS 10000 /* "status" waits while an attach is under way */

static void not_there(FILE *out, const char *what, int err)
{
	fprintf(out, "(no %s: %s)\n", what, strerror(err < 0 ? -err : err));
}

static bool has_word(const char *line, const char *const words[])
{
	for (; words && *words; words++) {
		if (strstr(line, *words))
			return true;
	}
	return !words;
}

/* Plain or compressed: zlib reads both.  Returns whether the file was there. */
static bool print_lines(FILE *out, const char *path, const char *const words[])
{
	gzFile f = gzopen(path, "re");
	char line[4096];

	if (!f)
		return false;
	while (gzgets(f, line, sizeof(line))) {
		if (has_word(line, words))
			fputs(line, out);
	}
	gzclose(f);
	return true;
}

void report_file_lines(FILE *out, const char *path, const char *const words[])
{
	if (!print_lines(out, path, words))
		not_there(out, path, errno);
}

void report_file(FILE *out, const char *path)
{
	report_file_lines(out, path, NULL);
}

/* What decides whether slowlane can work; comments included, "is not set" is one. */
void report_config(FILE *out)
{
	static const char *const words[] = {
		"CONFIG_MPTCP",	     "CONFIG_BPF=",	   "CONFIG_BPF_SYSCALL",
		"CONFIG_BPF_JIT",    "CONFIG_CGROUP_BPF",  "CONFIG_DEBUG_INFO_BTF",
		"CONFIG_KALLSYMS",   "CONFIG_KPROBES=",	   "CONFIG_KPROBES is",
		"CONFIG_MODULE_SIG", "CONFIG_MODVERSIONS", "CONFIG_TCP_CONG_CUBIC",
		"CONFIG_PREEMPT",    "CONFIG_HZ=",	   NULL,
	};
	struct utsname uts;
	char path[sizeof(uts.release) + 32];

	uname(&uts);
	snprintf(path, sizeof(path), "/boot/config-%s", uts.release);
	if (!print_lines(out, "/proc/config.gz", words))
		report_file_lines(out, path, words);
}

/* The last lines about us in the kernel's log, oldest first. */
void report_kernel_log(FILE *out)
{
	static const char *const words[] = { "slowlane", "mptcp", "MPTCP", "struct_ops",
					     NULL };
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char record[8192], *lines[LOG_LINES_MAX] = {};
	unsigned int n = 0;
	ssize_t got;

	if (fd < 0) {
		not_there(out, "/dev/kmsg", errno);
		return;
	}
	/* "prefix,seq,time_us,flags;text\n key=value\n"; EPIPE: overwritten, read on. */
	while ((got = read(fd, record, sizeof(record) - 1)) > 0 || errno == EPIPE) {
		char *text, **slot = &lines[n % LOG_LINES_MAX];

		if (got <= 0)
			continue;
		record[got] = '\0';
		text = strchr(record, ';');
		if (!text || !has_word(text, words))
			continue;
		text[strcspn(text, "\n")] = '\0';
		free(*slot);
		*slot = strdup(text + 1);
		n++;
	}
	close(fd);
	for (unsigned int i = 0; i < LOG_LINES_MAX; i++) {
		char *line = lines[(n + i) % LOG_LINES_MAX];

		if (line)
			fprintf(out, "%s\n", line);
		free(line);
	}
	if (!n)
		fputs("(nothing about it)\n", out);
}

static void print_sysctl(FILE *out, const struct netns *ns, const char *name)
{
	char value[SYSCTL_VALUE_MAX], dots[128];
	int err = sysctl_read(ns, name, value);

	snprintf(dots, sizeof(dots), "%s", name);
	for (char *p = dots; *p; p++)
		*p = *p == '/' ? '.' : *p;
	if (err)
		not_there(out, dots, err);
	else
		fprintf(out, "%s = %s\n", dots, value);
}

void report_sysctls(FILE *out, const struct netns *ns)
{
	static const char *const more[] = {
		"net/ipv4/tcp_rmem",
		"net/ipv4/tcp_wmem",
		"net/ipv4/tcp_mem",
		"net/ipv4/tcp_notsent_lowat",
		"net/ipv4/tcp_moderate_rcvbuf",
		"net/ipv4/tcp_congestion_control",
		"net/core/rmem_max",
		"net/core/wmem_max",
	};
	DIR *dir = opendir("/proc/sys/net/mptcp");
	struct dirent *de;

	if (!dir)
		not_there(out, "/proc/sys/net/mptcp", errno);
	while (dir && (de = readdir(dir))) {
		char name[sizeof(de->d_name) + sizeof("net/mptcp/")];

		if (de->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "net/mptcp/%s", de->d_name);
		print_sysctl(out, ns, name);
	}
	if (dir)
		closedir(dir);
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		print_sysctl(out, ns, more[i]);
}

/* This very program, wherever it is installed. */
static bool is_own(char *const argv[])
{
	return !strcmp(argv[0], SL_PROG);
}

static void exec_child(const struct netns *ns, char *const argv[], int out_fd)
{
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(out_fd, STDOUT_FILENO);
	dup2(out_fd, STDERR_FILENO);
	if (ns && setns(ns->fd, CLONE_NEWNET)) {
		dprintf(STDERR_FILENO, "(cannot enter the namespace: %s)\n",
			strerror(errno));
		_exit(1);
	}
	if (is_own(argv))
		execv("/proc/self/exe", argv);
	else
		execvp(argv[0], argv);
	dprintf(STDERR_FILENO, "(cannot run %s: %s)\n", argv[0], strerror(errno));
	_exit(127);
}

static int left_ms(const struct timespec *end)
{
	struct timespec now;
	long long ms;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ms = (end->tv_sec - now.tv_sec) * 1000LL + (end->tv_nsec - now.tv_nsec) / 1000000;
	return ms > 0 ? ms : 0;
}

/* All that @fd says, until its end or the time is over; whether it ended. */
static bool drain(FILE *out, int fd)
{
	struct timespec end;
	char buf[4096];
	ssize_t got = 1;

	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += COMMAND_TIMEOUT_MS / 1000;
	while (got > 0) {
		struct pollfd p = { .fd = fd, .events = POLLIN };
		int ready = poll(&p, 1, left_ms(&end));

		if (ready < 0 && errno == EINTR)
			continue;
		if (ready <= 0)
			return false;
		got = read(fd, buf, sizeof(buf));
		if (got > 0)
			fwrite(buf, 1, got, out);
	}
	return true;
}

void report_command(FILE *out, const struct netns *ns, char *const argv[])
{
	const char *name = argv[is_own(argv) ? 1 : 0];
	int pipefd[2], status = 0;
	pid_t pid;

	fflush(out);
	if (pipe2(pipefd, O_CLOEXEC)) {
		not_there(out, name, errno);
		return;
	}
	pid = fork();
	if (!pid)
		exec_child(ns, argv, pipefd[1]);
	close(pipefd[1]);
	if (pid < 0) {
		not_there(out, name, errno);
	} else {
		if (!drain(out, pipefd[0])) {
			kill(pid, SIGKILL);
			fprintf(out, "(%s: not done after %d s)\n", name,
				COMMAND_TIMEOUT_MS / 1000);
		}
		waitpid(pid, &status, 0);
		if (WIFEXITED(status) && WEXITSTATUS(status))
			fprintf(out, "(%s: exit code %d)\n", name, WEXITSTATUS(status));
	}
	close(pipefd[0]);
}
