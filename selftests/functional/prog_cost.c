// SPDX-License-Identifier: GPL-2.0-only
/*
 * prog_cost - run a command with the kernel's statistics of BPF programs on (7.3:
 * BPF_ENABLE_STATS), then a line on stderr for each program that ran: its name, how
 * often, and ns for each.  In the lab an instruction is 1 ns, and the statistics' own
 * reading of the clock is part of it.
 *
 * usage: prog_cost COMMAND [ARGUMENT]...
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <bpf/bpf.h>

static int run(char **argv)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		execvp(argv[0], argv);
		fprintf(stderr, "prog_cost: %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return 127;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void show(int fd)
{
	struct bpf_prog_info info = {};
	__u32 len = sizeof(info);

	if (bpf_prog_get_info_by_fd(fd, &info, &len) || !info.run_cnt)
		return;
	fprintf(stderr, "%s %llu %llu\n", info.name, (unsigned long long)info.run_cnt,
		(unsigned long long)(info.run_time_ns / info.run_cnt));
}

int main(int argc, char **argv)
{
	int stats, status, fd;
	__u32 id = 0;

	if (argc < 2) {
		fprintf(stderr, "usage: prog_cost COMMAND [ARGUMENT]...\n");
		return 2;
	}
	stats = bpf_enable_stats(BPF_STATS_RUN_TIME);
	if (stats < 0) {
		fprintf(stderr, "prog_cost: no statistics of BPF programs: %s\n",
			strerror(errno));
		return 1;
	}
	status = run(argv + 1);
	close(stats);
	while (!bpf_prog_get_next_id(id, &id)) {
		fd = bpf_prog_get_fd_by_id(id);
		if (fd < 0)
			continue;
		show(fd);
		close(fd);
	}
	return status;
}
