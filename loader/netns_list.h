/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * netns_list.h - the namespaces that a command's --netns options name.
 */
#ifndef SL_NETNS_LIST_H
#define SL_NETNS_LIST_H

#include "cli.h"
#include "netns.h"

struct netns_list {
	struct netns *v; /* no two are the same namespace */
	unsigned int n;
};

/* Open what the user named (NULL: the namespace we are in), or say why not. */
int netns_require(struct cli *cli, const char *text, struct netns *ns);

/* Of each --netns, "all" included.  0 or an exit code; close it in either case. */
int netns_list_open(struct cli *cli, const struct str_list *specs,
		    struct netns_list *list);
int netns_list_add_self(struct cli *cli, struct netns_list *list);
void netns_list_close(struct netns_list *list);
const struct netns *netns_list_find(const struct netns_list *list, __u32 ino);

/* Is "all" among them? */
bool netns_all(const struct str_list *specs);

#endif /* SL_NETNS_LIST_H */
