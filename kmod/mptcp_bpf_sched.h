/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mptcp_bpf_sched.h - what the module's files share.
 *
 * kfuncs.c includes this file and must not see the inside of struct sock,
 * struct mptcp_sock or struct module (see there): forward declarations only.
 */
#ifndef MPTCP_BPF_SCHED_H
#define MPTCP_BPF_SCHED_H

#include <linux/types.h>

struct btf_type;
struct list_head;
struct mptcp_sched_ops;
struct mptcp_sock;
struct mptcp_subflow_context;
struct sock;

/* Why the module does not load; README.md has the table for people. */
#define REFUSE_NATIVE (-EALREADY)    /* the kernel has these struct_ops itself */
#define REFUSE_MISSING (-EOPNOTSUPP) /* no such symbol, type or member */
#define REFUSE_SHAPE (-EPROTO)	     /* there, but of another size or prototype */
#define REFUSE_NO_BTF (-ENODATA)     /* this module was loaded without its BTF */

/*
 * Offsets, in bytes, of the members of mptcp's private structures that are used
 * here, from the running kernel's BTF.  Written once, by kernel_probe().
 */
struct kernel_offsets {
	u32 msk_conn_list;
	u32 msk_sched;
	u32 msk_snd_burst;
	u32 msk_timer_ival;
	u32 msk_wnd_end;
	u32 subflow_avg_pacing_rate;
	u32 subflow_node;
	u32 subflow_scheduled;
	u32 subflow_stale_count;
	u32 subflow_tcp_sock;
};

extern struct kernel_offsets kernel_offsets;
extern const struct btf_type *kernel_msk_type;
extern const struct btf_type *kernel_subflow_type;

/* The kernel's own, declared in net/mptcp/protocol.h, which is private; never linked to. */
int mptcp_register_scheduler(struct mptcp_sched_ops *sched);
void mptcp_unregister_scheduler(struct mptcp_sched_ops *sched);
bool mptcp_subflow_active(struct mptcp_subflow_context *subflow);
void mptcp_subflow_set_scheduled(struct mptcp_subflow_context *subflow, bool scheduled);

/* kernel.c */
int kernel_probe(void);
const struct bpf_func_proto *kernel_func_proto(int func_id);
int kernel_register_scheduler(struct mptcp_sched_ops *ops);
void kernel_unregister_scheduler(struct mptcp_sched_ops *ops);
bool kernel_subflow_active(struct mptcp_subflow_context *subflow);
void kernel_subflow_set_scheduled(struct mptcp_subflow_context *subflow, bool scheduled);

/* A walk over an msk's subflows: the inside of struct bpf_iter_mptcp_subflow. */
struct subflow_walk {
	struct list_head
		*head; /* the msk's conn_list; NULL if there is nothing to walk */
	struct list_head *pos;
};

/* subflow.c; all of these are called with the msk's lock held, from a scheduler */
int subflow_walk_start(struct subflow_walk *walk, struct sock *sk);
struct mptcp_subflow_context *subflow_walk_next(struct subflow_walk *walk);
struct mptcp_subflow_context *subflow_of_sock(const struct sock *sk);
struct sock *subflow_tcp_sock(const struct mptcp_subflow_context *subflow);
void subflow_set_scheduled(struct mptcp_subflow_context *subflow, bool scheduled);
void subflow_set_timeout(struct sock *sk);
void msk_move_window(struct sock *sk, u64 from, u64 to);
bool subflow_any_scheduled(struct mptcp_sock *msk);

/* kfuncs.c */
extern struct mptcp_sched_ops mptcp_bpf_stubs;

#endif /* MPTCP_BPF_SCHED_H */
