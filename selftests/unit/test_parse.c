// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_parse.c - the loader's pure parts: words, names and /proc text in, values out.
 */
#include "kselftest_harness.h"
#include "parse.h"

struct result {
	bool json, quiet;
	const char *module, *wait;
	struct str_list netns;
};

static const struct opt command_opts[] = {
	{ "netns", 'n', OPT_LIST, "NAME", "help", offsetof(struct result, netns) },
	{ "module", 0, OPT_STRING, "FILE", "help", offsetof(struct result, module) },
	{ "wait", 0, OPT_OPTIONAL, "TIME", "help", offsetof(struct result, wait) },
	{},
};

static const struct opt global_opts[] = {
	{ "json", 'j', OPT_FLAG, NULL, "help", offsetof(struct result, json) },
	{ "quiet", 'q', OPT_FLAG, NULL, "help", offsetof(struct result, quiet) },
	{},
};

FIXTURE(options)
{
	struct result r;
	char error[128];
	int used;
};

FIXTURE_SETUP(options)
{
}

FIXTURE_TEARDOWN(options)
{
}

/* Words as the shell would give them, parsed into self->r. */
#define PARSE(...)                                                               \
	do {                                                                     \
		static const struct opt *const tables[OPTS_TABLES_MAX] = {       \
			command_opts, global_opts                                \
		};                                                               \
		char *words[] = { __VA_ARGS__ };                                 \
                                                                                 \
		self->used = opts_parse(tables, &self->r,                        \
					sizeof(words) / sizeof(words[0]), words, \
					self->error, sizeof(self->error));       \
	} while (0)

TEST_F(options, nothing)
{
	static const struct opt *const tables[OPTS_TABLES_MAX] = { NULL, global_opts };
	char *words[] = { NULL };

	EXPECT_EQ(
		opts_parse(tables, &self->r, 0, words, self->error, sizeof(self->error)),
		0);
	EXPECT_STREQ(self->error, "");
}

TEST_F(options, long_and_short)
{
	PARSE("-j", "--netns", "a", "--netns=b", "-n", "c", "-nd", "--module=x=y");
	EXPECT_STREQ(self->error, "");
	EXPECT_EQ(self->used, 8);
	EXPECT_TRUE(self->r.json);
	EXPECT_FALSE(self->r.quiet);
	ASSERT_EQ(self->r.netns.n, 4);
	EXPECT_STREQ(self->r.netns.v[0], "a");
	EXPECT_STREQ(self->r.netns.v[1], "b");
	EXPECT_STREQ(self->r.netns.v[2], "c");
	EXPECT_STREQ(self->r.netns.v[3], "d");
	EXPECT_STREQ(self->r.module, "x=y");
}

TEST_F(options, letters_in_one_word)
{
	PARSE("-jqn", "a");
	EXPECT_STREQ(self->error, "");
	EXPECT_EQ(self->used, 2);
	EXPECT_TRUE(self->r.json && self->r.quiet);
	ASSERT_EQ(self->r.netns.n, 1);
	EXPECT_STREQ(self->r.netns.v[0], "a");
}

TEST_F(options, stop_at_the_first_word)
{
	PARSE("-j", "status", "-q");
	EXPECT_STREQ(self->error, "");
	EXPECT_EQ(self->used, 1);
	EXPECT_FALSE(self->r.quiet);

	PARSE("-", "-q");
	EXPECT_EQ(self->used, 0);
	PARSE("", "-q");
	EXPECT_EQ(self->used, 0);
}

TEST_F(options, stop_after_two_dashes)
{
	PARSE("-j", "--", "-q");
	EXPECT_STREQ(self->error, "");
	EXPECT_EQ(self->used, 2);
	EXPECT_FALSE(self->r.quiet);
}

/* A value may look like an option. */
TEST_F(options, value_with_a_dash)
{
	PARSE("--netns", "-j", "--module", "--");
	EXPECT_STREQ(self->error, "");
	EXPECT_FALSE(self->r.json);
	ASSERT_EQ(self->r.netns.n, 1);
	EXPECT_STREQ(self->r.netns.v[0], "-j");
	EXPECT_STREQ(self->r.module, "--");
}

TEST_F(options, last_string_wins)
{
	PARSE("--module", "a", "--module", "b");
	EXPECT_STREQ(self->r.module, "b");
}

TEST_F(options, empty_value)
{
	PARSE("--netns=", "--module", "");
	EXPECT_STREQ(self->error, "");
	ASSERT_EQ(self->r.netns.n, 1);
	EXPECT_STREQ(self->r.netns.v[0], "");
	EXPECT_STREQ(self->r.module, "");
}

