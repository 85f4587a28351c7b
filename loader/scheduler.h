/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scheduler.h - net.mptcp.scheduler of the namespaces, and the registered scheduler.
 */
#ifndef SL_SCHEDULER_H
#define SL_SCHEDULER_H

#include <bpf/libbpf.h>

#include "cli.h"
#include "netns.h"
#include "netns_list.h"
#include "pins.h"

/* One namespace that attach is to switch, and how to take that back. */
struct target {
	const struct netns *ns;
	bool set;	/* by this run */
	bool had_entry; /* of an earlier attach */
	struct sl_netns old_entry;
	struct sl_netns entry;
};

/* What was noted of this very namespace, and not of one that had its inode before. */
bool note_lookup(int netns_map_fd, const struct netns *ns, struct sl_netns *entry);

int target_set(struct cli *cli, struct target *t, int netns_map_fd);
void target_unset(struct cli *cli, struct target *t, int netns_map_fd);

int detach_locked(struct cli *cli,
		  int *lock); /* cmd_detach.c; all of it, under the lock */

/* Put one namespace's sysctl back, if it is still ours, and say what became of it. */
int netns_restore(struct cli *cli, const struct netns *ns, const char *previous,
		  json_object *array);

/* All that were noted; those that are gone are no error. */
int netns_restore_noted(struct cli *cli, const struct attachment *at, json_object *array);

/*
 * What there is of an attachment, complete or not: sysctls, registration, pins, a trial's
 * watcher; with what a replacement that was cut short left in @other.
 */
int attachment_undo(struct cli *cli, struct attachment *at, struct attachment *other,
		    json_object *namespaces);
/* Without the sysctls. @keep: links that it has, too, are only unpinned; or NULL. */
void attachment_drop(struct cli *cli, struct attachment *at,
		     const struct attachment *keep);
int schedulers_sweep(struct cli *cli, json_object *namespaces);
void link_detach(struct cli *cli, enum pin pin, int link_fd);
bool scheduler_available(const char *name);
bool scheduler_is_ours(const char *name);

json_object *json_netns(json_object *array, const char *name, __u32 ino);

/* bpflog.c */
void bpflog_init(bool verbose);
const char *bpflog_first(void);

#endif /* SL_SCHEDULER_H */
