// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel.c - what this module needs of the running kernel and headers do not give:
 * functions that are not exported, and the layout of mptcp's private structures.
 *
 * Functions are called by static_call, which patches a direct call in.  Never through
 * a pointer: where the CPU has IBT, the kernel takes the landing pad away from
 * functions whose address it does not use itself, and an indirect call is then fatal
 * ("Missing ENDBR").  arm64 has no static_call and needs none: it uses BTI, whose pads
 * stay.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bpf.h>
#include <linux/bpf_verifier.h>
#include <linux/btf.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/static_call.h>
#include <net/inet_connection_sock.h>
#include <net/mptcp.h>
#include "mptcp_bpf_sched.h"

#define DEFINE_CALL(name)                            \
	DEFINE_STATIC_CALL_NULL(name, name);         \
	static void __init update_##name(void *addr) \
	{                                            \
		static_call_update(name, addr);      \
	}

DEFINE_CALL(kallsyms_lookup_name)
DEFINE_CALL(bpf_get_btf_vmlinux)
DEFINE_CALL(btf_find_by_name_kind)
DEFINE_CALL(btf_name_by_offset)
DEFINE_CALL(mptcp_register_scheduler)
DEFINE_CALL(mptcp_unregister_scheduler)
DEFINE_CALL(mptcp_subflow_active)
DEFINE_CALL(mptcp_subflow_set_scheduled)

struct function {
	const char *name;
	u32 nargs; /* number of arguments */
	void (*update)(void *addr);
};

#define FUNCTION(name, nargs) { #name, nargs, update_##name }

/* clang-format off */
static const struct function functions[] __initconst = {
	FUNCTION(bpf_get_btf_vmlinux, 0), /* the first three read the BTF itself */
	FUNCTION(btf_find_by_name_kind, 3),
	FUNCTION(btf_name_by_offset, 2),
	FUNCTION(mptcp_register_scheduler, 1),
	FUNCTION(mptcp_unregister_scheduler, 1),
	FUNCTION(mptcp_subflow_active, 1),
	FUNCTION(mptcp_subflow_set_scheduled, 2),
};
/* clang-format on */

#define BTF_FUNCTIONS 3

/* The helpers a scheduler has beside the base set: the kernel's descriptions of them. */
static struct {
	enum bpf_func_id id;
	const char *symbol;
	const struct bpf_func_proto *proto;
} protos[] __ro_after_init = {
	{ BPF_FUNC_sk_storage_get, "bpf_sk_storage_get_proto" },
	{ BPF_FUNC_sk_storage_delete, "bpf_sk_storage_delete_proto" },
	{ BPF_FUNC_skc_to_tcp_sock, "bpf_skc_to_tcp_sock_proto" },
};

struct kernel_offsets kernel_offsets __ro_after_init;
const struct btf_type *kernel_msk_type __ro_after_init;
const struct btf_type *kernel_subflow_type __ro_after_init;

struct member {
	const struct btf_type **type;
	const char *name;
	u32 size;    /* in bytes */
	u32 *offset; /* where to keep it; NULL if it has to be 0 */
};

static const struct member members[] __initconst = {
	{ &kernel_msk_type, "sk", sizeof(struct inet_connection_sock), NULL },
	{ &kernel_msk_type, "conn_list", sizeof(struct list_head),
	  &kernel_offsets.msk_conn_list },
	{ &kernel_msk_type, "sched", sizeof(void *), &kernel_offsets.msk_sched },
	{ &kernel_msk_type, "snd_burst", sizeof(int), &kernel_offsets.msk_snd_burst },
	{ &kernel_msk_type, "timer_ival", sizeof(long), &kernel_offsets.msk_timer_ival },
	{ &kernel_msk_type, "wnd_end", sizeof(u64), &kernel_offsets.msk_wnd_end },
	{ &kernel_subflow_type, "avg_pacing_rate", sizeof(long),
	  &kernel_offsets.subflow_avg_pacing_rate },
	{ &kernel_subflow_type, "node", sizeof(struct list_head),
	  &kernel_offsets.subflow_node },
	{ &kernel_subflow_type, "scheduled", sizeof(bool),
	  &kernel_offsets.subflow_scheduled },
	{ &kernel_subflow_type, "stale_count", sizeof(u8),
	  &kernel_offsets.subflow_stale_count },
	{ &kernel_subflow_type, "tcp_sock", sizeof(void *),
	  &kernel_offsets.subflow_tcp_sock },
};

