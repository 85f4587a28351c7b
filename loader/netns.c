// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns.c - open network namespaces, and files in them.
 *
 * What a namespace decides about a file (/proc/sys/net, /proc/net, a BPF iterator)
 * is settled when the file is opened.  So all work in a namespace is done by a
 * thread that enters it, does one errand and ends: the process itself never moves.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <linux/nsfs.h>

#include "netns.h"

int netns_open_path(const char *path, const char *name, struct netns *ns)
{
	struct stat st;
	int fd, err;

	/* Not waiting for anybody: a path that the user gave may be a FIFO. */
	fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st)) {
		err = -errno;
		close(fd);
		return err;
	}
	/* Any other file fails here: ENOTTY. */
	if (ioctl(fd, NS_GET_NSTYPE) != CLONE_NEWNET) {
		close(fd);
		return -EINVAL;
	}
	*ns = (struct netns){ .fd = fd, .ino = st.st_ino };
	snprintf(ns->name, sizeof(ns->name), "%s", name);
	return 0;
}

/* The name that ip-netns(8) has for it; "" for a path elsewhere. */
const char *netns_name_of_path(const char *path)
{
	const char *name = path + strlen(NETNS_DIR "/");

	if (strncmp(path, NETNS_DIR "/", strlen(NETNS_DIR "/")) || strchr(name, '/') ||
	    strlen(name) >= SL_NETNS_NAME_MAX)
		return "";
	return name;
}

int netns_open_self(struct netns *ns)
{
	return netns_open_path("/proc/self/ns/net", "", ns);
}

int netns_open_spec(const struct netns_spec *spec, struct netns *ns)
{
	char path[sizeof(NETNS_DIR) + SL_NETNS_NAME_MAX + 1];

	switch (spec->kind) {
	case NETNS_NAME:
		snprintf(path, sizeof(path), NETNS_DIR "/%s", spec->text);
		return netns_open_path(path, spec->text, ns);
	case NETNS_PID:
		snprintf(path, sizeof(path), "/proc/%d/ns/net", spec->pid);
		return netns_open_path(path, "", ns);
	case NETNS_PATH:
		return netns_open_path(spec->text, netns_name_of_path(spec->text), ns);
	case NETNS_ALL:
		break;
	}
	return -EINVAL; /* not one, but many: netns_walk() */
}

/* Another handle on the same namespace. */
int netns_dup(const struct netns *ns, struct netns *copy)
{
	*copy = *ns;
	copy->fd = fcntl(ns->fd, F_DUPFD_CLOEXEC, 0);
	return copy->fd < 0 ? -errno : 0;
}

void netns_close(struct netns *ns)
{
	if (ns->fd >= 0)
		close(ns->fd);
	ns->fd = -1;
}

const char *netns_label(const char *name, __u32 ino, char *buf, size_t size)
{
	char text[TEXT_NAME_MAX];

	text_escape(name, SL_NETNS_NAME_MAX, text, sizeof(text));
	if (text[0])
		snprintf(buf, size, "netns %s", text);
	else
		snprintf(buf, size, "netns net:[%u]", ino);
	return buf;
}

struct errand {
	int nsfd;
	int (*fn)(void *arg);
	void *arg;
	int ret;
};

static void *run_in_netns(void *arg)
{
	struct errand *e = arg;

	e->ret = setns(e->nsfd, CLONE_NEWNET) ? -errno : e->fn(e->arg);
	return NULL;
}

/*
 * Run @fn in that namespace and return what it returns, or a negative errno.  Nobody
 * needs CAP_SYS_ADMIN for the namespace one is in.
 */
int netns_run(const struct netns *ns, int (*fn)(void *arg), void *arg)
{
	struct errand e = { .nsfd = ns->fd, .fn = fn, .arg = arg };
	struct stat st;
	pthread_t thread;
	int err;

	if (!stat("/proc/self/ns/net", &st) && st.st_ino == ns->ino)
		return fn(arg);
	err = pthread_create(&thread, NULL, run_in_netns, &e);
	if (err)
		return -err;
	pthread_join(thread, NULL);
	return e.ret;
}

static int read_cookie(void *arg)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	socklen_t len = sizeof(__u64);
	int err = 0;

	if (fd < 0)
		return -errno;
	if (getsockopt(fd, SOL_SOCKET, SO_NETNS_COOKIE, arg, &len))
		err = -errno;
	close(fd);
	return err;
}

__u64 netns_cookie(const struct netns *ns)
{
	__u64 cookie = 0;

	return netns_run(ns, read_cookie, &cookie) ? 0 : cookie;
}

struct open_request {
	const char *path;
	int flags;
};

static int open_file(void *arg)
{
	const struct open_request *req = arg;
	int fd = open(req->path, req->flags | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* /proc/net is the main thread's: @path must say /proc/thread-self/net instead. */
int netns_open_file(const struct netns *ns, const char *path, int flags)
{
	struct open_request req = { .path = path, .flags = flags };

	return netns_run(ns, open_file, &req);
}
