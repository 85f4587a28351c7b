// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_filter.c - filters: what they mean, and what is said of wrong ones.
 */
#include <arpa/inet.h>
#include "kselftest_harness.h"
#include "filter.h"
#include "random.h"

/* The path that filters are asked about: 10.0.1.1:4000 to 10.9.0.1:443 by c1. */
static struct sl_ends ends4 = { .family = AF_INET,
				.saddr = { 10, 0, 1, 1 },
				.daddr = { 10, 9, 0, 1 },
				.sport = 4000,
				.dport = 443,
				.dev = "c1" };
static struct filter_path path4 = {
	.ends = &ends4, .netns_ino = 4026532000U, .netns = "blue", .flags = SL_PATH_SLOW
};

static struct sl_ends ends6 = { .family = AF_INET6, .sport = 4000, .dport = 443 };
static struct filter_path path6 = { .ends = &ends6, .netns = "" };

static char error[256];

#define WORDS_MAX 200

/* Splits at blanks; 0 or -EINVAL, as filter_parse(). */
static int parse(struct filter *f, const char *text)
{
	static char copy[4096];
	char *words[WORDS_MAX];
	int n = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	for (char *w = strtok(copy, " "); w && n < WORDS_MAX; w = strtok(NULL, " "))
		words[n++] = w;
	return filter_parse(f, n, words, error, sizeof(error));
}

/* 1 it is meant, 0 it is not, -1 the filter is refused. */
static int ask(const char *text, const struct filter_path *path)
{
	struct filter f;

	return parse(&f, text) ? -1 : filter_match(&f, path);
}

static void set6(const char *saddr, const char *daddr, const char *dev)
{
	inet_pton(AF_INET6, saddr, ends6.saddr);
	inet_pton(AF_INET6, daddr, ends6.daddr);
	snprintf(ends6.dev, sizeof(ends6.dev), "%s", dev);
}

struct question {
	const char *filter;
	int answer;
};

#define ASK_ALL(questions, path)                                                \
	for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) { \
		EXPECT_EQ(ask(questions[i].filter, path), questions[i].answer)  \
		TH_LOG("%s (%s)", questions[i].filter, error);                  \
	}

TEST(ipv4)
{
	static const struct question q[] = {
		{ "", 1 },
		{ "dst 10.9.0.1", 1 },
		{ "src 10.9.0.1", 0 },
		{ "src 10.0.1.1", 1 },
		{ "dst = 10.9.0.1", 1 },
		{ "dst 10.9.0.1:443", 1 },
		{ "dst 10.9.0.1:444", 0 },
		{ "dst 10.9.0.2", 0 },
		{ "dst 10.0.0.0/8", 1 },
		{ "dst 10.8.0.0/15", 1 },
		{ "dst 10.8.0.0/16", 0 },
		{ "dst 11.0.0.0/8", 0 },
		{ "dst 0.0.0.0/0", 1 },
		{ "dst 10.0.0.0/8:443", 1 },
		{ "dst 10.0.0.0/8:80", 0 },
		{ "dst :443", 1 },
		{ "dst *:443", 1 },
		{ "dst *", 1 },
		{ "dst 10.9.0.1:*", 1 },
		{ "dst [10.9.0.1]:443", 1 },
		{ "src 10.0.1.1%c1:4000", 1 },
		{ "src 10.0.1.1%c2", 0 },
		{ "dst ::ffff:10.9.0.1", 1 },
		{ "dst ::ffff:10.0.0.0/104", 1 },
		{ "dst ::ffff:11.0.0.0/104", 0 },
		{ "dst ::/0", 0 },
		{ "dst fd00::1", 0 },
	};

	ASK_ALL(q, &path4)
}

TEST(ipv6)
{
	static const struct question q[] = {
		{ "dst fd00:9::1", 1 },
		{ "dst fd00:9:0::1", 1 },
		{ "dst fd00::/8", 1 },
		{ "dst fc00::/8", 0 },
		{ "dst fc00::/7", 1 },
		{ "dst fd00:9::/127", 1 },
		{ "dst fd00:9::/128", 0 },
		{ "dst [fd00:9::1]:443", 1 },
		{ "dst [fd00:9::1]:80", 0 },
		{ "dst [fd00::]/16:443", 1 },
		{ "dst [fd00::/16]:443", 1 },
		{ "dst [fd00::/16]:80", 0 },
		{ "dst [fd00:9::1]", 1 },
		{ "src fe80::1", 1 },
		{ "src fe80::1%eth0", 1 },
		{ "src [fe80::1%eth0]:4000", 1 },
		{ "src [fe80::1]%eth0:4000", 1 },
		{ "src [fe80::1]%eth0", 1 },
		{ "src fe80::1%eth1", 0 },
		{ "src fe80::/10%eth0", -1 },
		{ "src fe80::%eth0/10", 1 },
		{ "dst 10.9.0.1", 0 },
	};

	set6("fe80::1", "fd00:9::1", "eth0");
	ASK_ALL(q, &path6)
}

