// SPDX-License-Identifier: GPL-2.0-only
/*
 * The line of JSON that a transfer of xfer becomes.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "xfer.h"

static const struct {
	const char *field;
	enum xfer_role role;
} mibs[] = {
/* clang-format off */
#define MIB_ROW(field, role, name) { #field, role },
	XFER_MIBS(MIB_ROW)
	/* clang-format on */
};

static void print_string(FILE *out, const char *s)
{
	fputc('"', out);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fputc('\\', out);
		fputc((unsigned char)*s < ' ' ? ' ' : *s, out);
	}
	fputc('"', out);
}

/*
 * What arrived over each path, MPTCP-level duplicates included.  From the receiver: to
 * the sender, the last round trip of a slow path is still on the way, and it counts
 * again what its own queue refused.
 */
static void print_path_bytes(FILE *out, const struct xfer_opts *opts,
			     const struct xfer_end *rcv)
{
	unsigned int path, c, i;

	fputs(",\"path_bytes\":[", out);
	for (path = 1; path <= opts->nr_paths; path++) {
		uint64_t bytes = 0;

		for (c = 0; c < opts->connections; c++)
			for (i = 0; i < rcv[c].nr_subflows; i++)
				if (rcv[c].subflow[i].path == path)
					bytes += rcv[c].subflow[i].bytes_received;
		fprintf(out, "%s%" PRIu64, path > 1 ? "," : "", bytes);
	}
	fputc(']', out);
}

/* The sender's, of all connections the highest; 0 for a path without a subflow. */
static void print_srtt_us(FILE *out, const struct xfer_opts *opts,
			  const struct xfer_end *snd)
{
	unsigned int path, c, i;

	fputs(",\"srtt_us\":[", out);
	for (path = 1; path <= opts->nr_paths; path++) {
		uint32_t srtt_us = 0;

		for (c = 0; c < opts->connections; c++)
			for (i = 0; i < snd[c].nr_subflows; i++)
				if (snd[c].subflow[i].path == path &&
				    snd[c].subflow[i].srtt_us > srtt_us)
					srtt_us = snd[c].subflow[i].srtt_us;
		fprintf(out, "%s%u", path > 1 ? "," : "", srtt_us);
	}
	fputc(']', out);
}

static void print_subflow(FILE *out, unsigned int connection,
			  const struct xfer_subflow *sf)
{
	fprintf(out,
		"{\"connection\":%u,\"path\":%u,\"local\":\"%s\",\"remote\":\"%s\","
		"\"bytes_sent\":%" PRIu64 ",\"bytes_acked\":%" PRIu64
		",\"bytes_retrans\":%" PRIu64
		",\"srtt_us\":%u,\"min_rtt_us\":%u,\"cwnd\":%u}",
		connection + 1, sf->path, sf->local, sf->remote, sf->bytes_sent,
		sf->bytes_acked, sf->bytes_retrans, sf->srtt_us, sf->min_rtt_us,
		sf->cwnd);
}

static void print_subflows(FILE *out, const struct xfer_opts *opts,
			   const struct xfer_end *snd)
{
	const char *comma = "";
	unsigned int c, i;

	fputs(",\"subflows\":[", out);
	for (c = 0; c < opts->connections; c++)
		for (i = 0; i < snd[c].nr_subflows; i++, comma = ",") {
			fputs(comma, out);
			print_subflow(out, c, &snd[c].subflow[i]);
		}
	fputc(']', out);
}

