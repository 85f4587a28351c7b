// SPDX-License-Identifier: GPL-2.0-only
/*
 * subflow.c - what the kfuncs do to mptcp's private structures.
 *
 * Locking: get_send and get_retrans are called with the msk owned by the caller
 * (lock_sock(), or its data lock with no user owning it), release with the msk lock,
 * init before anybody else can see the msk, with an empty conn_list.  Subflows join
 * and leave conn_list under the same lock, and the kfunc filter lets only these four
 * callbacks in, so a plain list walk is safe, and so is a subflow until the callback
 * returns.  Read in 7.3.
 */
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/net.h>
#include <linux/tcp.h>
#include <net/mptcp.h>
#include <net/sock.h>
#include <net/tcp.h>
#include "mptcp_bpf_sched.h"

#define MEMBER(base, type, member) ((type *)((char *)(base) + kernel_offsets.member))

static struct mptcp_subflow_context *subflow_of_node(struct list_head *node)
{
	return (void *)((char *)node - kernel_offsets.subflow_node);
}

int subflow_walk_start(struct subflow_walk *walk, struct sock *sk)
{
	walk->head = NULL;
	if (!sk_fullsock(sk) || sk->sk_protocol != IPPROTO_MPTCP)
		return -EINVAL;

	walk->head = MEMBER(sk, struct list_head, msk_conn_list);
	walk->pos = walk->head;
	return 0;
}

struct mptcp_subflow_context *subflow_walk_next(struct subflow_walk *walk)
{
	/* The verifier lets a program go on after _new() has failed. */
	if (!walk->head || list_is_last(walk->pos, walk->head))
		return NULL;

	walk->pos = walk->pos->next;
	return subflow_of_node(walk->pos);
}

struct mptcp_subflow_context *subflow_of_sock(const struct sock *sk)
{
	if (!sk_fullsock(sk) || sk->sk_protocol != IPPROTO_TCP || !sk_is_mptcp(sk))
		return NULL;

	return (__force void *)inet_csk(sk)->icsk_ulp_data;
}

struct sock *subflow_tcp_sock(const struct mptcp_subflow_context *subflow)
{
	return *MEMBER(subflow, struct sock *, subflow_tcp_sock);
}

/*
 * The kernel pushes to a scheduled subflow again and again for as long as the
 * subflow says "not now" and the scheduler keeps choosing it (__mptcp_push_pending()
 * up to 7.3), with the subflow locked, so that it never gets to a state where it
 * could send.  One that cannot send, as its handshake is not done or its end is near,
 * is therefore not scheduled at all.
 */
void subflow_set_scheduled(struct mptcp_subflow_context *subflow, bool scheduled)
{
	const struct sock *ssk = subflow_tcp_sock(subflow);

	if (scheduled &&
	    !((1 << inet_sk_state_load(ssk)) & (TCPF_ESTABLISHED | TCPF_CLOSE_WAIT)))
		return;
	kernel_subflow_set_scheduled(subflow, scheduled);
}

/* When, in jiffies from now, this subflow's own timer fires; 0 if none is to be waited for. */
static long subflow_timeout(struct mptcp_subflow_context *subflow)
{
	const struct sock *ssk = subflow_tcp_sock(subflow);

	if (!inet_csk(ssk)->icsk_pending || *MEMBER(subflow, u8, subflow_stale_count))
		return 0;
	return tcp_timeout_expires(ssk) - jiffies;
}

/*
 * mptcp_set_timeout() of 7.3, which is static there: MPTCP-level retransmission
 * comes after the last of the subflows' own timers, or after the minimal RTO.  Up to
 * 7.2 that is TCP_RTO_MIN, and icsk_rto_min of an msk is 0.
 */
void subflow_set_timeout(struct sock *sk)
{
	struct mptcp_subflow_context *subflow;
	struct subflow_walk walk;
	long timeout = 0;

	if (subflow_walk_start(&walk, sk))
		return;

	while ((subflow = subflow_walk_next(&walk)))
		timeout = max(timeout, subflow_timeout(subflow));
	if (timeout <= 0)
		timeout = READ_ONCE(inet_csk(sk)->icsk_rto_min) ?: TCP_RTO_MIN;
	*MEMBER(sk, unsigned long, msk_timer_ival) = timeout;
}

/*
 * How a scheduler ends a burst inside a data fragment.  __subflow_push_pending() looks
 * at snd_burst between fragments only (up to 7.3), which are up to 32 KiB: a tenth of a
 * second for a path of 2 Mbit/s.  Inside one it stops at the peer's window, so the
 * scheduler narrows that to what it wants sent, and widens it again when it is asked
 * next; the kernel itself does so with the next ACK, as it takes the larger end always
 * (ack_update_msk()).  Only the push loop reads wnd_end (mptcp_check_allowed_size(),
 * and ack_update_msk() to know whether there is anything to push).  An ACK on another
 * CPU may be raising it under the data lock meanwhile: then it wins.
 */
void msk_move_window(struct sock *sk, u64 from, u64 to)
{
	if (sk_fullsock(sk) && sk->sk_protocol == IPPROTO_MPTCP)
		cmpxchg64(MEMBER(sk, u64, msk_wnd_end), from, to);
}

bool subflow_any_scheduled(struct mptcp_sock *msk)
{
	struct list_head *head = MEMBER(msk, struct list_head, msk_conn_list);
	struct list_head *pos;

	list_for_each(pos, head) {
		if (READ_ONCE(*MEMBER(subflow_of_node(pos), bool, subflow_scheduled)))
			return true;
	}
	return false;
}
