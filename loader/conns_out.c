// SPDX-License-Identifier: GPL-2.0-only
/*
 * conns_out.c - a connection as text, and as JSON.
 */
#include <inttypes.h>
#include <string.h>

#include "conns_out.h"
#include "counters.h"
#include "text.h"

/* The kernel's for "none yet" (7.3: tcp_init_sock(), sk_pacing_rate's default). */
#define NO_RTT (~0U)
#define NO_PACING (~0ULL)

static void print_limits(const struct conn *conn, FILE *out)
{
	__u64 us[SL_LIMIT_MAX], sum = 0;

	for (int i = 0; i < SL_LIMIT_MAX; i++)
		sum += us[i] = conn_limit_us(conn, i);
	fprintf(out, "  limited by %s (", text_limit(conn->sk->limit));
	for (int i = 0; i < SL_LIMIT_MAX; i++)
		fprintf(out, "%s%s %.0f %%", i ? ", " : "", text_limit(i),
			sum ? us[i] * 100.0 / sum : 0.0);
	fprintf(out, " of %.1f s), last %s\n", sum / 1e6, counter_said(conn->sk->said));
}

static void print_path(const struct conn *conn, const struct sl_path_record *p, FILE *out)
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], dev[4 * SL_DEV_NAME_MAX + 1];
	char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX], c[TEXT_NUMBER_MAX],
		d[TEXT_NUMBER_MAX];
	char e[TEXT_NUMBER_MAX];
	unsigned int flags = conn_path_flags(conn, p);

	text_escape(p->ends.dev, sizeof(p->ends.dev), dev, sizeof(dev));
	fprintf(out, "  %s %s dev %s %s%s%s%s%s\n",
		text_local(&p->ends, local, sizeof(local)),
		text_peer(&p->ends, peer, sizeof(peer)), dev[0] ? dev : "?",
		text_state(p->state), p->handle == conn->sk->fastest ? " fastest" : "",
		flags & SL_PATH_SLOW ? " SLOW" : "",
		flags & SL_PATH_STALE ? " STALE" : "",
		flags & SL_PATH_BACKUP ? " backup" : "");
	fprintf(out, "    rate %s, delivered %s, pacing %s Mbit/s, rtt %s, min %s ms\n",
		text_mbps(p->rate_Bps, p->rate_Bps, a),
		text_mbps(p->delivered_Bps, p->delivered_Bps, b),
		text_mbps(p->pacing_Bps, p->pacing_Bps != NO_PACING, c),
		text_ms(p->srtt_us, p->srtt_us, d),
		text_ms(p->min_rtt_us, p->min_rtt_us != NO_RTT, e));
	fprintf(out,
		"    cwnd %u, in flight %u, share %u %%, unsent %s, sent %s, acked %s, "
		"again %s\n",
		p->cwnd_segs, p->in_flight, 100U >> p->share_shift,
		text_size(p->unsent_bytes, a), text_size(p->sent_bytes, b),
		text_size(p->acked_bytes, c), text_size(p->retrans_bytes, d));
	if (p->said)
		fprintf(out, "    penalties %u, last %s\n", p->penalties,
			counter_said(p->said));
}

void conn_print(const struct conn *conn, FILE *out)
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], netns[TEXT_NAME_MAX];
	char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX], c[TEXT_NUMBER_MAX],
		d[TEXT_NUMBER_MAX];
	char e[TEXT_NUMBER_MAX];
	const struct sl_socket_record *sk = conn->sk;

	text_escape(conn->netns, SL_NETNS_NAME_MAX, netns, sizeof(netns));
	fprintf(out, "%s %s %s token:%x netns %s%sinode %u\n", text_state(sk->state),
		text_local(&sk->ends, local, sizeof(local)),
		text_peer(&sk->ends, peer, sizeof(peer)), sk->token, netns,
		netns[0] ? " " : "", sk->netns_ino);
	if (sk->said)
		print_limits(conn, out);
	fprintf(out, "  sent %s, again %s, unsent %s, unacknowledged %s, window %s\n",
		text_size(sk->counters.v[SL_CNT_sent_bytes], a),
		text_size(sk->counters.v[SL_CNT_retrans_bytes], b),
		text_size(sk->unsent_bytes, c), text_size(sk->unacked_bytes, d),
		text_size(sk->window_bytes, e));
	for (size_t i = 0; i < conn->n; i++)
		print_path(conn, conn->path[i], out);
}

