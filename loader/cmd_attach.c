// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_attach.c - "slowlane attach": all of it, or nothing.
 *
 *   targets -> open -> note -> module -> load -> register -> pin -> trial -> sysctl
 *
 * Each step has an undo that is called in the reverse order when a later step fails
 * or a signal comes.  The sysctls are last: until then no socket sees anything.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "attach.h"
#include "cc.h"
#include "view.h"

static bool target_known(const struct attach_run *run, __u32 ino)
{
	for (unsigned int i = 0; i < run->n_targets; i++) {
		if (run->targets[i].ns.ino == ino)
			return true;
	}
	return false;
}

/* @name: NULL for the namespace we are in. */
static int target_open(struct attach_run *run, const char *name)
{
	struct target *t = &run->targets[run->n_targets];
	char enabled[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	struct cli *cli = run->cli;
	int err, code = netns_require(cli, name, &t->ns);

	if (code)
		return code;
	if (target_known(run, t->ns.ino)) {
		netns_close(&t->ns);
		return 0;
	}
	run->n_targets++;
	netns_label(t->ns.name, t->ns.ino, label, sizeof(label));
	err = sysctl_read(&t->ns, SYSCTL_ENABLED, enabled);
	if (err == -ENOENT)
		return cli_fail(
			cli, SL_EXIT_UNAVAILABLE,
			"this kernel has no MPTCP (no sysctl net.mptcp.enabled); use one "
			"built with CONFIG_MPTCP=y");
	if (err)
		return cli_fail_errno(cli, err,
				      err == -EACCES || err == -EPERM ? "run it as root"
								      : NULL,
				      "%s: net.mptcp.enabled", label);
	if (!strcmp(enabled, "0"))
		return cli_fail(
			cli, SL_EXIT_UNAVAILABLE,
			"%s: MPTCP is disabled; 'sysctl -w net.mptcp.enabled=1' there",
			label);
	return 0;
}

static int open_targets(struct attach_run *run)
{
	const struct str_list *names = &run->cli->opt.netns;
	int code = 0;

	run->targets = calloc(names->n + 1, sizeof(*run->targets));
	if (!run->targets)
		return cli_fail_errno(run->cli, ENOMEM, NULL, "list of namespaces");
	for (unsigned int i = 0; i < names->n && !code; i++)
		code = target_open(run, names->v[i]);
	if (!names->n && !run->cli->opt.no_default)
		code = target_open(run, NULL);
	return code;
}

static int set_targets(struct attach_run *run)
{
	for (unsigned int i = 0; i < run->n_targets; i++) {
		int code = target_set(run->cli, &run->targets[i], run->netns_map_fd);

		if (code)
			return code;
	}
	return 0;
}

static void unset_targets(struct attach_run *run)
{
	for (unsigned int i = 0; i < run->n_targets; i++)
		target_unset(run->cli, &run->targets[i], run->netns_map_fd);
}

struct step {
	int (*run)(struct attach_run *run);
	void (*undo)(struct attach_run *run);
};

static const struct step first_steps[] = {
	{ attach_open, attach_load_undo },
	{ attach_note, attach_note_undo },
	{ attach_module, attach_module_undo },
	{ attach_load, attach_load_undo },
	{ attach_register, attach_register_undo },
	{ attach_pin, attach_pin_undo },
	{ attach_trial, attach_trial_undo },
	{ set_targets, unset_targets },
	{},
};

static const struct step again_steps[] = {
	{ set_targets, unset_targets },
	{},
};

static int run_steps(struct attach_run *run, const struct step *steps)
{
	int code = 0, i = 0;

	for (; !code && steps[i].run; i++) {
		code = steps[i].run(run);
		if (!code && cli_interrupted())
			code = cli_fail(
				run->cli, SL_EXIT_FAILURE,
				"interrupted by a signal; all is as it was before");
	}
	while (code && --i >= 0) {
		if (steps[i].undo)
			steps[i].undo(run);
	}
	return code;
}

/* Listeners hand their own scheduler on to what they accept, whatever the sysctl says. */
static void warn_of_listeners(struct attach_run *run, const struct target *t)
{
	char label[NETNS_LABEL_MAX];
	struct ns_view view;
	unsigned int n;

	if (ns_view_open(&t->ns, run->map_id, &view))
		return;
	n = view.older_listeners;
	ns_view_close(&view);
	if (n)
		cli_warn(run->cli,
			 "%s: %u listener%s opened earlier keep%s handing out the "
			 "scheduler of "
			 "then: restart the server%s ('" SL_PROG " status' lists them)",
			 netns_label(t->ns.name, t->ns.ino, label, sizeof(label)), n,
			 plural(n), n == 1 ? "s" : "", plural(n));
}

static void report(struct attach_run *run, bool already)
{
	struct cli *cli = run->cli;
	json_object *array;

	json_flag(cli->root, "attached", true);
	json_flag(cli->root, "already", already);
	json_str(cli->root, "version", already ? run->at.info.version : SLOWLANE_VERSION);
	json_flag(cli->root, "module_loaded", run->module_ours);
	array = json_sub(cli->root, "namespaces", json_object_new_array());
	if (already)
		cli_say(cli, "slowlane is attached already, version %s",
			run->at.info.version);
	else
		cli_say(cli, "slowlane %s attached%s", SLOWLANE_VERSION,
			run->module_ours ? ", module " KMOD_NAME " loaded" : "");
	if (already && cli->opt.config)
		cli_warn(cli,
			 "%s is not used: the tunables stay as they are; '" SL_PROG
			 " set' changes them",
			 cli->opt.config);
	if (!already)
		attach_say_config(run);
	if (already && strcmp(run->at.info.version, SLOWLANE_VERSION))
		cli_warn(cli, "this program is version %s: detach and attach to use it",
			 SLOWLANE_VERSION);

	for (unsigned int i = 0; i < run->n_targets; i++) {
		const struct target *t = &run->targets[i];
		json_object *o = json_netns(array, t->ns.name, t->ns.ino);
		char label[NETNS_LABEL_MAX];

		json_str(o, "scheduler", SL_SCHED_NAME);
		json_str(o, "previous", t->entry.previous);
		json_flag(o, "changed", t->set);
		if (t->set)
			cli_say(cli,
				"%s: net.mptcp.scheduler = " SL_SCHED_NAME " (was %s)",
				netns_label(t->ns.name, t->ns.ino, label, sizeof(label)),
				t->entry.previous);
		warn_of_listeners(run, t);
	}
	cc_warn(run);
	attach_say_trial(run);
	if (!already && !run->n_targets)
		cli_say(cli,
			"no sysctl set; 'sysctl -w net.mptcp.scheduler=" SL_SCHED_NAME
			"' chooses it");
}

/* What is pinned decides: nothing, an attachment, its remains, or another's files. */
static int attach_locked(struct attach_run *run)
{
	struct cli *cli = run->cli;
	int code = attachment_open(cli, &run->at);

	if (code)
		return code;
	if (run->at.attached) {
		if (!run->at.same_abi || run->at.fd[PIN_NETNS] < 0)
			return cli_fail(cli, SL_EXIT_FAILURE,
					"slowlane is attached, but by another version or "
					"with pins "
					"missing; '" SL_PROG " detach', then attach");
		if (run->trial_s)
			return cli_fail(
				cli, SL_EXIT_FAILURE,
				"slowlane is attached already: a trial is of all that "
				"attach does; '" SL_PROG " detach', then attach --trial");
		run->netns_map_fd = run->at.fd[PIN_NETNS];
		run->map_id = run->at.map_id;
		code = run_steps(run, again_steps);
		if (!code)
			report(run, true);
		return code;
	}
	if (run->at.foreign[0])
		return cli_fail(
			cli, SL_EXIT_FAILURE,
			"%s is not ours; see what it is ('bpftool map list', 'bpftool "
			"link list'), remove it, then attach",
			run->at.foreign);
	if (run->at.any) {
		cli_warn(cli, "removing what an attach that was cut short left behind");
		attachment_undo(cli, &run->at,
				json_sub(cli->root, "cleaned", json_object_new_array()));
		/* It remains ours to unload. */
		run->module_ours = run->at.info.module_loaded;
	}
	code = run_steps(run, first_steps);
	if (!code)
		report(run, false);
	return code;
}

int cmd_attach(struct cli *cli)
{
	struct attach_run run = { .cli = cli, .info_fd = -1, .netns_map_fd = -1 };
	int lock = -1, code;

	attachment_init(&run.at);
	code = attach_options(&run);
	if (!code)
		code = open_targets(&run);
	if (!code)
		code = bpffs_require(cli);
	if (code)
		goto cleanup;
	lock = bpffs_lock(cli, LOCK_EX);
	if (lock < 0) {
		code = SL_EXIT_NOPERM;
		goto cleanup;
	}
	cli_hold_signals();
	code = attach_locked(&run);
cleanup:
	/* The pins hold what they hold; these are our own handles. */
	for (int i = 0; i < PIN_MAX; i++)
		bpf_link__destroy(run.link[i]);
	slowlane_bpf__destroy(run.skel);
	if (run.info_fd >= 0)
		close(run.info_fd);
	attachment_close(&run.at);
	for (unsigned int i = 0; i < run.n_targets; i++)
		netns_close(&run.targets[i].ns);
	free(run.targets);
	if (lock >= 0)
		close(lock);
	return code;
}
