// SPDX-License-Identifier: GPL-2.0-only
/*
 * replace.c - "slowlane attach --replace": from one program to the next, without a
 * moment in which a new socket gets neither.
 *
 *	made beside the old one:	the new one, registered as slowlane_next
 *	the point of no return:		the pins' two directories are exchanged
 *	from the pins alone:		1. the congestion controls' links get the new maps
 *					2. sysctls: slowlane -> slowlane_next
 *					3. the old scheduler is unregistered
 *					4. the new one is registered as slowlane
 *					5. sysctls: slowlane_next -> slowlane
 *					6. slowlane_next and the old pins go
 *
 * Before the exchange a failure takes all of it back; a process that is killed leaves
 * a directory that the next attach or detach removes.  After it, each step can be done
 * again, by any process: the next attach does, and detach takes both down.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "attach.h"

/* What the old program keeps until it is closed. */
static void count_left(struct attach_run *run)
{
	struct socket_view view = {};

	/* Another version's records are not for us to read. */
	if (run->at.same_abi &&
	    !socket_view_open_link(run->at.fd[PIN_ITER_SOCKETS], &view))
		run->left = socket_view_count(&view, 0);
	socket_view_close(&view);
}

int replace_exchange(struct attach_run *run)
{
	count_left(run);
	if (renameat2(AT_FDCWD, PIN_DIR, AT_FDCWD, PIN_DIR_OTHER, RENAME_EXCHANGE))
		return cli_fail_errno(run->cli, errno, NULL,
				      "cannot exchange " PIN_DIR " and " PIN_DIR_OTHER);
	return 0;
}

static __u32 map_id_of_link(int fd)
{
	struct bpf_link_info info = {};
	__u32 len = sizeof(info);

	return bpf_link_get_info_by_fd(fd, &info, &len) ? 0 : info.struct_ops.map_id;
}

static __u32 map_id_of(int fd)
{
	struct bpf_map_info info = {};
	__u32 len = sizeof(info);

	return bpf_map_get_info_by_fd(fd, &info, &len) ? 0 : info.id;
}

/*
 * A congestion control can be updated in place (7.3: tcp_update_congestion_control()),
 * but never by itself: the kernel would take it off its list.
 */
static int update_cc(const struct attachment *at, const struct attachment *old,
		     enum pin pin, enum pin map)
{
	__u32 now = map_id_of_link(old->fd[pin]);

	if (now != map_id_of(at->fd[map]) &&
	    bpf_link_update(old->fd[pin], at->fd[map], NULL))
		return -errno;
	if (bpf_obj_pin(old->fd[pin], pin_path(pin)))
		return -errno;
	return 0;
}

static void switch_cc(struct cli *cli, const struct attachment *at,
		      const struct attachment *old)
{
	static const enum pin pins[][2] = {
		{ PIN_CUBIC, PIN_CUBIC_MAP },
		{ PIN_RENO, PIN_RENO_MAP },
	};

	for (size_t i = 0; i < sizeof(pins) / sizeof(pins[0]); i++) {
		enum pin pin = pins[i][0], map = pins[i][1];
		int err;

		/* Pinned: new, or done by a run that was killed later. */
		if (at->fd[pin] >= 0 || at->fd[map] < 0 || old->fd[pin] < 0)
			continue;
		err = update_cc(at, old, pin, map);
		if (err)
			cli_warn(cli,
				 "cannot replace the congestion control of %s: %s; its "
				 "subflows have penalty=share until slowlane is detached "
				 "and attached",
				 pin_path(pin), strerror(-err));
	}
}

struct rename {
	struct cli *cli;
	const char *from, *to;
};

static int rename_one(const struct netns *ns, void *arg)
{
	char now[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	const struct rename *r = arg;
	int err;

	if (sysctl_read(ns, SYSCTL_SCHEDULER, now) || strcmp(now, r->from))
		return 0;
	err = sysctl_write(ns, SYSCTL_SCHEDULER, r->to);
	if (err)
		cli_warn(r->cli, "%s: cannot set net.mptcp.scheduler from %s to %s: %s",
			 netns_label(ns->name, ns->ino, label, sizeof(label)), r->from,
			 r->to, strerror(-err));
	return 0;
}

/* In all namespaces, whoever set it there: the list of schedulers is one for all. */
static void rename_sysctls(struct cli *cli, const char *from, const char *to)
{
	struct rename r = { cli, from, to };

	netns_walk(rename_one, &r);
}

static int take_name(struct cli *cli, struct attachment *at)
{
	int err = 0;

	if (at->fd[PIN_LINK] >= 0)
		return 0;
	at->fd[PIN_LINK] = bpf_link_create(at->fd[PIN_SCHED], 0, BPF_STRUCT_OPS, NULL);
	if (at->fd[PIN_LINK] < 0 ||
	    bpf_obj_pin(at->fd[PIN_LINK], pin_path_in(PLACE_MAIN, PIN_LINK)))
		err = errno;
	if (!err)
		return 0;
	return cli_fail_errno(cli, err,
			      "the new program is on as " SL_BRIDGE_NAME "; '" SL_PROG
			      " attach' tries again, '" SL_PROG
			      " detach' puts everything back",
			      "cannot register the new scheduler as " SL_SCHED_NAME);
}

static void end_bridge(struct cli *cli, struct attachment *at)
{
	link_detach(cli, PIN_BRIDGE, at->fd[PIN_BRIDGE]);
	if (unlink(pin_path(PIN_BRIDGE)))
		cli_warn(cli, "cannot remove %s: %s", pin_path(PIN_BRIDGE),
			 strerror(errno));
	close(at->fd[PIN_BRIDGE]);
	at->fd[PIN_BRIDGE] = -1;
}

static int finish(struct cli *cli, struct attachment *at, struct attachment *old)
{
	int code;

	switch_cc(cli, at, old);
	rename_sysctls(cli, SL_SCHED_NAME, SL_BRIDGE_NAME);
	if (old->fd[PIN_LINK] >= 0)
		link_detach(cli, PIN_LINK, old->fd[PIN_LINK]);
	code = take_name(cli, at);
	if (code)
		return code;
	rename_sysctls(cli, SL_BRIDGE_NAME, SL_SCHED_NAME);
	end_bridge(cli, at);
	return 0;
}

int replace_finish(struct cli *cli)
{
	struct attachment at, other;
	int code = attachment_open(cli, PLACE_MAIN, &at), kept;

	if (code)
		return code;
	code = attachment_open(cli, PLACE_OTHER, &other);
	if (!code && attachment_bridged(&at))
		code = finish(cli, &at, &other);
	attachment_close(&at);
	/* What the new one has in common with it was pinned since. */
	kept = attachment_open(cli, PLACE_MAIN, &at);
	if (!code && !kept && other.any)
		attachment_drop(cli, &other, &at);
	attachment_close(&at);
	attachment_close(&other);
	return code ? code : kept;
}

int replace_pending(struct cli *cli, const struct attachment *at, bool *pending)
{
	struct attachment other;
	int code = attachment_open(cli, PLACE_OTHER, &other);

	*pending = attachment_bridged(at) || other.any;
	if (!code && other.foreign[0])
		cli_warn(cli, "%s is not ours", other.foreign);
	attachment_close(&other);
	return code;
}
