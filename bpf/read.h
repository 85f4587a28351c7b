/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * read.h - the kernel's sockets as the policy sees them (path.h).
 *
 * All by CO-RE, under the msk's lock; the subflows' own locks are not held, so what is
 * read of them may be an ACK old.
 */
#ifndef READ_H
#define READ_H

#include "subflow.h"

/* The kernel's own (7.3: net/tcp.h): no loss yet; the largest window there can be. */
#define TCP_INFINITE_SSTHRESH 0x7fffffff
#define TCP_WINDOW_MAX (1U << 30)
/* 7.3: net/sock.h; SO_SNDBUF was set. */
#define SOCK_SNDBUF_LOCK 1
/* Bytes; a window with less room than a segment is shut. */
#define SL_WINDOW_SHUT 1500

/* 7.3: tcp_stream_memory_free() */
static __always_inline bool below_lowat(const struct sock *ssk, const struct tcp_sock *tp)
{
	__u32 lowat = tp->notsent_lowat;

	if (!lowat)
		lowat = BPF_CORE_READ(ssk, __sk_common.skc_net.net,
				      ipv4.sysctl_tcp_notsent_lowat);
	return tp->write_seq - tp->snd_nxt < lowat;
}

/* 7.3: sk_stream_memory_free(), which is inline there. */
static __always_inline bool has_room(const struct sock *ssk, const struct tcp_sock *tp)
{
	return ssk->sk_wmem_queued < ssk->sk_sndbuf && below_lowat(ssk, tp);
}

/*
 * A buffer that is not set grows to twice the cwnd, but only while the writer of the msk
 * waits for memory (7.3: tcp_check_space(), tcp_sndbuf_expand()): with less to write, a
 * path that joined stays at the 20 segments of its first cwnd. It is the cwnd that bounds
 * what admission gives to it, and the kernel's own limit of buffers.
 */
static __always_inline bool may_grow(struct sock *ssk)
{
	return !(BPF_CORE_READ_BITFIELD(ssk, sk_userlocks) & SOCK_SNDBUF_LOCK) &&
	       ssk->sk_wmem_queued < BPF_CORE_READ(ssk, __sk_common.skc_net.net,
						   ipv4.sysctl_tcp_wmem[2]);
}

/* 7.3: __mptcp_subflow_active(): as subflow_active(), whether it is stale or not. */
static __always_inline bool can_retransmit(const struct mptcp_subflow_context *subflow,
					   const struct sock *ssk)
{
	__u8 state = ssk->__sk_common.skc_state;

	if (BPF_CORE_READ_BITFIELD(subflow, request_join) && !subflow->fully_established)
		return false;
	return state == TCP_ESTABLISHED || state == TCP_CLOSE_WAIT;
}

static __always_inline bool is_backup(const struct mptcp_subflow_context *subflow)
{
	return BPF_CORE_READ_BITFIELD(subflow, backup) ||
	       BPF_CORE_READ_BITFIELD(subflow, request_bkup);
}

/* Nothing unsent or unacknowledged at the TCP level. */
static __always_inline bool is_idle(const struct sock *ssk, const struct tcp_sock *tp)
{
	return !ssk->tcp_rtx_queue.rb_node && tp->write_seq == tp->snd_nxt;
}

/* Global: the verifier looks at it once, not with each path that leads to it. */
__noinline int update_rate(struct sl_rate *rate, const struct sl_sample *sample)
{
	if (rate && sample)
		sl_rate_update(rate, sample);
	return 0;
}

static __always_inline void read_rate(struct sl_path *p, struct sl_subflow *sf,
				      struct tcp_sock *tp)
{
	struct sl_sample sample = {
		.acked_bytes = tp->bytes_acked,
		.delivered = tp->delivered,
		.sample_packets = tp->rate_delivered,
		.sample_us = tp->rate_interval_us,
		.cwnd_packets = tp->snd_cwnd,
		.mss_bytes = p->mss_bytes,
		.min_rtt_us = p->min_rtt_us,
		.cwnd_limited = BPF_CORE_READ_BITFIELD(tp, is_cwnd_limited),
		.lost = tp->snd_ssthresh < TCP_INFINITE_SSTHRESH,
	};
	update_rate(&sf->rate, &sample);
	p->rate_Bps = sf->rate.rate_Bps;
	p->proven = sf->rate.proven;
}

