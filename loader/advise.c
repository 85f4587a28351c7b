// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise.c - which findings there are: one predicate each, pure.
 */
#include <string.h>

#include "advise.h"

/* linux/mptcp.h, which does not go with netinet/in.h everywhere. */
#define ENDPOINT_SIGNAL (1U << 0)
#define ENDPOINT_SUBFLOW (1U << 1)
#define ENDPOINT_FULLMESH (1U << 3)

/* A path that adds less than this part to the fastest costs more than that. */
#define THIN_PART 64

bool adv_found(const struct advice *a)
{
	return a->n || a->score;
}

/* A number by which it is the worse the larger it is; never 0. */
static __u64 ratio(__u64 need, __u64 have)
{
	return have ? 1 + need * 1000 / have : ~0ULL;
}

static bool is_backup(const struct adv_path *p)
{
	return p->flags & SL_PATH_BACKUP;
}

static bool is_busy(const struct adv_conn *c, bool receiving)
{
	return adv_need(c, receiving).rate_Bps >= ADV_BUSY_BPS;
}

/* Of a namespace: c is NULL. */
static bool check_disabled(const struct adv_ns *ns, const struct adv_conn *c,
			   struct advice *a)
{
	a->score = 1;
	return !c && !ns->enabled && (ns->ours || ns->n_endpoints);
}

static bool check_fallback(const struct adv_ns *ns, const struct adv_conn *c,
			   struct advice *a)
{
	(void)ns;
	a->score = 1;
	return c && c->fallback;
}

/* --- one subflow only, and why ------------------------------------------------ */

/* One to an address of this very host has no use for a second path. */
static bool has_one(const struct adv_conn *c)
{
	const struct sl_ends *e;

	if (!c || c->fallback || c->n != 1)
		return false;
	e = &c->path[0].ends;
	return memcmp(e->saddr, e->daddr, sizeof(e->saddr));
}

/* An endpoint with one of these flags that would make another subflow of this one. */
static bool has_endpoint(const struct adv_ns *ns, const struct adv_conn *c, __u32 flags)
{
	const struct sl_ends *e = &c->path[0].ends;

	for (size_t i = 0; i < ns->n_endpoints; i++) {
		const struct adv_endpoint *p = &ns->endpoint[i];

		if (p->flags & flags && p->family == e->family &&
		    !adv_endpoint_is(p, e->family, e->saddr))
			return true;
	}
	return false;
}

static bool has_other_address(const struct adv_ns *ns, const struct adv_conn *c)
{
	for (size_t i = 0; i < ns->n_addresses; i++) {
		if (adv_address_other(c, &ns->address[i]))
			return true;
	}
	return false;
}

static bool is_limited(const struct adv_ns *ns)
{
	return ns->limits_known && !ns->limit_subflows;
}

static bool check_subflow_limit(const struct adv_ns *ns, const struct adv_conn *c,
				struct advice *a)
{
	a->score = 1;
	return has_one(c) && is_limited(ns);
}

static bool has_subflow_endpoint(const struct adv_ns *ns, const struct adv_conn *c)
{
	return has_endpoint(ns, c, ENDPOINT_SUBFLOW | ENDPOINT_FULLMESH);
}

static bool check_no_subflow_endpoint(const struct adv_ns *ns, const struct adv_conn *c,
				      struct advice *a)
{
	a->score = 1;
	return has_one(c) && !is_limited(ns) && c->client &&
	       !has_subflow_endpoint(ns, c) && has_other_address(ns, c);
}

static bool check_join_failed(const struct adv_ns *ns, const struct adv_conn *c,
			      struct advice *a)
{
	a->score = 1;
	return has_one(c) && !is_limited(ns) && c->client &&
	       has_subflow_endpoint(ns, c) && ns->join_tx;
}

static bool check_no_signal_endpoint(const struct adv_ns *ns, const struct adv_conn *c,
				     struct advice *a)
{
	a->score = 1;
	return has_one(c) && !is_limited(ns) && !c->client &&
	       !has_endpoint(ns, c, ENDPOINT_SIGNAL) && has_other_address(ns, c);
}

/* For a reason that is none of those above. */
static bool check_one_subflow(const struct adv_ns *ns, const struct adv_conn *c,
			      struct advice *a)
{
	struct advice other;

