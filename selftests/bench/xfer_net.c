// SPDX-License-Identifier: GPL-2.0-only
/*
 * Network namespaces and sockets of xfer.
 */
#define _GNU_SOURCE /* setns() */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "xfer.h"

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif
#define NSEC_PER_SEC 1000000000LL

int xfer_enter_netns(const char *name, struct xfer_end *end)
{
	char path[128];
	int fd, err;

	if (!name)
		return 0;
	snprintf(path, sizeof(path), "/run/netns/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	err = fd < 0 ? -1 : setns(fd, CLONE_NEWNET);
	if (err)
		xfer_fail(end, "network namespace %s: %m", name);
	if (fd >= 0)
		close(fd);
	return err;
}

/* spec is NETNS:NAME=VALUE. */
int xfer_set_sysctl(const char *spec, struct xfer_end *end)
{
	char buf[128], path[160] = "/proc/sys/", back[64], *name, *value, *c;
	int fd = -1, self, err = -1;
	ssize_t n;

	self = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (self < 0)
		return xfer_fail(end, "/proc/self/ns/net: %m");
	snprintf(buf, sizeof(buf), "%s", spec);
	name = strchr(buf, ':');
	value = name ? strchr(name, '=') : NULL;
	if (!value) {
		xfer_fail(end, "sysctl=%s: the form is NETNS:NAME=VALUE", spec);
		goto cleanup;
	}
	*name++ = *value++ = '\0';
	if (xfer_enter_netns(buf, end))
		goto cleanup;
	for (c = name; *c; c++)
		if (*c == '.')
			*c = '/';
	strncat(path, name, sizeof(path) - strlen(path) - 1);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0 || write(fd, value, strlen(value)) < 0) {
		xfer_fail(end, "%s cannot be set to %s: %m", path, value);
		goto cleanup;
	}
	n = pread(fd, back, sizeof(back) - 1, 0);
	back[n < 0 ? 0 : n] = '\0';
	back[strcspn(back, "\n")] = '\0';
	if (strcmp(back, value))
		xfer_fail(end, "%s is %s after it was set to %s", path, back, value);
	else if (setns(self, CLONE_NEWNET))
		xfer_fail(end, "back to our network namespace: %m");
	else
		err = 0;
cleanup:
	if (fd >= 0)
		close(fd);
	close(self);
	return err;
}

socklen_t xfer_parse_address(const char *text, uint64_t port, struct sockaddr_storage *ss)
{
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)ss;
	struct sockaddr_in *in = (struct sockaddr_in *)ss;

	memset(ss, 0, sizeof(*ss));
	if (inet_pton(AF_INET, text, &in->sin_addr) == 1) {
		in->sin_family = AF_INET;
		in->sin_port = htons(port);
		return sizeof(*in);
	}
	if (inet_pton(AF_INET6, text, &in6->sin6_addr) == 1) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(port);
		return sizeof(*in6);
	}
	return 0;
}

/* The FORCE forms: what the scenario says, whatever net.core.[rw]mem_max is. */
static int set_buffer(int fd, const struct xfer_opts *opts, bool sender,
		      struct xfer_end *end)
{
	int bytes = sender ? opts->sndbuf_bytes : opts->rcvbuf_bytes;

	if (bytes && setsockopt(fd, SOL_SOCKET, sender ? SO_SNDBUFFORCE : SO_RCVBUFFORCE,
				&bytes, sizeof(bytes))) {
		xfer_fail(end, "socket buffer of %d bytes: %m", bytes);
		return -1;
	}
	return 0;
}

static int open_socket(const struct xfer_opts *opts, bool sender, const char *local,
		       uint64_t port, const char *dev, struct xfer_end *end)
{
	struct sockaddr_storage ss;
	int fd, one = 1;
	socklen_t len;

	xfer_parse_address(opts->address, 0, &ss);
	fd = socket(ss.ss_family, SOCK_STREAM, opts->mptcp ? IPPROTO_MPTCP : IPPROTO_TCP);
	if (fd < 0) {
		xfer_fail(end, "%s socket: %m", opts->mptcp ? "MPTCP" : "TCP");
		return -1;
	}
	if (set_buffer(fd, opts, sender, end))
		goto fail;
	if (dev && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, dev, strlen(dev))) {
		xfer_fail(end, "device %s: %m", dev);
		goto fail;
	}
	if (opts->cc &&
	    setsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, opts->cc, strlen(opts->cc))) {
		xfer_fail(end, "congestion control %s: %m", opts->cc);
		goto fail;
	}
	if (!local)
		return fd;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	len = xfer_parse_address(local, port, &ss);
	if (len && !bind(fd, (struct sockaddr *)&ss, len))
		return fd;
	xfer_fail(end, "bind to %s: %m", local);
fail:
	close(fd);
	return -1;
}

int xfer_listen(const struct xfer_opts *opts, struct xfer_end *end)
{
	int fd = open_socket(opts, !opts->up, opts->address, opts->port, NULL, end);

	/* Not 1: the joins of a connection are in this queue too, all at once. */
	if (fd >= 0 && listen(fd, SOMAXCONN)) {
		xfer_fail(end, "listen: %m");
		close(fd);
		return -1;
	}
	return fd;
}

int xfer_accept(int listener, const struct xfer_opts *opts, struct xfer_end *end)
{
	int fd = accept(listener, NULL, NULL);

	if (fd < 0)
		return xfer_fail(end, "accept: %s",
				 errno == EINTR ? "timed out" : strerror(errno));
	if (!set_buffer(fd, opts, !opts->up, end))
		return fd;
	close(fd);
	return -1;
}

static void wait_start(const struct xfer_opts *opts)
{
	struct timespec ts = { opts->start_ns / NSEC_PER_SEC,
			       opts->start_ns % NSEC_PER_SEC };

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL);
}

int xfer_connect(const struct xfer_opts *opts, struct xfer_end *end)
{
	int fd = open_socket(opts, opts->up, opts->bind, 0, opts->dev, end);
	struct sockaddr_storage ss;
	socklen_t len;

	if (fd < 0)
		return -1;
	len = xfer_parse_address(opts->address, opts->port, &ss);
	wait_start(opts);
	end->start_ns = xfer_now_ns();
	if (!connect(fd, (struct sockaddr *)&ss, len))
		return fd;
	xfer_fail(end, "connect to %s: %s", opts->address,
		  errno == EINTR ? "timed out" : strerror(errno));
	close(fd);
	return -1;
}
