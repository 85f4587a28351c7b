// SPDX-License-Identifier: GPL-2.0-only
/*
 * features.c - what this kernel has and lacks, each with the remedy.
 *
 * Everything is looked up in the running kernel's BTF or files, never concluded from
 * its version: distributions backport, and the mptcp tree is ahead of its number.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <linux/capability.h>

#include "features.h"
#include "pins.h"

#define VMLINUX_BTF "/sys/kernel/btf/vmlinux"

void conclude(struct finding *found, enum verdict verdict, const char *remedy,
	      const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(found->detail, sizeof(found->detail), fmt, args);
	va_end(args);
	snprintf(found->remedy, sizeof(found->remedy), "%s", remedy ? remedy : "");
	found->verdict = verdict;
}

/* Append a word to a comma-separated list; a list that is full is cut. */
static void append(char *list, size_t size, const char *fmt, const char *a, const char *b)
{
	size_t len = strlen(list);

	if (len + 1 < size && len)
		len += snprintf(list + len, size - len, ", ");
	if (len < size)
		snprintf(list + len, size - len, fmt, a, b);
}

/*
 * Capabilities.  The kernel takes CAP_SYS_ADMIN for each of the first three (7.3,
 * bpf_token_capable()), so lacking one of them is only an error without it.
 */
static void check_capabilities(struct features *f, struct finding *found)
{
	static const struct {
		int cap;
		const char *name;
		bool sys_admin_will_do;
	} needed[] = {
		{ CAP_BPF, "CAP_BPF", true },
		{ CAP_PERFMON, "CAP_PERFMON", true },
		{ CAP_NET_ADMIN, "CAP_NET_ADMIN", true },
		{ CAP_SYS_ADMIN, "CAP_SYS_ADMIN", false }, /* module BTF, setns(2) */
		{ CAP_SYS_MODULE, "CAP_SYS_MODULE", false },
	};
	struct __user_cap_header_struct header = { .version =
							   _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
	char missing[128] = "";
	__u64 have;

	if (syscall(SYS_capget, &header, data)) {
		conclude(found, VERDICT_MISSING, NULL, "capget: %s", strerror(errno));
		return;
	}
	have = (__u64)data[1].effective << 32 | data[0].effective;
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (have & 1ULL << needed[i].cap)
			continue;
		if (needed[i].sys_admin_will_do && have & 1ULL << CAP_SYS_ADMIN)
			continue;
		if (needed[i].cap == CAP_SYS_MODULE &&
		    (f->native || f->kmod == KMOD_LOADED))
			continue;
		append(missing, sizeof(missing), "%s%s", needed[i].name, "");
	}
	if (missing[0])
		conclude(found, VERDICT_MISSING, "run it as root", "no %s", missing);
	else
		conclude(found, VERDICT_OK, NULL, "all that is needed");
}

static void check_btf(struct features *f, struct finding *found)
{
	const char *remedy =
		"use a kernel built with CONFIG_DEBUG_INFO_BTF=y, as distributions' are";

	if (f->vmlinux) {
		conclude(found, VERDICT_OK, NULL, VMLINUX_BTF);
		return;
	}
	if (f->vmlinux_errno != ENOENT) { /* it has it, but we could not read it */
		remedy = NULL;
		found->code = exit_for_errno(f->vmlinux_errno);
	}
	conclude(found, VERDICT_MISSING, remedy, "cannot read " VMLINUX_BTF ": %s",
		 strerror(f->vmlinux_errno));
}

static void check_bpffs(struct features *f, struct finding *found)
{
	(void)f;
	if (bpffs_mounted())
		conclude(found, VERDICT_OK, NULL, BPFFS_DIR);
	else
		conclude(found, VERDICT_MISSING, BPFFS_REMEDY,
			 "no BPF file system at " BPFFS_DIR);
}

static void check_mptcp(struct features *f, struct finding *found)
{
	char value[SYSCTL_VALUE_MAX];
	int err = sysctl_read(&f->self, SYSCTL_ENABLED, value);

	if (err)
		conclude(found, VERDICT_MISSING, "use a kernel built with CONFIG_MPTCP=y",
			 "sysctl net.mptcp.enabled: %s", strerror(-err));
	else if (!strcmp(value, "0"))
		conclude(found, VERDICT_MISSING, "sysctl -w net.mptcp.enabled=1",
			 "net.mptcp.enabled = 0 in this network namespace");
	else
		conclude(found, VERDICT_OK, NULL, "net.mptcp.enabled = %s", value);
}