TEST(ipv4_in_ipv6)
{
	static const struct question q[] = {
		{ "dst 10.9.0.1", 1 },
		{ "dst 10.0.0.0/8", 1 },
		{ "dst 11.0.0.0/8", 0 },
		{ "dst ::ffff:10.9.0.1", 1 },
		{ "dst [::ffff:10.9.0.1]:443", 1 },
		{ "dst ::ffff:0:0/96", 1 },
		{ "dst fd00::/8", 0 },
	};

	set6("::ffff:10.0.1.1", "::ffff:10.9.0.1", "");
	ASK_ALL(q, &path6)
}

TEST(the_rest)
{
	static const struct question q[] = {
		{ "dport 443", 1 },  { "dport :443", 1 },	{ "dport = :443", 1 },
		{ "dport 4000", 0 }, { "sport 4000", 1 },	{ "dev c1", 1 },
		{ "dev c", 0 },	     { "dev c11", 0 },		{ "netns blue", 1 },
		{ "netns red", 0 },  { "netns 4026532000", 1 }, { "netns 4026532001", 0 },
		{ "state slow", 1 }, { "state stale", 0 },	{ "state backup", 0 },
	};

	ASK_ALL(q, &path4)
	/* A name of the greatest length has no NUL behind it. */
	memset(ends6.dev, 'x', sizeof(ends6.dev));
	EXPECT_EQ(ask("dev xxxxxxxxxxxxxxx", &path6), 0);
	ends6.dev[SL_DEV_NAME_MAX - 1] = '\0';
	EXPECT_EQ(ask("dev xxxxxxxxxxxxxxx", &path6), 1);
	/* As it is, or as it is printed: both are the same bytes. */
	snprintf(ends6.dev, sizeof(ends6.dev), "a\\\xff\"]");
	EXPECT_EQ(ask("dev a\\\xff\"]", &path6), 1);
	EXPECT_EQ(ask("dev a\\x5c\\xff\"]", &path6), 1);
	EXPECT_EQ(ask("dev a\\x5c\\xfe\"]", &path6), 0);
	EXPECT_EQ(ask("dev \\x0", &path6), 0);
}

TEST(joined)
{
	static const struct question q[] = {
		{ "dport 443 sport 4000", 1 },
		{ "dport 443 and sport 4000", 1 },
		{ "dport 443 sport 1", 0 },
		{ "dport 443 or sport 1", 1 },
		{ "dport 1 or sport 4000", 1 },
		{ "dport 1 or sport 1", 0 },
		{ "not dport 443", 0 },
		{ "not not dport 443", 1 },
		{ "not dport 1 dev c1", 1 },
		/* "and" before "or". */
		{ "dport 443 or dport 1 and dport 2", 1 },
		{ "( dport 443 or dport 1 ) and dport 2", 0 },
		{ "dport 1 dport 443 or dev c1", 1 },
		{ "dport 1 ( dport 443 or dev c1 )", 0 },
		{ "not ( dport 1 or dev c2 )", 1 },
		{ "( ( dev c1 ) )", 1 },
	};

	ASK_ALL(q, &path4)
}

