// SPDX-License-Identifier: GPL-2.0-only
/*
 * nl.c - one question to the kernel by netlink.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "nl.h"

/* Bytes; what the kernel fills with one part of a dump (7.3: netlink_dump()). */
#define ANSWER_MAX 32768

static int receive(struct mnl_socket *nl, unsigned int seq, mnl_cb_t cb, void *arg)
{
	char *buf = malloc(ANSWER_MAX);
	int ret = MNL_CB_OK;

	if (!buf)
		return -ENOMEM;
	while (ret > MNL_CB_STOP) {
		ssize_t n = mnl_socket_recvfrom(nl, buf, ANSWER_MAX);

		ret = n < 0 ? -1
			    : mnl_cb_run(buf, n, seq, mnl_socket_get_portid(nl), cb, arg);
		/* A list that changed while it was read is as good as any. */
		if (ret < 0 && errno == EINTR)
			ret = MNL_CB_OK;
	}
	ret = ret < 0 ? -errno : 0;
	free(buf);
	return ret;
}

int nl_ask(int bus, struct nlmsghdr *request, mnl_cb_t cb, void *arg)
{
	struct mnl_socket *nl = mnl_socket_open2(bus, SOCK_CLOEXEC);
	int err = 0;

	if (!nl)
		return -errno;
	request->nlmsg_seq = 1;
	if (mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID) ||
	    mnl_socket_sendto(nl, request, request->nlmsg_len) < 0)
		err = -errno;
	if (!err)
		err = receive(nl, request->nlmsg_seq, cb, arg);
	mnl_socket_close(nl);
	return err;
}
