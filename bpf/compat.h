/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compat.h - the kfuncs of the two kinds of kernel, as one.
 *
 * mptcp tree (and kernels patched from it): all of them under their own names.
 * Stock kernel with our module mptcp_bpf_sched: a module may not have a kfunc of a
 * name that vmlinux's BTF knows (7.3), so three have names of the module's own.
 * There libbpf finds the native name in vmlinux too, where it may not be called: the
 * module's name is therefore asked for first, always.
 *
 * All of them want the msk's lock, which every scheduler callback has.
 */
#ifndef COMPAT_H
#define COMPAT_H

/* The same on both. */
extern int bpf_iter_mptcp_subflow_new(struct bpf_iter_mptcp_subflow *it,
				      struct sock *sk) __weak __ksym;
extern struct mptcp_subflow_context *
bpf_iter_mptcp_subflow_next(struct bpf_iter_mptcp_subflow *it) __weak __ksym;
extern void
bpf_iter_mptcp_subflow_destroy(struct bpf_iter_mptcp_subflow *it) __weak __ksym;
extern struct sock *
bpf_mptcp_subflow_tcp_sock(const struct mptcp_subflow_context *subflow) __weak __ksym;

/* mptcp_bpf_sched, for stock kernels from 6.18 on. */
extern void mptcp_bpf_subflow_set_scheduled(struct mptcp_subflow_context *subflow,
					    bool scheduled) __weak __ksym;
extern bool mptcp_bpf_subflow_active(struct mptcp_subflow_context *subflow) __weak __ksym;
extern void mptcp_bpf_set_timeout(struct sock *sk) __weak __ksym;
extern void mptcp_bpf_move_window(struct sock *sk, __u64 from, __u64 to) __weak __ksym;

/* mptcp_net-next, export branch, seen in October 2026. */
extern void mptcp_subflow_set_scheduled(struct mptcp_subflow_context *subflow,
					bool scheduled) __weak __ksym;
extern bool mptcp_subflow_active(struct mptcp_subflow_context *subflow) __weak __ksym;
extern void mptcp_set_timeout(struct sock *sk) __weak __ksym;

/* Have the next push send on this subflow. */
static __always_inline void subflow_schedule(struct mptcp_subflow_context *subflow)
{
	if (bpf_ksym_exists(mptcp_bpf_subflow_set_scheduled))
		mptcp_bpf_subflow_set_scheduled(subflow, true);
	else
		mptcp_subflow_set_scheduled(subflow, true);
}

/*
 * Can it send, and is it not stale? A stale subflow that heard from its peer since
 * is made active again by this call, in the kernel (7.3: mptcp_subflow_active()).
 */
static __always_inline bool subflow_active(struct mptcp_subflow_context *subflow)
{
	if (bpf_ksym_exists(mptcp_bpf_subflow_active))
		return mptcp_bpf_subflow_active(subflow);
	return mptcp_subflow_active(subflow);
}

/*
 * Set the MPTCP-level retransmission timer's interval from the subflows' own timers.
 * Without it that timer fires at icsk_rto_min.
 */
static __always_inline void msk_set_timeout(struct mptcp_sock *msk)
{
	if (bpf_ksym_exists(mptcp_bpf_set_timeout))
		mptcp_bpf_set_timeout((struct sock *)msk);
	else
		mptcp_set_timeout((struct sock *)msk);
}

/* Can a burst be ended inside a data fragment? Only by the module, so far. */
static __always_inline bool can_move_window(void)
{
	return bpf_ksym_exists(mptcp_bpf_move_window);
}

/* Have the push loop stop at this sequence number, or go on to it; see the module. */
static __always_inline void move_window(struct mptcp_sock *msk, __u64 from, __u64 to)
{
	if (bpf_ksym_exists(mptcp_bpf_move_window))
		mptcp_bpf_move_window((struct sock *)msk, from, to);
}

#endif /* COMPAT_H */
