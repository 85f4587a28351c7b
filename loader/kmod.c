// SPDX-License-Identifier: GPL-2.0-only
/*
 * kmod.c - is the module there, load it, unload it.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kmod.h"

/*
 * The last users of a struct_ops module leave by way of RCU and work queues, some
 * tenths of a second after the scheduler was unregistered (7.3).
 */
#define UNLOAD_TRIES 40
#define UNLOAD_WAIT_US 50000

#define NEXT_SIGN                                                                   \
	"this machine takes signed modules only: install the module with DKMS and " \
	"enrol its key once (mokutil --import /var/lib/dkms/mok.pub, then reboot)"
#define NEXT_BUILD                                                                 \
	"install one built for this kernel: 'make -C kmod install' in slowlane's " \
	"sources, or DKMS"

static bool file_has(const char *path, const char *text)
{
	char line[256] = "";
	FILE *f = fopen(path, "re");

	if (f) {
		if (!fgets(line, sizeof(line), f))
			line[0] = '\0';
		fclose(f);
	}
	return strstr(line, text);
}

/* Why this machine would refuse an unsigned module, or NULL if it would not. */
const char *kmod_signing(void)
{
	if (file_has("/sys/kernel/security/lockdown", "[integrity]") ||
	    file_has("/sys/kernel/security/lockdown", "[confidentiality]"))
		return "kernel lockdown is on";
	if (file_has("/sys/module/module/parameters/sig_enforce", "Y"))
		return "module signatures are enforced";
	return NULL;
}

static bool on_disk(void)
{
	struct utsname uts;
	char path[sizeof(uts.release) + 64], *line = NULL;
	size_t size = 0;
	bool found = false;
	FILE *f;

	if (uname(&uts))
		return false;
	snprintf(path, sizeof(path), "/lib/modules/%s/modules.dep", uts.release);
	f = fopen(path, "re");
	if (!f)
		return false;
	while (!found && getline(&line, &size, f) > 0)
		found = modules_dep_line_is(line, KMOD_NAME);
	free(line);
	fclose(f);
	return found;
}

enum kmod_state kmod_state(void)
{
	if (!access("/sys/module/" KMOD_NAME, F_OK))
		return KMOD_LOADED;
	return on_disk() ? KMOD_ON_DISK : KMOD_ABSENT;
}

/* What the module said in the kernel's log since @kmsg was opened. */
static void read_kmsg(int kmsg, char *buf, size_t size)
{
	char record[2048];
	ssize_t n;

	buf[0] = '\0';
	while (kmsg >= 0) {
		char *text;

		n = read(kmsg, record, sizeof(record) - 1);
		if (n < 0 && errno == EPIPE) /* overwritten meanwhile: read on */
			continue;
		if (n <= 0)
			return;
		record[n] = '\0';
		/* "prefix,seq,time,flags;text\n key=value\n" */
		text = strchr(record, ';');
		if (!text || !strstr(text, KMOD_NAME))
			continue;
		text[strcspn(text, "\n")] = '\0';
		snprintf(buf, size, "%s", text + 1);
	}
}

static int insert_file(const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	int err = 0;

	if (fd < 0)
		return -errno;
	if (syscall(SYS_finit_module, fd, "", 0))
		err = -errno;
	close(fd);
	return err;
}

/* Runs modprobe; @said gets the last line of its stderr. */
static int run_modprobe(char *said, size_t size)
{
	int pipefd[2], status;
	char line[512];
	pid_t pid;
	FILE *f;

	said[0] = '\0';
	if (pipe2(pipefd, O_CLOEXEC))
		return -errno;
	fflush(stdout);
	pid = fork();
	if (pid < 0) {
		close(pipefd[0]);
		close(pipefd[1]);
		return -errno;
	}
	if (!pid) {
		/* Or it would load the module after a detach that cleared up behind us. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(pipefd[1], STDERR_FILENO);
		dup2(pipefd[1], STDOUT_FILENO);
		execlp("modprobe", "modprobe", KMOD_NAME, NULL);
		/* sudo and cron may leave sbin out of PATH. */
		execl("/sbin/modprobe", "modprobe", KMOD_NAME, NULL);
		dprintf(STDERR_FILENO, "modprobe: %s\n", strerror(errno));
		_exit(127);
	}
	close(pipefd[1]);
	f = fdopen(pipefd[0], "r");
	while (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		snprintf(said, size, "%s", line);
	}
	if (f)
		fclose(f);
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	/* modprobe's exit code says nothing; its text is the errno in words. */
	for (size_t i = 0; i < 2; i++) {
		static const int known[] = { EKEYREJECTED, EPERM };

		if (strstr(said, strerror(known[i])))
			return -known[i];
	}
	return -ECHILD;
}

/* Loads the module: @file if given, else as depmod knows it.  0 or an exit code. */
int kmod_load(struct cli *cli, const char *file)
{
	char said[512] = "", reason[1024];
	int kmsg, err;

	kmsg = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (kmsg >= 0)
		lseek(kmsg, 0, SEEK_END);
	err = file ? insert_file(file) : run_modprobe(said, sizeof(said));
	read_kmsg(kmsg, reason, sizeof(reason));
	if (kmsg >= 0)
		close(kmsg);
	if (!err)
		return 0;

	const char *what = file ? file : "module " KMOD_NAME;
	const char *why = said[0] ? said : strerror(-err);
	const char *next = NEXT_BUILD;
	int code = SL_EXIT_UNAVAILABLE;

	if (err == -EKEYREJECTED || (err == -EPERM && kmod_signing())) {
		next = NEXT_SIGN;
		code = SL_EXIT_NOPERM;
	} else if (err == -EPERM) {
		next = "loading a module needs CAP_SYS_MODULE: run it as root";
		code = SL_EXIT_NOPERM;
	} else if (exit_for_errno(-err) == SL_EXIT_OSERR) {
		next = "try again when there is more";
		code = SL_EXIT_OSERR;
	} else if (reason[0]) {
		next = "kmod/README.md says which kernels it takes";
	}
	return cli_fail(cli, code, "cannot load %s: %s%s%s%s; %s", what, why,
			reason[0] ? " (" : "", reason, reason[0] ? ")" : "", next);
}

/* 0, -ENOENT if it is not loaded, -EAGAIN while something still uses it. */
int kmod_unload(void)
{
	for (int i = 0; i < UNLOAD_TRIES; i++) {
		if (!syscall(SYS_delete_module, KMOD_NAME, O_NONBLOCK))
			return 0;
		if (errno == ENOENT)
			return 0; /* somebody else was faster */
		if (errno != EWOULDBLOCK && errno != EBUSY)
			return -errno;
		usleep(UNLOAD_WAIT_US);
	}
	return -EAGAIN;
}
