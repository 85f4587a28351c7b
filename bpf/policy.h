/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * policy.h - which subflow sends next: pure functions, asked in one pass.
 *
 *	sl_view_start(), then sl_view_path() for each subflow, then sl_decide()
 *
 * and the same with sl_retrans_*() for what the MPTCP level sends again.
 */
#ifndef POLICY_H
#define POLICY_H

#include "path.h"
#include "off.h"
#include "gates.h"
#include "rate.h"
#include "admission.h"

/* Why a decision is what it is; each is a counter of its own (slowlane.h). */
enum sl_reason {
	SL_PICK_ACTIVE,
	SL_PICK_BACKUP,
	SL_PICK_WINDOW_FULL,
	SL_WAIT_NO_SUBFLOW,
	SL_WAIT_SUBFLOW_FULL,
	SL_PICK_EARLIEST,
	SL_PICK_SPARE,
	SL_WAIT_ALL_FULL,
	SL_WAIT_LATE,
	SL_WAIT_PIN,
	SL_RETRANS_ACTIVE,
	SL_RETRANS_BACKUP,
	SL_RETRANS_WAIT,
};

/* The answer.  handle 0: none now; the rest is for picks of new data. */
struct sl_decision {
	__u64 handle;	       /* of the picked path, or 0 */
	__u64 avg_pacing_rate; /* the path's new average, bytes/s */
	__u64 fastest_Bps;     /* these are for the next question's sl_conn */
	__u32 fastest_full, fastest_slow_start, fastest_rtt_us, fastest_queue_us;
	__u64 stall_us;	   /* that this decision risks, until its ACK, */
	__u64 ack_us;	   /* which comes so long from now */
	__u32 burst_bytes; /* how much before the scheduler is asked again; 0: no window */
	__u32 exact;	   /* 1: not more than that, even inside a fragment */
	__u32 reason;	   /* enum sl_reason */
};

/* What is remembered of the paths that were shown.  Copies: see slowlane.bpf.c. */
struct sl_view {
	struct sl_path
		linger; /* off: least linger of the active ones, or of the backups */
	struct sl_path fastest; /* highest rate */
	struct sl_path ready;	/* with room: least arrival */
	__u64 linger_us32;
	__u64 fastest_Bps, fastest_capacity_Bps;
	__u64 ready_us;
	__u64 ready_Bps;
	__u32 ready_room;
	__u32 any_active, any_in_flight;
};

static inline void sl_view_start(struct sl_view *v)
{
	v->linger.handle = v->fastest.handle = v->ready.handle = 0;
	v->linger_us32 = SL_LINGER_NONE;
	v->fastest_Bps = v->ready_Bps = 0;
	v->ready_us = ~0ULL;
	v->ready_room = 0;
	v->any_active = v->any_in_flight = 0;
}

static inline void sl_view_path(struct sl_view *v, const struct sl_conn *c,
				const struct sl_path *p)
{
	__u64 linger = SL_LINGER_NONE, capacity, rate, arrival;
	__u32 room;

	/* A backup counts until the first that is none is seen, which starts anew. */
	if (!p->active || (p->backup && v->any_active))
		return;
	/*
	 * Divisions are dear: only where the rules of `off` may be asked.  That they are,
	 * too, when nothing is in flight, and nobody may be told to wait.
	 */
	if (p->backup || !c->admission || !c->window_bytes || !p->in_flight)
		linger = sl_linger(p);
	if (!p->backup && !v->any_active) {
		v->linger.handle = 0;
		v->linger_us32 = SL_LINGER_NONE;
		v->any_active = 1;
	}
	if (linger < v->linger_us32) {
		v->linger_us32 = linger;
		v->linger = *p;
	}
	if (p->backup)
		return;
	v->any_in_flight |= p->in_flight;
	capacity = sl_capacity(p, c);
	rate = sl_rate(p, capacity);
	/* One that is silent only if all are. */
	if (!v->fastest.handle || p->silent < v->fastest.silent ||
	    (p->silent == v->fastest.silent && rate > v->fastest_Bps)) {
		v->fastest_Bps = rate;
		v->fastest_capacity_Bps = capacity;
		v->fastest = *p;
	}
	if (!c->admission)
		return;
	room = sl_room(p, c, capacity, rate);
	if (!room)
		return;
	arrival = sl_arrival_us(p,
				sl_max(sl_min(sl_burst(p, rate), room), c->commit_bytes),
				capacity, rate, sl_is_slow(c, rate));
	if (arrival < v->ready_us) {
		v->ready_us = arrival;
		v->ready_Bps = rate;
		v->ready_room = room;
		v->ready = *p;
	}
}

/* What the next question should know of this one. */
static inline void sl_remember(const struct sl_view *v, const struct sl_conn *c,
			       struct sl_decision *d)
{
	const struct sl_path *f = &v->fastest;

