// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_attach.c - "slowlane attach": all of it, or nothing.
 *
 *   targets -> open -> note -> module -> load -> register -> pin -> trial -> sysctl
 *
 * Each step has an undo that is called in the reverse order when a later step fails
 * or a signal comes.  The sysctls are last: until then no socket sees anything.
 * With --replace they are first, as the old program serves them until the new one has
 * taken its place (replace.c).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "attach.h"
#include "trial.h"

/* Is MPTCP there and on?  One of "all" where it is off has no use for a scheduler. */
static int target_add(struct attach_run *run, const struct netns *ns)
{
	char enabled[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	int err = sysctl_read(ns, SYSCTL_ENABLED, enabled);
	struct cli *cli = run->cli;

	netns_label(ns->name, ns->ino, label, sizeof(label));
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
	if (!strcmp(enabled, "0") && ns->found) {
		cli_warn(cli, "%s: MPTCP is disabled there: left alone", label);
		return 0;
	}
	if (!strcmp(enabled, "0"))
		return cli_fail(
			cli, SL_EXIT_UNAVAILABLE,
			"%s: MPTCP is disabled; 'sysctl -w net.mptcp.enabled=1' there",
			label);
	run->targets[run->n_targets++].ns = ns;
	return 0;
}

static int targets_fill(struct attach_run *run)
{
	int code = 0;

	run->targets = calloc(run->netns.n + 1, sizeof(*run->targets));
	if (!run->targets)
		return cli_fail_errno(run->cli, ENOMEM, NULL, "list of namespaces");
	for (unsigned int i = 0; i < run->netns.n && !code; i++)
		code = target_add(run, &run->netns.v[i]);
	return code;
}

/* A replacement is not about this namespace, unless one is named. */
static int open_targets(struct attach_run *run)
{
	const struct options *opt = &run->cli->opt;
	int code = netns_list_open(run->cli, &opt->netns, &run->netns);

	if (!code && !opt->netns.n && !opt->no_default && !run->replace)
		code = netns_list_add_self(run->cli, &run->netns);
	return code ? code : targets_fill(run);
}

/* Of the attachment that there is, or of the one that is made. */
static int notes_fd(const struct attach_run *run)
{
	return run->at.attached ? run->at.fd[PIN_NETNS]
				: bpf_map__fd(run->skel->maps.sl_netns);
}

static int set_targets(struct attach_run *run)
{
	for (unsigned int i = 0; i < run->n_targets; i++) {
		int code = target_set(run->cli, &run->targets[i], notes_fd(run));

		if (code)
			return code;
	}
	return 0;
}

static void unset_targets(struct attach_run *run)
{
	for (unsigned int i = 0; i < run->n_targets; i++)
		target_unset(run->cli, &run->targets[i], notes_fd(run));
}

struct step {
	int (*run)(struct attach_run *run);
	void (*undo)(struct attach_run *run);
	bool final; /* there is no way back from it: a signal comes too late */
};

static const struct step first_steps[] = {
	{ attach_open, attach_load_undo, false },
	{ attach_note, attach_note_undo, false },
	{ attach_module, attach_module_undo, false },
	{ attach_load, attach_load_undo, false },
	{ attach_register, attach_register_undo, false },
	{ attach_pin, attach_pin_undo, false },
	{ attach_trial, attach_trial_undo, false },
	{ set_targets, unset_targets, false },
	{},
};

static const struct step again_steps[] = {
	{ set_targets, unset_targets, false },
	{},
};

static const struct step replace_steps[] = {
	{ set_targets, unset_targets, false },
	{ attach_open, attach_load_undo, false },
	{ attach_note, attach_note_undo, false },
	{ attach_module, attach_module_undo, false },
	{ attach_load, attach_load_undo, false },
	{ attach_carry, NULL, false },
	{ attach_register, attach_register_undo, false },
	{ attach_pin, attach_pin_undo, false },
	{ attach_trial, attach_trial_undo, false },
	{ replace_exchange, NULL, true },
	{},
};

static int run_steps(struct attach_run *run, const struct step *steps)
{
	int code = 0, i = 0;

	for (; !code && steps[i].run; i++) {
		code = steps[i].run(run);
		if (!code && !steps[i].final && cli_interrupted())
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

/* Is what there is of an attachment enough to add to it, or to replace it? */
static bool can_go_on(const struct attach_run *run)
{
	static const enum pin needed[] = { PIN_INFO, PIN_NETNS, PIN_TUNABLES,
					   PIN_ITER_SOCKETS, PIN_LINK };
	const struct attachment *at = &run->at;

	if (!run->replace)
		return at->same_abi && at->fd[PIN_NETNS] >= 0;
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (at->fd[needed[i]] < 0)
			return false;
	}
	return at->same_notes;
}

/* A trial of what is attached already, or one that is over and was not watched. */
static int refuse_trial(const struct attach_run *run)
{
	const struct sl_info *info = &run->at.info;

	if (run->trial_s && !run->replace)
		return cli_fail(run->cli, SL_EXIT_FAILURE,
				"slowlane is attached already: a trial is of all that "
				"attach does; '" SL_PROG
				" attach --replace --trial TIME', "
				"or '" SL_PROG " detach' first");
	if (run->replace && !run->trial_s && info->trial_until_ns && !trial_left_s(info))
		return cli_fail(run->cli, SL_EXIT_FAILURE,
				"the time of its trial is over: '" SL_PROG
				" confirm' or '" SL_PROG
				" detach' first, or --trial TIME for another one");
	return 0;
}

/* There is an attachment: add namespaces to it, or have the new program replace it. */
static int attach_again(struct attach_run *run)
{
	int code;

	if (!can_go_on(run))
		return cli_fail(run->cli, SL_EXIT_FAILURE,
				"slowlane is attached, but by another version or with "
				"pins missing; %s'" SL_PROG " detach', then attach",
				run->replace ? ""
					     : "'" SL_PROG " attach --replace', or ");
	code = refuse_trial(run);
	if (code)
		return code;
	run->ids = sched_ids_of(&run->at);
	code = run_steps(run, run->replace ? replace_steps : again_steps);
	if (!code && run->replace)
		code = replace_finish(run->cli);
	if (!code)
		attach_report(run, run->replace ? ATTACHED_REPLACED : ATTACHED_ALREADY);
	return code;
}

static int attach_first(struct attach_run *run)
{
	struct attachment none;
	struct cli *cli = run->cli;
	int code;

	if (run->at.foreign[0])
		return cli_fail(
			cli, SL_EXIT_FAILURE,
			"%s is not ours; see what it is ('bpftool map list', 'bpftool "
			"link list'), remove it, then attach",
			run->at.foreign);
	if (run->at.any) {
		cli_warn(cli, "removing what an attach that was cut short left behind");
		attachment_init(&none); /* replace_finish() has seen to it */
		attachment_undo(cli, &run->at, &none,
				json_sub(cli->root, "cleaned", json_object_new_array()));
		/* It remains ours to unload. */
		run->module_ours = run->at.info.module_loaded;
	}
	code = run_steps(run, first_steps);
	if (!code)
		attach_report(run, ATTACHED_NEW);
	return code;
}

/* What is pinned decides: nothing, an attachment, its remains, or another's files. */
static int attach_locked(struct attach_run *run)
{
	struct cli *cli = run->cli;
	int code = attachment_open(cli, PLACE_MAIN, &run->at);
	bool pending;

	if (!code)
		code = replace_pending(cli, &run->at, &pending);
	if (!code && pending) {
		cli_warn(cli, "finishing a replacement that was cut short");
		attachment_close(&run->at);
		code = replace_finish(cli);
		if (!code)
			code = attachment_open(cli, PLACE_MAIN, &run->at);
	}
	if (code)
		return code;
	run->replace = cli->opt.replace && run->at.attached;
	code = open_targets(run);
	if (!code)
		code = attach_config(run);
	if (code)
		return code;
	return run->at.attached ? attach_again(run) : attach_first(run);
}

static void run_end(struct attach_run *run)
{
	/* The pins hold what they hold; these are our own handles. */
	for (int i = 0; i < PIN_MAX; i++)
		bpf_link__destroy(run->link[i]);
	slowlane_bpf__destroy(run->skel);
	if (run->info_fd >= 0)
		close(run->info_fd);
	attachment_close(&run->at);
	free(run->targets);
	netns_list_close(&run->netns);
}

int cmd_attach(struct cli *cli)
{
	struct attach_run run = { .cli = cli, .info_fd = -1 };
	int lock, code;

	attachment_init(&run.at);
	code = attach_options(&run);
	if (!code)
		code = bpffs_require(cli);
	if (code)
		return code;
	lock = bpffs_lock(cli, LOCK_EX);
	if (lock < 0)
		return SL_EXIT_NOPERM;
	cli_hold_signals();
	code = attach_locked(&run);
	run_end(&run);
	close(lock);
	return code;
}
