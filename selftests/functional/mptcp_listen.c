// SPDX-License-Identifier: GPL-2.0-only
/*
 * mptcp_listen PORT - an MPTCP listener until it is killed: it shows which scheduler a
 * new socket got at that moment.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct sockaddr_in addr = {
		.sin_family = AF_INET,
		.sin_port = htons(argc > 1 ? atoi(argv[1]) : 0),
	};
	int fd = socket(AF_INET, SOCK_STREAM, IPPROTO_MPTCP);

	if (fd < 0 || bind(fd, (struct sockaddr *)&addr, sizeof(addr)) || listen(fd, 1)) {
		perror("mptcp_listen");
		return 1;
	}
	pause();
	return 0;
}