TEST_F(options, unknown)
{
	PARSE("--bogus");
	EXPECT_NE(strstr(self->error, "--bogus"), NULL);
	PARSE("-x");
	EXPECT_NE(strstr(self->error, "-x"), NULL);
	PARSE("--net"); /* no abbreviations: they break when options are added */
	EXPECT_NE(strstr(self->error, "--net"), NULL);
	PARSE("--netnsx", "a");
	EXPECT_NE(strstr(self->error, "--netnsx"), NULL);
	PARSE("--=x");
	EXPECT_STRNE(self->error, "");
	PARSE("--bogus=1");
	EXPECT_NE(strstr(self->error, "--bogus"), NULL);
}

TEST_F(options, value_is_missing)
{
	PARSE("--netns");
	EXPECT_NE(strstr(self->error, "--netns"), NULL);
	EXPECT_EQ(self->r.netns.n, 0);
	PARSE("-n");
	EXPECT_NE(strstr(self->error, "-n"), NULL);
	EXPECT_EQ(self->r.netns.n, 0);
}

TEST_F(options, flag_with_a_value)
{
	PARSE("--json=yes");
	EXPECT_NE(strstr(self->error, "--json"), NULL);
	EXPECT_FALSE(self->r.json);
}

/* So that an error is shown as JSON whatever the order of the words is. */
TEST_F(options, go_on_after_an_error)
{
	PARSE("--bogus", "-xj");
	EXPECT_NE(strstr(self->error, "--bogus"), NULL);
	EXPECT_TRUE(self->r.json);
}

TEST_F(options, a_list_is_bounded)
{
	static const struct opt *const tables[OPTS_TABLES_MAX] = { command_opts, NULL };
	char *words[STR_LIST_MAX + 3];
	int i;

	for (i = 0; i < STR_LIST_MAX + 3; i++)
		words[i] = "-nx";
	EXPECT_EQ(opts_parse(tables, &self->r, STR_LIST_MAX, words, self->error,
			     sizeof(self->error)),
		  STR_LIST_MAX);
	EXPECT_STREQ(self->error, "");
	self->r.netns.n = 0;
	opts_parse(tables, &self->r, STR_LIST_MAX + 3, words, self->error,
		   sizeof(self->error));
	EXPECT_STRNE(self->error, "");
	EXPECT_EQ(self->r.netns.n, STR_LIST_MAX);
}

/* An error longer than its buffer is cut, not written past the end (ASan looks). */
TEST_F(options, a_long_error_is_cut)
{
	char word[512] = "--";
	char *error = malloc(16);

	static const struct opt *const tables[OPTS_TABLES_MAX] = { command_opts, NULL };
	char *words[] = { word };

	memset(word + 2, 'x', sizeof(word) - 3);
	word[sizeof(word) - 1] = '\0';
	opts_parse(tables, &self->r, 1, words, error, 16);
	EXPECT_EQ(strlen(error), 15);
	free(error);
}

TEST_F(options, value_that_may_be_left_out)
{
	PARSE("--wait", "30s");
	EXPECT_EQ(self->used, 1);
	EXPECT_STREQ(self->r.wait, "");
	PARSE("--wait=30s", "30s");
	EXPECT_EQ(self->used, 1);
	EXPECT_STREQ(self->r.wait, "30s");
	PARSE("--wait=", "-j");
	EXPECT_EQ(self->used, 2);
	EXPECT_STREQ(self->r.wait, "");
	EXPECT_STREQ(self->error, "");
}

TEST(words_of_a_sysctl)
{
	EXPECT_TRUE(list_has_word("default slowlane", "slowlane"));
	EXPECT_TRUE(list_has_word("slowlane", "slowlane"));
	EXPECT_TRUE(list_has_word("slowlane default\n", "slowlane"));
	EXPECT_TRUE(list_has_word(" \t slowlane\t\n", "slowlane"));
	EXPECT_FALSE(list_has_word("default", "slowlane"));
	EXPECT_FALSE(list_has_word("slowlane2 myslowlane slow lane", "slowlane"));
	EXPECT_FALSE(list_has_word("", "slowlane"));
	EXPECT_FALSE(list_has_word("\n", "slowlane"));
	EXPECT_FALSE(list_has_word("default", ""));
	EXPECT_FALSE(list_has_word("  ", ""));
}

#define NETSTAT                                                 \
	"TcpExt: SyncookiesSent OFOQueue\n"                     \
	"TcpExt: 1 2\n"                                         \
	"IpExt: InNoRoutes\n"                                   \
	"IpExt: 3\n"                                            \
	"MPTcpExt: MPCapableSYNRX OFOQueueTail OFOQueue Last\n" \
	"MPTcpExt: 4 5 18446744073709551615 7\n"

