// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - struct_ops mptcp_sched_ops for BPF, on kernels that do not have it.
 *
 * A BPF program that loads against the mptcp tree's struct_ops loads against this
 * one.  Nothing here is about one scheduler in particular.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/bpf.h>
#include <linux/bpf_verifier.h>
#include <linux/btf.h>
#include <linux/btf_ids.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <net/mptcp.h>
#include "mptcp_bpf_sched.h"

#ifndef KF_TRUSTED_ARGS /* before 7.0; the default since */
#define KF_TRUSTED_ARGS 0
#endif

typedef int (*get_send_fn)(struct mptcp_sock *msk);

static struct bpf_struct_ops sched_struct_ops;
static bool has_btf;

static const struct bpf_func_proto *sched_func_proto(enum bpf_func_id func_id,
						     const struct bpf_prog *prog)
{
	return kernel_func_proto(func_id) ?: bpf_base_func_proto(func_id, prog);
}

static bool sched_is_valid_access(int off, int size, enum bpf_access_type type,
				  const struct bpf_prog *prog,
				  struct bpf_insn_access_aux *info)
{
	return bpf_tracing_btf_ctx_access(off, size, type, prog, info);
}

/* What a scheduler may write: the same two members as in the mptcp tree. */
static const struct {
	const struct btf_type **type;
	const u32 *offset;
	int size;
} writable[] = {
	{ &kernel_msk_type, &kernel_offsets.msk_snd_burst, sizeof(int) },
	{ &kernel_subflow_type, &kernel_offsets.subflow_avg_pacing_rate, sizeof(long) },
};

static int sched_struct_access(struct bpf_verifier_log *log,
			       const struct bpf_reg_state *reg, int off, int size)
{
	const struct btf_type *t = btf_type_by_id(reg->btf, reg->btf_id);
	size_t i;

	/* A pointer read from memory may be stale or NULL: fit to read, not to write. */
	if (!(type_flag(reg->type) & PTR_TRUSTED)) {
		bpf_log(log, "write through a pointer that is not trusted\n");
		return -EACCES;
	}
	for (i = 0; i < ARRAY_SIZE(writable); i++) {
		if (t == *writable[i].type && off == *writable[i].offset &&
		    size == writable[i].size)
			return 0;
	}
	bpf_log(log,
		"a scheduler may write mptcp_sock.snd_burst and mptcp_subflow_context.avg_pacing_rate, whole, and nothing else\n");
	return -EACCES;
}

static const struct bpf_verifier_ops sched_verifier_ops = {
	.get_func_proto = sched_func_proto,
	.is_valid_access = sched_is_valid_access,
	.btf_struct_access = sched_struct_access,
};

/* Called only if the module's BTF is there: all else treats "none" as success. */
static int sched_init(struct btf *btf)
{
	has_btf = true;
	return 0;
}

/* The callbacks run under spinlocks and in softirq. */
static int sched_check_member(const struct btf_type *t, const struct btf_member *member,
			      const struct bpf_prog *prog)
{
	return prog->sleepable ? -EINVAL : 0;
}

static int sched_init_member(const struct btf_type *t, const struct btf_member *member,
			     void *kdata, const void *udata)
{
	const struct mptcp_sched_ops *uops = udata;
	struct mptcp_sched_ops *ops = kdata;
	u32 off = __btf_member_bit_offset(t, member) / 8;

	if (off != offsetof(struct mptcp_sched_ops, name))
		return 0; /* the core takes programs, and refuses all else that is not 0 */

	/* 1 to 15 of [A-Za-z0-9_.], or it could not be named in a sysctl. */
	if (bpf_obj_name_cpy(ops->name, uops->name, sizeof(ops->name)) <= 0)
		return -EINVAL;
	return 1;
}

/*
 * Where the program's own get_send is kept: in the cache-line padding that ends
 * struct mptcp_sched_ops.  It lives exactly as long as the map's copy of the ops,
 * which connections hold on to after the scheduler was unregistered.
 */
static get_send_fn *program_get_send(struct mptcp_sched_ops *ops)
{
	static_assert(sizeof(*ops) - offsetofend(struct mptcp_sched_ops, release) >=
		      sizeof(get_send_fn));

	return (void *)ops + offsetofend(struct mptcp_sched_ops, release);
}

/*
 * Up to 7.3 __mptcp_subflow_push_pending() asks the scheduler again, in softirq, for
 * as long as it returns 0 and schedules nothing: a program's mistake would take the
 * CPU away for good.  Make that an error, as which the kernel understands it.
 */
static int sched_get_send(struct mptcp_sock *msk)
{
	struct mptcp_sched_ops *ops = *(void **)((char *)msk + kernel_offsets.msk_sched);
	int err = (*program_get_send(ops))(msk);

	if (err || subflow_any_scheduled(msk))
		return err;
	pr_warn_ratelimited(
		"scheduler %s returned 0 from get_send and no subflow is scheduled\n",
		ops->name);
	return -EINVAL;
}

