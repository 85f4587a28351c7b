/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sched.h - what the bench's own schedulers have in common: how a subflow looks to
 * them, who may be asked, and how a choice is carried out.
 *
 * The rules that all of them keep:
 * - a backup carries something only if no other subflow is active;
 * - a path is open as long as its congestion window has room beyond what is queued
 *   on it already.  Only if no path is open, or a faster one is worth the wait, does
 *   a scheduler decline; what it then waits for has data in flight, and the ACKs of
 *   that call again (7.3: __mptcp_check_push());
 * - with the peer's window used up somebody is picked nevertheless, without a burst:
 *   the kernel sends a probe if nothing is in flight, and no ACK would call again;
 * - MPTCP-level retransmission has a rule of its own, or the kernel would ask
 *   get_send for it, and data would go out twice.
 *
 * What no scheduler can do (7.3): a pick sends at least what is left of one fragment
 * of the data, up to 32 KiB when the application writes that much, however little
 * snd_burst says.  "One segment each" of the papers is "one fragment each" here.
 */
#ifndef SCHED_H
#define SCHED_H

#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "compat.h"

/* errno.h's, which a BPF program cannot include. */
#define EINVAL 22

/* One push sends no more, in bytes: 7.3's MPTCP_SEND_BURST_SIZE. */
#define SCHED_BURST_BYTES 65428

/* ... and with this no more than one fragment, of whatever size it is. */
#define SCHED_BURST_ONE 1

char _license[] SEC("license") = "GPL";

/* A subflow that is active. */
struct sched_path {
	__u64 handle; /* which one; 0: there is none */
	__u32 srtt_us;
	__u32 mdev_us;	   /* mean deviation of the RTT */
	__u32 mss;	   /* bytes */
	__u32 cwnd;	   /* segments */
	__u32 held;	   /* segments in flight, or queued and unsent */
	__u32 space_bytes; /* what it takes now; 0: it is not open */
	bool backup;
	bool silent; /* had a timeout, and has heard nothing since: it may be dead */
};

static __always_inline __u64 sched_min(__u64 a, __u64 b)
{
	return a < b ? a : b;
}

static __always_inline bool sched_is_backup(const struct mptcp_subflow_context *subflow)
{
	return BPF_CORE_READ_BITFIELD(subflow, backup) ||
	       BPF_CORE_READ_BITFIELD(subflow, request_bkup);
}

/* 7.3: sk_stream_memory_free(), which is inline there. */
static __always_inline bool sched_memory_free(const struct sock *ssk,
					      const struct tcp_sock *tp)
{
	__u32 lowat = tp->notsent_lowat;

	if (ssk->sk_wmem_queued >= ssk->sk_sndbuf)
		return false;
	if (!lowat)
		lowat = BPF_CORE_READ(ssk, __sk_common.skc_net.net,
				      ipv4.sysctl_tcp_notsent_lowat);
	return tp->write_seq - tp->snd_nxt < lowat;
}

/*
 * Look at a subflow; false if it is not active.  A silent one is not open, and nobody
 * waits for it while another is: the kernel makes it stale only some timeouts later.
 */
static __always_inline bool sched_read(struct mptcp_subflow_context *subflow,
				       struct sched_path *p)
{
	struct sock *ssk = bpf_mptcp_subflow_tcp_sock(subflow);
	struct tcp_sock *tp = ssk ? bpf_skc_to_tcp_sock(ssk) : NULL;

	if (!tp || !subflow_active(subflow))
		return false;
	p->handle = (__u64)subflow;
	p->backup = sched_is_backup(subflow);
	p->srtt_us = tp->srtt_us >> 3;
	p->mdev_us = tp->mdev_us >> 2;
	p->mss = tp->mss_cache;
	p->cwnd = tp->snd_cwnd;
	p->held = tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out;
	p->held += (tp->write_seq - tp->snd_nxt + p->mss - 1) / p->mss;
	p->silent = tp->inet_conn.icsk_retransmits;
	p->space_bytes = 0;
	if (p->held < p->cwnd && !p->silent && sched_memory_free(ssk, tp))
		p->space_bytes =
			sched_min((__u64)(p->cwnd - p->held) * p->mss, SCHED_BURST_BYTES);
	return true;
}

