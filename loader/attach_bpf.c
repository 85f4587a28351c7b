// SPDX-License-Identifier: GPL-2.0-only
/*
 * attach_bpf.c - the steps of attach that concern the module and BPF objects.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "attach.h"
#include "cc.h"
#include "trial.h"

/* Is all there that we need?  Nothing is changed yet. */
int attach_open(struct attach_run *run)
{
	struct cli *cli = run->cli;
	struct features f;
	int code;

	run->skel = slowlane_bpf__open();
	if (!run->skel)
		return cli_fail_errno(cli, errno, NEXT_VERBOSE,
				      "cannot open the BPF object within");
	features_open(&f, run->skel->obj, cli->opt.module);
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		if (run->config.given[i])
			((__u32 *)run->skel->data_tunables)[i] = run->config.value[i];
	}
	run->native = f.native;
	code = features_require(cli, &f);
	if (!code)
		cc_prepare(run, &f);
	/* Where the kernel does not tell of paths, "monitor" does not either. */
	if (!features_have_func(&f, "mptcp_event"))
		bpf_program__set_autoload(run->skel->progs.watch_paths, false);
	features_close(&f);
	if (code)
		return code;
	bpf_map__set_autocreate(run->skel->maps.slowlane_next, run->replace);
	if (!run->replace && scheduler_available(SL_SCHED_NAME))
		return cli_fail(
			cli, SL_EXIT_FAILURE,
			"a scheduler named " SL_SCHED_NAME " is registered already, but "
			"not by this program; 'bpftool struct_ops list' and 'bpftool "
			"link list' show what holds it");
	return 0;
}

/* A replacement is made beside what is there, and takes its place when it is complete. */
static enum pin_place place_of(const struct attach_run *run)
{
	return run->replace ? PLACE_OTHER : PLACE_MAIN;
}

static int pin_one(struct attach_run *run, enum pin pin, int fd)
{
	const char *path = pin_path_in(place_of(run), pin);

	if (bpf_obj_pin(fd, path))
		return cli_fail_errno(run->cli, errno, NULL, "cannot pin %s", path);
	run->pinned[pin] = true;
	return 0;
}

static void unpin_down_to(struct attach_run *run, enum pin first)
{
	for (int pin = PIN_MAX - 1; pin >= (int)first; pin--) {
		const char *path = pin_path_in(place_of(run), pin);

		if (run->pinned[pin] && unlink(path))
			cli_warn(run->cli, "cannot remove %s: %s", path, strerror(errno));
		run->pinned[pin] = false;
	}
}

/*
 * The first thing that is pinned says whether the module will be loaded by us, so that
 * detach knows even if this process is killed at any time from here on.
 */
int attach_note(struct attach_run *run)
{
	struct sl_info *info = &run->info;
	const char *dir = pin_dir(place_of(run));
	struct cli *cli = run->cli;
	__u32 zero = 0;

	*info = (struct sl_info){ .attached_at_s = time(NULL) };
	info->abi = SL_ABI;
	snprintf(info->version, sizeof(info->version), "%s", SLOWLANE_VERSION);
	info->module_loaded = run->module_ours ||
			      (!run->native && kmod_state() != KMOD_LOADED);
	if (run->replace)
		info->module_loaded = run->at.info.module_loaded;
	run->info_fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "sl_info", sizeof(zero),
				      sizeof(*info), 1, NULL);
	if (run->info_fd < 0)
		return cli_fail_errno(cli, errno, NULL, "cannot create map sl_info");
	if (bpf_map_update_elem(run->info_fd, &zero, info, BPF_ANY))
		return cli_fail_errno(cli, errno, NULL, "cannot write map sl_info");
	if (mkdir(dir, 0700)) {
		/* What is ours in the other one was removed before. */
		if (errno == EEXIST && run->replace)
			return cli_fail(cli, SL_EXIT_FAILURE,
					"%s is not ours; see what it is ('bpftool map "
					"list', 'bpftool link list') and remove it",
					dir);
		if (errno != EEXIST)
			return cli_fail_errno(cli, errno, NULL, "cannot make %s", dir);
	} else {
		run->made_dir = true;
	}
	return pin_one(run, PIN_INFO, run->info_fd);
}

void attach_note_undo(struct attach_run *run)
{
	const char *dir = pin_dir(place_of(run));

	unpin_down_to(run, PIN_INFO);
	if (run->made_dir && rmdir(dir))
		cli_warn(run->cli, "cannot remove %s: %s", dir, strerror(errno));
	run->made_dir = false;
	if (run->info_fd >= 0)
		close(run->info_fd);
	run->info_fd = -1;
}

