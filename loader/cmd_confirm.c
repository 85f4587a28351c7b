// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_confirm.c - "slowlane confirm": the trial has gone well.
 */
#include <unistd.h>
#include <bpf/bpf.h>

#include "pins.h"
#include "trial.h"

static int confirm(struct cli *cli, const struct attachment *at)
{
	struct sl_info info = at->info;
	__u32 zero = 0;
	int err;

	json_flag(cli->root, "was_on_trial", info.trial_until_ns);
	if (!info.trial_until_ns) {
		cli_say(cli, "there is no trial: slowlane stays attached");
		return 0;
	}
	info.trial_until_ns = 0;
	info.watcher_pid = 0;
	info.watcher_start = 0;
	err = bpf_map_update_elem(at->fd[PIN_INFO], &zero, &info, BPF_EXIST);
	if (err)
		return cli_fail_errno(cli, err, NULL, "cannot write map sl_info");
	trial_end(&at->info);
	cli_say(cli, "confirmed: slowlane stays attached");
	return 0;
}

int cmd_confirm(struct cli *cli)
{
	struct attachment at;
	int lock, code = attachment_change(cli, &at, &lock);

	if (!code)
		code = attachment_usable(cli, &at);
	if (!code)
		code = confirm(cli, &at);
	attachment_close(&at);
	if (lock >= 0)
		close(lock);
	return code;
}