static int compare_us(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* The smallest value that pct of the n sorted ones do not exceed; n is not 0. */
static uint32_t percentile(const uint32_t *sorted, unsigned int n, unsigned int pct)
{
	unsigned int rank = ((uint64_t)n * pct + 99) / 100;

	return sorted[rank ? rank - 1 : 0];
}

static void print_requests(FILE *out, const struct xfer_shared *shared)
{
	static uint32_t us[XFER_MAX_REQUESTS];
	unsigned int n = shared->nr_requests, i;

	if (!n)
		return;
	for (i = 0; i < n; i++)
		us[i] = shared->request_us[i];
	qsort(us, n, sizeof(us[0]), compare_us);
	fprintf(out,
		",\"requests\":%u,\"completion_p50_us\":%u,\"completion_p99_us\":%u,"
		"\"completion_max_us\":%u",
		n, percentile(us, n, 50), percentile(us, n, 99), us[n - 1]);
}

static void print_intervals(FILE *out, const struct xfer_opts *opts,
			    const struct xfer_shared *shared)
{
	unsigned int n = XFER_MAX_INTERVALS, i;

	if (!opts->interval_ms)
		return;
	while (n && !shared->interval_bytes[n - 1])
		n--;
	fprintf(out, ",\"interval_ms\":%" PRIu64 ",\"interval_bytes\":[",
		opts->interval_ms);
	for (i = 0; i < n; i++)
		fprintf(out, "%s%" PRIu64, i ? "," : "", shared->interval_bytes[i]);
	fputc(']', out);
}

/* When they began and ended; those whose time did not come are not there. */
static void print_events(FILE *out, const struct xfer_opts *opts,
			 const struct xfer_shared *shared)
{
	unsigned int i;

	fputs(",\"events\":[", out);
	for (i = 0; i < opts->nr_events && shared->event[i].end_us; i++)
		fprintf(out, "%s{\"begin_s\":%.6f,\"end_s\":%.6f}", i ? "," : "",
			shared->event[i].begin_us / 1e6, shared->event[i].end_us / 1e6);
	fputc(']', out);
}

/* Of all connections: from the first connect() to the last verified byte. */
static double sum_up(const struct xfer_opts *opts, const struct xfer_result *res,
		     uint64_t *bytes)
{
	const struct xfer_end *client = res->end[opts->up ? XFER_SENDER : XFER_RECEIVER],
			      *rcv = res->end[XFER_RECEIVER];
	int64_t start_ns = client[0].start_ns, done_ns = 0;
	unsigned int c;

	*bytes = 0;
	for (c = 0; c < opts->connections; c++) {
		*bytes += rcv[c].bytes;
		if (client[c].start_ns && client[c].start_ns < start_ns)
			start_ns = client[c].start_ns;
		if (rcv[c].done_ns > done_ns)
			done_ns = rcv[c].done_ns;
	}
	return done_ns && start_ns ? (done_ns - start_ns) / 1e9 : 0;
}

void xfer_print(FILE *out, const struct xfer_opts *opts, const struct xfer_result *res)
{
	const struct xfer_end *snd = res->end[XFER_SENDER],
			      *rcv = res->end[XFER_RECEIVER];
	const struct xfer_shared *shared = &res->shared;
	uint64_t bytes, sent = 0, retrans = 0;
	double duration_s = sum_up(opts, res, &bytes);
	unsigned int c, i, timeouts = 0;

	fprintf(out, "{\"ok\":%s,\"error\":", shared->error[0] ? "false" : "true");
	print_string(out, shared->error);
	fprintf(out, ",\"bytes\":%" PRIu64 ",\"duration_s\":%.6f,\"goodput_mbps\":%.4f",
		bytes, duration_s,
		duration_s > 0 && !shared->error[0] ? bytes * 8 / duration_s / 1e6 : 0);
	print_path_bytes(out, opts, rcv);
	print_srtt_us(out, opts, snd);
	for (i = 0; i < XFER_MIB_MAX; i++)
		fprintf(out, ",\"%s\":%" PRIu64, mibs[i].field,
			shared->mib[mibs[i].role][i]);
	for (c = 0; c < opts->connections; c++) {
		sent += snd[c].mptcp_bytes_sent;
		retrans += snd[c].mptcp_bytes_retrans;
		timeouts += snd[c].mptcp_retransmits;
	}
	fprintf(out,
		",\"mptcp_bytes_sent\":%" PRIu64 ",\"mptcp_bytes_retrans\":%" PRIu64
		",\"mptcp_retransmits\":%u,\"cc\":",
		sent, retrans, timeouts);
	print_string(out, snd[0].cc);
	print_requests(out, shared);
	print_intervals(out, opts, shared);
	print_events(out, opts, shared);
	print_subflows(out, opts, snd);
	fputs("}\n", out);
}
