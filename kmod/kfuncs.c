// SPDX-License-Identifier: GPL-2.0-only
/*
 * kfuncs.c - the types and functions that BPF programs see.
 *
 * This is the one file compiled with debug info, so the module's BTF is what is
 * defined here and no more.  struct sock, struct mptcp_sock and struct module must
 * stay incomplete in it: an incomplete type always finds the kernel's own one when
 * the BTF is attached to that of vmlinux, while a complete copy is compared member by
 * member, through everything it points to, and on Debian's 7.2 that comparison fails
 * and takes mptcp_sched_ops with it.  So: no header here that defines one of them,
 * and functions that only pass on.
 */
#include <linux/build_bug.h>
#include <linux/cache.h>
#include <linux/compiler.h>
#include <linux/refcount_types.h>
#include <linux/types.h>
#include "mptcp_bpf_sched.h"

/* <linux/btf.h> has it, and has too much else. */
#define __bpf_kfunc __used __retain __noclone noinline

struct module;

/*
 * As in <net/mptcp.h> (6.18 and later; seen up to 7.3) and <linux/bpf.h>.  A copy
 * that differs from the kernel's is not unified with it, and then the kernel refuses
 * bpf_struct_ops_mptcp_sched_ops when it is registered.
 */
struct mptcp_sched_ops {
	int (*get_send)(struct mptcp_sock *msk);
	int (*get_retrans)(struct mptcp_sock *msk);

	char name[16];
	struct module *owner;
	struct list_head list;

	void (*init)(struct mptcp_sock *msk);
	void (*release)(struct mptcp_sock *msk);
} ____cacheline_aligned_in_smp;

enum bpf_struct_ops_state {
	BPF_STRUCT_OPS_STATE_INIT,
	BPF_STRUCT_OPS_STATE_INUSE,
	BPF_STRUCT_OPS_STATE_TOBEFREE,
	BPF_STRUCT_OPS_STATE_READY,
};

struct bpf_struct_ops_common_value {
	refcount_t refcnt;
	enum bpf_struct_ops_state state;
};

struct bpf_struct_ops_mptcp_sched_ops {
	struct bpf_struct_ops_common_value common;
	struct mptcp_sched_ops data ____cacheline_aligned_in_smp;
};

/* As in the mptcp tree; the BPF program's stack holds it. */
struct bpf_iter_mptcp_subflow {
	__u64 __opaque[2];
} __aligned(8);

static_assert(sizeof(struct subflow_walk) <= sizeof(struct bpf_iter_mptcp_subflow));
static_assert(__alignof__(struct subflow_walk) <=
	      __alignof__(struct bpf_iter_mptcp_subflow));

/*
 * The iterator: start at any struct sock that is an MPTCP socket, which for a
 * scheduler is the one it was called for, whose lock is held.
 */
__bpf_kfunc static int bpf_iter_mptcp_subflow_new(struct bpf_iter_mptcp_subflow *it,
						  struct sock *sk)
{
	return subflow_walk_start((struct subflow_walk *)it, sk);
}

__bpf_kfunc static struct mptcp_subflow_context *
bpf_iter_mptcp_subflow_next(struct bpf_iter_mptcp_subflow *it)
{
	return subflow_walk_next((struct subflow_walk *)it);
}

__bpf_kfunc static void bpf_iter_mptcp_subflow_destroy(struct bpf_iter_mptcp_subflow *it)
{
}

__bpf_kfunc static struct mptcp_subflow_context *
bpf_mptcp_subflow_ctx(const struct sock *sk)
{
	return subflow_of_sock(sk);
}

__bpf_kfunc static struct sock *
bpf_mptcp_subflow_tcp_sock(const struct mptcp_subflow_context *subflow)
{
	return subflow_tcp_sock(subflow);
}

/*
 * Stand-ins for functions of the mptcp tree that a stock kernel has and does not let
 * BPF call.  They need names of their own: 7.3 refuses a module's kfunc with the name
 * of any function in vmlinux's BTF.
 */
__bpf_kfunc static void
mptcp_bpf_subflow_set_scheduled(struct mptcp_subflow_context *subflow, bool scheduled)
{
	subflow_set_scheduled(subflow, scheduled);
}

__bpf_kfunc static bool mptcp_bpf_subflow_active(struct mptcp_subflow_context *subflow)
{
	return kernel_subflow_active(subflow);
}

__bpf_kfunc static void mptcp_bpf_set_timeout(struct sock *sk)
{
	subflow_set_timeout(sk);
}

/*
 * Not in the mptcp tree: narrow the window that the push loop goes by, mptcp_sock's
 * wnd_end, from @from to @to, or widen it back; nothing if it is not @from any more.
 * See msk_move_window().
 */
__bpf_kfunc static void mptcp_bpf_move_window(struct sock *sk, u64 from, u64 to)
{
	msk_move_window(sk, from, to);
}

/* Never called: the kernel takes prototypes, and on kCFI the type hashes, from them. */
static int mptcp_sched_ops__get_send(struct mptcp_sock *msk)
{
	/* Nothing else mentions the type, and it has to be in the BTF. */
	(void)(struct bpf_struct_ops_mptcp_sched_ops *)0;
	return 0;
}

static int mptcp_sched_ops__get_retrans(struct mptcp_sock *msk)
{
	return 0;
}

static void mptcp_sched_ops__init(struct mptcp_sock *msk)
{
}

static void mptcp_sched_ops__release(struct mptcp_sock *msk)
{
}

struct mptcp_sched_ops mptcp_bpf_stubs = {
	.get_send = mptcp_sched_ops__get_send,
	.get_retrans = mptcp_sched_ops__get_retrans,
	.init = mptcp_sched_ops__init,
	.release = mptcp_sched_ops__release,
};
