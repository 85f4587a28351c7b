// SPDX-License-Identifier: GPL-2.0-only
/*
 * observe_out.c - a receiving connection as text, and as a line of JSON.
 */
#include "cli.h"
#include "conns_out.h"
#include "event_out.h"
#include "observe_out.h"
#include "text.h"

struct residence {
	bool known;
	__u32 p50_us, p99_us, max_us;
};

/* A bucket's middle may be above the greatest in it. */
static struct residence residence_of(const struct sl_receiver *r)
{
	struct residence res = {
		.known = r->ofo_bytes > r->ofo_lost_bytes + r->waiting_bytes,
		.p50_us = sl_hist_percentile_us(r->hist_bytes, 50),
		.p99_us = sl_hist_percentile_us(r->hist_bytes, 99),
		.max_us = r->ofo_max_us,
	};

	if (res.p50_us > res.max_us)
		res.p50_us = res.max_us;
	if (res.p99_us > res.max_us)
		res.p99_us = res.max_us;
	return res;
}

static void print_ofo(const struct sl_receiver *r, FILE *out)
{
	char a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX], c[TEXT_NUMBER_MAX];
	struct residence res = residence_of(r);

	fprintf(out, "  out of order %llu segment%s, %s, now %llu, %s", r->ofo_segments,
		plural(r->ofo_segments), text_size(r->ofo_bytes, a), r->waiting_segments,
		text_size(r->waiting_bytes, b));
	fprintf(out, "; waited p50 %s, p99 %s, max %s ms",
		text_ms(res.p50_us, res.known, a), text_ms(res.p99_us, res.known, b),
		text_ms(res.max_us, res.known, c));
	if (r->ofo_lost_bytes)
		fprintf(out, ", unknown of %s", text_size(r->ofo_lost_bytes, a));
	putc('\n', out);
}

static void print_path(const struct sl_rx_path *p, bool open, FILE *out)
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], dev[4 * SL_DEV_NAME_MAX + 1];
	char size[TEXT_NUMBER_MAX];

	text_escape(p->ends.dev, sizeof(p->ends.dev), dev, sizeof(dev));
	fprintf(out, "  %s %s dev %s %s%s received %s\n",
		text_local(&p->ends, local, sizeof(local)),
		text_peer(&p->ends, peer, sizeof(peer)), dev[0] ? dev : "?",
		open ? text_state(p->state) : "closed",
		p->flags & SL_PATH_BACKUP ? " backup" : "",
		text_size(p->received_bytes, size));
}

void observe_print(const struct sl_receiver_record *rec, const char *netns,
		   const struct timespec *at, FILE *out)
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], name[TEXT_NAME_MAX];
	char clock[TEXT_CLOCK_MAX], a[TEXT_NUMBER_MAX], b[TEXT_NUMBER_MAX];
	const struct sl_receiver *r = &rec->r;

	text_escape(netns, SL_NETNS_NAME_MAX, name, sizeof(name));
	fprintf(out, "%s %s %s %s token:%x netns %s%sinode %u\n", text_clock(at, clock),
		r->ended_ns ? "closed" : text_state(rec->now.state),
		text_local(&r->ends, local, sizeof(local)),
		text_peer(&r->ends, peer, sizeof(peer)), r->token, name,
		name[0] ? " " : "", r->netns_ino);
	fprintf(out,
		"  received %s, of which %s in the %.1f s observed; window full %llu time%s\n",
		text_size(rec->now.received_bytes, a),
		text_size(rec->now.received_bytes - r->before_bytes, b),
		(rec->now.at_ns - r->began_ns) / 1e9, r->window_full_segments,
		plural(r->window_full_segments));
	if (r->duplicate_bytes || r->beyond_bytes)
		fprintf(out, "  thrown away %s had already, %s beyond the window\n",
			text_size(r->duplicate_bytes, a), text_size(r->beyond_bytes, b));
	print_ofo(r, out);
	for (__u32 i = 0; i < rec->now.paths; i++)
		print_path(&rec->now.path[i], true, out);
	for (__u32 i = 0; i < r->paths; i++)
		print_path(&r->path[i], false, out);
	if (r->more_paths)
		fprintf(out, "  and %u more, closed\n", r->more_paths);
}

