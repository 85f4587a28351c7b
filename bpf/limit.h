/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * limit.h - what limits a connection at this moment: a pure function of its signals.
 *
 * Instants, not averages: the answer says what keeps the next segment from leaving
 * now.  Who wants times samples it at each event and adds the time between two events
 * to the class found, as the observer does; a policy asks once a decision.  Who
 * includes this brings the __u types.
 */
#ifndef LIMIT_H
#define LIMIT_H

/*
 * The one table of classes: SL_LIMIT(enum, name in JSON, help).  A connection is in
 * one of them at any time.
 */
/* clang-format off */
#define SL_LIMITS(SL_LIMIT) \
	SL_LIMIT(APP, app, "the application has written nothing more, and waits for nothing") \
	SL_LIMIT(CWND, cwnd, "no subflow that is not slow has room in its cwnd") \
	SL_LIMIT(SNDBUF, sndbuf, "the writer waits for memory that unacknowledged data holds") \
	SL_LIMIT(RWND, rwnd, "the peer's window is used up, and a subflow could send") \
	SL_LIMIT(SCHED, sched, "data, window and cwnd are there, but the scheduler waits")
/* clang-format on */

#define SL_LIMIT_ENUM(id, name, help) SL_LIMIT_##id,
enum sl_limit {
	SL_LIMITS(SL_LIMIT_ENUM) /* one a row */
	SL_LIMIT_MAX
};

/*
 * The signals, of the MPTCP level (7.3: struct mptcp_sock).
 *
 * window_bytes is up to the true end of the peer's window.  A scheduler may pull
 * msk->wnd_end in for a moment, to end a burst where it wants; the window never
 * shrinks, so the true end is the furthest msk->wnd_end seen so far.
 *
 * writer_waits is SOCK_NOSPACE of the msk's socket: set when a write finds no memory
 * (whether it then sleeps or returns EAGAIN), cleared when a third is free again.  By
 * itself it says nothing: for a bulk writer it is set nearly always.
 *
 * cwnd_room: a subflow that is not slow has less in flight than its cwnd, and less than
 * a segment unsent of its own (Nagle may hold back that).  Room on a slow subflow does not count: a good scheduler
 * leaves it unused, and what limits it then is the fast ones' cwnd.
 */
struct sl_limit_signals {
	__u64 unsent_bytes; /* write_seq - snd_nxt */
	__u64 window_bytes; /* true window end - snd_nxt; 0 if it is behind */
	__u32 burst_bytes;  /* below this, unsent data is a rest and not a supply */
	__u32 mss_bytes;    /* a window smaller than this sends no full segment */
	__u8 writer_waits : 1;
	__u8 cwnd_room : 1;
};

/*
 * In this order: who has nothing to send is limited by nothing; while the fast paths
 * are busy, neither window nor memory matters (the in-kernel scheduler fills the write
 * queues past the cwnd, so the window is often used up long before it limits); then the
 * peer's window, as with it shut more memory would not help.
 *
 * Send-buffer-limited is the waiting writer whose memory is pinned by data that is
 * sent and not acknowledged: less than a burst is unsent and a fast subflow could
 * take more.  With a burst or more unsent it is the scheduler that does not send.
 */
static inline enum sl_limit sl_limit_class(const struct sl_limit_signals *s)
{
	if (!s->unsent_bytes && !s->writer_waits)
		return SL_LIMIT_APP;
	if (!s->cwnd_room)
		return SL_LIMIT_CWND;
	if (s->window_bytes < s->mss_bytes &&
	    (s->writer_waits || s->unsent_bytes > s->window_bytes))
		return SL_LIMIT_RWND;
	if (s->writer_waits && s->unsent_bytes < s->burst_bytes)
		return SL_LIMIT_SNDBUF;
	return SL_LIMIT_SCHED;
}

#endif /* LIMIT_H */
