// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_metrics.c - every counter and tunable once, base units, labels whatever their bytes.
 */
#include "kselftest_harness.h"
#include "counters.h"
#include "metrics.h"
#include "promtext.h"

FIXTURE(shown)
{
	struct metrics m;
	char *text;
};

FIXTURE_SETUP(shown)
{
	self->m = (struct metrics){ .state = METRICS_ATTACHED, .version = "1.2" };
}

FIXTURE_TEARDOWN(shown)
{
	metrics_free(&self->m);
	free(self->text);
}

/* The text of @m, or of a label's value if there is no @m; free() what is returned. */
static char *text_of(const struct metrics *m, const char *label)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (m)
		metrics_write(out, m);
	else
		prom_label_value(out, label);
	fclose(out);
	return text;
}

static unsigned int occurrences(const char *text, const char *word)
{
	unsigned int n = 0;

	for (; (text = strstr(text, word)); text += strlen(word))
		n++;
	return n;
}

/* A value of its own for each, which no other line has. */
static __u64 value_of(int counter)
{
	return 7000000 + counter;
}

TEST_F(shown, every_counter_once)
{
	struct metrics_row *row = metrics_row(&self->m, "a");

	for (int i = 0; i < SL_CNT_MAX; i++)
		row->counters.v[i] = value_of(i);
	self->text = text_of(&self->m, NULL);
	for (int i = 0; i < SL_CNT_MAX; i++) {
		bool time = !strcmp(counter_table[i].unit, "microseconds");
		char whole[32], seconds[32];

		snprintf(whole, sizeof(whole), " %llu\n",
			 (unsigned long long)value_of(i));
		snprintf(seconds, sizeof(seconds), " 7.%06d\n", i);
		EXPECT_EQ(!time, occurrences(self->text, whole))
		TH_LOG("%s: %s", counter_table[i].name, whole);
		EXPECT_EQ(time, occurrences(self->text, seconds))
		TH_LOG("%s: %s", counter_table[i].name, seconds);
		EXPECT_NE(NULL, strstr(self->text, counter_table[i].help))
		TH_LOG("%s has no help", counter_table[i].name);
	}
}

/* A metric's head is there once, directly above all of its samples. */
TEST_F(shown, heads_and_samples)
{
	char *line, *rest, name[128] = "";
	unsigned int samples = 0;

	metrics_row(&self->m, "a");
	metrics_row(&self->m, "b");
	self->text = text_of(&self->m, NULL);
	rest = strdup(self->text);
	for (line = strtok(rest, "\n"); line; line = strtok(NULL, "\n")) {
		char head[160];
		size_t len = strcspn(line, "{ ");

		if (!strncmp(line, "# HELP ", 7)) {
			snprintf(name, sizeof(name), "%.*s", (int)strcspn(line + 7, " "),
				 line + 7);
			snprintf(head, sizeof(head), "# HELP %s ", name);
			EXPECT_EQ(1, occurrences(self->text, head));
			snprintf(head, sizeof(head), "\n# TYPE %s ", name);
			EXPECT_EQ(1, occurrences(self->text, head));
			EXPECT_EQ(strlen(line) > strlen(name) + 8, 1)
			TH_LOG("%s: no text", name);
		} else if (line[0] != '#') {
			EXPECT_EQ(strlen(name), len);
			EXPECT_EQ(0, strncmp(line, name, len))
			TH_LOG("%s is below the head of %s", line, name);
			EXPECT_EQ(0, strncmp(line, "slowlane_", 9));
			samples++;
		}
	}
	free(rest);
	EXPECT_LT(2 * SL_CNT_MAX, samples);
	EXPECT_EQ('\n', self->text[strlen(self->text) - 1]);
}

TEST_F(shown, counters_are_totals)
{
	char *line = NULL, *rest;

	metrics_row(&self->m, "a");
	self->text = text_of(&self->m, NULL);
	rest = strdup(self->text);
	for (line = strtok(rest, "\n"); line; line = strtok(NULL, "\n")) {
		bool counter = strlen(line) > 8 &&
			       !strcmp(line + strlen(line) - 8, " counter");

		if (strncmp(line, "# TYPE ", 7))
			continue;
		EXPECT_EQ(counter, !!strstr(line, "_total "))
		TH_LOG("%s", line);
	}
	free(rest);
}

