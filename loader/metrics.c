// SPDX-License-Identifier: GPL-2.0-only
/*
 * metrics.c - the counters, tunables and the state of the attachment as metrics.
 *
 * The format: prometheus.io/docs/instrumenting/exposition_formats; the names: .../practices/
 * naming.  No value goes through a floating-point number, so none is NaN or rounded.
 */
#include <string.h>

#include "counters.h"
#include "metrics.h"
#include "promtext.h"

#define PREFIX "slowlane_"
#define NAME_MAX_LEN 96

/* Units of the tables that are not Prometheus' base units: the value is / 10^digits. */
static const struct unit {
	const char *word, *suffix, *base_suffix;
	int digits;
} units[] = {
	{ "microseconds", "_us", "_seconds", 6 },
	{ "milliseconds", "_ms", "_seconds", 3 },
	{ "seconds", "_s", "_seconds", 0 },
	{ "percent", "_pct", "_ratio", 2 },
};

/*
 * Counters of one thing by reason: their sum means something.  The first row that a
 * counter's name starts with is its family; one without a metric is none.
 */
static const struct family {
	const char *prefix, *metric, *label, *help;
} families[] = {
	{ "penalties_over", NULL, NULL, NULL }, /* ends of them, not more of them */
	{ "picks_", "picks", "reason", "Bursts given to a subflow, by reason" },
	{ "waits_", "waits", "reason", "Times that nothing was sent, by reason" },
	{ "penalties_", "penalties", "kind", "Times a slow path lost half, by kind" },
	{ "unpenalised_", "unpenalised", "reason",
	  "Times a slow path was not penalised, by reason" },
	{ "limit_", "limited", "class", "Time of the connections, by what limited them" },
	{ "retrans_picks_", "retrans_picks", "reason",
	  "MPTCP-level retransmissions given to a subflow, by kind of subflow" },
};

static const struct {
	const char *name, *help;
} states[METRICS_STATE_MAX] = {
	[METRICS_ATTACHED] = { "attached", "attached, and all of it could be read" },
	[METRICS_DETACHED] = { "detached", "not attached" },
	[METRICS_BUSY] = { "busy", "an attach or a detach is at work" },
	[METRICS_INCOMPLETE] = { "incomplete", "only a part of an attachment is there" },
	[METRICS_VERSION] = { "version", "attached by another version of slowlane" },
	[METRICS_UNREADABLE] = { "unreadable", "the attachment cannot be read" },
};

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static const struct unit *unit_find(const char *word)
{
	static const struct unit as_it_is = { "", "", "", 0 };

	for (size_t i = 0; i < ARRAY_SIZE(units); i++) {
		if (!strcmp(units[i].word, word))
			return &units[i];
	}
	return &as_it_is;
}

static const struct family *family_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		if (!strncmp(families[i].prefix, name, strlen(families[i].prefix)))
			return families[i].metric ? &families[i] : NULL;
	}
	return NULL;
}

/* Length of @name without the unit's suffix, if it has it. */
static int stem_len(const char *name, const struct unit *unit)
{
	size_t len = strlen(name), suffix = strlen(unit->suffix);

	if (suffix && len > suffix && !strcmp(name + len - suffix, unit->suffix))
		return len - suffix;
	return len;
}

static bool ends_with(const char *text, int len, const char *end)
{
	int n = strlen(end);

	return len >= n && !strncmp(text + len - n, end, n);
}

static void put_value(FILE *out, __u64 value, const struct unit *unit)
{
	unsigned long long power = 1, v = value;

	for (int i = 0; i < unit->digits; i++)
		power *= 10;
	if (unit->digits)
		fprintf(out, " %llu.%0*llu\n", v / power, unit->digits, v % power);
	else
		fprintf(out, " %llu\n", v);
}

/* The counter's value in each namespace; @label: NULL, or one more with @reason. */
static void put_samples(FILE *out, const struct metrics *m, const char *name, int counter,
			const char *label, const char *reason, int reason_len)
{
	for (size_t r = 0; r < m->n_rows; r++) {
		fprintf(out, "%s{netns=\"", name);
		prom_label_value(out, m->rows[r].netns);
		fputc('"', out);
		if (label)
			fprintf(out, ",%s=\"%.*s\"", label, reason_len, reason);
		fputc('}', out);
		put_value(out, m->rows[r].counters.v[counter],
			  unit_find(counter_table[counter].unit));
	}
}

static void put_single(FILE *out, const struct metrics *m, int counter)
{
	const struct counter *c = &counter_table[counter];
	const struct unit *unit = unit_find(c->unit);
	char name[NAME_MAX_LEN];

	snprintf(name, sizeof(name), PREFIX "%.*s%s_total", stem_len(c->name, unit),
		 c->name, unit->base_suffix);
	prom_head(out, name, "counter", c->help);
	put_samples(out, m, name, counter, NULL, NULL, 0);
}

/* The part of a counter's name that tells it from the others of its family. */
static const char *reason_of(const struct family *f, int counter, int *len)
{
	const struct counter *c = &counter_table[counter];

	*len = stem_len(c->name, unit_find(c->unit)) - strlen(f->prefix);
	return c->name + strlen(f->prefix);
}

