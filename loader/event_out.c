// SPDX-License-Identifier: GPL-2.0-only
/*
 * event_out.c - an event as a line of text, and as a line of JSON.
 */
#include <string.h>

#include "conns_out.h"
#include "counters.h"
#include "event_out.h"
#include "text.h"

void json_time(struct jsonw *w, const struct timespec *at)
{
	char clock[32] = "", zone[8] = "", when[64];
	struct tm tm;

	if (localtime_r(&at->tv_sec, &tm)) {
		strftime(clock, sizeof(clock), "%Y-%m-%dT%H:%M:%S", &tm);
		strftime(zone, sizeof(zone), "%z", &tm);
	}
	snprintf(when, sizeof(when), "%s.%06ld%s", clock, at->tv_nsec / 1000, zone);
	jsonw_str(w, "time", when);
}

void json_whose(struct jsonw *w, __u32 token, const struct sl_ends *ends,
		const char *netns, __u32 netns_ino)
{
	char text[16];

	snprintf(text, sizeof(text), "%x", token);
	jsonw_str(w, "token", text);
	json_ends(w, ends);
	json_name(w, "netns", netns, SL_NETNS_NAME_MAX);
	jsonw_u64(w, "inode", netns_ino);
}

const char *text_clock(const struct timespec *at, char buf[TEXT_CLOCK_MAX])
{
	char clock[16] = "";
	struct tm tm;

	if (localtime_r(&at->tv_sec, &tm))
		strftime(clock, sizeof(clock), "%H:%M:%S", &tm);
	snprintf(buf, TEXT_CLOCK_MAX, "%s.%03ld", clock, at->tv_nsec / 1000000);
	return buf;
}

static const char *kind_name(unsigned int kind)
{
	static const char *const names[SL_EVENT_MAX] = {
#define SL_EVENT_NAME(id, name, help) #name,
		SL_EVENTS(SL_EVENT_NAME)
	};

	return kind < SL_EVENT_MAX ? names[kind] : "?";
}

static bool is_decided(unsigned int kind)
{
	return kind <= SL_EVENT_REVIVED;
}

static void print_decided(const struct sl_event *e, FILE *out)
{
	char rate[TEXT_NUMBER_MAX], fastest[TEXT_NUMBER_MAX], held[TEXT_NUMBER_MAX];
	const char *said = counter_said(e->said);

	fprintf(out,
		": %s of %s Mbit/s (slow below %u %%), rtt %.1f, min %.1f ms, cwnd %u",
		text_mbps(e->rate_Bps, e->rate_Bps, rate),
		text_mbps(e->fastest_Bps, e->fastest_Bps, fastest), e->slow_ratio_pct,
		e->srtt_us / 1e3, e->min_rtt_us / 1e3, e->cwnd_segs);
	if (e->share_shift)
		fprintf(out, ", of which %u %%", 100U >> e->share_shift);
	fprintf(out, ", holds %s%s%s", text_size(e->held_bytes, held), said ? ", " : "",
		said ? said : "");
}

static void print_limited(const struct sl_event *e, FILE *out)
{
	double sum = 0;

	for (int i = 0; i < SL_EVENT_LIMITS; i++)
		sum += e->limit_us[i];
	fprintf(out, " by %s", text_limit(e->limit));
	if (e->limit_before < SL_EVENT_LIMITS)
		fprintf(out, ", was %s", text_limit(e->limit_before));
	fputs(": ", out);
	for (int i = 0; i < SL_EVENT_LIMITS; i++)
		fprintf(out, "%s%s %.0f %%", i ? ", " : "", text_limit(i),
			sum ? e->limit_us[i] * 100 / sum : 0);
	fprintf(out, " of %.1f s", sum / 1e6);
}

void event_print(const struct sl_event *e, const struct timespec *at, FILE *out)
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], dev[TEXT_NAME_MAX];
	char clock[TEXT_CLOCK_MAX];

	text_escape(e->ends.dev, sizeof(e->ends.dev), dev, sizeof(dev));
	fprintf(out, "%s token:%x %s %s%s%s %s", text_clock(at, clock), e->token,
		text_local(&e->ends, local, sizeof(local)),
		text_peer(&e->ends, peer, sizeof(peer)), dev[0] ? " dev " : "", dev,
		kind_name(e->kind));
	if (is_decided(e->kind))
		print_decided(e, out);
	else if (e->kind == SL_EVENT_LIMITED)
		print_limited(e, out);
	putc('\n', out);
}

static void json_decided(const struct sl_event *e, struct jsonw *w)
{
	jsonw_mbps(w, "rate_mbps", e->rate_Bps);
	jsonw_mbps(w, "fastest_mbps", e->fastest_Bps);
	jsonw_u64(w, "slow_ratio_pct", e->slow_ratio_pct);
	jsonw_u64(w, "srtt_us", e->srtt_us);
	jsonw_u64(w, "min_rtt_us", e->min_rtt_us);
	jsonw_u64(w, "cwnd_segs", e->cwnd_segs);
	jsonw_u64(w, "held_bytes", e->held_bytes);
	jsonw_u64(w, "share_pct", 100U >> e->share_shift);
	jsonw_bool(w, "slow", e->flags & SL_PATH_SLOW);
	jsonw_bool(w, "stale", e->flags & SL_PATH_STALE);
	jsonw_bool(w, "backup", e->flags & SL_PATH_BACKUP);
	jsonw_str(w, "reason", counter_said(e->said));
}

static void json_limited(const struct sl_event *e, struct jsonw *w)
{
	jsonw_str(w, "limit", text_limit(e->limit));
	jsonw_str(w, "before",
		  e->limit_before < SL_EVENT_LIMITS ? text_limit(e->limit_before) : NULL);
	jsonw_open(w, "limit_us", '{');
	for (int i = 0; i < SL_EVENT_LIMITS; i++)
		jsonw_u64(w, text_limit(i), e->limit_us[i]);
	jsonw_close(w, '}');
}

void event_json(const struct sl_event *e, const struct timespec *at, const char *netns,
		struct jsonw *w)
{
	jsonw_open(w, NULL, '{');
	json_time(w, at);
	jsonw_str(w, "event", kind_name(e->kind));
	json_whose(w, e->token, &e->ends, netns, e->netns_ino);
	json_name(w, "dev", e->ends.dev, sizeof(e->ends.dev));
	if (is_decided(e->kind))
		json_decided(e, w);
	else if (e->kind == SL_EVENT_LIMITED)
		json_limited(e, w);
	jsonw_close(w, '}');
}
