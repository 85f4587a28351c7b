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

#include "cli.h"
#include "kmod.h"
#include "pins.h"
#include "scheduler.h"
#include "view.h"

static struct socket_count count_live(const struct attachment *at)
{
	struct socket_count count = {};
	struct socket_view view = {};

	if (at->fd[PIN_ITER_SOCKETS] >= 0 && !socket_view_open(&view))
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

int detach_locked(struct cli *cli)
{
	struct attachment at;
	struct socket_count live;
	json_object *namespaces;
	int code = attachment_open(cli, &at), swept;

	if (code)
		return code;
	namespaces = json_sub(cli->root, "namespaces", json_object_new_array());
	json_flag(cli->root, "attached", false);
	json_flag(cli->root, "was_attached", at.attached);
	json_flag(cli->root, "module_unloaded", false);
	live = count_live(&at);
	json_u64(cli->root, "connections", live.connections);
	json_u64(cli->root, "listeners", live.listeners);
	if (!at.any) {
		cli_say(cli, "slowlane is not attached");
		if (at.foreign[0])
			cli_warn(cli, "%s is not ours and stays", at.foreign);
		if (kmod_state() == KMOD_LOADED)
			cli_say(cli,
				"module " KMOD_NAME
				" is loaded and stays: nothing says that "
				"attach loaded it; 'rmmod " KMOD_NAME "' unloads it");
		code = schedulers_sweep(cli, namespaces);
		goto cleanup;
	}
	code = attachment_undo(cli, &at, namespaces);
	swept = schedulers_sweep(cli, namespaces);
	code = code ? code : swept;
	if (at.attached)
		cli_say(cli, "slowlane %s detached%s", at.info.version,
			at.info.trial_until_ns ? ", its trial is over" : "");
	else
		cli_say(cli,
			"slowlane was not attached; removed what an attach that was cut "
			"short left behind");
	say_live(cli, live);
	unload_module(cli, at.info.module_loaded);
cleanup:
	attachment_close(&at);
	return code;
}

int cmd_detach(struct cli *cli)
{
	int lock, code = bpffs_require(cli);

	if (code)
		return code;
	lock = bpffs_lock(cli, LOCK_EX);
	if (lock < 0)
		return SL_EXIT_NOPERM;
	cli_hold_signals();
	code = detach_locked(cli);
	close(lock);
	return code;
}
