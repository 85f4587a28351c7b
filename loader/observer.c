// SPDX-License-Identifier: GPL-2.0-only
/*
 * observer.c - load, attach and read the tracing programs of "observe".
 */
#include <errno.h>
#include <bpf/bpf.h>

#include "features.h"
#include "observer.h"
#include "arrivals.skel.h"
#include "pins.h"
#include "scheduler.h"

#define NEXT_KERNEL "use a kernel like 7.2 or 7.3, see the README"

/* The functions that are traced, and the structs that those arguments point to that are used. */
static const struct hook {
	const char *func;
	const char *args[3];
} hooks[] = {
	{ "mptcp_data_ready", { "sock" } },
	{ "__mptcp_move_skb", { "sock", "sk_buff" } },
	{ "__mptcp_move_skbs", { "sock" } },
	{ "mptcp_drop", { "sock", "sk_buff" } },
	{ "mptcp_subflow_data_available", { "sock" } },
	{ "__mptcp_close_ssk", { "sock", "sock", "mptcp_subflow_context" } },
	{ "mptcp_destroy", { "sock" } },
};

/* A kernel may have the function and give it something else. */
static int hooks_require(struct cli *cli, const struct features *f)
{
	for (size_t i = 0; i < sizeof(hooks) / sizeof(hooks[0]); i++) {
		const struct hook *h = &hooks[i];

		if (!features_have_func(f, h->func))
			return cli_fail(
				cli, SL_EXIT_UNAVAILABLE,
				"this kernel has no function %s() to trace; " NEXT_KERNEL,
				h->func);
		for (unsigned int arg = 0; arg < 3 && h->args[arg]; arg++) {
			if (!features_func_takes(f, h->func, arg, h->args[arg]))
				return cli_fail(cli, SL_EXIT_UNAVAILABLE,
						"argument %u of this kernel's %s() is no "
						"struct %s; " NEXT_KERNEL,
						arg + 1, h->func, h->args[arg]);
		}
	}
	return 0;
}

static int require(struct cli *cli, const struct arrivals_bpf *skel)
{
	struct features f;
	int code;

	features_open(&f, skel->obj, NULL);
	code = features_require_tracing(cli, &f);
	if (!code)
		code = hooks_require(cli, &f);
	features_close(&f);
	return code;
}

static int refused(struct cli *cli, int err, const char *what)
{
	if (err == -EPERM)
		return cli_fail_errno(cli, err,
				      "run it as root, or with CAP_BPF and CAP_PERFMON",
				      "cannot %s the tracing programs", what);
	return cli_fail_errno(cli, err,
			      "'" SL_PROG " -v observe' shows all that was said; kernel "
			      "lockdown in mode confidentiality refuses all tracing",
			      "cannot %s the tracing programs (%s)", what,
			      bpflog_first());
}

/* libbpf cannot know of which map. */
static int attach_list(struct observer *o)
{
	union bpf_iter_link_info info = {
		.map.map_fd = bpf_map__fd(o->skel->maps.receivers),
	};
	const struct bpf_iter_attach_opts opts = {
		.sz = sizeof(opts),
		.link_info = &info,
		.link_info_len = sizeof(info),
	};

	o->list = bpf_program__attach_iter(o->skel->progs.list_receivers, &opts);
	return o->list ? 0 : -errno;
}

int observer_start(struct cli *cli, struct observer *o, unsigned int connections,
		   ring_buffer_sample_fn on_closed, void *arg)
{
	int err, code;

	*o = (struct observer){ .skel = arrivals_bpf__open() };
	if (!o->skel)
		return cli_fail_errno(cli, errno, NULL,
				      "cannot open the BPF object within");
	code = require(cli, o->skel);
	if (code)
		return code;
	bpf_program__set_autoattach(o->skel->progs.list_receivers, false);
	err = bpf_map__set_max_entries(o->skel->maps.receivers, connections);
	if (!err)
		err = arrivals_bpf__load(o->skel);
	if (err)
		return refused(cli, err, "load");
	o->closed =
		ring_buffer__new(bpf_map__fd(o->skel->maps.closed), on_closed, arg, NULL);
	err = o->closed ? attach_list(o) : -errno;
	if (!err)
		err = arrivals_bpf__attach(o->skel);
	return err ? refused(cli, err, "attach") : 0;
}

void observer_stop(struct observer *o)
{
	ring_buffer__free(o->closed);
	bpf_link__destroy(o->list);
	arrivals_bpf__destroy(o->skel);
	*o = (struct observer){};
}

int observer_fd(const struct observer *o)
{
	return ring_buffer__epoll_fd(o->closed);
}

void observer_consume(struct observer *o)
{
	ring_buffer__consume(o->closed);
}

int observer_list(const struct observer *o, struct sl_receiver_record **records,
		  size_t *n)
{
	void *v;
	int err =
		records_read_link(bpf_link__fd(o->list), NULL, sizeof(**records), &v, n);

	*records = v;
	return err;
}

/* The kernel counts the calls that it left out (7.3: bpf_prog_info.recursion_misses). */
struct sl_rx_lost observer_lost(const struct observer *o)
{
	struct sl_rx_lost lost = o->skel->bss->lost;
	struct bpf_program *prog;

	bpf_object__for_each_program(prog, o->skel->obj)
	{
		struct bpf_prog_info info = {};
		__u32 len = sizeof(info);

		if (!bpf_prog_get_info_by_fd(bpf_program__fd(prog), &info, &len))
			lost.calls += info.recursion_misses;
	}
	return lost;
}