	d->fastest_Bps = f->rate_Bps ? v->fastest_Bps : 0;
	d->fastest_slow_start = f->slow_start;
	d->fastest_rtt_us = f->min_rtt_us;
	d->fastest_queue_us = sl_max(f->last_rtt_us, f->min_rtt_us) - f->min_rtt_us;
	d->fastest_full =
		(f->free_bytes < f->unsent_bytes + f->mss_bytes && !f->wnd_limited) ||
		c->unsent_bytes < f->mss_bytes;
}

/*
 * Off: of the active subflows the one that would be rid of what it holds first; a
 * backup only if no other subflow is active.  The winner is not asked twice: if it has
 * no room, nobody sends, until its ACKs make some.
 */
static inline __attribute__((always_inline)) struct sl_decision
sl_decide_off(const struct sl_view *v, const struct sl_conn *c)
{
	const struct sl_path *best = &v->linger;
	struct sl_decision d = { .reason = SL_WAIT_NO_SUBFLOW };

	sl_remember(v, c, &d);
	if (!best->handle)
		return d;
	if (!best->has_room) {
		d.reason = SL_WAIT_SUBFLOW_FULL;
		return d;
	}

	d.handle = best->handle;
	d.avg_pacing_rate = best->avg_pacing_rate ?: best->pacing_rate;
	d.burst_bytes = sl_min(SL_BURST_BYTES, c->window_bytes);
	if (!d.burst_bytes) {
		d.reason = SL_PICK_WINDOW_FULL;
		return d;
	}
	d.avg_pacing_rate = sl_average(best, d.burst_bytes);
	d.reason = v->any_active ? SL_PICK_ACTIVE : SL_PICK_BACKUP;
	return d;
}

static inline void sl_send_ready(const struct sl_view *v, const struct sl_conn *c,
				 struct sl_decision *d, __u32 reason)
{
	__u64 burst = sl_min(sl_burst(&v->ready, v->ready_Bps), v->ready_room);

	if (reason == SL_PICK_SPARE)
		burst = sl_min(burst, sl_max(c->unsent_bytes, v->ready.mss_bytes));
	if (burst > v->ready.mss_bytes)
		burst -= burst % v->ready.mss_bytes;
	d->handle = v->ready.handle;
	d->reason = reason;
	d->exact = 1;
	d->burst_bytes = sl_min(burst, c->window_bytes);
	d->avg_pacing_rate = sl_average(&v->ready, d->burst_bytes);
}

/* When a burst on the spare path would be acknowledged, in us from now. */
static inline __u64 sl_ack_us(const struct sl_view *v)
{
	return v->ready_us + v->ready.min_rtt_us / 2;
}

/*
 * How long the fastest would stand still for the spare path, in us: it fills what may be
 * unacknowledged before the ACK. What the spare path has of that costs as much, but is as
 * much that the fastest need not send.
 */
static inline __u64 sl_stall_us(const struct sl_view *v, const struct sl_conn *c,
				__u64 ack_us)
{
	const struct sl_path *f = &v->fastest;
	/*
	 * In slow start its window doubles each round trip, and samples are one behind.
	 * Else what it can do: after a loss its cwnd is cut before its srtt is.
	 */
	__u64 fastest_Bps = f->slow_start ? 2 * sl_max(v->fastest_Bps, sl_cwnd_rate(f))
					  : v->fastest_capacity_Bps;
	__u64 need = fastest_Bps * ack_us / SL_USEC_PER_SEC;
	/* Not for a path that adds little, or may yet: they may not grow. */
	int thin = f->slow_start || v->ready.rate_Bps * SL_THIN_DIV < v->fastest_Bps;
	__u64 pin = thin ? c->pin_bytes : c->grown_bytes;

	/* Ours is twice the cwnds, of which this one grows no more to speak of. */
	if (v->ready.avoidance && !f->slow_start)
		pin = sl_min(pin, c->sndbuf_bytes);
	return need > pin ? sl_bytes_us(need - pin, fastest_Bps) : 0;
}

/*
 * And what a loss would add, by how likely one is. It is sent again after a round trip, by
 * what was sent behind it, or, with less than three segments there, after two (RFC 8985,
 * 7.2), and has to be acknowledged.
 */
static inline __u64 sl_loss_us(const struct sl_view *v, const struct sl_conn *c,
			       __u64 stall_us)
{
	const struct sl_path *p = &v->ready;
	__u64 rtts = p->held_bytes < 3 * p->mss_bytes ? 2 : 1;
	__u64 lost = p->loss_1024 * (sl_burst(p, v->ready_Bps) / p->mss_bytes);

	if (!p->loss_1024)
		return 0;
	return (sl_stall_us(v, c, sl_ack_us(v) + rtts * p->srtt_us) - stall_us) *
	       sl_min(lost, 1024) / 1024;
}