/* All counters of a family, the first of which is @first; the help is the table's. */
static void put_family(FILE *out, const struct metrics *m, const struct family *f,
		       int first)
{
	const struct unit *unit = unit_find(counter_table[first].unit);
	char name[NAME_MAX_LEN];
	int len;

	snprintf(name, sizeof(name), PREFIX "%s%s_total", f->metric, unit->base_suffix);
	fprintf(out, "# HELP %s %s.", name, f->help);
	for (int i = first; i < SL_CNT_MAX; i++) {
		const char *reason;

		if (family_find(counter_table[i].name) != f)
			continue;
		reason = reason_of(f, i, &len);
		fprintf(out, " %.*s: ", len, reason);
		prom_help(out, counter_table[i].help);
		fputc('.', out);
	}
	fputc('\n', out);
	prom_type(out, name, "counter");
	for (int i = first; i < SL_CNT_MAX; i++) {
		if (family_find(counter_table[i].name) == f) {
			const char *reason = reason_of(f, i, &len);

			put_samples(out, m, name, i, f->label, reason, len);
		}
	}
}

static bool is_first_of(const struct family *f, int counter)
{
	for (int i = 0; i < counter; i++) {
		if (family_find(counter_table[i].name) == f)
			return false;
	}
	return true;
}

static void put_counters(FILE *out, const struct metrics *m)
{
	for (int i = 0; i < SL_CNT_MAX; i++) {
		const struct family *f = family_find(counter_table[i].name);

		if (!f)
			put_single(out, m, i);
		else if (is_first_of(f, i))
			put_family(out, m, f, i);
	}
}

static void put_live(FILE *out, const struct metrics *m, bool listeners)
{
	const char *name = listeners ? PREFIX "listeners" : PREFIX "connections";

	prom_head(out, name, "gauge",
		  listeners ? "Listening MPTCP sockets on this scheduler"
			    : "Live MPTCP connections on this scheduler");
	for (size_t r = 0; r < m->n_rows; r++) {
		fprintf(out, "%s{netns=\"", name);
		prom_label_value(out, m->rows[r].netns);
		fprintf(out, "\"} %u\n",
			listeners ? m->rows[r].listeners : m->rows[r].connections);
	}
}

/* A choice: 1 for the word that is chosen, 0 for the others. */
static void put_choice(FILE *out, unsigned int tunable, __u32 value, const char *name)
{
	const struct tunable *t = &tunable_table[tunable];

	for (__u32 v = t->min; v <= t->max; v++) {
		char word[TUNABLE_VALUE_MAX];

		fprintf(out, "%s{value=\"%s\"} %d\n", name,
			tunable_format(tunable, v, word), v == value);
	}
}

static void put_tunables(FILE *out, const struct metrics *m)
{
	const __u32 *values = (const __u32 *)&m->tunables;

	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		const struct tunable *t = &tunable_table[i];
		const struct unit *unit = unit_find(t->unit);
		int stem = stem_len(t->name, unit);
		char name[NAME_MAX_LEN];

		snprintf(name, sizeof(name), PREFIX "tunable_%.*s%s", stem, t->name,
			 ends_with(t->name, stem, unit->base_suffix) ? ""
								     : unit->base_suffix);
		prom_head(out, name, "gauge", t->help);
		if (tunable_is_choice(t)) {
			put_choice(out, i, values[i], name);
		} else {
			fputs(name, out);
			put_value(out, values[i], unit);
		}
	}
}

static void put_state(FILE *out, const struct metrics *m)
{
	prom_head(
		out, PREFIX "up", "gauge",
		"1 if slowlane is attached and its counters could be read; slowlane_state "
		"says more");
	fprintf(out, PREFIX "up %d\n", m->state == METRICS_ATTACHED);
	fputs("# HELP " PREFIX "state What there is to read, 1 for one of these.", out);
	for (int i = 0; i < METRICS_STATE_MAX; i++)
		fprintf(out, " %s: %s.", states[i].name, states[i].help);
	fputc('\n', out);
	prom_type(out, PREFIX "state", "gauge");
	for (int i = 0; i < METRICS_STATE_MAX; i++)
		fprintf(out, PREFIX "state{state=\"%s\"} %d\n", states[i].name,
			i == (int)m->state);
	prom_head(out, PREFIX "build_info", "gauge", "The exporter's version; always 1");
	fputs(PREFIX "build_info{version=\"", out);
	prom_label_value(out, m->version);
	fputs("\"} 1\n", out);
}

/**
 * metrics_write - all of it, as text
 * @out: where to; its errors are the caller's to look for
 * @m: the values
 *
 * If nothing is attached there are slowlane_up (0), slowlane_state and
 * slowlane_build_info only.
 */
void metrics_write(FILE *out, const struct metrics *m)
{
	put_state(out, m);
	if (m->state != METRICS_ATTACHED)
		return;
	prom_head(out, PREFIX "attached_timestamp_seconds", "gauge",
		  "When slowlane was attached, in seconds since 1970");
	fprintf(out, PREFIX "attached_timestamp_seconds %llu\n",
		(unsigned long long)m->attached_at_s);
	put_tunables(out, m);
	put_live(out, m, false);
	put_live(out, m, true);
	put_counters(out, m);
}