/* Whose turn is it: the backups' (true) or, if one of them is active, the others'? */
static __always_inline bool sched_backups_turn(struct mptcp_sock *msk)
{
	struct mptcp_subflow_context *subflow;
	bool turn = true;

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		if (!sched_is_backup(subflow) && subflow_active(subflow)) {
			turn = false;
			break;
		}
	}
	return turn;
}

/* Each subflow whose turn it is, open or not: subflow, and *p. */
#define sched_for_each(subflow, p, msk, backups)                   \
	bpf_for_each(mptcp_subflow, subflow, (struct sock *)(msk)) \
		if (sched_read(subflow, p) && (p)->backup == (backups))

/* The two that matter to whoever goes by RTT; the same one if the fastest is open. */
struct sched_view {
	struct sched_path fastest; /* of all, but for silent ones */
	struct sched_path open;	   /* of those that are open */
};

static __always_inline void sched_look(struct mptcp_sock *msk, struct sched_view *v)
{
	bool backups = sched_backups_turn(msk);
	struct mptcp_subflow_context *subflow;
	struct sched_path p;

	*v = (struct sched_view){};
	sched_for_each(subflow, &p, msk, backups) {
		if (p.silent)
			continue;
		if (!v->fastest.handle || p.srtt_us < v->fastest.srtt_us)
			v->fastest = p;
		if (p.space_bytes && (!v->open.handle || p.srtt_us < v->open.srtt_us))
			v->open = p;
	}
}

/* What the peer still has room for, in bytes. */
static __always_inline __u64 sched_window(const struct mptcp_sock *msk)
{
	return msk->wnd_end - msk->snd_nxt;
}

/* Have a path send burst_bytes before the scheduler is asked again; -EINVAL if none. */
static __always_inline int sched_pick(struct mptcp_sock *msk, __u64 handle,
				      __u32 burst_bytes)
{
	__u64 window = sched_window(msk);
	struct mptcp_subflow_context *subflow;
	int err = -EINVAL;

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		if ((__u64)subflow != handle)
			continue;
		subflow_schedule(subflow);
		err = 0;
		break;
	}
	if (!err && window)
		msk->snd_burst = sched_min(window, burst_bytes);
	return err;
}

/* Can it carry a retransmission; 7.3: __mptcp_subflow_active()?  Its socket, or NULL. */
static __always_inline struct tcp_sock *
sched_can_retransmit(struct mptcp_subflow_context *subflow)
{
	struct sock *ssk = bpf_mptcp_subflow_tcp_sock(subflow);
	__u8 state = ssk ? ssk->__sk_common.skc_state : TCP_CLOSE;

	if (BPF_CORE_READ_BITFIELD(subflow, request_join) && !subflow->fully_established)
		return NULL;
	if (state != TCP_ESTABLISHED && state != TCP_CLOSE_WAIT)
		return NULL;
	return bpf_skc_to_tcp_sock(ssk);
}

/* Nothing unsent or unacknowledged at the TCP level. */
static __always_inline bool sched_is_idle(const struct tcp_sock *tp)
{
	return !tp->packets_out && tp->write_seq == tp->snd_nxt;
}

/*
 * Who sends again what the MPTCP level misses: as in the kernel's default, the first
 * subflow that is idle (or, for `all`, each of them), a backup only when every other
 * made no progress for more than one timer.  Being idle is what ends it: the kernel
 * goes on with the next fragment for as long as somebody is found.
 */
static __always_inline int sched_retrans(struct mptcp_sock *msk, bool all)
{
	struct mptcp_subflow_context *subflow;
	bool active = false, backup = false;
	__u32 min_stale = ~0U;
	int err = -EINVAL;

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		struct tcp_sock *tp = sched_can_retransmit(subflow);

		if (!tp)
			continue;
		if (!sched_is_idle(tp))
			min_stale = sched_min(min_stale, subflow->stale_count);
		else if (sched_is_backup(subflow))
			backup = true;
		else
			active = true;
	}
	if (!active && !(backup && min_stale > 1))
		return -EINVAL;

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		struct tcp_sock *tp = sched_can_retransmit(subflow);

		if (!tp || !sched_is_idle(tp) || sched_is_backup(subflow) == active)
			continue;
		subflow_schedule(subflow);
		err = 0;
		if (!all)
			break;
	}
	return err;
}

#endif /* SCHED_H */
