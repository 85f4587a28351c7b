// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach_report.c - what "slowlane attach" says when it is done.
 */
#include <string.h>

#include "attach.h"
#include "cc.h"

/* Listeners hand their own scheduler on to what they accept, whatever the sysctl says. */
static void warn_of_listeners(struct attach_run *run, const struct target *t)
{
	char label[NETNS_LABEL_MAX];
	struct ns_view view;
	unsigned int n;

	if (ns_view_open(t->ns, run->ids, &view))
		return;
	n = view.older_listeners;
	ns_view_close(&view);
	if (n)
		cli_warn(run->cli,
			 "%s: %u listener%s opened earlier keep%s handing out the "
			 "scheduler of "
			 "then: restart the server%s ('" SL_PROG " status' lists them)",
			 netns_label(t->ns->name, t->ns->ino, label, sizeof(label)), n,
			 plural(n), n == 1 ? "s" : "", plural(n));
}

static void say_new(struct attach_run *run)
{
	json_flag(run->cli->root, "module_loaded", run->module_ours);
	cli_say(run->cli, "slowlane %s attached%s", SLOWLANE_VERSION,
		run->module_ours ? ", module " KMOD_NAME " loaded" : "");
	attach_say_config(run);
}

static void say_already(struct attach_run *run)
{
	struct cli *cli = run->cli;

	json_flag(cli->root, "module_loaded", false);
	cli_say(cli, "slowlane is attached already, version %s", run->at.info.version);
	if (cli->opt.config)
		cli_warn(cli,
			 "%s is not used: the tunables stay as they are; '" SL_PROG
			 " set' changes them",
			 cli->opt.config);
	if (strcmp(run->at.info.version, SLOWLANE_VERSION))
		cli_warn(cli,
			 "this program is version %s: 'slowlane attach --replace' "
			 "to use it",
			 SLOWLANE_VERSION);
}

static void say_replaced(struct attach_run *run)
{
	const struct socket_count *left = &run->left;
	struct cli *cli = run->cli;

	json_flag(cli->root, "module_loaded", false);
	json_str(cli->root, "previous_version", run->at.info.version);
	json_u64(cli->root, "connections_left", left->connections);
	json_u64(cli->root, "listeners_left", left->listeners);
	cli_say(cli, "slowlane %s attached in place of %s", SLOWLANE_VERSION,
		run->at.info.version);
	attach_say_config(run);
	if (left->connections)
		cli_say(cli, "%u live connection%s finish%s on the program before",
			left->connections, plural(left->connections),
			left->connections == 1 ? "es" : "");
	if (left->listeners)
		cli_warn(cli,
			 "%u listener%s hand%s the program before out until closed: "
			 "restart the server%s ('" SL_PROG " status' lists them)",
			 left->listeners, plural(left->listeners),
			 left->listeners == 1 ? "s" : "", plural(left->listeners));
}

static void show_target(struct attach_run *run, json_object *array,
			const struct target *t)
{
	json_object *o = json_netns(array, t->ns->name, t->ns->ino);
	char label[NETNS_LABEL_MAX];

	json_str(o, "scheduler", SL_SCHED_NAME);
	json_str(o, "previous", t->entry.previous);
	json_flag(o, "changed", t->set);
	if (t->set)
		cli_say(run->cli, "%s: net.mptcp.scheduler = " SL_SCHED_NAME " (was %s)",
			netns_label(t->ns->name, t->ns->ino, label, sizeof(label)),
			t->entry.previous);
	warn_of_listeners(run, t);
}

void attach_report(struct attach_run *run, enum attach_how how)
{
	static void (*const say[])(struct attach_run *run) = {
		[ATTACHED_NEW] = say_new,
		[ATTACHED_ALREADY] = say_already,
		[ATTACHED_REPLACED] = say_replaced,
	};
	bool already = how == ATTACHED_ALREADY;
	struct cli *cli = run->cli;
	json_object *array;

	json_flag(cli->root, "attached", true);
	json_flag(cli->root, "already", already);
	json_flag(cli->root, "replaced", how == ATTACHED_REPLACED);
	json_str(cli->root, "version", already ? run->at.info.version : SLOWLANE_VERSION);
	array = json_sub(cli->root, "namespaces", json_object_new_array());
	say[how](run);
	for (unsigned int i = 0; i < run->n_targets; i++)
		show_target(run, array, &run->targets[i]);
	cc_warn(run);
	attach_say_trial(run);
	if (how == ATTACHED_NEW && !run->n_targets)
		cli_say(cli,
			"no sysctl set; 'sysctl -w net.mptcp.scheduler=" SL_SCHED_NAME
			"' chooses it");
}
