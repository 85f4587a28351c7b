// SPDX-License-Identifier: GPL-2.0-only
/*
 * scheduler.c - switch namespaces to the scheduler, and undo that truthfully.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "scheduler.h"

#define SCHED_DEFAULT "default"

json_object *json_netns(json_object *array, const char *name, __u32 ino)
{
	json_object *o = json_sub(array, NULL, json_object_new_object());

	json_escaped(o, "netns", name, SL_NETNS_NAME_MAX);
	json_u64(o, "inode", ino);
	return o;
}

/* The list of schedulers is the same in all namespaces. */
bool scheduler_available(const char *name)
{
	char list[SYSCTL_VALUE_MAX];
	struct netns self;
	bool found;

	if (netns_open_self(&self))
		return false;
	found = !sysctl_read(&self, SYSCTL_AVAILABLE, list) && list_has_word(list, name);
	netns_close(&self);
	return found;
}

/* By either of its names. */
bool scheduler_is_ours(const char *name)
{
	return !strcmp(name, SL_SCHED_NAME) || !strcmp(name, SL_BRIDGE_NAME);
}

static const char *sysctl_next_step(int err)
{
	if (err == -EROFS)
		return "/proc/sys is mounted read-only: run it where it is not, or use "
		       "--no-default and set the sysctl from there";
	if (err == -EPERM || err == -EACCES)
		return "run it as root";
	if (err == -EIO)
		return "the kernel did not keep the value";
	return NULL;
}

bool note_lookup(int map_fd, const struct netns *ns, struct sl_netns *entry)
{
	return !bpf_map_lookup_elem(map_fd, &ns->ino, entry) &&
	       entry->cookie == netns_cookie(ns);
}

/*
 * Remember what the sysctl was, then set it.  In this order, so that an attach that
 * is killed in between leaves a note that detach finds to be untrue, not the reverse.
 */
