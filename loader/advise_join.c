// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise_join.c - connections out of two looks at them: pure.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "advise.h"
#include "sock_diag.h"

static const struct diag_conn *find_conn(const struct diag *d, __u32 token)
{
	size_t low = 0, high = d->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (d->conn[mid].token < token)
			low = mid + 1;
		else
			high = mid;
	}
	return low < d->n && d->conn[low].token == token ? &d->conn[low] : NULL;
}

/* Index of the first path whose token is not below this one. */
static size_t paths_from(const struct diag *d, __u32 token)
{
	size_t low = 0, high = d->n_paths;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (d->path[mid].token < token)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static const struct diag_path *find_path(const struct diag *d, const struct diag_path *p)
{
	for (size_t i = paths_from(d, p->token);
	     i < d->n_paths && d->path[i].token == p->token; i++) {
		if (!memcmp(&d->path[i].ends, &p->ends, sizeof(p->ends)))
			return &d->path[i];
	}
	return NULL;
}

/* The kernel lets a counter run on; one that is smaller is another socket's. */
static __u64 rate(__u64 before, __u64 now, __u64 us)
{
	return us && now > before ? (now - before) * 1000000 / us : 0;
}

static void join_path(struct adv_path *p, const struct diag_path *now,
		      const struct diag_path *before, __u64 us)
{
	*p = (struct adv_path){
		.ends = now->ends,
		.rtt_us = now->rtt_us,
		.rcv_rtt_us = now->rcv_rtt_us,
		.rcv_wnd_bytes = now->rcv_wnd_bytes,
		.flags = now->backup ? SL_PATH_BACKUP : 0,
	};
	if (!before)
		return;
	p->delivery_Bps = now->delivery_Bps;
	p->tx_Bps = rate(before->acked_bytes, now->acked_bytes, us);
	p->rx_Bps = rate(before->received_bytes, now->received_bytes, us);
	/* A queue that is there at one of the two looks is not the path's length. */
	if (before->rtt_us && before->rtt_us < p->rtt_us)
		p->rtt_us = before->rtt_us;
	if (before->rcv_rtt_us && before->rcv_rtt_us < p->rcv_rtt_us)
		p->rcv_rtt_us = before->rcv_rtt_us;
}

/*
 * All subflows have the same window, and each of them an older or newer picture of it: the
 * largest of those that something was acknowledged on.
 */
static void join_windows(struct adv_conn *c, const struct diag *before,
			 const struct diag_path *now, size_t n)
{
	__u32 old = 0, new = 0;

	for (size_t i = 0; i < n; i++) {
		const struct diag_path *was = find_path(before, &now[i]);

		if (!was || (n > 1 && was->acked_bytes == now[i].acked_bytes))
			continue;
		if (was->snd_wnd_bytes > old)
			old = was->snd_wnd_bytes;
		if (now[i].snd_wnd_bytes > new)
			new = now[i].snd_wnd_bytes;
	}
	c->window_bytes = new > old ? new : old;
	c->wnd_still = new <= old + old / 4;
}

/*
 * 7.3, __mptcp_sync_sndbuf(): a connection's send buffer is tcp_wmem[0] and the sum of its
 * subflows', unless SO_SNDBUF was set: then each of them has that size, too.
 */
static bool is_fixed(const struct adv_ns *ns, const struct diag_conn *c,
		     const struct diag_path *paths, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (paths[i].sndbuf_bytes != c->sndbuf_bytes)
			return false;
	}
	return n && c->sndbuf_bytes != ns->wmem[1];
}

static int join_conn(struct adv_ns *ns, const struct diag_conn *now,
		     const struct diag *before, const struct diag *after)
{
	const struct diag_conn *old = find_conn(before, now->token);
	size_t first = paths_from(after, now->token), end = first;
	struct adv_conn *c = &ns->conn[ns->n_conns++];

	while (end < after->n_paths && after->path[end].token == now->token)
		end++;
	*c = (struct adv_conn){
		.ends = now->ends,
		.token = now->token,
		.fallback = now->fallback,
		.had_key = now->had_key,
		.sndbuf_bytes = now->sndbuf_bytes,
		.rcvbuf_bytes = now->rcvbuf_bytes,
		.rcv_still = old && old->rcvbuf_bytes == now->rcvbuf_bytes,
		.snd_fixed = is_fixed(ns, now, after->path + first, end - first),
	};
	c->path = calloc(end - first + 1, sizeof(*c->path));
	if (!c->path)
		return -ENOMEM;
	join_windows(c, before, after->path + first, end - first);
	for (; first < end; first++) {
		const struct diag_path *p = &after->path[first],
				       *was = find_path(before, p);

		c->client |= p->first;
		join_path(&c->path[c->n++], p, was, after->at_us - before->at_us);
	}
	return 0;
}

int adv_join(struct adv_ns *ns, const struct diag *before, const struct diag *now)
{
	int err = 0;

	ns->conn = calloc(now->n + 1, sizeof(*ns->conn));
	if (!ns->conn)
		return -ENOMEM;
	for (size_t i = 0; i < now->n && !err; i++)
		err = join_conn(ns, &now->conn[i], before, now);
	return err;
}

void adv_free(struct adv_ns *ns)
{
	for (size_t i = 0; i < ns->n_conns; i++)
		free(ns->conn[i].path);
	free(ns->conn);
	free(ns->endpoint);
	free(ns->address);
	*ns = (struct adv_ns){};
}