static void json_path(const struct sl_rx_path *p, bool open, struct jsonw *w)
{
	jsonw_open(w, NULL, '{');
	json_ends(w, &p->ends);
	json_name(w, "dev", p->ends.dev, sizeof(p->ends.dev));
	jsonw_str(w, "state", open ? text_state(p->state) : NULL);
	jsonw_bool(w, "backup", p->flags & SL_PATH_BACKUP);
	jsonw_u64(w, "received_bytes", p->received_bytes);
	jsonw_close(w, '}');
}

static void json_residence(const struct residence *res, struct jsonw *w)
{
	const struct {
		const char *key;
		__u32 us;
	} rows[] = {
		{ "ofo_residence_p50_us", res->p50_us },
		{ "ofo_residence_p99_us", res->p99_us },
		{ "ofo_residence_max_us", res->max_us },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (res->known)
			jsonw_u64(w, rows[i].key, rows[i].us);
		else
			jsonw_null(w, rows[i].key);
	}
}

void observe_json(const struct sl_receiver_record *rec, const char *event,
		  const char *netns, const struct timespec *at, struct jsonw *w)
{
	const struct sl_receiver *r = &rec->r;
	struct residence res = residence_of(r);

	jsonw_open(w, NULL, '{');
	json_time(w, at);
	jsonw_str(w, "event", event);
	json_whose(w, r->token, &r->ends, netns, r->netns_ino);
	jsonw_str(w, "state", r->ended_ns ? NULL : text_state(rec->now.state));
	jsonw_u64(w, "observed_us", (rec->now.at_ns - r->began_ns) / 1000);
	jsonw_u64(w, "received_bytes", rec->now.received_bytes);
	jsonw_u64(w, "observed_bytes", rec->now.received_bytes - r->before_bytes);
	jsonw_u64(w, "ofo_segments", r->ofo_segments);
	jsonw_u64(w, "ofo_bytes", r->ofo_bytes);
	jsonw_u64(w, "ofo_segments_now", r->waiting_segments);
	jsonw_u64(w, "ofo_bytes_now", r->waiting_bytes);
	json_residence(&res, w);
	jsonw_u64(w, "ofo_lost_bytes", r->ofo_lost_bytes);
	jsonw_u64(w, "duplicate_bytes", r->duplicate_bytes);
	jsonw_u64(w, "beyond_window_bytes", r->beyond_bytes);
	jsonw_u64(w, "window_full_segments", r->window_full_segments);
	jsonw_open(w, "subflows", '[');
	for (__u32 i = 0; i < rec->now.paths; i++)
		json_path(&rec->now.path[i], true, w);
	for (__u32 i = 0; i < r->paths; i++)
		json_path(&r->path[i], false, w);
	jsonw_close(w, ']');
	jsonw_u64(w, "subflows_omitted", r->more_paths);
	jsonw_close(w, '}');
}

void observe_sum_print(const struct observe_sum *sum, const struct sl_rx_lost *lost,
		       FILE *out)
{
	char size[TEXT_NUMBER_MAX];

	fprintf(out, "%llu connection%s, %llu segment%s out of order, %s\n",
		sum->connections, plural(sum->connections), sum->ofo_segments,
		plural(sum->ofo_segments), text_size(sum->ofo_bytes, size));
	if (lost->deliveries)
		fprintf(out,
			"%llu deliveries not seen, of connections for which there was no "
			"room: --connections has the number\n",
			lost->deliveries);
	if (lost->connections)
		fprintf(out,
			"%llu closed connection%s lost: they came faster than they were "
			"read\n",
			lost->connections, plural(lost->connections));
	if (lost->calls)
		fprintf(out,
			"%llu call%s of the tracing programs left out by the kernel\n",
			lost->calls, plural(lost->calls));
}

void observe_sum_json(const struct observe_sum *sum, const struct sl_rx_lost *lost,
		      const struct timespec *at, struct jsonw *w)
{
	jsonw_open(w, NULL, '{');
	json_time(w, at);
	jsonw_str(w, "event", "summary");
	jsonw_u64(w, "connections", sum->connections);
	jsonw_u64(w, "ofo_segments", sum->ofo_segments);
	jsonw_u64(w, "ofo_bytes", sum->ofo_bytes);
	jsonw_u64(w, "lost_deliveries", lost->deliveries);
	jsonw_u64(w, "lost_connections", lost->connections);
	jsonw_u64(w, "lost_calls", lost->calls);
	jsonw_close(w, '}');
}
