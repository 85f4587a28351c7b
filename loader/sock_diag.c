// SPDX-License-Identifier: GPL-2.0-only
/*
 * sock_diag.c - ask the kernel for MPTCP connections, and for the TCP sockets that are
 * their subflows.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <linux/inet_diag.h>
#include <linux/mptcp.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>

#include "nl.h"
#include "sock_diag.h"

/* Of TCP_* states (7.3: tcp_states.h): ESTABLISHED, CLOSE_WAIT. */
#define STATES (1 << 1 | 1 << 8)

static void read_ends(struct sl_ends *e, const struct inet_diag_msg *m)
{
	size_t size = m->idiag_family == AF_INET ? 4 : 16;

	e->family = m->idiag_family;
	memcpy(e->saddr, m->id.idiag_src, size);
	memcpy(e->daddr, m->id.idiag_dst, size);
	e->sport = ntohs(m->id.idiag_sport);
	e->dport = ntohs(m->id.idiag_dport);
	e->bound_ifindex = m->id.idiag_if;
}

/* A structure of which the kernel may know less or more. */
static void read_struct(void *to, size_t size, const struct nlattr *attr)
{
	size_t len = mnl_attr_get_payload_len(attr);

	memcpy(to, mnl_attr_get_payload(attr), len < size ? len : size);
}

/* The array with room for one more: at each power of two, twice as much. */
static void *grow(void *v, size_t n, size_t size)
{
	void *grown = n & (n - 1) ? v : reallocarray(v, n ? n * 2 : 1, size);

	if (!grown)
		errno = ENOMEM;
	return grown;
}

static int on_conn(const struct nlmsghdr *nlh, void *arg)
{
	const struct inet_diag_msg *m = mnl_nlmsg_get_payload(nlh);
	__u32 mem[SK_MEMINFO_VARS] = {};
	struct mptcp_info info = {};
	struct diag *d = arg;
	struct diag_conn *c = grow(d->conn, d->n, sizeof(*c));
	struct nlattr *attr;

	if (!c)
		return MNL_CB_ERROR;
	d->conn = c;
	c += d->n++;
	*c = (struct diag_conn){};
	read_ends(&c->ends, m);
	mnl_attr_for_each(attr, nlh, sizeof(*m))
	{
		if (mnl_attr_get_type(attr) == INET_DIAG_INFO)
			read_struct(&info, sizeof(info), attr);
		else if (mnl_attr_get_type(attr) == INET_DIAG_SKMEMINFO)
			read_struct(mem, sizeof(mem), attr);
	}
	c->token = info.mptcpi_token;
	c->fallback = info.mptcpi_flags & MPTCP_INFO_FLAG_FALLBACK;
	c->had_key = info.mptcpi_flags & MPTCP_INFO_FLAG_REMOTE_KEY_RECEIVED;
	c->sndbuf_bytes = mem[SK_MEMINFO_SNDBUF];
	c->rcvbuf_bytes = mem[SK_MEMINFO_RCVBUF];
	return MNL_CB_OK;
}

/* Is it a subflow?  What MPTCP says of it. */
static bool read_ulp(struct diag_path *p, const struct nlattr *ulp)
{
	const __u32 backup = MPTCP_SUBFLOW_FLAG_BKUP_REM | MPTCP_SUBFLOW_FLAG_BKUP_LOC;
	const struct nlattr *nest, *attr;
	__u32 flags = 0;

	mnl_attr_for_each_nested(nest, ulp)
	{
		if (mnl_attr_get_type(nest) != INET_ULP_INFO_MPTCP)
			continue;
		mnl_attr_for_each_nested(attr, nest)
		{
			if (mnl_attr_validate(attr, MNL_TYPE_U32))
				continue;
			if (mnl_attr_get_type(attr) == MPTCP_SUBFLOW_ATTR_TOKEN_LOC)
				p->token = mnl_attr_get_u32(attr);
			else if (mnl_attr_get_type(attr) == MPTCP_SUBFLOW_ATTR_FLAGS)
				flags = mnl_attr_get_u32(attr);
		}
		p->first = flags & MPTCP_SUBFLOW_FLAG_MCAP_LOC;
		p->backup = flags & backup;
		return true;
	}
	return false;
}