void json_ends(struct jsonw *w, const struct sl_ends *ends)
{
	char text[TEXT_END_MAX];

	jsonw_str(w, "local", text_local(ends, text, sizeof(text)));
	jsonw_str(w, "peer", text_peer(ends, text, sizeof(text)));
}

/* null without a name. */
void json_name(struct jsonw *w, const char *key, const char *raw, size_t len)
{
	char text[TEXT_NAME_MAX];

	text_escape(raw, len, text, sizeof(text));
	jsonw_str(w, key, text[0] ? text : NULL);
}

static void json_rate(struct jsonw *w, const char *key, __u64 Bps, bool known)
{
	if (known)
		jsonw_mbps(w, key, Bps);
	else
		jsonw_null(w, key);
}

static void json_us(struct jsonw *w, const char *key, __u32 us, bool known)
{
	if (known)
		jsonw_u64(w, key, us);
	else
		jsonw_null(w, key);
}

static void json_path(const struct conn *conn, const struct sl_path_record *p,
		      struct jsonw *w)
{
	unsigned int flags = conn_path_flags(conn, p);

	jsonw_open(w, NULL, '{');
	json_ends(w, &p->ends);
	json_name(w, "dev", p->ends.dev, sizeof(p->ends.dev));
	jsonw_str(w, "state", text_state(p->state));
	json_rate(w, "rate_mbps", p->rate_Bps, p->rate_Bps);
	json_rate(w, "delivered_mbps", p->delivered_Bps, p->delivered_Bps);
	json_rate(w, "pacing_mbps", p->pacing_Bps, p->pacing_Bps != NO_PACING);
	json_us(w, "srtt_us", p->srtt_us, p->srtt_us);
	json_us(w, "min_rtt_us", p->min_rtt_us, p->min_rtt_us != NO_RTT);
	jsonw_u64(w, "cwnd_segs", p->cwnd_segs);
	jsonw_u64(w, "in_flight_segs", p->in_flight);
	jsonw_u64(w, "mss_bytes", p->mss_bytes);
	jsonw_u64(w, "share_pct", 100U >> p->share_shift);
	jsonw_u64(w, "unsent_bytes", p->unsent_bytes);
	jsonw_u64(w, "sent_bytes", p->sent_bytes);
	jsonw_u64(w, "acked_bytes", p->acked_bytes);
	jsonw_u64(w, "retrans_bytes", p->retrans_bytes);
	jsonw_bool(w, "backup", flags & SL_PATH_BACKUP);
	jsonw_bool(w, "stale", flags & SL_PATH_STALE);
	jsonw_bool(w, "slow", flags & SL_PATH_SLOW);
	jsonw_bool(w, "fastest", p->handle == conn->sk->fastest);
	jsonw_u64(w, "penalties", p->penalties);
	jsonw_str(w, "last_reason", counter_said(p->said));
	jsonw_close(w, '}');
}

void conn_json_members(const struct conn *conn, struct jsonw *w)
{
	const struct sl_socket_record *sk = conn->sk;
	char token[16];

	snprintf(token, sizeof(token), "%x", sk->token);
	jsonw_str(w, "token", token);
	json_ends(w, &sk->ends);
	jsonw_str(w, "state", text_state(sk->state));
	json_name(w, "netns", conn->netns, SL_NETNS_NAME_MAX);
	jsonw_u64(w, "inode", sk->netns_ino);
	jsonw_str(w, "limit", sk->said ? text_limit(sk->limit) : NULL);
	jsonw_open(w, "limit_us", '{');
	for (int i = 0; i < SL_LIMIT_MAX; i++)
		jsonw_u64(w, text_limit(i), conn_limit_us(conn, i));
	jsonw_close(w, '}');
	jsonw_str(w, "last_reason", counter_said(sk->said));
	jsonw_u64(w, "sent_bytes", sk->counters.v[SL_CNT_sent_bytes]);
	jsonw_u64(w, "retrans_bytes", sk->counters.v[SL_CNT_retrans_bytes]);
	jsonw_u64(w, "unsent_bytes", sk->unsent_bytes);
	jsonw_u64(w, "unacked_bytes", sk->unacked_bytes);
	jsonw_u64(w, "window_bytes", sk->window_bytes);
	jsonw_open(w, "subflows", '[');
	for (size_t i = 0; i < conn->n; i++)
		json_path(conn, conn->path[i], w);
	jsonw_close(w, ']');
}

void conn_json(const struct conn *conn, struct jsonw *w)
{
	jsonw_open(w, NULL, '{');
	conn_json_members(conn, w);
	jsonw_close(w, '}');
}
