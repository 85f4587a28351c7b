// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns_walk.c - find all network namespaces there are, once each.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "netns.h"

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

/*
 * What is bind-mounted elsewhere, such as Docker's in /run/docker/netns; only of the
 * mount namespace that we are in.
 */
static int walk_mounts(struct walk *w)
{
	FILE *f = fopen("/proc/self/mountinfo", "re");
	char *line = NULL, path[PATH_MAX];
	size_t size = 0;
	int ret = 0;

	while (f && !ret && getline(&line, &size, f) > 0) {
		if (mountinfo_netns_path(line, path, sizeof(path)))
			ret = walk_visit(w, path, netns_name_of_path(path));
	}
	free(line);
	if (f)
		fclose(f);
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

/*
 * Found are those with a name, a bind mount or a process's main thread in them; not one
 * that only a file descriptor, a socket or another thread keeps.
 */
int netns_walk(int (*fn)(const struct netns *ns, void *arg), void *arg)
{
	struct walk w = { .fn = fn, .arg = arg };
	int ret;

	/* Names first, so that a namespace that has one is shown by it. */
	ret = walk_named(&w);
	if (!ret)
		ret = walk_visit(&w, "/proc/self/ns/net", "");
	if (!ret)
		ret = walk_mounts(&w);
	if (!ret)
		ret = walk_processes(&w);
	free(w.seen);
	return ret;
}

static int match_ino(const struct netns *ns, void *arg)
{
	struct netns *want = arg;
	int err;

	if (ns->ino != want->ino)
		return 0;
	err = netns_dup(ns, want);
	return err ? err : 1;
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