TEST_F(shown, names)
{
	struct metrics_row *row = metrics_row(&self->m, "a");

	row->counters.v[SL_CNT_limit_sndbuf_us] = 1000001;
	row->counters.v[SL_CNT_limit_app_us] = ~0ULL;
	row->counters.v[SL_CNT_sent_bytes] = ~0ULL;
	row->connections = 3;
	row->listeners = 2;
	self->m.tunables.slow_ratio_pct = 5;
	self->m.tunables.penalty = SL_PENALTY_SHARE;
	self->m.attached_at_s = 1790000000;
	self->text = text_of(&self->m, NULL);
#define HAS(line) EXPECT_EQ(1, occurrences(self->text, "\n" line "\n")) TH_LOG("no " line)
	HAS("slowlane_up 1");
	HAS("slowlane_state{state=\"attached\"} 1");
	HAS("slowlane_state{state=\"detached\"} 0");
	HAS("slowlane_build_info{version=\"1.2\"} 1");
	HAS("slowlane_attached_timestamp_seconds 1790000000");
	HAS("slowlane_limited_seconds_total{netns=\"a\",class=\"sndbuf\"} 1.000001");
	HAS("slowlane_limited_seconds_total{netns=\"a\",class=\"app\"} "
	    "18446744073709.551615");
	HAS("slowlane_sent_bytes_total{netns=\"a\"} 18446744073709551615");
	HAS("slowlane_waits_total{netns=\"a\",reason=\"all_full\"} 0");
	HAS("slowlane_picks_total{netns=\"a\",reason=\"window_full\"} 0");
	HAS("slowlane_penalties_total{netns=\"a\",kind=\"cwnd\"} 0");
	HAS("slowlane_penalties_over_total{netns=\"a\"} 0");
	HAS("slowlane_retrans_picks_total{netns=\"a\",reason=\"backup\"} 0");
	HAS("slowlane_connections{netns=\"a\"} 3");
	HAS("slowlane_listeners{netns=\"a\"} 2");
	HAS("slowlane_tunable_slow_ratio 0.05");
	HAS("slowlane_tunable_penalty{value=\"share\"} 1");
	HAS("slowlane_tunable_penalty{value=\"off\"} 0");
	HAS("slowlane_tunable_admission{value=\"off\"} 1");
}

TEST_F(shown, detached)
{
	metrics_row(&self->m, "a");
	self->m.state = METRICS_DETACHED;
	self->text = text_of(&self->m, NULL);
	HAS("slowlane_up 0");
	HAS("slowlane_state{state=\"attached\"} 0");
	HAS("slowlane_state{state=\"detached\"} 1");
	EXPECT_EQ(NULL, strstr(self->text, "_total"));
	EXPECT_EQ(NULL, strstr(self->text, "tunable"));
}

/* What it must not be: a name twice, or one without a valid label. */
TEST_F(shown, rows)
{
	EXPECT_EQ(metrics_row(&self->m, "a"), metrics_row(&self->m, "a"));
	EXPECT_EQ(1, self->m.n_rows);
	metrics_row(&self->m, "b\xff\"\n");
	self->text = text_of(&self->m, NULL);
	HAS("slowlane_connections{netns=\"b\\\\xff\\\"\\n\"} 0");
}

TEST_F(shown, only_grow)
{
	struct metrics before = { .state = METRICS_ATTACHED };

	metrics_row(&before, "gone")->counters.v[1] = 4;
	metrics_row(&before, "a")->counters.v[0] = 10;
	before.rows[1].counters.v[1] = 10;
	metrics_row(&self->m, "a")->counters.v[0] = 9;
	self->m.rows[0].counters.v[1] = 11;
	metrics_only_grow(&self->m, &before);
	EXPECT_EQ(10, self->m.rows[0].counters.v[0]);
	EXPECT_EQ(11, self->m.rows[0].counters.v[1]);
	EXPECT_EQ(2, self->m.n_rows);
	EXPECT_EQ(4, metrics_row(&self->m, "gone")->counters.v[1]);
	/* Another attachment has its own. */
	self->m.attachment_id = 1;
	self->m.rows[0].counters.v[0] = 9;
	metrics_only_grow(&self->m, &before);
	EXPECT_EQ(9, self->m.rows[0].counters.v[0]);
	metrics_free(&before);
}

static const struct {
	const char *value, *text;
} labels[] = {
	{ "", "" },
	{ "net:[4026531840]", "net:[4026531840]" },
	{ "a\\b", "a\\\\b" },
	{ "a\"b", "a\\\"b" },
	{ "a\nb", "a\\nb" },
	{ "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
	  "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80" },
	{ "\x80", "\\\\x80" },
	{ "\xc3", "\\\\xc3" },
	{ "\xc3(", "\\\\xc3(" },
	{ "\xe2\x82", "\\\\xe2\\\\x82" },
	{ "\xc0\xaf", "\\\\xc0\\\\xaf" },	     /* overlong */
	{ "\xed\xa0\x80", "\\\\xed\\\\xa0\\\\x80" }, /* a surrogate */
	{ "\xf4\x90\x80\x80", "\\\\xf4\\\\x90\\\\x80\\\\x80" },
	{ "\xff", "\\\\xff" },
	{ "\x01\t", "\x01\t" }, /* allowed as they are */
};

TEST(label_values)
{
	for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
		char *text = text_of(NULL, labels[i].value);

		EXPECT_STREQ(labels[i].text, text);
		free(text);
	}
}

TEST_HARNESS_MAIN