int target_set(struct cli *cli, struct target *t, int map_fd)
{
	char now[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	int err = sysctl_read(t->ns, SYSCTL_SCHEDULER, now);

	netns_label(t->ns->name, t->ns->ino, label, sizeof(label));
	if (err)
		return cli_fail_errno(cli, err, NULL, "%s: sysctl net.mptcp.scheduler",
				      label);

	t->had_entry = note_lookup(map_fd, t->ns, &t->old_entry);
	if (t->had_entry && !strcmp(now, SL_SCHED_NAME)) {
		t->entry = t->old_entry;
		return 0;
	}
	t->entry.cookie = netns_cookie(t->ns);
	snprintf(t->entry.name, sizeof(t->entry.name), "%s", t->ns->name);
	/* The name can be left from an earlier time; to go back to it makes no sense. */
	snprintf(t->entry.previous, sizeof(t->entry.previous), "%.15s",
		 scheduler_is_ours(now) ? SCHED_DEFAULT : now);
	err = bpf_map_update_elem(map_fd, &t->ns->ino, &t->entry, BPF_ANY);
	if (err)
		return cli_fail_errno(cli, err, NULL,
				      "%s: cannot note the previous scheduler", label);
	t->set = true;
	err = sysctl_write(t->ns, SYSCTL_SCHEDULER, SL_SCHED_NAME);
	if (err)
		return cli_fail_errno(cli, err, sysctl_next_step(err),
				      "%s: cannot set net.mptcp.scheduler", label);
	return 0;
}

/* For a rollback: put the sysctl and the note back as they were. */
void target_unset(struct cli *cli, struct target *t, int map_fd)
{
	char now[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	int err;

	if (!t->set)
		return;
	t->set = false;
	err = sysctl_read(t->ns, SYSCTL_SCHEDULER, now);
	if (!err && !strcmp(now, SL_SCHED_NAME))
		err = sysctl_write(t->ns, SYSCTL_SCHEDULER, t->entry.previous);
	if (err)
		cli_warn(cli, "%s: cannot put net.mptcp.scheduler back to %s: %s",
			 netns_label(t->ns->name, t->ns->ino, label, sizeof(label)),
			 t->entry.previous, strerror(-err));
	if (t->had_entry)
		bpf_map_update_elem(map_fd, &t->ns->ino, &t->old_entry, BPF_ANY);
	else
		bpf_map_delete_elem(map_fd, &t->ns->ino);
}

/* 0, or an exit code. */
int netns_restore(struct cli *cli, const struct netns *ns, const char *previous,
		  json_object *array)
{
	char now[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	json_object *o = json_netns(array, ns->name, ns->ino);
	int err;

	netns_label(ns->name, ns->ino, label, sizeof(label));
	err = sysctl_read(ns, SYSCTL_SCHEDULER, now);
	if (!err && !scheduler_is_ours(now)) {
		cli_say(cli, "%s: net.mptcp.scheduler says %s by now, left alone", label,
			now);
		json_flag(o, "restored", false);
		json_str(o, "scheduler", now);
		return 0;
	}
	if (!err)
		err = sysctl_write(ns, SYSCTL_SCHEDULER, previous);
	if (err == -ENOENT && strcmp(previous, SCHED_DEFAULT)) {
		cli_warn(cli,
			 "%s: its previous scheduler, %s, is no longer there: set to %s",
			 label, previous, SCHED_DEFAULT);
		previous = SCHED_DEFAULT;
		err = sysctl_write(ns, SYSCTL_SCHEDULER, previous);
	}
	json_flag(o, "restored", !err);
	json_str(o, "scheduler", err ? now : previous);
	if (err)
		return cli_fail_errno(cli, err, sysctl_next_step(err),
				      "%s: cannot put net.mptcp.scheduler back to %s",
				      label, previous);
	cli_say(cli, "%s: net.mptcp.scheduler = %s", label, previous);
	return 0;
}

int netns_restore_noted(struct cli *cli, const struct attachment *at, json_object *array)
{
	int map_fd = at->fd[PIN_NETNS], code = 0;
	__u32 key, *prev = NULL;

	if (map_fd < 0 || !at->same_notes)
		return 0;

	while (!bpf_map_get_next_key(map_fd, prev, &key)) {
		struct sl_netns entry = {};
		struct netns ns;
		int err, ret = 0;

		prev = &key;
		err = netns_open_ino(key, &ns);
		if (err == -ENOENT) /* gone, and its sysctl with it */
			continue;
		if (!err && !note_lookup(map_fd, &ns, &entry)) {
			netns_close(&ns);
			continue;
		}
		if (err)
			ret = cli_fail_errno(cli, err, NULL,
					     "cannot enter netns net:[%u]", key);
		else
			ret = netns_restore(cli, &ns, entry.previous, array);
		netns_close(&ns);
		code = code ? code : ret;
	}
	return code;
}

struct sweep {
	struct cli *cli;
	json_object *array;
	int code;
};

/* A congestion control that is a namespace's default stays loaded and in use. */
static void sweep_cc(struct cli *cli, const struct netns *ns)
{
	static const struct {
		const char *ours, *plain;
	} names[] = { { SL_CC_CUBIC_NAME, "cubic" }, { SL_CC_RENO_NAME, "reno" } };
	char now[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	int err;

	if (sysctl_read(ns, SYSCTL_CC, now))
		return;
	netns_label(ns->name, ns->ino, label, sizeof(label));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(now, names[i].ours))
			continue;
		err = sysctl_write(ns, SYSCTL_CC, names[i].plain);
		if (err)
			cli_warn(cli,
				 "%s: cannot put net.ipv4.tcp_congestion_control from %s "
				 "to %s: %s",
				 label, now, names[i].plain, strerror(-err));
		else
			cli_say(cli, "%s: net.ipv4.tcp_congestion_control = %s", label,
				names[i].plain);
	}
}

static int sweep_one(const struct netns *ns, void *arg)
{
	char now[SYSCTL_VALUE_MAX];
	struct sweep *s = arg;
	int code;

	sweep_cc(s->cli, ns);
	if (sysctl_read(ns, SYSCTL_SCHEDULER, now) || !scheduler_is_ours(now))
		return 0;
	code = netns_restore(s->cli, ns, SCHED_DEFAULT, s->array);
	s->code = s->code ? s->code : code;
	return 0;
}

/*
 * With the scheduler gone, a namespace that still names it (set by hand, or the note
 * was lost) has "default" for new sockets, but shows another name: make it say so.
 */
int schedulers_sweep(struct cli *cli, json_object *array)
{
	struct sweep s = { .cli = cli, .array = array };

	if (!scheduler_available(SL_SCHED_NAME))
		netns_walk(sweep_one, &s);
	return s.code;
}
