// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns_names.c - read /run/netns.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <linux/magic.h>

#include "netns.h"
#include "netns_names.h"

/* A file on which no namespace is mounted (any more) has an inode of another kind. */
static __u32 inode_of(const char *path)
{
	struct statfs fs;
	struct stat st;

	if (statfs(path, &fs) || (__u32)fs.f_type != NSFS_MAGIC || stat(path, &st))
		return 0;
	return st.st_ino;
}

static void add(struct netns_names *names, const char *name)
{
	char path[sizeof(NETNS_DIR) + SL_NETNS_NAME_MAX + 1];
	struct netns_named *v;
	__u32 ino;

	if ((size_t)snprintf(path, sizeof(path), NETNS_DIR "/%s", name) >= sizeof(path))
		return;
	ino = inode_of(path);
	v = ino ? reallocarray(names->v, names->n + 1, sizeof(*v)) : NULL;
	if (!v)
		return;
	names->v = v;
	v[names->n].ino = ino;
	snprintf(v[names->n++].name, sizeof(v->name), "%s", name);
}

void netns_names_read(struct netns_names *names)
{
	struct dirent *de;
	DIR *dir = opendir(NETNS_DIR);

	*names = (struct netns_names){};
	while (dir && (de = readdir(dir))) {
		if (de->d_name[0] != '.')
			add(names, de->d_name);
	}
	if (dir)
		closedir(dir);
}

void netns_names_free(struct netns_names *names)
{
	free(names->v);
	*names = (struct netns_names){};
}

const char *netns_names_find(const struct netns_names *names, __u32 ino)
{
	for (size_t i = 0; i < names->n; i++) {
		if (names->v[i].ino == ino)
			return names->v[i].name;
	}
	return "";
}

const char *netns_names_ask(struct netns_names *names, __u32 ino)
{
	const char *name = netns_names_find(names, ino);

	if (name[0] || names->fresh)
		return name;
	netns_names_free(names);
	netns_names_read(names);
	names->fresh = true;
	return netns_names_find(names, ino);
}