int attach_module(struct attach_run *run)
{
	struct cli *cli = run->cli;
	int code;

	if (run->native || kmod_state() == KMOD_LOADED) {
		if (cli->opt.module)
			cli_warn(cli, "%s is not loaded: %s", cli->opt.module,
				 run->native ? "this kernel needs no module"
					     : "module " KMOD_NAME " is loaded already");
		return 0;
	}
	code = kmod_load(cli, cli->opt.module);
	run->module_ours = !code;
	return code;
}

void attach_module_undo(struct attach_run *run)
{
	int err = run->module_ours ? kmod_unload() : 0;

	run->module_ours = false;
	if (err)
		cli_warn(run->cli,
			 "module " KMOD_NAME " stays loaded: %s; 'rmmod " KMOD_NAME
			 "' later",
			 strerror(-err));
}

int attach_load(struct attach_run *run)
{
	struct cli *cli = run->cli;
	int err = bpf_map__reuse_fd(run->skel->maps.sl_info, run->info_fd);

	/* What the namespaces had before stays noted in one place. */
	if (!err && run->replace)
		err = bpf_map__reuse_fd(run->skel->maps.sl_netns, run->at.fd[PIN_NETNS]);
	if (!err)
		err = slowlane_bpf__load(run->skel);
	if (err)
		return cli_fail_errno(cli, err, NEXT_VERBOSE,
				      "cannot load the scheduler into the kernel: %s",
				      bpflog_first());
	return 0;
}

void attach_load_undo(struct attach_run *run)
{
	slowlane_bpf__destroy(run->skel);
	run->skel = NULL;
}

/* The fd of what is pinned under this name; -1: this kernel has it not. */
static int pin_fd(const struct attach_run *run, enum pin pin)
{
	const struct bpf_map *maps[PIN_MAX] = {
		[PIN_CUBIC_MAP] =
			run->cc_loaded[PIN_CUBIC] ? run->skel->maps.slowlane_cubic : NULL,
		[PIN_RENO_MAP] = run->cc_loaded[PIN_RENO] ? run->skel->maps.slowlane_reno
							  : NULL,
		[PIN_NETNS] = run->skel->maps.sl_netns,
		[PIN_CLOSED] = run->skel->maps.sl_closed,
		[PIN_SOCKETS] = run->skel->maps.sl_sockets,
		[PIN_SUBFLOWS] = run->skel->maps.sl_subflows,
		[PIN_TUNABLES] = run->skel->maps.data_tunables,
		[PIN_EVENTS] = run->skel->maps.sl_events,
		[PIN_WATCH] = run->skel->maps.data_watch,
		[PIN_SCHED] = run->skel->maps.slowlane,
	};

	if (maps[pin])
		return bpf_map__fd(maps[pin]);
	if (pin == PIN_WATCH_PATHS)
		return bpf_program__fd(run->skel->progs.watch_paths);
	return run->link[pin] ? bpf_link__fd(run->link[pin]) : -1;
}

int attach_pin(struct attach_run *run)
{
	int code = 0;

	/* PIN_INFO is there already. */
	for (int pin = PIN_INFO + 1; pin < PIN_MAX && !code; pin++) {
		int fd = pin_fd(run, pin);

		if (fd >= 0)
			code = pin_one(run, pin, fd);
	}
	return code;
}

void attach_pin_undo(struct attach_run *run)
{
	unpin_down_to(run, PIN_INFO + 1);
}

/* A replacement does not end a trial, nor make it longer, unless it is told to. */
static __u64 trial_until_ns(const struct attach_run *run)
{
	if (run->trial_s)
		return trial_end_after(run->trial_s);
	return run->replace ? run->at.info.trial_until_ns : 0;
}

/*
 * Before the sysctls, and before a replacement counts: whatever happens to this process
 * later, the watcher is there.
 */
int attach_trial(struct attach_run *run)
{
	__u64 until_ns = trial_until_ns(run);
	__u32 zero = 0;
	int code;

	if (!until_ns)
		return 0;
	code = trial_begin(run->cli, until_ns, &run->info);
	if (code)
		return code;
	if (bpf_map_update_elem(run->info_fd, &zero, &run->info, BPF_EXIST))
		code = cli_fail_errno(run->cli, errno, NULL, "cannot write map sl_info");
	if (code)
		trial_end(&run->info);
	return code;
}

void attach_trial_undo(struct attach_run *run)
{
	trial_end(&run->info);
}