/* What was wrong is named, and the right form is. */
TEST(refused)
{
	static const struct {
		const char *filter, *word, *form;
	} q[] = {
		{ "bogus", "'bogus'", "dport" },
		{ "10.0.0.1", "'10.0.0.1'", "dst" },
		{ "dst", "'dst'", "dst ADDR" },
		{ "dst =", "'dst'", "dst ADDR" },
		{ "dst example.org", "'example.org'", "10.0.0.0/8" },
		{ "dst 10.0.0", "'10.0.0'", "10.0.0.0/8" },
		{ "dst 10.0.0.1/33", "'33'", "0 to 32" },
		{ "dst fd00::/129", "'129'", "128" },
		{ "dst 10.0.0.1/", "''", "0 to 32" },
		{ "dst 10.0.0.1/-1", "'-1'", "0 to 32" },
		{ "dst 10.0.0.1/ 8", "''", "0 to 32" },
		{ "dst 10.0.0.1:0", "'0'", "1 to 65535" },
		{ "dst 10.0.0.1:65536", "'65536'", "1 to 65535" },
		{ "dst 10.0.0.1:http", "'http'", "1 to 65535" },
		{ "dst 10.0.0.1:", "''", "1 to 65535" },
		{ "dst [fd00::1", "'[fd00::1'", "']'" },
		{ "dst [fd00::1]443", "'443'", "[fd00::1]:443" },
		{ "dst fe80::1%", "'fe80::1%'", "device" },
		{ "dst fe80::1%sixteen-bytes-xx", "device", "fd00::/16" },
		{ "dst /8", "'/8'", "10.0.0.0/8" },
		{ "dst []", "'[]'", "10.0.0.0/8" },
		{ "dport 0", "'0'", "1 to 65535" },
		{ "dport 70000", "'70000'", "1 to 65535" },
		{ "dport http", "'http'", "1 to 65535" },
		{ "dport 443x", "'443x'", "1 to 65535" },
		{ "dev sixteen-bytes-xx", "'sixteen-bytes-xx'", "15" },
		{ "netns /run/netns/a", "'/run/netns/a'", "ip netns" },
		{ "state fast", "'fast'", "slow, stale or backup" },
		{ "dport 443 or", "ends", "dport" },
		{ "not", "ends", "dport" },
		{ "( dport 443", "')'", "'('" },
		{ "dport 443 )", "')'", "'('" },
		{ "( )", "')'", "dport" },
		{ "dport 443 -j", "'-j'", "before" },
		{ "and dport 443", "'and'", "dport" },
	};

	for (size_t i = 0; i < sizeof(q) / sizeof(q[0]); i++) {
		EXPECT_EQ(ask(q[i].filter, &path4), -1) TH_LOG("%s", q[i].filter);
		EXPECT_NE(strstr(error, q[i].word), NULL)
		TH_LOG("%s: %s", q[i].filter, error);
		EXPECT_NE(strstr(error, q[i].form), NULL)
		TH_LOG("%s: %s", q[i].filter, error);
	}
}

/* As long and as deep as it may be, and one more. */
TEST(bounds)
{
	char text[4096] = "";
	int n;

	/* 32 tests and 31 "or" are 63 steps; one "not" makes 64. */
	for (n = 0; n < 32; n++)
		strcat(text, n ? " or dport 1" : "not dport 443");
	EXPECT_EQ(ask(text, &path4), 0) TH_LOG("%s", error);
	strcat(text, " or dport 443");
	EXPECT_EQ(ask(text, &path4), -1);
	EXPECT_NE(strstr(error, "too long"), NULL);

	for (n = 0, text[0] = '\0'; n < 63; n++)
		strcat(text, "( ");
	strcat(text, "dport 443");
	for (n = 0; n < 63; n++)
		strcat(text, " )");
	EXPECT_EQ(ask(text, &path4), 1) TH_LOG("%s", error);
	for (n = 0, text[0] = '\0'; n < 100; n++)
		strcat(text, "( ");
	EXPECT_EQ(ask(text, &path4), -1);
	EXPECT_NE(strstr(error, "too deep"), NULL);
}

/* Whatever the words: an answer or an error, never both, and no access out of bounds. */
TEST(any_words)
{
	static const char *const words[] = {
		"dst",
		"src",
		"dport",
		"443",
		"(",
		")",
		"not",
		"and",
		"or",
		"netns",
		"dev",
		"c1",
		"[",
		"]",
		":",
		"/",
		"%",
		"=",
		"state",
		"slow",
		"[::1]:4",
		"10.0.0.0/8",
		"fe80::1%eth0",
		"*",
		"[::]/0%x:1",
		"\xff\x01",
		"",
	};
	const size_t n_words = sizeof(words) / sizeof(words[0]);

	for (int round = 0; round < 20000; round++) {
		char *argv[12];
		struct filter f;
		int n = random_in(1, 12), err;

		for (int i = 0; i < n; i++)
			argv[i] = (char *)words[random_in(0, n_words - 1)];
		err = filter_parse(&f, n, argv, error, sizeof(error));
		ASSERT_EQ(!err, !error[0]);
		if (!err)
			filter_match(&f, &path4);
	}
}

TEST_HARNESS_MAIN