	a->score = 1;
	return has_one(c) && !check_subflow_limit(ns, c, &other) &&
	       !check_no_subflow_endpoint(ns, c, &other) &&
	       !check_join_failed(ns, c, &other) &&
	       !check_no_signal_endpoint(ns, c, &other);
}

/* --- buffers ------------------------------------------------------------------ */

static bool limits_for_long(const struct adv_conn *c, enum sl_limit limit)
{
	return c->limit_known && c->limit_pct[limit] >= ADV_LIMIT_PCT;
}

/*
 * slowlane's own word for it, or the arithmetic: a scheduler that keeps data back, as the
 * window would not take it, is limited by itself.
 */
static bool check_peer_window(const struct adv_ns *ns, const struct adv_conn *c,
			      struct advice *a)
{
	(void)ns;
	if (!c || c->fallback)
		return false;
	a->need = adv_need(c, false);
	a->need_bytes = a->need.bytes;
	a->have_bytes = c->window_bytes;
	a->score = ratio(a->need_bytes, a->have_bytes);
	return limits_for_long(c, SL_LIMIT_RWND) ||
	       (is_busy(c, false) && c->wnd_still && a->have_bytes &&
		adv_fills(a->need_bytes, a->have_bytes));
}

/*
 * What the receive buffer takes: the window that was offered, or about half of the buffer
 * (7.3: tcp_win_from_space()), as a window may be small because it is not read.
 */
static __u64 own_window(const struct adv_conn *c)
{
	__u64 window = c->rcvbuf_bytes / 2;

	for (size_t i = 0; i < c->n; i++) {
		if (c->path[i].rcv_wnd_bytes > window)
			window = c->path[i].rcv_wnd_bytes;
	}
	return window;
}

static bool check_rmem(const struct adv_ns *ns, const struct adv_conn *c,
		       struct advice *a)
{
	if (!c || c->fallback)
		return false;
	a->need = adv_need(c, true);
	a->need_bytes = a->need.bytes;
	a->have_bytes = own_window(c);
	a->score = ratio(a->need_bytes, a->have_bytes);
	if (!is_busy(c, true) || !c->rcv_still)
		return false;
	/* The kernel tunes it to twice what is needed: at its bound it could not. */
	if (ns->rmem[2] && c->rcvbuf_bytes >= ns->rmem[2])
		return a->need_bytes * 5 >= a->have_bytes * 3;
	return adv_fills(a->need_bytes, a->have_bytes);
}

static bool check_wmem(const struct adv_ns *ns, const struct adv_conn *c,
		       struct advice *a)
{
	if (!c || c->fallback)
		return false;
	a->need = adv_need(c, false);
	a->need_bytes = a->need.bytes;
	a->have_bytes = c->sndbuf_bytes;
	a->score = ratio(a->need_bytes, a->have_bytes);
	/* One that still grows with the cwnds is none that limits. */
	return limits_for_long(c, SL_LIMIT_SNDBUF) ||
	       (is_busy(c, false) && (c->snd_fixed || c->sndbuf_bytes >= ns->wmem[2]) &&
		adv_fills(a->need_bytes, a->have_bytes));
}

/* --- paths that differ -------------------------------------------------------- */

static const struct adv_path *fastest_path(const struct adv_conn *c, bool receiving)
{
	const struct adv_path *fastest = NULL;

	for (size_t i = 0; i < c->n; i++) {
		const struct adv_path *p = &c->path[i];

		if (!is_backup(p) &&
		    (!fastest ||
		     adv_path_rate(p, receiving) > adv_path_rate(fastest, receiving)))
			fastest = p;
	}
	return fastest;
}

/*
 * While one round trip of the slowest lasts, the fastest sends this much, which has to be
 * there, written; and a burst for each path.
 */
static bool check_notsent_lowat(const struct adv_ns *ns, const struct adv_conn *c,
				struct advice *a)
{
	size_t paths = 0;

