// SPDX-License-Identifier: GPL-2.0-only
/*
 * cc.c - the companion congestion controls, and the hook that puts subflows on them.
 *
 * The hook is a sockops program at the root of cgroup v2, so that it sees the sockets
 * of all processes.  What cannot be had is left out and said: the scheduler then cuts
 * the share of the cwnd that it fills, not the cwnd.
 */
#include <errno.h>
#include <fcntl.h>
#include <mntent.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <bpf/btf.h>

#include "cc.h"
#include "tunables.h"

/* The kernel's functions that they pass calls on to; one of the last two is enough. */
static const char *const cubic_kfuncs[] = {
	"cubictcp_init",  "cubictcp_recalc_ssthresh", "cubictcp_cong_avoid",
	"cubictcp_state", "cubictcp_acked",	      "tcp_reno_undo_cwnd",
};
static const char *const reno_kfuncs[] = {
	"tcp_reno_cong_avoid",
	"tcp_reno_ssthresh",
	"tcp_reno_undo_cwnd",
};
static const char tx_start[] = "cubictcp_cwnd_event_tx_start"; /* 7.2 and later */
static const char tx_event[] = "cubictcp_cwnd_event";

/* The first reason is the one to say. */
__attribute__((format(printf, 2, 3))) static void note_lack(struct attach_run *run,
							    const char *fmt, ...)
{
	va_list args;

	if (run->cc_lack[0])
		return;
	va_start(args, fmt);
	vsnprintf(run->cc_lack, sizeof(run->cc_lack), fmt, args);
	va_end(args);
}

static const char *lacking(const struct features *f, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!features_have_func(f, names[i]))
			return names[i];
	}
	return NULL;
}

#define LACKING(f, table) lacking(f, table, sizeof(table) / sizeof((table)[0]))

/* What cubic and reno lack to be wrapped; NULL: nothing. */
static const char *cubic_lacks(const struct features *f)
{
	const char *name = LACKING(f, cubic_kfuncs);

	if (name)
		return name;
	return features_have_func(f, tx_start) || features_have_func(f, tx_event)
		       ? NULL
		       : tx_start;
}

void check_cc(struct features *f, struct finding *found)
{
	const char *cubic = cubic_lacks(f), *reno = LACKING(f, reno_kfuncs);

	if (cubic || reno)
		conclude(found, VERDICT_NOTE,
			 cubic ? "'modprobe tcp_cubic' before attach may help" : NULL,
			 "no %s: penalty=cwnd is as penalty=share for %s",
			 cubic ? cubic : reno,
			 cubic && reno ? "all subflows"
			 : cubic       ? "subflows with cubic"
				       : "subflows with reno");
	else
		conclude(found, VERDICT_OK, NULL, "cubic and reno can be penalised");
}

/* What this kernel has not: the struct_ops is left out, and its programs with it. */
void cc_prepare(struct attach_run *run, const struct features *f)
{
	struct slowlane_bpf *skel = run->skel;
	const char *cubic = cubic_lacks(f), *reno = LACKING(f, reno_kfuncs);

	if (features_have_func(f, tx_start))
		skel->struct_ops.slowlane_cubic->cwnd_event = NULL;
	else
		skel->struct_ops.slowlane_cubic->cwnd_event_tx_start = NULL;
	if (cubic) {
		note_lack(
			run,
			"cubic is not in this kernel (no %s): 'modprobe tcp_cubic' before "
			"attach may help",
			cubic);
		bpf_map__set_autocreate(skel->maps.slowlane_cubic, false);
	}
	if (reno) {
		note_lack(run, "reno is not open to BPF in this kernel (no %s)", reno);
		bpf_map__set_autocreate(skel->maps.slowlane_reno, false);
	}
	run->cc_loaded[PIN_CUBIC] = !cubic;
	run->cc_loaded[PIN_RENO] = !reno;
}

