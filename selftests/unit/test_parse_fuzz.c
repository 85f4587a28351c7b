// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_parse_fuzz.c - the loader's parsers on text that is broken at random.
 *
 * What they answer is not looked at, only that they come back, and that ASan and
 * UBSan have nothing to say: each text is in a heap block of exactly its length.
 */
#include "kselftest_harness.h"
#include "parse.h"

#define ROUNDS 20000

static unsigned long long random_state = 1;

static unsigned int random_below(unsigned int n)
{
	random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
	return (random_state >> 33) % n;
}

/* A copy with a few bytes changed or its end cut off; to be freed. */
static char *broken_copy(const char *text)
{
	static const char bytes[] = ":/ \n\t-_=.0a\xff";
	size_t len = random_below(strlen(text) + 1);
	char *copy = malloc(len + 1);

	memcpy(copy, text, len);
	copy[len] = '\0';
	for (unsigned int n = random_below(6); n && len; n--)
		copy[random_below(len)] = bytes[random_below(sizeof(bytes))];
	return copy;
}

TEST(mib_lookup_on_broken_text)
{
	static const char netstat[] = "TcpExt: A BC D\nTcpExt: 1 23 4\n"
				      "MPTcpExt: OFOQueue X\nMPTcpExt: 5 6\n";

	for (int i = 0; i < ROUNDS; i++) {
		char *text = broken_copy(netstat);
		unsigned long long v;

		mib_lookup(text, "MPTcpExt", "OFOQueue", &v);
		mib_lookup(text, "TcpExt", "D", &v);
		mib_lookup(text, "", "", &v);
		free(text);
	}
}

TEST(lists_on_broken_text)
{
	for (int i = 0; i < ROUNDS; i++) {
		char *text = broken_copy("default slowlane other.one/x");

		list_has_word(text, "slowlane");
		list_has_word("slowlane default", text);
		free(text);
	}
}

TEST(modules_dep_on_broken_text)
{
	for (int i = 0; i < ROUNDS; i++) {
		char *text =
			broken_copy("updates/dkms/mptcp_bpf_sched.ko.xz: kernel/a.ko");

		modules_dep_line_is(text, "mptcp_bpf_sched");
		free(text);
	}
}

struct result {
	bool a, b;
	const char *string;
	struct str_list list;
};

TEST(options_on_broken_words)
{
	static const struct opt opts[] = {
		{ "all", 'a', OPT_FLAG, NULL, "help", offsetof(struct result, a) },
		{ "both", 'b', OPT_FLAG, NULL, "help", offsetof(struct result, b) },
		{ "string", 's', OPT_STRING, "S", "help",
		  offsetof(struct result, string) },
		{ "list", 'l', OPT_LIST, "L", "help", offsetof(struct result, list) },
		{},
	};
	static const struct opt *const tables[OPTS_TABLES_MAX] = { opts, NULL };
	static const char *const words[] = { "-ab",	 "--all", "--string=x", "-lx",
					     "--list",	 "-s",	  "--",		"word",
					     "--both=1", "-sa" };

	for (int i = 0; i < ROUNDS; i++) {
		char *argv[8], error[24];
		int n = random_below(9), k, used;
		struct result r = {};

		for (k = 0; k < n; k++)
			argv[k] = broken_copy(words[random_below(10)]);
		used = opts_parse(tables, &r, n, argv, error, sizeof(error));
		ASSERT_GE(used, 0);
		ASSERT_LE(used, n);
		for (k = 0; k < n; k++)
			free(argv[k]);
	}
}

TEST_HARNESS_MAIN