static void check_struct_ops(struct features *f, struct finding *found)
{
	static const char install[] = "install the module: 'make -C kmod install' in "
				      "slowlane's sources, or DKMS";

	if (f->native)
		conclude(found, VERDICT_OK, NULL,
			 "mptcp_sched_ops, in the kernel itself");
	else if (features_have_struct(f->module, STRUCT_OPS_TYPE))
		conclude(found, VERDICT_OK, NULL,
			 "mptcp_sched_ops, by module " KMOD_NAME);
	else if (f->kmod == KMOD_LOADED)
		conclude(found, VERDICT_MISSING,
			 "reload it: build it with pahole installed, so that it has BTF",
			 "module " KMOD_NAME " is loaded, but gives no mptcp_sched_ops");
	else if (f->module_file)
		conclude(found, VERDICT_OK, NULL, "by %s", f->module_file);
	else if (f->kmod == KMOD_ON_DISK)
		conclude(found, VERDICT_OK, NULL,
			 "mptcp_sched_ops, by module " KMOD_NAME "; attach loads it");
	else
		conclude(found, VERDICT_MISSING, install,
			 "no mptcp_sched_ops in this kernel, and no module " KMOD_NAME);
}

static void check_signing(struct features *f, struct finding *found)
{
	const char *why = kmod_signing();

	if (f->native || f->kmod == KMOD_LOADED)
		conclude(found, VERDICT_OK, NULL, "no module to load");
	else if (!why)
		conclude(found, VERDICT_OK, NULL, "an unsigned module may be loaded");
	else
		conclude(found, VERDICT_NOTE,
			 "if it is not signed yet: install it with DKMS, enrol the key "
			 "with mokutil",
			 "%s: the module must be signed with an enrolled key", why);
}

/* The kernel's kfuncs, and the module's names where those are taken (7.3). */
static const struct {
	const char *native, *module;
} kfuncs[] = {
	{ "bpf_iter_mptcp_subflow_new", "bpf_iter_mptcp_subflow_new" },
	{ "bpf_iter_mptcp_subflow_next", "bpf_iter_mptcp_subflow_next" },
	{ "bpf_iter_mptcp_subflow_destroy", "bpf_iter_mptcp_subflow_destroy" },
	{ "bpf_mptcp_subflow_tcp_sock", "bpf_mptcp_subflow_tcp_sock" },
	{ "mptcp_subflow_set_scheduled", "mptcp_bpf_subflow_set_scheduled" },
	{ "mptcp_subflow_active", "mptcp_bpf_subflow_active" },
	{ "mptcp_set_timeout", "mptcp_bpf_set_timeout" },
};

static void check_kfuncs(struct features *f, struct finding *found)
{
	const struct btf *btf = f->native ? f->vmlinux : f->module;
	const size_t n = sizeof(kfuncs) / sizeof(kfuncs[0]);
	char missing[256] = "";

	if (!btf) {
		if (f->kmod == KMOD_ON_DISK || f->module_file)
			conclude(found, VERDICT_OK, NULL, "come with the module");
		else
			conclude(found, VERDICT_MISSING, "see struct_ops",
				 "none without the struct_ops");
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const char *name = f->native ? kfuncs[i].native : kfuncs[i].module;

		if (btf__find_by_name_kind(btf, name, BTF_KIND_FUNC) < 0)
			append(missing, sizeof(missing), "%s%s", name, "");
	}
	if (missing[0])
		conclude(found, VERDICT_MISSING,
			 f->native ? "use a newer kernel of the mptcp tree"
				   : "install the module that came with this " SL_PROG,
			 "no %s", missing);
	else
		conclude(found, VERDICT_OK, NULL, "all %zu", n);
}

/* Members of anonymous structs and unions count as the outer type's own. */
static bool has_member(const struct btf *btf, __u32 type_id, const char *name)
{
	const struct btf_type *t = btf__type_by_id(btf, type_id);
	const struct btf_member *m = t ? btf_members(t) : NULL;

	for (int i = 0; t && i < btf_vlen(t); i++, m++) {
		const char *mname = btf__name_by_offset(btf, m->name_off);

		if (mname && mname[0]) {
			if (!strcmp(mname, name))
				return true;
			continue;
		}
		if (btf_is_composite(btf__type_by_id(btf, m->type)) &&
		    has_member(btf, m->type, name))
			return true;
	}
	return false;
}

/* Every member of the program's @t that the kernel's struct of that name lacks. */
static unsigned int compare_members(const struct btf *ours, const struct btf_type *t,
				    const struct btf *theirs, __u32 their_id,
				    char *missing, size_t size)
{
	const char *type_name = btf__name_by_offset(ours, t->name_off);
	const struct btf_member *m = btf_members(t);
	unsigned int compared = 0;

	for (int i = 0; i < btf_vlen(t); i++, m++) {
		const char *name = btf__name_by_offset(ours, m->name_off);
		const struct btf_type *mt = btf__type_by_id(ours, m->type);

		if (name[0]) {
			compared++;
			if (!has_member(theirs, their_id, name))
				append(missing, size, "%s.%s", type_name, name);
		} else if (btf_is_composite(mt)) {
			compared += compare_members(ours, mt, theirs, their_id, missing,
						    size);
		}
	}
	return compared;
}

/* struct sl_* are the program's own; "___" marks a variant that it can do without. */
static bool is_looked_for(const struct btf_type *t, const char *name)
{
	return btf_is_struct(t) && name[0] && !strstr(name, "___") &&
	       strncmp(name, "sl_", 3) && strcmp(name, "bpf_iter_mptcp_subflow");
}

