// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise_read.c - look twice at the connections of all namespaces.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "advise_ns.h"
#include "advise_read.h"
#include "conns.h"
#include "pins.h"
#include "sock_diag.h"

/* Between the two looks; long enough for a few round trips of 200 ms. */
#define LOOK_MS 1000

/* A namespace, while it is looked at. */
struct seen {
	struct netns ns;
	struct diag before;
};

struct looking {
	struct cli *cli;
	struct seen *v;
	size_t n;
	int code;
};

static const char *next_step(int err)
{
	if (err == -EPERM || err == -EACCES)
		return "run it as root";
	if (err == -ENOENT)
		return "does 'modprobe mptcp_diag' help? Else this kernel lacks MPTCP";
	return NULL;
}

static int first_look(const struct netns *ns, void *arg)
{
	struct looking *l = arg;
	struct seen *v = reallocarray(l->v, l->n + 1, sizeof(*v));
	char label[NETNS_LABEL_MAX];
	int err;

	if (!v) {
		l->code = cli_fail_errno(l->cli, ENOMEM, NULL, "advise");
		return 1;
	}
	l->v = v;
	err = netns_dup(ns, &v[l->n].ns);
	if (!err)
		err = diag_read(ns, &v[l->n++].before);
	if (!err)
		return 0;
	netns_label(ns->name, ns->ino, label, sizeof(label));
	l->code = cli_fail_errno(l->cli, err, next_step(err), "MPTCP connections of %s",
				 label);
	return 1;
}

/* What slowlane knows of its connections; nothing if it is not attached. */
static void read_attached(struct cli *cli, struct conns *c, bool *attached)
{
	struct attachment at;
	int lock = -1;

	*c = (struct conns){};
	*attached = false;
	attachment_init(&at);
	if (!attachment_read(cli, &at, &lock) && at.attached && at.same_abi)
		*attached = !conns_read(c);
	/* Without it there is less to say, which is no failure. */
	cli->error[0] = '\0';
	attachment_close(&at);
	if (lock >= 0)
		close(lock);
}

/* They are sorted by both. */
static bool find_known(const struct conns *c, __u32 ino, __u32 token, struct conn *conn)
{
	size_t low = 0, high = c->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const struct sl_socket_record *r = c->conn[mid];

		if (r->netns_ino < ino || (r->netns_ino == ino && r->token < token))
			low = mid + 1;
		else
			high = mid;
	}
	if (low == c->n || c->conn[low]->netns_ino != ino || c->conn[low]->token != token)
		return false;
	*conn = conns_get(c, low);
	return true;
}

/* Same ends, if the path is bound to a device or not. */
static bool same_ends(const struct sl_ends *a, const struct sl_ends *b)
{
	return a->family == b->family && a->sport == b->sport && a->dport == b->dport &&
	       !memcmp(a->saddr, b->saddr, sizeof(a->saddr)) &&
	       !memcmp(a->daddr, b->daddr, sizeof(a->daddr));
}

static void merge_path(struct adv_path *p, const struct conn *known)
{
	for (size_t i = 0; i < known->n; i++) {
		const struct sl_path_record *r = known->path[i];

		if (!same_ends(&p->ends, &r->ends))
			continue;
		p->flags |= conn_path_flags(known, r);
		/* Unproven, it is a lower bound, and may be one of a path that is idle. */
		if (r->flags & SL_PATH_PROVEN)
			p->capacity_Bps = r->rate_Bps;
		if (r->ends.dev[0])
			memcpy(p->ends.dev, r->ends.dev, sizeof(p->ends.dev));
	}
}

static void merge_limits(struct adv_conn *c, const struct conn *before,
			 const struct conn *now)
{
	__u64 us[SL_LIMIT_MAX], sum = 0;

	for (int i = 0; i < SL_LIMIT_MAX; i++) {
		__u64 was = conn_limit_us(before, i), is = conn_limit_us(now, i);

		us[i] = is > was ? is - was : 0;
		sum += us[i];
	}
	c->limit_known = before->sk->said && now->sk->said && sum;
	for (int i = 0; i < SL_LIMIT_MAX && sum; i++)
		c->limit_pct[i] = us[i] * 100 / sum;
}

