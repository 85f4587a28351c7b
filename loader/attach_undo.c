// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach_undo.c - take down what there is of an attachment, complete or not.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "scheduler.h"
#include "trial.h"

/* Unregistering is done when the system call returns; this is for the odd kernel. */
#define GONE_TRIES 40
#define GONE_WAIT_US 50000

/* The pin and other fds may hold the link: detach it first, which takes effect now. */
void link_detach(struct cli *cli, enum pin pin, int link_fd)
{
	if (bpf_link_detach(link_fd) && errno != EOPNOTSUPP && errno != EINVAL)
		cli_warn(cli, "cannot detach the link of %s: %s", pin_path(pin),
			 strerror(errno));
}

static void wait_until_gone(struct cli *cli)
{
	for (int i = 0; i < GONE_TRIES; i++) {
		if (!scheduler_available(SL_SCHED_NAME) &&
		    !scheduler_available(SL_BRIDGE_NAME))
			return;
		usleep(GONE_WAIT_US);
	}
	cli_warn(cli,
		 "the scheduler is still registered: another process holds its link; "
		 "'bpftool link list' shows which");
}

/* Of a link; 0 for none. */
static __u32 link_id(int fd)
{
	struct bpf_link_info info = {};
	__u32 len = sizeof(info);

	return fd < 0 || bpf_link_get_info_by_fd(fd, &info, &len) ? 0 : info.id;
}

void attachment_drop(struct cli *cli, struct attachment *at,
		     const struct attachment *keep)
{
	trial_end(&at->info);
	/* The scheduler, then the hook, then what the hook puts subflows on. */
	for (int i = PIN_MAX - 1; i >= PIN_CUBIC; i--) {
		if (at->fd[i] < 0 || (keep && link_id(at->fd[i]) == link_id(keep->fd[i])))
			continue;
		link_detach(cli, i, at->fd[i]);
	}
	attachment_unpin(cli, at);
	attachment_close(at);
}

int attachment_undo(struct cli *cli, struct attachment *at, struct attachment *other,
		    json_object *array)
{
	bool registered = at->attached || other->attached;
	int code = netns_restore_noted(cli, at->fd[PIN_NETNS] >= 0 ? at : other, array);

	/* In this order: with the other gone, what is left still says it all. */
	if (other->any)
		attachment_drop(cli, other, NULL);
	if (at->any)
		attachment_drop(cli, at, NULL);
	if (registered)
		wait_until_gone(cli);
	return code;
}