/* What default goes by. */
static __always_inline void read_off(struct sl_path *p, struct sock *ssk,
				     struct tcp_sock *tp,
				     struct mptcp_subflow_context *subflow)
{
	p->handle = (__u64)subflow;
	p->backup = is_backup(subflow);
	p->active = subflow_active(subflow);
	p->pacing_rate = ssk->sk_pacing_rate;
	/* As in 7.3's default: the average starts at first sight, picked or not. */
	if (p->active && !subflow->avg_pacing_rate)
		subflow->avg_pacing_rate = p->pacing_rate;
	p->avg_pacing_rate = subflow->avg_pacing_rate;
	p->queued_bytes = ssk->sk_wmem_queued;
	p->has_room = has_room(ssk, tp);
	p->has_grown = p->has_room || (may_grow(ssk) && below_lowat(ssk, tp));
}

/* 7.3: tcp_minshall_check(), and tcp_nagle_check() where neither cork nor push is set. */
static __always_inline bool small_out(struct tcp_sock *tp)
{
	return !BPF_CORE_READ_BITFIELD(tp, nonagle) &&
	       (__s32)(tp->snd_sml - tp->snd_una) > 0 &&
	       (__s32)(tp->snd_nxt - tp->snd_sml) >= 0;
}

/* As if 32 KiB had come through before: one loss of ten segments is not a tenth. */
#define SL_LOSS_BEFORE_BYTES 32768

static __always_inline __u8 loss_1024(struct tcp_sock *tp)
{
	if (!tp->bytes_retrans)
		return 0;
	return sl_min(tp->bytes_retrans * 1024 / (tp->bytes_sent + SL_LOSS_BEFORE_BYTES),
		      255);
}

/*
 * What the peer's window, as last heard of on this subflow, lets out. TCP keeps to it (7.3:
 * tcp_snd_wnd_test()), though the window is the connection's and may be open by now.
 */
static __always_inline __u32 window_left(struct tcp_sock *tp)
{
	__u32 out = tp->snd_nxt - tp->snd_una;

	return out < tp->snd_wnd ? sl_min(tp->snd_wnd - out, SL_QUEUE_MAX) : 0;
}

/* What admission and penalty go by. */
static __always_inline void read_window(struct sl_path *p, __u64 now_us,
					struct tcp_sock *tp)
{
	__u32 in_flight, srtt_us = tp->srtt_us >> 3;

	p->held_bytes = tp->write_seq - tp->snd_una;
	p->min_rtt_us = tp->rtt_min.s[0].v;
	p->srtt_us = srtt_us;
	p->last_rtt_us = tp->rack.rtt_us;
	if (p->min_rtt_us > srtt_us)
		p->min_rtt_us = srtt_us;
	in_flight = tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out;
	p->cwnd_bytes = (__u64)tp->snd_cwnd * p->mss_bytes;
	p->unsent_bytes = tp->write_seq - tp->snd_nxt;
	if (tp->snd_cwnd > in_flight) {
		__u64 cwnd_left = (__u64)(tp->snd_cwnd - in_flight) * p->mss_bytes;

		p->free_bytes = sl_min(cwnd_left, window_left(tp));
		p->wnd_limited = p->free_bytes < sl_min(cwnd_left, SL_QUEUE_MAX);
	}
	/* Below ssthresh, while it is used: else it stays (7.3: tcp_is_cwnd_limited()). */
	p->slow_start = tp->snd_cwnd < tp->snd_ssthresh &&
			(BPF_CORE_READ_BITFIELD(tp, is_cwnd_limited) ||
			 tp->snd_cwnd < 2 * tp->max_packets_out);
	p->avoidance = tp->snd_cwnd >= tp->snd_ssthresh;
	p->loss_1024 = loss_1024(tp);
	/* What this push has given to it so far, and sends at its end, counts. */
	p->in_flight = tp->packets_out > 0 || p->unsent_bytes >= p->mss_bytes;
	p->small_out = small_out(tp);
	p->silent = is_silent(tp, now_us);
	p->ca_open = BPF_CORE_READ_BITFIELD(&tp->inet_conn, icsk_ca_state) == TCP_CA_Open;
}

/*
 * Read one subflow.  No handle: it has no socket.  Returns its state; NULL for want of
 * memory, and then it is a path of which nothing is known, but one that can send.
 */
static __always_inline struct sl_subflow *read_path(struct sl_path *p, __u64 now_us,
						    struct mptcp_sock *msk,
						    struct mptcp_subflow_context *subflow)
{
	struct sock *ssk = bpf_mptcp_subflow_tcp_sock(subflow);
	struct tcp_sock *tp = ssk ? bpf_skc_to_tcp_sock(ssk) : NULL;
	struct sl_subflow *sf;