struct known_struct {
	const char *name;
	u32 size; /* in bytes */
};

#define STRUCT(name) { #name, sizeof(struct name) }

/*
 * Structures passed to the kernel or read by their header's definition.  Debian
 * builds without MODVERSIONS, so nothing else notices a kernel of the same name
 * that was configured differently.
 */
/* clang-format off */
static const struct known_struct structs[] __initconst = {
	STRUCT(bpf_prog),
	STRUCT(bpf_prog_aux),
	STRUCT(bpf_reg_state),
	STRUCT(bpf_struct_ops),
	STRUCT(bpf_verifier_ops),
	STRUCT(mptcp_sched_ops),
	STRUCT(tcp_sock),
};
/* clang-format on */

static struct btf *vmlinux_btf __initdata;

static int __init missing(const char *kind, const char *name)
{
	pr_err("refused: this kernel has no %s %s\n", kind, name);
	return REFUSE_MISSING;
}

static int __init other_size(const char *kind, const char *name, u32 size, u32 expected)
{
	pr_err("refused: %s %s has size %u in this kernel, not %u\n", kind, name, size,
	       expected);
	return REFUSE_SHAPE;
}

/*
 * The address of kallsyms_lookup_name(), from a kprobe that is never enabled, so that
 * no text is patched.  A kprobe sits behind the function's ENDBR where there is one;
 * what is called must be the function's start (the padding before it is code where
 * call depth is tracked).
 */
static void *__init find_kallsyms(void)
{
	struct kprobe probe = {
		.symbol_name = "kallsyms_lookup_name",
		.flags = KPROBE_FLAG_DISABLED,
	};
	char symbol[KSYM_SYMBOL_LEN];
	unsigned int offset;
	const char *plus;
	void *addr;

	if (register_kprobe(&probe))
		return NULL;
	addr = probe.addr;
	unregister_kprobe(&probe);

	sprint_symbol(symbol, (unsigned long)addr); /* "name+0x4/0x120" */
	plus = strchr(symbol, '+');
	if (!plus || sscanf(plus, "+%i/", &offset) != 1)
		return NULL;
	return addr - offset;
}

static void *__init find_symbol(const char *name)
{
	return (void *)static_call(kallsyms_lookup_name)(name);
}

static const struct btf_type *__init find_type(const char *name, u8 kind)
{
	s32 id = static_call(btf_find_by_name_kind)(vmlinux_btf, name, kind);

	return id < 0 ? NULL : btf_type_by_id(vmlinux_btf, id);
}

/* A function that the compiler left out of the BTF is taken on its name. */
static int __init check_prototype(const char *name, u32 nargs)
{
	const struct btf_type *t = find_type(name, BTF_KIND_FUNC);

	if (!t)
		return 0;
	t = btf_type_by_id(vmlinux_btf, t->type);
	if (btf_type_vlen(t) == nargs)
		return 0;
	pr_err("refused: %s() takes %u arguments in this kernel, not %u\n", name,
	       btf_type_vlen(t), nargs);
	return REFUSE_SHAPE;
}

static u32 __init type_size(u32 id)
{
	const u32 aliases = BIT(BTF_KIND_TYPEDEF) | BIT(BTF_KIND_CONST) |
			    BIT(BTF_KIND_VOLATILE) | BIT(BTF_KIND_TYPE_TAG);
	const struct btf_type *t = btf_type_by_id(vmlinux_btf, id);

	while (BIT(btf_kind(t)) & aliases)
		t = btf_type_by_id(vmlinux_btf, t->type);
	if (btf_type_is_ptr(t))
		return sizeof(void *);
	if (btf_type_is_int(t) || btf_type_is_struct(t) || btf_is_any_enum(t))
		return t->size;
	return 0;
}

/* Find a member, in anonymous structs and unions too; *offset is that of the whole. */
static const struct btf_member *__init find_member(const struct btf_type *parent,
						   const char *name, u32 *offset,
						   int depth)
{
	const struct btf_member *member, *found;
	u32 i, base = *offset;

	for_each_member(i, parent, member) {
		const char *n =
			static_call(btf_name_by_offset)(vmlinux_btf, member->name_off);
		const struct btf_type *t = btf_type_by_id(vmlinux_btf, member->type);

		*offset = base + __btf_member_bit_offset(parent, member) / 8;
		if (!strcmp(n, name))
			return __btf_member_bitfield_size(parent, member) ? NULL : member;
		if (*n || !btf_type_is_struct(t) || !depth)
			continue;
		found = find_member(t, name, offset, depth - 1);
		if (found)
			return found;
	}
	return NULL;
}