static void merge(struct adv_ns *ns, __u32 ino, const struct conns *before,
		  const struct conns *now)
{
	for (size_t i = 0; i < ns->n_conns; i++) {
		struct adv_conn *c = &ns->conn[i];
		struct conn was, is;

		if (!find_known(now, ino, c->token, &is))
			continue;
		for (size_t j = 0; j < c->n; j++)
			merge_path(&c->path[j], &is);
		if (find_known(before, ino, c->token, &was))
			merge_limits(c, &was, &is);
	}
}

static bool is_meant(const struct adv_conn *c, const struct netns *ns,
		     const struct filter *f)
{
	struct filter_path p = { .ends = &c->ends,
				 .netns_ino = ns->ino,
				 .netns = ns->name };

	if (!c->n)
		return filter_match(f, &p);
	for (size_t i = 0; i < c->n; i++) {
		p.ends = &c->path[i].ends;
		p.flags = c->path[i].flags;
		if (filter_match(f, &p))
			return true;
	}
	return false;
}

static void keep_meant(struct adv_ns *adv, const struct netns *ns, const struct filter *f)
{
	size_t kept = 0;

	for (size_t i = 0; i < adv->n_conns; i++) {
		if (is_meant(&adv->conn[i], ns, f))
			adv->conn[kept++] = adv->conn[i];
		else
			free(adv->conn[i].path);
	}
	adv->n_conns = kept;
}

/* Is there anything to judge?  With a filter it is about connections alone. */
static bool is_in_use(const struct adv_ns *ns, const struct filter *f)
{
	return ns->n_conns || (!f->n && (ns->n_endpoints || ns->ours));
}

static int second_look(struct seen *s, const struct filter *f, const struct conns *before,
		       const struct conns *now, struct adv_ns *adv)
{
	struct diag diag = {};
	int err = diag_read(&s->ns, &diag);

	if (!err)
		err = adv_ns_read(&s->ns, adv);
	if (!err)
		err = adv_join(adv, &s->before, &diag);
	if (!err)
		err = adv_devices_read(&s->ns, adv);
	diag_free(&diag);
	if (!err) {
		merge(adv, s->ns.ino, before, now);
		keep_meant(adv, &s->ns, f);
	}
	return err;
}

static void second_looks(struct looking *l, const struct filter *f,
			 const struct conns *before, const struct conns *now,
			 struct look *look)
{
	look->v = calloc(l->n + 1, sizeof(*look->v));
	if (!look->v)
		l->code = cli_fail_errno(l->cli, ENOMEM, NULL, "advise");
	for (size_t i = 0; i < l->n && !l->code; i++) {
		struct look_ns *v = &look->v[look->n];
		char label[NETNS_LABEL_MAX];
		int err = second_look(&l->v[i], f, before, now, &v->adv);

		if (err)
			l->code = cli_fail_errno(
				l->cli, err, next_step(err), "cannot look into %s",
				netns_label(l->v[i].ns.name, l->v[i].ns.ino, label,
					    sizeof(label)));
		if (err || !is_in_use(&v->adv, f)) {
			adv_free(&v->adv);
			continue;
		}
		look->connections += v->adv.n_conns;
		look->n++;
		v->ns = l->v[i].ns;
		v->ns.fd = -1; /* for its name */
	}
	look->namespaces = l->n;
}

static __u64 now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
}

int look_read(struct cli *cli, const struct filter *f, struct look *look)
{
	struct timespec pause = { .tv_sec = LOOK_MS / 1000,
				  .tv_nsec = LOOK_MS % 1000 * 1000000L };
	struct looking l = { .cli = cli };
	struct conns before, now = {};
	bool attached;

	*look = (struct look){};
	read_attached(cli, &before, &attached);
	netns_walk(first_look, &l);
	look->us = now_us();
	if (!l.code) {
		nanosleep(&pause, NULL);
		read_attached(cli, &now, &look->attached);
		look->us = now_us() - look->us;
		second_looks(&l, f, &before, &now, look);
	}
	look->attached &= attached;
	conns_free(&before);
	conns_free(&now);
	for (size_t i = 0; i < l.n; i++) {
		diag_free(&l.v[i].before);
		netns_close(&l.v[i].ns);
	}
	free(l.v);
	return l.code;
}

void look_free(struct look *look)
{
	for (size_t i = 0; i < look->n; i++)
		adv_free(&look->v[i].adv);
	free(look->v);
	*look = (struct look){};
}