/*
 * When a burst on the spare path would have arrived, in us from now. Less than a segment
 * is held back for the ACK of another such (7.3: tcp_nagle_check(); RFC 896, and Minshall's
 * change of it).
 */
static inline __u64 sl_spare_us(const struct sl_view *v, const struct sl_conn *c)
{
	int runt = c->unsent_bytes < v->ready.mss_bytes && v->ready.small_out;

	return v->ready_us + (runt ? v->ready.min_rtt_us : 0);
}

/* How late a burst may come and still not end the transfer later, in us. */
static inline __u64 sl_deadline_us(const struct sl_view *v, const struct sl_conn *c)
{
	/* What the fastest alone would have needed, beyond what it took: was saved. */
	__u64 alone_us = sl_bytes_us(c->acked_bytes, v->fastest_capacity_Bps);
	__u64 saved_us = alone_us > c->busy_us ? alone_us - c->busy_us : 0;

	return saved_us + sl_finish_us(&v->fastest, c->unsent_bytes,
				       v->fastest_capacity_Bps, v->fastest_Bps);
}

/* Is the first to deliver it one that has room, by more than what estimates are worth? */
static inline int sl_is_earliest(const struct sl_view *v)
{
	__u64 fastest_us;

	if (v->ready.handle == v->fastest.handle)
		return 1;
	fastest_us = sl_arrival_us(&v->fastest, sl_burst(&v->fastest, v->fastest_Bps),
				   v->fastest_capacity_Bps, v->fastest_Bps, 0);
	return v->ready_us + v->ready_us * SL_MARGIN_PCT / 100 <= fastest_us;
}

/*
 * Admission.  It waits for nothing but ACKs that will come: of the fastest path, which
 * has something in flight, or, when all are full, of any.
 */
static inline __attribute__((always_inline)) struct sl_decision
sl_decide(const struct sl_view *v, const struct sl_conn *c)
{
	struct sl_decision d = {};
	__u64 explore_us, stall_us, known_us, more_us, ack_us;

	if (!v->any_active || !c->window_bytes || !v->fastest.handle)
		return sl_decide_off(v, c);
	sl_remember(v, c, &d);
	if (!v->ready.handle) {
		if (!v->any_in_flight)
			return sl_decide_off(v, c);
		d.reason = SL_WAIT_ALL_FULL;
		return d;
	}
	if (!v->fastest.in_flight || sl_is_earliest(v)) {
		sl_send_ready(v, c, &d, SL_PICK_EARLIEST);
		return d;
	}

	explore_us = c->busy_us * SL_EXPLORE_PCT / 100;
	if (sl_spare_us(v, c) > sl_deadline_us(v, c) + explore_us) {
		d.reason = SL_WAIT_LATE;
		return d;
	}
	/* After one stall all is so much later: before its ACK only what is more counts. */
	known_us = c->now_us < c->stall_until_us ? c->stall_us : 0;
	ack_us = sl_ack_us(v);
	stall_us = sl_stall_us(v, c, ack_us);
	more_us = stall_us > known_us ? stall_us - known_us : 0;
	more_us += sl_loss_us(v, c, stall_us);
	if (more_us) {
		if (c->explored_us + more_us > explore_us) {
			d.reason = SL_WAIT_PIN;
			return d;
		}
		d.stall_us = known_us + more_us;
		d.ack_us = ack_us;
	}
	sl_send_ready(v, c, &d, SL_PICK_SPARE);
	return d;
}

/*
 * Who sends again what the MPTCP level misses: of the subflows that have nothing of their
 * own in flight the fastest, as all that came after it waits for it; without rates the
 * first, and a backup only when every other has made no progress for more than one timer
 * (7.3: mptcp_subflow_get_retrans()).
 */
struct sl_retrans {
	__u64 active, backup; /* handles */
	__u64 active_Bps;
	__u32 min_stale;
};

static inline void sl_retrans_start(struct sl_retrans *r)
{
	r->active = r->backup = r->active_Bps = 0;
	r->min_stale = ~0U;
}

static inline void sl_retrans_path(struct sl_retrans *r, const struct sl_path *p)
{
	if (!p->active)
		return;
	if (!p->idle)
		r->min_stale = sl_min(r->min_stale, p->stale_count);
	else if (!p->backup && (!r->active || p->rate_Bps > r->active_Bps)) {
		r->active = p->handle;
		r->active_Bps = p->rate_Bps;
	} else if (p->backup && !r->backup)
		r->backup = p->handle;
}

static inline __attribute__((always_inline)) struct sl_decision
sl_decide_retrans(const struct sl_retrans *r)
{
	struct sl_decision d = { .reason = SL_RETRANS_WAIT };

	if (r->active) {
		d.handle = r->active;
		d.reason = SL_RETRANS_ACTIVE;
	} else if (r->backup && r->min_stale > 1) {
		d.handle = r->backup;
		d.reason = SL_RETRANS_BACKUP;
	}
	return d;
}

#endif /* POLICY_H */
