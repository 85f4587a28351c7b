/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * scheduler.h - net.mptcp.scheduler of the namespaces, and the registered scheduler.
 */
#ifndef SL_SCHEDULER_H
#define SL_SCHEDULER_H

#include <bpf/libbpf.h>

#include "cli.h"
#include "netns.h"
#include "pins.h"

/* One namespace that attach is to switch, and how to take that back. */
struct target {
	struct netns ns;
	bool set;	/* by this run */
	bool had_entry; /* of an earlier attach */
	struct sl_netns old_entry;
	struct sl_netns entry;
};

int target_set(struct cli *cli, struct target *t, int netns_map_fd);
void target_unset(struct cli *cli, struct target *t, int netns_map_fd);

/* What there is of an attachment, complete or not: sysctls, registration, pins. */
int attachment_undo(struct cli *cli, struct attachment *at, json_object *namespaces);
int detach_locked(struct cli *cli); /* cmd_detach.c; all of detach, under the lock */
int schedulers_sweep(struct cli *cli, json_object *namespaces);
void link_detach(struct cli *cli, enum pin pin, int link_fd);
bool scheduler_available(const char *name);

/* Open a namespace that the user named (NULL: the one we are in), or say why not. */
int netns_require(struct cli *cli, const char *name, struct netns *ns);
json_object *json_netns(json_object *array, const char *name, __u32 ino);

/* bpflog.c */
void bpflog_init(bool verbose);
const char *bpflog_first(void);

#endif /* SL_SCHEDULER_H */