	if (!c || c->fallback || !is_busy(c, false) || !ns->notsent_lowat)
		return false;
	a->fastest = fastest_path(c, false);
	for (size_t i = 0; i < c->n; i++) {
		paths += !is_backup(&c->path[i]);
		if (!is_backup(&c->path[i]) && c->path[i].rtt_us > a->need.rtt_us)
			a->need.rtt_us = c->path[i].rtt_us;
	}
	if (paths < 2)
		return false;
	a->need.rate_Bps = adv_path_rate(a->fastest, false);
	a->need.bytes = a->need.rate_Bps * a->need.rtt_us / 1000000;
	a->need_bytes = a->need.bytes + paths * ADV_BURST_BYTES;
	a->have_bytes = ns->notsent_lowat;
	a->score = ratio(a->need_bytes, a->have_bytes);
	return a->have_bytes < a->need_bytes;
}

/* What may be on its way at most, as far as this end can tell. */
static __u64 buffer_bound(const struct adv_ns *ns, const struct adv_conn *c,
			  bool receiving)
{
	struct advice window = {};
	__u64 bound;

	if (receiving)
		return check_rmem(ns, c, &window) ? window.have_bytes : ns->rmem[2] / 2;
	bound = c->snd_fixed ? c->sndbuf_bytes : c->n * ns->wmem[2];
	if (check_peer_window(ns, c, &window) && window.have_bytes < bound)
		bound = window.have_bytes;
	return bound;
}

/* Measured by slowlane, not what happened to be sent on it. */
static bool is_thin(const struct adv_path *p, const struct adv_path *fastest)
{
	return p->capacity_Bps && fastest->capacity_Bps &&
	       p->capacity_Bps * THIN_PART < fastest->capacity_Bps;
}

static bool path_check(const struct adv_path *p, const struct advice *found, __u64 bound,
		       bool receiving, struct advice *a)
{
	const struct adv_path *fastest = a->fastest;

	a->path = p;
	a->need.rate_Bps = adv_path_rate(fastest, receiving);
	a->need.rtt_us = p->rtt_us;
	a->need.bytes = a->need.rate_Bps * p->rtt_us / 1000000;
	a->need_bytes = a->have_bytes = 0;
	a->score = 1;
	/* Round trips that are about the same differ by what is queued. */
	if (p == fastest || is_backup(p) || 2ULL * p->rtt_us <= 3ULL * fastest->rtt_us)
		return false;
	if (bound && a->need.bytes > bound) {
		a->need_bytes = a->need.bytes;
		a->have_bytes = bound;
		a->score = ratio(a->need_bytes, bound);
	} else if (receiving || !is_thin(p, fastest)) {
		return false;
	}
	return a->score > found->score;
}

static bool check_path_costs(const struct adv_ns *ns, const struct adv_conn *c,
			     struct advice *a)
{
	bool receiving;
	struct advice one;
	__u64 bound;

	if (!c || c->fallback || c->n < 2)
		return false;
	receiving = adv_need(c, true).rate_Bps > adv_need(c, false).rate_Bps;
	one = *a;
	one.fastest = fastest_path(c, receiving);
	if (!is_busy(c, receiving) || !one.fastest)
		return false;
	bound = buffer_bound(ns, c, receiving);
	for (size_t i = 0; i < c->n; i++) {
		if (path_check(&c->path[i], a, bound, receiving, &one))
			*a = one;
	}
	return a->path;
}

/* --- all of them -------------------------------------------------------------- */

static bool (*const checks[ADV_MAX])(const struct adv_ns *ns, const struct adv_conn *c,
				     struct advice *a) = {
#define ADVICE_CHECK(name, severity, why) check_##name,
	SL_ADVICES(ADVICE_CHECK)
};

/* The worst one stays, and is the example. */
static void check_all(const struct adv_ns *ns, const struct adv_conn *c,
		      struct advice out[ADV_MAX])
{
	for (int id = 0; id < ADV_MAX; id++) {
		struct advice a = { .id = id, .conn = c };

		if (!checks[id](ns, c, &a))
			continue;
		a.n = out[id].n + (c != NULL);
		if (a.score > out[id].score)
			out[id] = a;
		else
			out[id].n = a.n;
	}
}

size_t advise(const struct adv_ns *ns, struct advice out[ADV_MAX])
{
	size_t n = 0;

	memset(out, 0, ADV_MAX * sizeof(*out));
	check_all(ns, NULL, out);
	for (size_t i = 0; i < ns->n_conns; i++)
		check_all(ns, &ns->conn[i], out);
	for (int id = 0; id < ADV_MAX; id++)
		n += adv_found(&out[id]);
	return n;
}
