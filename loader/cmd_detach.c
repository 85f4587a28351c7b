// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_detach.c - "slowlane detach": put everything back, and say what cannot be yet.
 *
 * It goes by what it finds, not by what should be there, so it also clears up after
 * an attach that was killed, and a second run finds nothing to do.
 */
#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "cli.h"
#include "detach_wait.h"
#include "kmod.h"
#include "pins.h"
#include "scheduler.h"
#include "view.h"

static struct socket_count count_live(const struct attachment *at)
{
	struct socket_count count = {};
	struct socket_view view = {};

	if (at->fd[PIN_ITER_SOCKETS] >= 0 && at->same_abi &&
	    !socket_view_open_link(at->fd[PIN_ITER_SOCKETS], &view))
		count = socket_view_count(&view, 0);
	socket_view_close(&view);
	return count;
}

static void say_live(struct cli *cli, struct socket_count live)
{
	if (live.connections)
		cli_say(cli,
			"%u live connection%s stay%s on the detached program until "
			"closed",
			live.connections, plural(live.connections),
			live.connections == 1 ? "s" : "");
	if (live.listeners)
		cli_say(cli,
			"%u listener%s hand%s the detached program out until closed: "
			"restart the server%s",
			live.listeners, plural(live.listeners),
			live.listeners == 1 ? "s" : "", plural(live.listeners));
}

static void unload_module(struct cli *cli, bool ours)
{
	int err;

	if (kmod_state() != KMOD_LOADED)
		return;
	if (!ours) {
		cli_say(cli, "module " KMOD_NAME
			     " was loaded before attach and stays; 'rmmod " KMOD_NAME
			     "' unloads it");
		return;
	}
	err = kmod_unload();
	json_flag(cli->root, "module_unloaded", !err);
	if (!err)
		cli_say(cli, "module " KMOD_NAME " unloaded");
	else if (err == -EAGAIN)
		cli_warn(cli, "module " KMOD_NAME
			      " stays loaded while connections or listeners "
			      "use it; 'rmmod " KMOD_NAME "' when they are closed");
	else
		cli_warn(cli, "module " KMOD_NAME " stays loaded: %s", strerror(-err));
}

static int nothing_attached(struct cli *cli, const struct attachment *at,
			    json_object *namespaces)
{
	cli_say(cli, "slowlane is not attached");
	if (at->foreign[0])
		cli_warn(cli, "%s is not ours and stays", at->foreign);
	if (kmod_state() == KMOD_LOADED)
		cli_say(cli,
			"module " KMOD_NAME " is loaded and stays: nothing says that "
			"attach loaded it; 'rmmod " KMOD_NAME "' unloads it");
	return schedulers_sweep(cli, namespaces);
}

/* Wait for the last connection, then as if there had been none. */
static int wait_and_unload(struct cli *cli, struct detach_wait *wait, int *lock,
			   bool ours)
{
	int code = detach_wait(cli, wait, lock);

	if (code)
		return code;
	if (scheduler_available(SL_SCHED_NAME))
		cli_say(cli, "slowlane was attached again meanwhile");
	else
		unload_module(cli, ours);
	return 0;
}

static int detach_all(struct cli *cli, struct attachment *at, struct attachment *other,
		      int *lock)
{
	json_object *namespaces =
		json_sub(cli->root, "namespaces", json_object_new_array());
	struct socket_count live = count_live(at);
	struct detach_wait wait;
	int code, swept;

	json_flag(cli->root, "attached", false);
	json_flag(cli->root, "was_attached", at->attached);
	json_flag(cli->root, "module_unloaded", false);
	json_u64(cli->root, "connections", live.connections);
	json_u64(cli->root, "listeners", live.listeners);
	if (!at->any && !other->any)
		return nothing_attached(cli, at, namespaces);
	detach_wait_open(&wait, at);
	code = attachment_undo(cli, at, other, namespaces);
	swept = schedulers_sweep(cli, namespaces);
	code = code ? code : swept;
	if (at->attached)
		cli_say(cli, "slowlane %s detached%s", at->info.version,
			at->info.trial_until_ns ? ", its trial is over" : "");
	else
		cli_say(cli,
			"slowlane was not attached; removed what an attach that was cut "
			"short left behind");
	if (cli->opt.wait && !code) {
		code = wait_and_unload(cli, &wait, lock, at->info.module_loaded);
	} else {
		say_live(cli, live);
		unload_module(cli, at->info.module_loaded);
	}
	detach_wait_close(&wait);
	return code;
}

/* One namespace back to what it was, with the scheduler still there for others. */
static int detach_one(struct cli *cli, const struct attachment *at,
		      const struct netns *ns, json_object *array)
{
	char now[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	int fd = at->fd[PIN_NETNS], err;
	struct sl_netns entry;
	bool noted = note_lookup(fd, ns, &entry);
	int code;

	err = sysctl_read(ns, SYSCTL_SCHEDULER, now);
	if (!noted && !err && !scheduler_is_ours(now)) {
		if (!ns->found) /* of "all", most are not ours */
			cli_say(cli,
				"%s: net.mptcp.scheduler is %s, not switched by attach",
				netns_label(ns->name, ns->ino, label, sizeof(label)),
				now);
		return 0;
	}
	code = netns_restore(cli, ns, noted ? entry.previous : "default", array);
	if (!code && noted)
		bpf_map_delete_elem(fd, &ns->ino);
	return code;
}

static int detach_namespaces(struct cli *cli, const struct attachment *at)
{
	json_object *array = json_sub(cli->root, "namespaces", json_object_new_array());
	struct netns_list list;
	int code = netns_list_open(cli, &cli->opt.netns, &list);
	bool wrong;

	if (!code && (!at->attached || !at->same_notes || at->fd[PIN_NETNS] < 0))
		code = cli_fail(cli, SL_EXIT_FAILURE,
				"slowlane is not attached; '" SL_PROG
				" detach' without --netns puts all back");
	wrong = code;
	for (unsigned int i = 0; i < list.n && !wrong; i++) {
		int ret = detach_one(cli, at, &list.v[i], array);

		code = code ? code : ret;
	}
	json_flag(cli->root, "attached", at->attached);
	netns_list_close(&list);
	return code;
}

int detach_locked(struct cli *cli, int *lock)
{
	struct attachment at, other;
	int code = attachment_open(cli, PLACE_MAIN, &at);

	if (code)
		return code;
	code = attachment_open(cli, PLACE_OTHER, &other);
	if (!code)
		code = cli->opt.netns.n ? detach_namespaces(cli, &at)
					: detach_all(cli, &at, &other, lock);
	attachment_close(&other);
	attachment_close(&at);
	return code;
}

int cmd_detach(struct cli *cli)
{
	int lock, code;

	if (cli->opt.wait && cli->opt.netns.n)
		return cli_fail(cli, SL_EXIT_USAGE,
				"--netns and --wait exclude each other: the first keeps "
				"the scheduler, the second waits until it is gone");
	code = detach_wait_check(cli);
	if (!code)
		code = bpffs_require(cli);
	if (code)
		return code;
	lock = bpffs_lock(cli, LOCK_EX);
	if (lock < 0)
		return SL_EXIT_NOPERM;
	cli_hold_signals();
	code = detach_locked(cli, &lock);
	if (lock >= 0)
		close(lock);
	return code;
}
