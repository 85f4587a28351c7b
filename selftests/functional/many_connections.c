// SPDX-License-Identifier: GPL-2.0-only
/*
 * many_connections N - N MPTCP connections over loopback, in one process, until stdin ends.
 *
 * Each carries one byte and is then idle.  Says "ready" when all are there.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif

#define PORT 7000

static int fail(const char *what)
{
	fprintf(stderr, "many_connections: %s: %s\n", what, strerror(errno));
	return 1;
}

static int new_socket(void)
{
	return socket(AF_INET, SOCK_STREAM, IPPROTO_MPTCP);
}

static int connect_one(int listener, const struct sockaddr_in *addr)
{
	int client = new_socket(), server;
	char byte = 'x';

	if (client < 0 || connect(client, (const struct sockaddr *)addr, sizeof(*addr)))
		return -1;
	server = accept(listener, NULL, NULL);
	if (server < 0 || write(client, &byte, 1) != 1 || read(server, &byte, 1) != 1)
		return -1;
	return 0;
}

int main(int argc, char **argv)
{
	struct sockaddr_in addr = { .sin_family = AF_INET,
				    .sin_port = htons(PORT),
				    .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int n = argc > 1 ? atoi(argv[1]) : 1, listener = new_socket(), one = 1;
	struct rlimit limit = { 2 * n + 16, 2 * n + 16 };
	char byte;

	if (setrlimit(RLIMIT_NOFILE, &limit))
		return fail("setrlimit");
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (listener < 0 || bind(listener, (struct sockaddr *)&addr, sizeof(addr)) ||
	    listen(listener, 128))
		return fail("cannot listen");
	for (int i = 0; i < n; i++) {
		if (connect_one(listener, &addr))
			return fail("cannot connect");
	}
	puts("ready");
	fflush(stdout);
	while (read(0, &byte, 1) > 0)
		;
	return 0;
}
