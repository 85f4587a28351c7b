// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns.c - find network namespaces and open files in them.
 *
 * What a namespace decides about a file (/proc/sys/net, /proc/net, a BPF iterator)
 * is settled when the file is opened.  So all work in a namespace is done by a
 * thread that enters it, opens one file and ends: the process itself never moves.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <linux/nsfs.h>

#include "netns.h"

static int netns_open_path(const char *path, const char *name, struct netns *ns)
{
	struct stat st;
	int fd, err;

	fd = open(path, O_RDONLY | O_CLOEXEC);
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
	ns->fd = fd;
	ns->ino = st.st_ino;
	snprintf(ns->name, sizeof(ns->name), "%s", name);
	return 0;
}

int netns_open_self(struct netns *ns)
{
	return netns_open_path("/proc/self/ns/net", "", ns);
}

int netns_open_name(const char *name, struct netns *ns)
{
	char path[sizeof(NETNS_DIR) + SL_NETNS_NAME_MAX + 1];

	snprintf(path, sizeof(path), NETNS_DIR "/%s", name);
	return netns_open_path(path, name, ns);
}

void netns_close(struct netns *ns)
{
	if (ns->fd >= 0)
		close(ns->fd);
	ns->fd = -1;
}

struct walk {
	int (*fn)(const struct netns *ns, void *arg);
	void *arg;
	__u32 *seen;
	size_t n, size;
};

/* Is @ino new?  Remembers it. */
static bool walk_is_new(struct walk *w, __u32 ino)
{
	for (size_t i = 0; i < w->n; i++) {
		if (w->seen[i] == ino)
			return false;
	}
	if (w->n == w->size) {
		size_t size = w->size ? w->size * 2 : 64;
		__u32 *seen = reallocarray(w->seen, size, sizeof(*seen));

		if (!seen)
			return false;
		w->seen = seen;
		w->size = size;
	}
	w->seen[w->n++] = ino;
	return true;
}

/* A namespace that cannot be opened (just gone, or another user's) is passed over. */
static int walk_visit(struct walk *w, const char *path, const char *name)
{
	struct netns ns;
	struct stat st;
	int ret;

	if (stat(path, &st) || !walk_is_new(w, st.st_ino))
		return 0;
	if (netns_open_path(path, name, &ns))
		return 0;
	ret = w->fn(&ns, w->arg);
	netns_close(&ns);
	return ret;
}

static int walk_named(struct walk *w)
{
	struct dirent *de;
	DIR *dir = opendir(NETNS_DIR);
	int ret = 0;

	while (dir && !ret && (de = readdir(dir))) {
		char path[sizeof(NETNS_DIR) + sizeof(de->d_name) + 1];

		if (de->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), NETNS_DIR "/%s", de->d_name);
		ret = walk_visit(w, path, de->d_name);
	}
	if (dir)
		closedir(dir);
	return ret;
}

/* Containers and "unshare -n" have no name, but a process that lives there. */
static int walk_processes(struct walk *w)
{
	struct dirent *de;
	DIR *dir = opendir("/proc");
	int ret = 0;

	while (dir && !ret && (de = readdir(dir))) {
		char path[sizeof(de->d_name) + sizeof("/proc//ns/net")];

		if (!isdigit((unsigned char)de->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%s/ns/net", de->d_name);
		ret = walk_visit(w, path, "");
	}
	if (dir)
		closedir(dir);
	return ret;
}

int netns_walk(int (*fn)(const struct netns *ns, void *arg), void *arg)
{
	struct walk w = { .fn = fn, .arg = arg };
	int ret;

	/* Names first, so that a namespace that has one is shown by it. */
	ret = walk_named(&w);
	if (!ret)
		ret = walk_visit(&w, "/proc/self/ns/net", "");
	if (!ret)
		ret = walk_processes(&w);
	free(w.seen);
	return ret;
}

static int match_ino(const struct netns *ns, void *arg)
{
	struct netns *want = arg;

	if (ns->ino != want->ino)
		return 0;
	want->fd = fcntl(ns->fd, F_DUPFD_CLOEXEC, 0);
	memcpy(want->name, ns->name, sizeof(want->name));
	return want->fd < 0 ? -errno : 1;
}

/* -ENOENT: the namespace is gone, or nothing that could be found lives there. */
int netns_open_ino(__u32 ino, struct netns *ns)
{
	int ret;

	ns->fd = -1;
	ns->ino = ino;
	ret = netns_walk(match_ino, ns);
	if (ret < 0)
		return ret;
	return ret ? 0 : -ENOENT;
}

const char *netns_label(const char *name, __u32 ino, char *buf, size_t size)
{
	if (name[0])
		snprintf(buf, size, "netns %s", name);
	else
		snprintf(buf, size, "netns net:[%u]", ino);
	return buf;
}

struct open_request {
	int nsfd;
	const char *path;
	int flags;
	int ret;
};

static void *open_in_netns(void *arg)
{
	struct open_request *req = arg;

	if (setns(req->nsfd, CLONE_NEWNET)) {
		req->ret = -errno;
		return NULL;
	}
	req->ret = open(req->path, req->flags | O_CLOEXEC);
	if (req->ret < 0)
		req->ret = -errno;
	return NULL;
}

/* /proc/net is the main thread's: @path must say /proc/thread-self/net instead. */
int netns_open_file(const struct netns *ns, const char *path, int flags)
{
	struct open_request req = { .nsfd = ns->fd, .path = path, .flags = flags };
	struct stat st;
	pthread_t thread;
	int err;

	/* No CAP_SYS_ADMIN is needed for the namespace one is in. */
	if (!stat("/proc/self/ns/net", &st) && st.st_ino == ns->ino) {
		int fd = open(path, flags | O_CLOEXEC);

		return fd < 0 ? -errno : fd;
	}
	err = pthread_create(&thread, NULL, open_in_netns, &req);
	if (err)
		return -err;
	pthread_join(thread, NULL);
	return req.ret;
}
