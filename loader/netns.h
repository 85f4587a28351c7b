/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * netns.h - network namespaces, and files and sysctls as seen from one of them.
 */
#ifndef SL_NETNS_H
#define SL_NETNS_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#include "netns_spec.h"
#include "slowlane.h"
#include "text.h"

#define NETNS_DIR "/run/netns" /* where ip-netns(8) keeps names */

struct netns {
	int fd;			      /* -1: none */
	__u32 ino;		      /* as in lsns(8) */
	char name[SL_NETNS_NAME_MAX]; /* as in ip-netns(8); "" = has none */
	bool found;		      /* by "all", not named by the user */
};

/* All return 0 or a negative errno; on success ns->fd is the caller's to close. */
int netns_open_self(struct netns *ns);
int netns_open_spec(const struct netns_spec *spec, struct netns *ns);
int netns_open_path(const char *path, const char *name, struct netns *ns);
int netns_dup(const struct netns *ns, struct netns *copy);
int netns_open_ino(__u32 ino, struct netns *ns);
void netns_close(struct netns *ns);

/* Calls @fn once per namespace that can be found; @fn stops it by a non-zero return. */
int netns_walk(int (*fn)(const struct netns *ns, void *arg), void *arg);

/* What tells it from all others, for as long as the machine runs; 0: not known. */
__u64 netns_cookie(const struct netns *ns);

const char *netns_name_of_path(const char *path);

/* "netns NAME", unprintable bytes as \xHH, or "netns net:[INODE]". */
const char *netns_label(const char *name, __u32 ino, char *buf, size_t size);
#define NETNS_LABEL_MAX (TEXT_NAME_MAX + 16)

int netns_run(const struct netns *ns, int (*fn)(void *arg), void *arg);

/* Opened as a task of that namespace would; returns an fd or a negative errno. */
int netns_open_file(const struct netns *ns, const char *path, int flags);

/*
 * The whole of such a file as a string, to be freed; NULL with errno set.  Below /proc/net
 * it is /proc/thread-self/net.
 */
char *netns_read_file(const struct netns *ns, const char *path);

/* sysctl.c; @name has slashes: "net/mptcp/scheduler". */
#define SYSCTL_VALUE_MAX 256
int sysctl_read(const struct netns *ns, const char *name, char value[SYSCTL_VALUE_MAX]);
int sysctl_write(const struct netns *ns, const char *name, const char *value);

#define NETNS_DIR "/run/netns" /* of ip-netns(8) */

#define SYSCTL_SCHEDULER "net/mptcp/scheduler"
#define SYSCTL_AVAILABLE "net/mptcp/available_schedulers"
#define SYSCTL_ENABLED "net/mptcp/enabled"
#define SYSCTL_CC "net/ipv4/tcp_congestion_control"

#endif /* SL_NETNS_H */
