// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach_options.c - the options of "slowlane attach" and the file that it starts with:
 * taken apart before anything is done, and told of when all is.
 */
#include "attach.h"
#include "duration.h"
#include "trial.h"

/* What is wrong in them is said before anything is done. */
int attach_options(struct attach_run *run)
{
	const struct options *opt = &run->cli->opt;
	char why[128];

	if (opt->no_default && opt->netns.n)
		return cli_fail(
			run->cli, SL_EXIT_USAGE,
			"--netns and --no-default exclude each other: the first sets "
			"the sysctl, the second does not");
	if (opt->config && opt->no_config)
		return cli_fail(run->cli, SL_EXIT_USAGE,
				"--config and --no-config exclude each other: the first "
				"names a file to read, the second reads none");
	if (opt->trial && duration_parse(opt->trial, TRIAL_MIN_S, TRIAL_MAX_S,
					 &run->trial_s, why, sizeof(why)))
		return cli_fail(run->cli, SL_EXIT_USAGE, "--trial: %s", why);
	return 0;
}

/* What the operator has set stays set, unless told what to start with. */
bool attach_carries(const struct attach_run *run)
{
	const struct options *opt = &run->cli->opt;

	return run->at.attached && !(run->replace && (opt->config || opt->no_config));
}

/* Also what is wrong in the file is said before anything is done. */
int attach_config(struct attach_run *run)
{
	return attach_carries(run)
		       ? 0
		       : config_load(run->cli, &run->config, &run->config_path);
}

void attach_say_config(struct attach_run *run)
{
	struct cli *cli = run->cli;

	json_str(cli->root, "config", run->config_path);
	json_flag(cli->root, "tunables_carried", attach_carries(run));
	if (attach_carries(run))
		cli_say(cli, "the tunables stay as they are, whatever is in " CONFIG_PATH
			     "; --config FILE or --no-config starts anew");
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		char text[TUNABLE_VALUE_MAX];

		if (run->config.given[i])
			cli_say(cli, "%s = %s, from %s line %u", tunable_table[i].name,
				tunable_format(i, run->config.value[i], text),
				run->config_path, run->config.line[i]);
	}
}

void attach_say_trial(struct attach_run *run)
{
	unsigned long long left_s = run->trial_s;
	char left[32];

	if (!run->info.trial_until_ns)
		return;
	if (!left_s)
		left_s = trial_left_s(&run->info);
	json_u64(run->cli->root, "trial_s", left_s);
	format_age(left_s, left, sizeof(left));
	cli_say(run->cli,
		"%son trial: process %u detaches in %s, also if this terminal is gone by "
		"then, unless '" SL_PROG " confirm' comes first",
		run->trial_s ? "" : "still ", run->info.watcher_pid, left);
	if (run->replace)
		cli_say(run->cli, "the program before does not come back then");
}
