/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * netns_names.h - the names that /run/netns has for network namespaces.
 *
 * Read at once and without entering any of them: who shows many connections asks often,
 * and needs no more rights for it than to look into that directory.
 */
#ifndef SL_NETNS_NAMES_H
#define SL_NETNS_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#include "slowlane.h"

struct netns_named {
	__u32 ino;
	char name[SL_NETNS_NAME_MAX];
};

struct netns_names {
	struct netns_named *v;
	size_t n;
	bool fresh; /* for netns_names_ask(): do not read them again; to be reset now and then */
};

/* Without the directory, or memory, there are no names: not an error, an inode will do. */
void netns_names_read(struct netns_names *names);
void netns_names_free(struct netns_names *names);

/* "" = it has none. */
const char *netns_names_find(const struct netns_names *names, __u32 ino);

/* The same, but one that has none may be new: they are read again, once. */
const char *netns_names_ask(struct netns_names *names, __u32 ino);

#endif /* SL_NETNS_NAMES_H */