static int sched_validate(void *kdata)
{
	struct mptcp_sched_ops *ops = kdata;

	if (!ops->get_send) {
		pr_warn_ratelimited("scheduler %s has no get_send\n", ops->name);
		return -EINVAL;
	}
	*program_get_send(ops) = ops->get_send;
	ops->get_send = sched_get_send;
	return 0;
}

static int sched_reg(void *kdata, struct bpf_link *link)
{
	return kernel_register_scheduler(kdata); /* -EEXIST: the name is taken */
}

/*
 * Connections that run on it keep the map, its programs and this module until they
 * close.  A socket being created may be on its way through the list: wait for it, as
 * the kernel does for a congestion control, before the same ops can be linked again.
 */
static void sched_unreg(void *kdata, struct bpf_link *link)
{
	kernel_unregister_scheduler(kdata);
	synchronize_rcu();
}

/*
 * No .update: the kernel has no way to replace a registered scheduler, and answers
 * BPF_LINK_UPDATE with -EOPNOTSUPP for want of it.
 */
static struct bpf_struct_ops sched_struct_ops = {
	.verifier_ops = &sched_verifier_ops,
	.init = sched_init,
	.check_member = sched_check_member,
	.init_member = sched_init_member,
	.validate = sched_validate,
	.reg = sched_reg,
	.unreg = sched_unreg,
	.cfi_stubs = &mptcp_bpf_stubs,
	.owner = THIS_MODULE,
	.name = "mptcp_sched_ops",
};

BTF_KFUNCS_START(sched_kfunc_ids)
BTF_ID_FLAGS(func, bpf_iter_mptcp_subflow_new, KF_ITER_NEW | KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, bpf_iter_mptcp_subflow_next, KF_ITER_NEXT | KF_RET_NULL)
BTF_ID_FLAGS(func, bpf_iter_mptcp_subflow_destroy, KF_ITER_DESTROY)
BTF_ID_FLAGS(func, bpf_mptcp_subflow_ctx, KF_RET_NULL | KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, bpf_mptcp_subflow_tcp_sock, KF_RET_NULL | KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, mptcp_bpf_subflow_set_scheduled, KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, mptcp_bpf_subflow_active, KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, mptcp_bpf_set_timeout, KF_TRUSTED_ARGS)
BTF_ID_FLAGS(func, mptcp_bpf_move_window, KF_TRUSTED_ARGS)
BTF_KFUNCS_END(sched_kfunc_ids)

/*
 * Schedulers only: they hold the msk's lock, other struct_ops do not.  st_ops is not
 * set yet when the verifier builds the control flow graph (7.3); it asks again later,
 * with it set.  An extension program (freplace) never has it.
 */
static int sched_kfunc_filter(const struct bpf_prog *prog, u32 kfunc_id)
{
	const struct bpf_struct_ops *st_ops = prog->aux->st_ops;

	if (prog->type != BPF_PROG_TYPE_STRUCT_OPS ||
	    (st_ops && st_ops != &sched_struct_ops))
		return -EACCES;
	return 0;
}

static const struct btf_kfunc_id_set sched_kfunc_set = {
	.owner = THIS_MODULE,
	.set = &sched_kfunc_ids,
	.filter = sched_kfunc_filter,
};

static int __init mptcp_bpf_sched_init(void)
{
	int err;

	err = kernel_probe();
	if (err)
		return err;

	err = __register_bpf_struct_ops(&sched_struct_ops);
	if (err) {
		pr_err("refused: the kernel does not take the struct_ops: %pe; its reason is above\n",
		       ERR_PTR(err));
		return err == -EINVAL ? REFUSE_SHAPE
				      : err; /* our types are not its own */
	}
	if (!has_btf) {
		pr_err("refused: this module has no BTF (built without pahole or vmlinux, or stripped of it)\n");
		return REFUSE_NO_BTF;
	}
	err = register_btf_kfunc_id_set(BPF_PROG_TYPE_STRUCT_OPS, &sched_kfunc_set);
	if (err)
		pr_err("refused: the kernel does not take the kfuncs: %pe\n",
		       ERR_PTR(err));
	return err;
}

/*
 * Registrations end with the module's BTF.  Maps, programs and, through the map of
 * their scheduler, connections hold the module, so none of them is left by now.
 */
static void __exit mptcp_bpf_sched_exit(void)
{
}

module_init(mptcp_bpf_sched_init);
module_exit(mptcp_bpf_sched_exit);
MODULE_DESCRIPTION("MPTCP packet schedulers in BPF (struct_ops mptcp_sched_ops)");
MODULE_LICENSE("GPL");