	if (!tp)
		return NULL;
	p->mss_bytes = mss_of(msk, tp);
	p->penalty_age_us = ~0U;
	read_off(p, ssk, tp, subflow);
	read_window(p, now_us, tp);
	sf = bpf_sk_storage_get(&sl_subflows, ssk, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!sf)
		return NULL;
	read_rate(p, sf, tp);
	p->penalty_shift = sf->penalised.shift;
	if (sf->penalised.last_us && now_us - sf->penalised.last_us < ~0U)
		p->penalty_age_us = now_us - sf->penalised.last_us;
	return sf;
}

/* Where the peer's window ends, however narrow we have made it for the kernel. */
static __always_inline __u64 window_end(const struct sl_socket *st,
					const struct mptcp_sock *msk)
{
	__u64 hidden = st->window_end - msk->wnd_end;

	return hidden < TCP_WINDOW_MAX ? st->window_end : msk->wnd_end;
}

/* The writer found no memory for more; see limit.h. */
static __always_inline bool writer_waits(struct mptcp_sock *msk)
{
	struct socket *sock = ((struct sock *)msk)->sk_socket;

	return sock && BPF_CORE_READ(sock, flags) & (1UL << SOCK_NOSPACE);
}

/* What a push sends at least: all of a fragment, where it cannot be ended inside. */
static __always_inline __u32 commit_bytes(struct mptcp_sock *msk)
{
	struct mptcp_data_frag *dfrag = msk->first_pending;

	if (can_move_window() || !dfrag)
		return 0;
	return BPF_CORE_READ(dfrag, data_len) - BPF_CORE_READ(dfrag, already_sent);
}

/*
 * How much may be unacknowledged at once.  Buffers that were set are what they are; one
 * that the kernel tunes grows as it is used.  Ours grows with the cwnds (7.3:
 * tcp_sndbuf_expand(), __mptcp_sync_sndbuf()).  Of the peer's we see the window alone:
 * it is taken to double (7.3: mptcp_rcv_space_adjust()) unless it was seen to limit at
 * this size, or the application sets its buffers itself.
 */
static __always_inline void read_pin(struct sl_conn *c, struct sl_socket *st,
				     struct mptcp_sock *msk)
{
	__u64 window = st->window_end - msk->snd_una;
	struct sock *sk = (struct sock *)msk;

	if (st->window_end - msk->snd_nxt < SL_WINDOW_SHUT)
		st->tight_window = sl_max(st->tight_window, window);
	c->pin_bytes = window;
	c->sndbuf_bytes = sk->sk_sndbuf;
	c->grown_bytes = window > st->tight_window * 3 / 2 ? 2 * window : window;
	if (BPF_CORE_READ_BITFIELD(sk, sk_userlocks) & SOCK_SNDBUF_LOCK) {
		c->pin_bytes = sl_min(c->pin_bytes, sk->sk_sndbuf);
		c->grown_bytes = sl_min(c->grown_bytes, sk->sk_sndbuf);
	}
}

static __always_inline void read_conn(struct sl_socket *st, struct mptcp_sock *msk,
				      __u64 now_us)
{
	struct sl_conn *c = &st->conn;

	if (msk->snd_nxt == msk->snd_una || !st->busy_since_us) {
		st->busy_since_us = now_us;
		st->busy_since_seq = msk->snd_una;
		st->explored_us = st->conn.stall_until_us = 0;
	}
	st->window_end = window_end(st, msk);
	c->window_bytes = st->window_end - msk->snd_nxt;
	read_pin(c, st, msk);
	c->unsent_bytes = msk->write_seq - msk->snd_nxt;
	c->busy_us = now_us - st->busy_since_us;
	c->acked_bytes = msk->snd_una - st->busy_since_seq;
	c->explored_us = st->explored_us;
	c->now_us = now_us;
	c->fastest_Bps = st->fastest_Bps;
	c->fastest_full = st->fastest_full;
	c->fastest_slow_start = st->fastest_slow_start;
	c->fastest_rtt_us = st->fastest_rtt_us;
	c->fastest_queue_us = st->fastest_queue_us;
	c->slow_ratio_pct = sl_tun.slow_ratio_pct;
	c->admission = sl_tun.admission;
	c->writer_waits = writer_waits(msk);
	c->commit_bytes = commit_bytes(msk);
}

#endif /* READ_H */