static int __init probe_layout(void)
{
	char full[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(structs); i++) {
		const struct btf_type *t = find_type(structs[i].name, BTF_KIND_STRUCT);

		if (!t)
			return missing("struct", structs[i].name);
		if (t->size != structs[i].size)
			return other_size("struct", structs[i].name, t->size,
					  structs[i].size);
	}

	kernel_msk_type = find_type("mptcp_sock", BTF_KIND_STRUCT);
	if (!kernel_msk_type)
		return missing("struct", "mptcp_sock");
	kernel_subflow_type = find_type("mptcp_subflow_context", BTF_KIND_STRUCT);
	if (!kernel_subflow_type)
		return missing("struct", "mptcp_subflow_context");

	for (i = 0; i < ARRAY_SIZE(members); i++) {
		const struct btf_type *parent = *members[i].type;
		const struct btf_member *m;
		u32 size, offset = 0;

		snprintf(full, sizeof(full), "%s.%s",
			 static_call(btf_name_by_offset)(vmlinux_btf, parent->name_off),
			 members[i].name);
		m = find_member(parent, members[i].name, &offset, 4);
		if (!m || (!members[i].offset && offset))
			return missing("member", full);
		size = type_size(m->type);
		if (size != members[i].size)
			return other_size("member", full, size, members[i].size);
		if (members[i].offset)
			*members[i].offset = offset;
	}
	return 0;
}

static int __init resolve(size_t from, size_t to)
{
	size_t i;

	for (i = from; i < to; i++) {
		void *addr = find_symbol(functions[i].name);

		if (!addr)
			return missing("symbol", functions[i].name);
		functions[i].update(addr);
	}
	return 0;
}

static int __init probe_btf(void)
{
	void *addr = find_kallsyms();
	int err;

	if (!addr)
		return missing("symbol", "kallsyms_lookup_name");
	update_kallsyms_lookup_name(addr);

	err = resolve(0, BTF_FUNCTIONS);
	if (err)
		return err;
	vmlinux_btf = static_call(bpf_get_btf_vmlinux)();
	if (IS_ERR_OR_NULL(vmlinux_btf))
		return missing("BTF,", "/sys/kernel/btf/vmlinux");
	return 0;
}

static int __init probe_functions(void)
{
	int err = resolve(BTF_FUNCTIONS, ARRAY_SIZE(functions));
	size_t i;

	if (err)
		return err;
	for (i = 0; i < ARRAY_SIZE(functions); i++) {
		err = check_prototype(functions[i].name, functions[i].nargs);
		if (err)
			return err;
	}
	for (i = 0; i < ARRAY_SIZE(protos); i++) {
		protos[i].proto = find_symbol(protos[i].symbol);
		if (!protos[i].proto)
			return missing("symbol", protos[i].symbol);
	}
	return 0;
}

/* Find everything or say what is in the way: 0, or one of REFUSE_*. */
int __init kernel_probe(void)
{
	int err = probe_btf();

	if (err)
		return err;
	if (find_type("bpf_struct_ops_mptcp_sched_ops", BTF_KIND_STRUCT)) {
		pr_err("refused: this kernel has mptcp_sched_ops for BPF itself, without this module\n");
		return REFUSE_NATIVE;
	}
	err = probe_functions();
	if (err)
		return err;
	return probe_layout();
}

const struct bpf_func_proto *kernel_func_proto(int func_id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(protos); i++) {
		if (protos[i].id == func_id)
			return protos[i].proto;
	}
	return NULL;
}

int kernel_register_scheduler(struct mptcp_sched_ops *ops)
{
	return static_call(mptcp_register_scheduler)(ops);
}

void kernel_unregister_scheduler(struct mptcp_sched_ops *ops)
{
	static_call(mptcp_unregister_scheduler)(ops);
}

bool kernel_subflow_active(struct mptcp_subflow_context *subflow)
{
	return static_call(mptcp_subflow_active)(subflow);
}

void kernel_subflow_set_scheduled(struct mptcp_subflow_context *subflow, bool scheduled)
{
	static_call(mptcp_subflow_set_scheduled)(subflow, scheduled);
}