/*
 * The program declares only the kernel's types and members that it uses, so its own
 * BTF is the list of what CO-RE will look for.
 */
static void check_fields(struct features *f, struct finding *found)
{
	const struct btf *ours = bpf_object__btf(f->obj);
	unsigned int compared = 0;
	char missing[256] = "";

	if (!f->vmlinux) {
		conclude(found, VERDICT_MISSING, "see kernel BTF", "unknown without BTF");
		return;
	}
	for (__u32 id = 1; ours && id < btf__type_cnt(ours); id++) {
		const struct btf_type *t = btf__type_by_id(ours, id);
		const char *name = btf__name_by_offset(ours, t->name_off);
		int their_id;

		if (!is_looked_for(t, name))
			continue;
		/* What the kernel does not have at all, the module brings. */
		their_id = btf__find_by_name_kind(f->vmlinux, name, BTF_KIND_STRUCT);
		if (their_id >= 0)
			compared += compare_members(ours, t, f->vmlinux, their_id,
						    missing, sizeof(missing));
	}
	if (missing[0])
		conclude(found, VERDICT_MISSING, "use a supported kernel, see the README",
			 "no %s", missing);
	else
		conclude(found, VERDICT_OK, NULL, "all %u that are read", compared);
}

/* A kernel before the split has get_subflow() in place of get_send(), get_retrans(). */
static void check_sched_ops(struct features *f, struct finding *found)
{
	int id = f->vmlinux ? btf__find_by_name_kind(f->vmlinux, "mptcp_sched_ops",
						     BTF_KIND_STRUCT)
			    : -ENOENT;

	if (id < 0)
		conclude(found, VERDICT_MISSING, "use a kernel built with CONFIG_MPTCP=y",
			 "no struct mptcp_sched_ops in the kernel's BTF");
	else if (!has_member(f->vmlinux, id, "get_send") ||
		 !has_member(f->vmlinux, id, "get_retrans"))
		conclude(found, VERDICT_MISSING, "use a newer kernel, see the README",
			 "struct mptcp_sched_ops has no get_send and get_retrans");
	else
		conclude(found, VERDICT_OK, NULL, "get_send and get_retrans");
}

const struct feature feature_table[] = {
	{ "capabilities", "capabilities", check_capabilities, SL_EXIT_NOPERM, false },
	{ "btf", "kernel BTF", check_btf, SL_EXIT_UNAVAILABLE, true },
	{ "bpffs", "bpffs", check_bpffs, SL_EXIT_UNAVAILABLE, false },
	{ "mptcp", "MPTCP", check_mptcp, SL_EXIT_UNAVAILABLE, false },
	{ "sched_ops", "scheduler interface", check_sched_ops, SL_EXIT_UNAVAILABLE,
	  false },
	{ "struct_ops", "struct_ops", check_struct_ops, SL_EXIT_UNAVAILABLE, false },
	{ "signing", "module signing", check_signing, SL_EXIT_UNAVAILABLE, false },
	{ "kfuncs", "kfuncs", check_kfuncs, SL_EXIT_UNAVAILABLE, false },
	{ "fields", "kernel fields", check_fields, SL_EXIT_UNAVAILABLE, true },
	{ "cc", "congestion control", check_cc, SL_EXIT_UNAVAILABLE, false },
	{},
};

void features_open(struct features *f, const struct bpf_object *obj,
		   const char *module_file)
{
	*f = (struct features){ .obj = obj, .module_file = module_file, .self.fd = -1 };
	f->vmlinux = btf__parse(VMLINUX_BTF, NULL);
	f->vmlinux_errno = f->vmlinux ? 0 : errno;
	f->native = features_native(f->vmlinux);
	f->kmod = kmod_state();
	if (f->vmlinux && f->kmod == KMOD_LOADED)
		f->module = btf__parse_split("/sys/kernel/btf/" KMOD_NAME, f->vmlinux);
	if (f->vmlinux)
		f->cubic = btf__parse_split("/sys/kernel/btf/tcp_cubic", f->vmlinux);
	netns_open_self(&f->self);
}

void features_close(struct features *f)
{
	btf__free(f->cubic);
	btf__free(f->module);
	btf__free(f->vmlinux);
	netns_close(&f->self);
}

static int require(struct cli *cli, struct features *f, bool tracing)
{
	for (const struct feature *row = feature_table; row->name; row++) {
		struct finding found = {};

		/* MPTCP is asked of the namespaces that it is about, not of this one. */
		if (row->check == check_mptcp || (tracing && !row->tracing))
			continue;
		row->check(f, &found);
		if (found.verdict == VERDICT_MISSING)
			return cli_fail(cli, found.code ? found.code : (int)row->code,
					"%s: %s%s%s", row->title, found.detail,
					found.remedy[0] ? "; " : "", found.remedy);
	}
	return 0;
}

int features_require(struct cli *cli, struct features *f)
{
	return require(cli, f, false);
}

int features_require_tracing(struct cli *cli, struct features *f)
{
	return require(cli, f, true);
}