/* An fd of the root of cgroup v2, or a negative errno. */
static int cgroup_open(void)
{
	FILE *mounts = setmntent("/proc/self/mounts", "re");
	struct mntent *m;
	int fd = -ENOENT;

	if (!mounts)
		return -errno;
	while (fd < 0 && (m = getmntent(mounts))) {
		if (strcmp(m->mnt_type, "cgroup2"))
			continue;
		fd = open(m->mnt_dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		fd = fd < 0 ? -errno : fd;
	}
	endmntent(mounts);
	return fd;
}

/* Will it get the link of the one before, when the replacement is finished? */
static bool is_replaced(const struct attach_run *run, enum pin pin)
{
	return run->replace && run->cc_loaded[pin] && run->at.fd[pin] >= 0;
}

static void register_one(struct attach_run *run, enum pin pin, const struct bpf_map *map)
{
	if (!run->cc_loaded[pin] || is_replaced(run, pin))
		return;
	run->link[pin] = bpf_map__attach_struct_ops(map);
	if (!run->link[pin])
		note_lack(run, "cannot register %s: %s", bpf_map__name(map),
			  errno == EEXIST ? "one of that name is there"
					  : strerror(errno));
}

static bool have(const struct attach_run *run, enum pin pin)
{
	return run->link[pin] || is_replaced(run, pin);
}

void cc_register(struct attach_run *run)
{
	int cgroup;

	register_one(run, PIN_CUBIC, run->skel->maps.slowlane_cubic);
	register_one(run, PIN_RENO, run->skel->maps.slowlane_reno);
	run->skel->bss->sl_have_cubic = have(run, PIN_CUBIC);
	run->skel->bss->sl_have_reno = have(run, PIN_RENO);
	if (!have(run, PIN_CUBIC) && !have(run, PIN_RENO))
		return;
	cgroup = cgroup_open();
	if (cgroup < 0) {
		note_lack(run, "cgroup v2: %s; mount it ('mount -t cgroup2 none DIR')",
			  cgroup == -ENOENT ? "not mounted" : strerror(-cgroup));
		return;
	}
	run->link[PIN_SOCKOPS] =
		bpf_program__attach_cgroup(run->skel->progs.sl_sockops, cgroup);
	if (!run->link[PIN_SOCKOPS])
		note_lack(run,
			  "cannot attach a sockops program to the root of cgroup v2: %s",
			  strerror(errno));
	close(cgroup);
}

/*
 * A map has to be filled in before a link can get it, which libbpf (1.7) does on the way
 * to asking the kernel for that.  The bridge's link is of another type: the kernel
 * refuses, and unlike for a name that is taken does not say so in its log.
 */
void cc_fill(struct attach_run *run)
{
	const struct bpf_map *maps[PIN_MAX] = {
		[PIN_CUBIC] = run->skel->maps.slowlane_cubic,
		[PIN_RENO] = run->skel->maps.slowlane_reno,
	};

	for (int pin = PIN_CUBIC; pin <= PIN_RENO; pin++) {
		if (!is_replaced(run, pin))
			continue;
		if (bpf_link__update_map(run->link[PIN_BRIDGE], maps[pin]) != -EINVAL)
			note_lack(run, "cannot make %s ready", bpf_map__name(maps[pin]));
	}
}

/* Once, when all else is done. */
void cc_warn(struct attach_run *run)
{
	if (run->cc_lack[0])
		cli_warn(run->cli,
			 "%s. The subflows that it is about have penalty=share until "
			 "that is mended and slowlane detached and attached",
			 run->cc_lack);
}

/* For status: what there is of them. */
void cc_show(struct cli *cli, const struct attachment *at)
{
	bool cubic = at->fd[PIN_CUBIC] >= 0, reno = at->fd[PIN_RENO] >= 0;
	bool sockops = at->fd[PIN_SOCKOPS] >= 0;
	json_object *o =
		json_sub(cli->root, "congestion_control", json_object_new_object());
	char penalty[TUNABLE_VALUE_MAX];

	tunable_format(SL_TUN_penalty, tunables_read(at, SL_TUN_penalty), penalty);
	json_flag(o, SL_CC_CUBIC_NAME, cubic);
	json_flag(o, SL_CC_RENO_NAME, reno);
	json_flag(o, "sockops", sockops);
	json_str(cli->root, "penalty", penalty);
	if (sockops)
		cli_say(cli, "penalty = %s; new subflows with cubic or reno get %s%s%s",
			penalty, cubic ? SL_CC_CUBIC_NAME : "",
			cubic && reno ? " or " : "", reno ? SL_CC_RENO_NAME : "");
	else
		cli_say(cli,
			"penalty = %s; no subflow gets a congestion control for "
			"cwnd, share takes its place",
			penalty);
}