static void read_tcp(struct diag_path *p, const struct nlattr *attr)
{
	struct tcp_info info = {};

	read_struct(&info, sizeof(info), attr);
	p->acked_bytes = info.tcpi_bytes_acked;
	p->received_bytes = info.tcpi_bytes_received;
	p->delivery_Bps = info.tcpi_delivery_rate;
	p->rtt_us = info.tcpi_rtt;
	p->rcv_rtt_us = info.tcpi_rcv_rtt;
	p->snd_wnd_bytes = info.tcpi_snd_wnd;
	p->rcv_wnd_bytes = info.tcpi_rcv_wnd;
}

static int on_path(const struct nlmsghdr *nlh, void *arg)
{
	const struct inet_diag_msg *m = mnl_nlmsg_get_payload(nlh);
	__u32 mem[SK_MEMINFO_VARS] = {};
	struct diag_path path = {}, *p;
	struct diag *d = arg;
	struct nlattr *attr;
	bool is_subflow = false;

	mnl_attr_for_each(attr, nlh, sizeof(*m))
	{
		if (mnl_attr_get_type(attr) == INET_DIAG_ULP_INFO)
			is_subflow = read_ulp(&path, attr);
		else if (mnl_attr_get_type(attr) == INET_DIAG_INFO)
			read_tcp(&path, attr);
		else if (mnl_attr_get_type(attr) == INET_DIAG_SKMEMINFO)
			read_struct(mem, sizeof(mem), attr);
	}
	if (!is_subflow)
		return MNL_CB_OK;
	p = grow(d->path, d->n_paths, sizeof(*p));
	if (!p)
		return MNL_CB_ERROR;
	d->path = p;
	read_ends(&path.ends, m);
	path.sndbuf_bytes = mem[SK_MEMINFO_SNDBUF];
	p[d->n_paths++] = path;
	return MNL_CB_OK;
}

static int dump(__u32 protocol, unsigned int family, mnl_cb_t cb, struct diag *d)
{
	char buf[NL_REQUEST_MAX];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct inet_diag_req_v2 *r;

	nlh->nlmsg_type = SOCK_DIAG_BY_FAMILY;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	r = mnl_nlmsg_put_extra_header(nlh, sizeof(*r));
	r->sdiag_family = family;
	r->sdiag_protocol = protocol;
	r->idiag_ext = 1 << (INET_DIAG_INFO - 1) | 1 << (INET_DIAG_SKMEMINFO - 1);
	r->idiag_states = STATES;
	/* That of MPTCP does not fit into a byte. */
	if (protocol > 255)
		mnl_attr_put_u32(nlh, INET_DIAG_REQ_PROTOCOL, protocol);
	return nl_ask(NETLINK_SOCK_DIAG, nlh, cb, d);
}

static int dump_both(__u32 protocol, mnl_cb_t cb, struct diag *d)
{
	int err = dump(protocol, AF_INET, cb, d);

	return err ? err : dump(protocol, AF_INET6, cb, d);
}

/* In the namespace. */
static int ask(void *arg)
{
	struct diag *d = arg;
	struct timespec now;
	int err = dump_both(IPPROTO_MPTCP, on_conn, d);

	if (!err && d->n)
		err = dump_both(IPPROTO_TCP, on_path, d);
	clock_gettime(CLOCK_MONOTONIC, &now);
	d->at_us = now.tv_sec * 1000000ULL + now.tv_nsec / 1000;
	return err;
}

static int compare(__u64 a, __u64 b)
{
	return (a > b) - (a < b);
}

static int compare_conns(const void *va, const void *vb)
{
	const struct diag_conn *a = va, *b = vb;

	return compare(a->token, b->token);
}

static int compare_paths(const void *va, const void *vb)
{
	const struct diag_path *a = va, *b = vb;
	int by_token = compare(a->token, b->token);

	return by_token ? by_token : memcmp(&a->ends, &b->ends, sizeof(a->ends));
}

int diag_read(const struct netns *ns, struct diag *d)
{
	int err;

	*d = (struct diag){};
	err = netns_run(ns, ask, d);
	if (d->n)
		qsort(d->conn, d->n, sizeof(*d->conn), compare_conns);
	if (d->n_paths)
		qsort(d->path, d->n_paths, sizeof(*d->path), compare_paths);
	return err;
}

void diag_free(struct diag *d)
{
	free(d->conn);
	free(d->path);
	*d = (struct diag){};
}
