// SPDX-License-Identifier: GPL-2.0-only
/*
 * mptcp_listeners - open one MPTCP listener after the other, and keep them all, until
 * SIGTERM: each shows which scheduler a new socket got at that moment.
 *
 * usage: mptcp_listeners MAX PAUSE_US; prints how many there are at the end.
 */
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static volatile sig_atomic_t ended;

static void on_term(int sig)
{
	(void)sig;
	ended = 1;
}

int main(int argc, char **argv)
{
	int max = argc > 1 ? atoi(argv[1]) : 0, pause_us = argc > 2 ? atoi(argv[2]) : 0;
	struct rlimit limit = { .rlim_cur = max + 64, .rlim_max = max + 64 };
	int n = 0;

	setrlimit(RLIMIT_NOFILE, &limit);
	signal(SIGTERM, on_term);
	for (; !ended && n < max; n++) {
		int fd = socket(AF_INET, SOCK_STREAM, IPPROTO_MPTCP);

		if (fd < 0 || listen(fd, 1)) {
			perror("mptcp_listeners");
			return 1;
		}
		usleep(pause_us);
	}
	while (!ended)
		pause();
	printf("%d\n", n);
	return 0;
}
