// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise_say_buffers.c - findings about buffers and slow paths, in words; pure.
 */
#include <inttypes.h>

#include "advise_say.h"
#include "text.h"

/* What 7.3 has without anybody's sysctls; of a peer we do not know more. */
#define RMEM_DEFAULT "4096 131072"

/* Rates that are listed one by one; more are summed up. */
#define RATES_MAX 4

/* "9.50 + 9.40 = 18.90 Mbit/s x 40.0 ms = 94.5 kB", with what is named before it. */
static void say_need(struct saying *s, bool receiving)
{
	const struct adv_conn *c = s->a->conn;
	char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX], d[TEXT_NUMBER_MAX];
	size_t n = 0;

	say_what(s, "needs ");
	for (size_t i = 0; i < c->n; i++) {
		__u64 rate = receiving ? c->path[i].rx_Bps : c->path[i].tx_Bps;

		if (!rate)
			continue;
		if (n < RATES_MAX)
			say_what(s, "%s%s", n ? " + " : "", text_mbps(rate, true, a));
		n++;
	}
	if (n > RATES_MAX)
		say_what(s, " + %zu more", n - RATES_MAX);
	say_what(s,
		 n > 1 ? " = %s"
		 : n   ? ""
		       : "%s",
		 text_mbps(s->a->need.rate_Bps, true, a));
	say_what(s, " Mbit/s x %s ms = %s", text_ms(s->a->need.rtt_us, true, b),
		 text_size(s->a->need.bytes, d));
}

static void say_limit(struct saying *s, enum sl_limit limit)
{
	if (s->a->conn->limit_known)
		say_what(s, "; that limits %u %% of the time",
			 s->a->conn->limit_pct[limit]);
}

void say_peer_window(struct saying *s)
{
	char peer[INET6_ADDRSTRLEN], a[TEXT_NUMBER_MAX];

	say_need(s, false);
	say_what(s, "; the peer's window is %s", text_size(s->a->have_bytes, a));
	say_limit(s, SL_LIMIT_RWND);
	/* A window is about half of its buffer. */
	say_todo(s, peer_of(s->a->conn, peer),
		 "sysctl -w net.ipv4.tcp_rmem='" RMEM_DEFAULT " %" PRIu64
		 "'  # unless its application sets SO_RCVBUF, or reads slowly",
		 (uint64_t)adv_size_for(2 * s->a->have_bytes, s->a->need_bytes));
}

void say_rmem(struct saying *s)
{
	const struct adv_conn *c = s->a->conn;
	const __u64 *rmem = s->ns->rmem;
	char a[TEXT_NUMBER_MAX];

	say_need(s, true);
	say_what(s, "; its receive buffer of %u takes %s, and tcp_rmem[2] is %" PRIu64,
		 c->rcvbuf_bytes, text_size(s->a->have_bytes, a), (uint64_t)rmem[2]);
	if (c->rcvbuf_bytes < rmem[2])
		say_todo(
			s, NULL,
			"# its application reads slowly, or set SO_RCVBUF: leave that out, "
			"or ask for %" PRIu64,
			(uint64_t)adv_size_for(c->rcvbuf_bytes, s->a->need_bytes));
	else
		say_todo(s, NULL,
			 "sysctl -w net.ipv4.tcp_rmem='%" PRIu64 " %" PRIu64 " %" PRIu64
			 "'",
			 (uint64_t)rmem[0], (uint64_t)rmem[1],
			 (uint64_t)adv_size_for(rmem[2], s->a->need_bytes));
}

void say_wmem(struct saying *s)
{
	const struct adv_conn *c = s->a->conn;
	const __u64 *wmem = s->ns->wmem;
	__u64 size = adv_size_for(c->sndbuf_bytes, s->a->need_bytes);

	say_need(s, false);
	say_what(s, "; its send buffer is %u, and tcp_wmem[2] is %" PRIu64,
		 c->sndbuf_bytes, (uint64_t)wmem[2]);
	say_limit(s, SL_LIMIT_SNDBUF);
	if (c->snd_fixed)
		say_todo(
			s, NULL,
			"# its application set SO_SNDBUF: leave that out, or ask for %" PRIu64,
			(uint64_t)size);
	else if (c->sndbuf_bytes >= wmem[2])
		say_todo(s, NULL,
			 "sysctl -w net.ipv4.tcp_wmem='%" PRIu64 " %" PRIu64 " %" PRIu64
			 "'",
			 (uint64_t)wmem[0], (uint64_t)wmem[1], (uint64_t)size);
	else /* It grows with the cwnds, which is too little: what it starts with counts. */
		say_todo(s, NULL,
			 "sysctl -w net.ipv4.tcp_wmem='%" PRIu64 " %" PRIu64 " %" PRIu64
			 "'",
			 (uint64_t)wmem[0], (uint64_t)size,
			 (uint64_t)(size > wmem[2] ? size : wmem[2]));
}

void say_notsent_lowat(struct saying *s)
{
	char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX], c[TEXT_NUMBER_MAX],
		d[TEXT_NUMBER_MAX];
	__u64 bursts = (s->a->need_bytes - s->a->need.bytes) / ADV_BURST_BYTES;

	say_what(
		s,
		"in the longest round trip its fastest path sends %s Mbit/s x %s ms = %s; "
		"with a burst of %d for each of %" PRIu64
		" paths %s have to wait unsent, and "
		"tcp_notsent_lowat is %" PRIu64,
		text_mbps(s->a->need.rate_Bps, true, a),
		text_ms(s->a->need.rtt_us, true, b), text_size(s->a->need.bytes, c),
		ADV_BURST_BYTES, (uint64_t)bursts, text_size(s->a->need_bytes, d),
		(uint64_t)s->a->have_bytes);
	say_todo(s, NULL,
		 "sysctl -w net.ipv4.tcp_notsent_lowat=4294967295  # the default");
}

/* Here, if the endpoint of the path is here; else at the other end. */
static void say_backup(struct saying *s, const struct sl_ends *e)
{
	char addr[INET6_ADDRSTRLEN];
	bool here = endpoint_of(s->ns, e->family, e->saddr);

	bare_address(here ? e->saddr : e->daddr, e->family, addr);
	say_todo(s, here ? NULL : addr, "ip mptcp endpoint change %s backup", addr);
}

void say_path_costs(struct saying *s)
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], a[TEXT_NUMBER_MAX],
		b[TEXT_NUMBER_MAX], c[TEXT_NUMBER_MAX], d[TEXT_NUMBER_MAX];
	const struct adv_path *p = s->a->path, *fastest = s->a->fastest;

	say_what(s, "%s %s: ", text_local(&p->ends, local, sizeof(local)),
		 text_peer(&p->ends, peer, sizeof(peer)));
	if (!s->a->need_bytes) {
		say_what(s, "%s Mbit/s beside %s of the fastest",
			 text_mbps(p->capacity_Bps, true, a),
			 text_mbps(fastest->capacity_Bps, true, b));
		say_backup(s, &p->ends);
		return;
	}
	say_what(
		s,
		"in one round trip of this path the fastest carries %s Mbit/s x %s ms = %s, "
		"and the buffers take %s",
		text_mbps(s->a->need.rate_Bps, true, a),
		text_ms(s->a->need.rtt_us, true, b), text_size(s->a->need.bytes, c),
		text_size(s->a->have_bytes, d));
	say_backup(s, &p->ends);
	say_todo(s, NULL,
		 "# or, to use it, buffers of %" PRIu64
		 ": tcp_wmem of the sender, tcp_rmem of the receiver",
		 (uint64_t)adv_size_for(s->a->have_bytes, s->a->need_bytes));
}
