// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the observer prints: the totals as one line of JSON, the trace as one line for
 * each row.
 */
#include <arpa/inet.h>
#include <string.h>

#include "observe_out.h"

#define NSEC_PER_USEC 1000

#define LIMIT_NAME(id, name, help) #name,
static const char *const limit_names[] = { SL_LIMITS(LIMIT_NAME) };

uint32_t ob_fold_address(const char *text)
{
	uint32_t v6[4], v4;

	if (inet_pton(AF_INET, text, &v4) == 1)
		return v4;
	if (inet_pton(AF_INET6, text, v6) == 1)
		return v6[0] + v6[1] + v6[2] + v6[3];
	return 0;
}

static void print_hist(FILE *out, const struct ob_totals *t)
{
	const char *comma = "";
	uint32_t i;

	fputs(",\"ofo_residence_hist_us\":[", out);
	for (i = 0; i < SL_HIST_MAX; i++) {
		if (!t->ofo_hist_bytes[i])
			continue;
		fprintf(out, "%s[%llu,%llu]", comma, sl_hist_upper(i) - 1,
			t->ofo_hist_bytes[i]);
		comma = ",";
	}
	fputc(']', out);
}

void ob_print_totals(FILE *out, const struct ob_totals *t)
{
	int i;

	fprintf(out,
		"{\"receivers\":%llu,\"senders\":%llu,\"ofo_segments_bpf\":%llu"
		",\"ofo_bytes\":%llu,\"ofo_untracked_bytes\":%llu,\"ofo_byte_s\":%.3f",
		t->receivers, t->senders, t->ofo_segments, t->ofo_bytes,
		t->ofo_untracked_bytes, t->ofo_byte_us / 1e6);
	fprintf(out,
		",\"ofo_residence_p50_us\":%llu,\"ofo_residence_p99_us\":%llu"
		",\"ofo_residence_max_us\":%llu",
		sl_hist_percentile_us(t->ofo_hist_bytes, 50),
		sl_hist_percentile_us(t->ofo_hist_bytes, 99), t->ofo_max_us);
	print_hist(out, t);
	fprintf(out, ",\"stall_us\":%llu,\"tail_us\":%llu,\"limit_us\":{",
		t->stall_ns / NSEC_PER_USEC, t->tail_ns / NSEC_PER_USEC);
	for (i = 0; i < SL_LIMIT_MAX; i++)
		fprintf(out, "%s\"%s\":%llu", i ? "," : "", limit_names[i],
			t->limit_ns[i] / NSEC_PER_USEC);
	fprintf(out, "},\"trace_lost_rows\":%llu}\n", t->lost_rows);
}

/* The number of a connection, 1, 2, ..., and where its data began; 0: too many. */
static unsigned int connection_of(struct ob_trace *tr, const struct ob_row *row,
				  uint64_t *snd_una)
{
	unsigned int i;

	for (i = 0; i < tr->nr_bases; i++)
		if (tr->base[i].connection == row->connection)
			break;
	if (i == sizeof(tr->base) / sizeof(tr->base[0]))
		return 0;
	if (i == tr->nr_bases) {
		tr->base[i].connection = row->connection;
		tr->base[i].snd_una = row->snd_una;
		tr->nr_bases++;
	}
	*snd_una = tr->base[i].snd_una;
	return i + 1;
}

static unsigned int path_of(const struct ob_trace *tr, const struct ob_subflow_row *s)
{
	unsigned int i;

	for (i = 0; i < tr->nr_paths; i++)
		if (tr->path[i] == s->local || tr->path[i] == s->remote)
			return i + 1;
	return 0;
}

void ob_print_row(struct ob_trace *tr, const struct ob_row *row)
{
	unsigned int connection;
	uint64_t base, acked = 0;
	uint32_t i;

	connection = connection_of(tr, row, &base);
	if (!connection || row->limit >= SL_LIMIT_MAX || row->n_subflows > OB_PATHS_MAX)
		return;
	if (!tr->start_ns)
		tr->start_ns = row->at_ns;
	for (i = 0; i < row->n_subflows; i++)
		acked += row->subflow[i].bytes_acked;
	fprintf(tr->out,
		"{\"t_us\":%llu,\"connection\":%u,\"limit\":\"%s\",\"snd_una\":%llu"
		",\"snd_nxt\":%llu,\"write_seq\":%llu,\"wnd_end\":%llu,\"subflows\":[",
		(row->at_ns - tr->start_ns) / NSEC_PER_USEC, connection,
		limit_names[row->limit], row->snd_una - base, row->snd_nxt - base,
		row->write_seq - base, row->wnd_end - base);
	for (i = 0; i < row->n_subflows; i++) {
		const struct ob_subflow_row *s = &row->subflow[i];

		fprintf(tr->out,
			"%s{\"path\":%u,\"cwnd\":%u,\"in_flight\":%u,\"unsent_bytes\":%u"
			",\"srtt_us\":%u,\"bytes_acked\":%llu,\"share_pct\":%.1f}",
			i ? "," : "", path_of(tr, s), s->cwnd, s->in_flight,
			s->unsent_bytes, s->srtt_us, s->bytes_acked,
			acked ? 100.0 * s->bytes_acked / acked : 0);
	}
	fputs("]}\n", tr->out);
}
