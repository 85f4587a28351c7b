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

#define NEXT_VERBOSE "-v shows all that libbpf and the verifier say"

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
	if (scheduler_available(SL_SCHED_NAME))
		return cli_fail(
			cli, SL_EXIT_FAILURE,
			"a scheduler named " SL_SCHED_NAME " is registered already, but "
			"not by this program; 'bpftool struct_ops list' and 'bpftool "
			"link list' show what holds it");
	return 0;
}

static int pin_one(struct attach_run *run, enum pin pin, int fd)
{
	if (bpf_obj_pin(fd, pin_path(pin)))
		return cli_fail_errno(run->cli, errno, NULL, "cannot pin %s",
				      pin_path(pin));
	run->pinned[pin] = true;
	return 0;
}

static void unpin_down_to(struct attach_run *run, enum pin first)
{
	for (int pin = PIN_MAX - 1; pin >= (int)first; pin--) {
		if (run->pinned[pin] && unlink(pin_path(pin)))
			cli_warn(run->cli, "cannot remove %s: %s", pin_path(pin),
				 strerror(errno));
		run->pinned[pin] = false;
	}
}

/*
 * The first thing that is pinned says whether the module will be loaded by us, so that
 * detach knows even if this process is killed at any time from here on.
 */
int attach_note(struct attach_run *run)
{
	struct sl_info info = { .attached_at_s = time(NULL), .abi = SL_ABI };
	struct cli *cli = run->cli;
	__u32 zero = 0;

	snprintf(info.version, sizeof(info.version), "%s", SLOWLANE_VERSION);
	info.module_loaded = run->module_ours ||
			     (!run->native && kmod_state() != KMOD_LOADED);
	run->info_fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, "sl_info", sizeof(zero),
				      sizeof(info), 1, NULL);
	if (run->info_fd < 0)
		return cli_fail_errno(cli, errno, NULL, "cannot create map sl_info");
	if (bpf_map_update_elem(run->info_fd, &zero, &info, BPF_ANY))
		return cli_fail_errno(cli, errno, NULL, "cannot write map sl_info");
	if (mkdir(PIN_DIR, 0700)) {
		if (errno != EEXIST)
			return cli_fail_errno(cli, errno, NULL, "cannot make " PIN_DIR);
	} else {
		run->made_dir = true;
	}
	return pin_one(run, PIN_INFO, run->info_fd);
}

void attach_note_undo(struct attach_run *run)
{
	unpin_down_to(run, PIN_INFO);
	if (run->made_dir && rmdir(PIN_DIR))
		cli_warn(run->cli, "cannot remove " PIN_DIR ": %s", strerror(errno));
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

	if (!err)
		err = slowlane_bpf__load(run->skel);
	if (err)
		return cli_fail_errno(cli, err, NEXT_VERBOSE,
				      "cannot load the scheduler into the kernel: %s",
				      bpflog_first());
	run->netns_map_fd = bpf_map__fd(run->skel->maps.sl_netns);
	return 0;
}

void attach_load_undo(struct attach_run *run)
{
	slowlane_bpf__destroy(run->skel);
	run->skel = NULL;
	run->netns_map_fd = -1;
}

/* sk_storage iterators are made for one map, which the skeleton cannot know. */
static int attach_iter(struct attach_run *run, enum pin pin, struct bpf_program *prog,
		       const struct bpf_map *map)
{
	union bpf_iter_link_info target = { .map.map_fd = map ? bpf_map__fd(map) : 0 };
	struct bpf_iter_attach_opts opts;

	memset(&opts, 0, sizeof(opts)); /* padding, too, which libbpf looks at */
	opts.sz = sizeof(opts);
	opts.link_info = &target;
	opts.link_info_len = sizeof(target);
	run->link[pin] = bpf_program__attach_iter(prog, map ? &opts : NULL);
	if (!run->link[pin])
		return cli_fail_errno(run->cli, errno, NEXT_VERBOSE,
				      "cannot attach iterator %s",
				      bpf_program__name(prog));
	return 0;
}

static int note_map_id(struct attach_run *run)
{
	struct bpf_map_info info = {};
	__u32 len = sizeof(info);
	int err = bpf_map_get_info_by_fd(bpf_map__fd(run->skel->maps.slowlane), &info,
					 &len);

	if (err)
		return cli_fail_errno(run->cli, err, NULL,
				      "cannot read the scheduler's map id");
	run->map_id = info.id;
	return 0;
}

int attach_register(struct attach_run *run)
{
	struct cli *cli = run->cli;
	int code;

	code = attach_iter(run, PIN_ITER_SOCKETS, run->skel->progs.iter_sockets,
			   run->skel->maps.sl_sockets);
	if (!code)
		code = attach_iter(run, PIN_ITER_SUBFLOWS, run->skel->progs.iter_subflows,
				   NULL);
	if (!code)
		code = attach_iter(run, PIN_ITER_PATHS, run->skel->progs.iter_paths,
				   run->skel->maps.sl_subflows);
	if (code)
		return code;
	/* Before the scheduler, so that its first connection finds them. */
	cc_register(run);
	run->link[PIN_LINK] = bpf_map__attach_struct_ops(run->skel->maps.slowlane);
	if (!run->link[PIN_LINK])
		return cli_fail_errno(cli, errno,
				      errno == EEXIST
					      ? "a scheduler of that name is there"
					      : "the kernel's log may say why",
				      "cannot register the scheduler");
	return note_map_id(run);
}

void attach_register_undo(struct attach_run *run)
{
	/* The hook before what it puts subflows on. */
	for (int i = PIN_MAX - 1; i >= PIN_CUBIC; i--) {
		if (run->link[i])
			link_detach(run->cli, i, bpf_link__fd(run->link[i]));
	}
	for (int i = 0; i < PIN_MAX; i++) {
		bpf_link__destroy(run->link[i]);
		run->link[i] = NULL;
	}
}

/* The fd of what is pinned under this name; -1: this kernel has it not. */
static int pin_fd(const struct attach_run *run, enum pin pin)
{
	const struct bpf_map *maps[PIN_MAX] = {
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

		if (fd >= 0 || !pin_optional(pin))
			code = pin_one(run, pin, fd);
	}
	return code;
}

void attach_pin_undo(struct attach_run *run)
{
	unpin_down_to(run, PIN_INFO + 1);
}