TEST(mib_values)
{
	unsigned long long v = 0;

	ASSERT_EQ(mib_lookup(NETSTAT, "MPTcpExt", "OFOQueue", &v), 0);
	EXPECT_EQ(v, ~0ULL);
	ASSERT_EQ(mib_lookup(NETSTAT, "MPTcpExt", "MPCapableSYNRX", &v), 0);
	EXPECT_EQ(v, 4);
	ASSERT_EQ(mib_lookup(NETSTAT, "MPTcpExt", "OFOQueueTail", &v), 0);
	EXPECT_EQ(v, 5);
	ASSERT_EQ(mib_lookup(NETSTAT, "MPTcpExt", "Last", &v), 0);
	EXPECT_EQ(v, 7);
	ASSERT_EQ(mib_lookup(NETSTAT, "TcpExt", "OFOQueue", &v), 0);
	EXPECT_EQ(v, 2);
	ASSERT_EQ(mib_lookup(NETSTAT, "IpExt", "InNoRoutes", &v), 0);
	EXPECT_EQ(v, 3);
	/* The file's last line without its newline. */
	ASSERT_EQ(mib_lookup("A: x y\nA: 8 9", "A", "y", &v), 0);
	EXPECT_EQ(v, 9);
}

TEST(mib_not_there)
{
	unsigned long long v = 42;

	EXPECT_EQ(mib_lookup(NETSTAT, "MPTcpExt", "OFOMerge", &v), -ENOENT);
	EXPECT_EQ(mib_lookup(NETSTAT, "MPTcpExt", "OFO", &v), -ENOENT);
	EXPECT_EQ(mib_lookup(NETSTAT, "MPTcpExt", "OFOQueueTailX", &v), -ENOENT);
	EXPECT_EQ(mib_lookup(NETSTAT, "MPTcp", "OFOQueue", &v), -ENOENT);
	EXPECT_EQ(mib_lookup(NETSTAT, "Ext", "OFOQueue", &v), -ENOENT);
	EXPECT_EQ(mib_lookup(NETSTAT, "", "OFOQueue", &v), -ENOENT);
	EXPECT_EQ(v, 42);
}

/* Never a wrong number: what cannot be read is not there. */
TEST(mib_malformed)
{
	static const char *const texts[] = {
		"",	      "\n",	      "\n\n\n",		"A:",
		"A:\n",	      "A: x",	      "A: x\n",		"A: x\nB: 1\n",
		"A: x\nA:\n", "A: x\nA: \n",  "A: w x\nA: 1\n", "A: x\nA: ?\n",
		"A x\nA 1\n", "B: 1\nA: x\n", "A: x\n\nA: 1\n", ": x\n: 1\n",
	};
	unsigned long long v = 42;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		EXPECT_EQ(mib_lookup(texts[i], "A", "x", &v), -ENOENT)
	TH_LOG("text %zu", i);
	EXPECT_EQ(v, 42);
}

TEST(modules_dep)
{
	static const struct {
		const char *line;
		bool is;
	} cases[] = {
		{ "updates/a_b.ko:", true },
		{ "updates/dkms/a_b.ko.xz: kernel/net/x.ko.xz", true },
		{ "a_b.ko.zst:\n", true },
		{ "extra/a-b.ko:", true },
		{ "updates/a_b.ko", false }, /* no such line in that file */
		{ "updates/a_b2.ko:", false },
		{ "updates/xa_b.ko:", false },
		{ "updates/a_b/c.ko:", false },
		{ "kernel/x.ko: updates/a_b.ko", false },
		{ "updates/a_b:", false },
		{ "updates/a:", false },
		{ "", false },
		{ ":", false },
		{ "/", false },
		{ "/:", false },
		{ "a", false },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		EXPECT_EQ(modules_dep_line_is(cases[i].line, "a_b"), cases[i].is)
	TH_LOG("case %zu", i);
}

TEST(ages)
{
	static const struct {
		unsigned long long seconds;
		const char *text;
	} cases[] = {
		{ 0, "0 s" },
		{ 59, "59 s" },
		{ 60, "1 min 0 s" },
		{ 303, "5 min 3 s" },
		{ 3599, "59 min 59 s" },
		{ 3600, "1 h 0 min" },
		{ 7500, "2 h 5 min" },
		{ 86399, "23 h 59 min" },
		{ 86400, "1 d 0 h" },
		{ 273600, "3 d 4 h" },
		{ ~0ULL, "213503982334601 d 7 h" },
	};
	char buf[32];
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		format_age(cases[i].seconds, buf, sizeof(buf));
		EXPECT_STREQ(buf, cases[i].text);
	}
	format_age(86400, buf, 4);
	EXPECT_STREQ(buf, "1 d");
}

TEST_HARNESS_MAIN
