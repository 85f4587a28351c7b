/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watching.h - tell who reads events what changed at a decision.
 *
 * Global functions, called only while somebody reads: without a reader get_send has one
 * comparison more.  The rules are in watch.h.
 */
#ifndef WATCHING_H
#define WATCHING_H

#include "emit.h"

__noinline int emit_path(const struct sl_path *p, const struct sl_conn *c, __u32 kind,
			 __u32 said, __u32 flags)
{
	const struct mptcp_subflow_context *subflow;
	struct sl_event *e;

	if (!p || !c)
		return 0;
	/* A number to the verifier, as all that the policy sees. */
	subflow = (const void *)p->handle;
	e = event_new(kind, c->now_us, BPF_CORE_READ(subflow, conn));
	if (!e)
		return 0;
	read_ends(&e->ends, BPF_CORE_READ(subflow, tcp_sock));
	e->rate_Bps = sl_rate(p, sl_capacity(p, c));
	e->fastest_Bps = c->fastest_Bps;
	e->srtt_us = p->srtt_us;
	e->min_rtt_us = p->min_rtt_us;
	e->cwnd_segs = p->cwnd_bytes / sl_max(p->mss_bytes, 1);
	e->held_bytes = p->held_bytes;
	e->slow_ratio_pct = c->slow_ratio_pct;
	e->share_shift = p->penalty_shift;
	e->said = said;
	e->flags = flags;
	bpf_ringbuf_submit(e, 0);
	return 0;
}

static __always_inline __u32 path_flags(const struct sl_path *p,
					const struct sl_watched *w)
{
	return (p->backup ? SL_PATH_BACKUP : 0) | (p->proven ? SL_PATH_PROVEN : 0) |
	       (w->slow ? SL_PATH_SLOW : 0) | (w->stale ? SL_PATH_STALE : 0);
}

/*
 * One path at one decision; @said: what penalise() counted.  To a new reader nothing is told
 * of what is so already; a path that is new is not slow, as its rate is not proven.
 */
__noinline int watch_path(struct sl_subflow *sf, const struct sl_path *p,
			  const struct sl_conn *c, __u32 said)
{
	const struct mptcp_subflow_context *subflow;
	struct sl_watched *w, before;

	if (!sf || !p || !c)
		return 0;
	w = &sf->watched;
	before = *w;
	subflow = (const void *)p->handle;
	w->stale = p->silent || BPF_CORE_READ_BITFIELD_PROBED(subflow, stale);
	w->slow = p->proven && !p->backup &&
		  sl_watch_slow(before.slow, sl_rate(p, sl_capacity(p, c)),
				c->fastest_Bps, c->slow_ratio_pct);
	if (before.session != sl_watch.session) {
		w->session = sl_watch.session;
		before = *w;
	}
	if (w->stale != before.stale)
		emit_path(p, c, w->stale ? SL_EVENT_STALE : SL_EVENT_REVIVED, 0,
			  path_flags(p, w));
	if (w->slow != before.slow)
		emit_path(p, c, w->slow ? SL_EVENT_SLOW : SL_EVENT_RECOVERED, 0,
			  path_flags(p, w));
	if (said == SL_CNT_penalties_cwnd || said == SL_CNT_penalties_share)
		emit_path(p, c, SL_EVENT_PENALISED, said, path_flags(p, w));
	if (said == SL_CNT_penalties_over)
		emit_path(p, c, SL_EVENT_LET_OFF, said, path_flags(p, w));
	return 0;
}

/* What limits the connection, after a decision. */
__noinline int watch_limit(struct sl_socket *st)
{
	const struct mptcp_subflow_context *fastest;
	__u32 spent_us[SL_LIMIT_MAX] = {}, limit, before;
	const struct sock *msk;
	struct sl_event *e;
	__u32 now_us;

	if (!st || !st->view.fastest.handle)
		return 0;
	now_us = st->conn.now_us;
	if (st->watched.session != sl_watch.session) {
		sl_watch_limit_start(&st->watched, &st->counters.v[SL_CNT_limit_app_us],
				     sl_watch.session, now_us);
		return 0;
	}
	limit = sl_watch_limit(&st->watched, &st->counters.v[SL_CNT_limit_app_us],
			       spent_us, now_us);
	before = st->watched.limit;
	if (limit == SL_LIMIT_MAX || limit == before)
		return 0;
	st->watched.limit = limit;
	fastest = (const void *)st->view.fastest.handle;
	msk = BPF_CORE_READ(fastest, conn);
	e = event_new(SL_EVENT_LIMITED, st->conn.now_us, msk);
	if (!e)
		return 0;
	read_ends(&e->ends, msk);
	e->limit = limit;
	e->limit_before = before;
	__builtin_memcpy(e->limit_us, spent_us, sizeof(e->limit_us));
	bpf_ringbuf_submit(e, 0);
	return 0;
}

#endif /* WATCHING_H */
