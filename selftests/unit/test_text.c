// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_text.c - addresses and names as ss(8) has them, and JSON that is valid JSON.
 */
#include <arpa/inet.h>
#include "kselftest_harness.h"
#include "jsonw.h"
#include "text.h"

static struct sl_ends ends6(const char *saddr, const char *daddr, const char *dev,
			    unsigned int bound)
{
	struct sl_ends e = { .family = AF_INET6,
			     .sport = 1,
			     .dport = 65535,
			     .ifindex = 7,
			     .bound_ifindex = bound };

	inet_pton(AF_INET6, saddr, e.saddr);
	inet_pton(AF_INET6, daddr, e.daddr);
	memcpy(e.dev, dev, strnlen(dev, sizeof(e.dev)));
	return e;
}

TEST(ends_as_ss_prints_them)
{
	struct sl_ends v4 = { .family = AF_INET,
			      .saddr = { 10, 0, 1, 1 },
			      .daddr = { 10, 9, 0, 1 },
			      .sport = 4000,
			      .dport = 443,
			      .ifindex = 7,
			      .dev = "c1" };
	struct sl_ends e;
	char buf[TEXT_END_MAX];

	EXPECT_STREQ(text_local(&v4, buf, sizeof(buf)), "10.0.1.1:4000");
	EXPECT_STREQ(text_peer(&v4, buf, sizeof(buf)), "10.9.0.1:443");
	v4.bound_ifindex = 7;
	EXPECT_STREQ(text_local(&v4, buf, sizeof(buf)), "10.0.1.1%c1:4000");
	EXPECT_STREQ(text_peer(&v4, buf, sizeof(buf)), "10.9.0.1:443");
	/* Bound to another device than its route's. */
	v4.bound_ifindex = 8;
	EXPECT_STREQ(text_local(&v4, buf, sizeof(buf)), "10.0.1.1%if8:4000");

	e = ends6("fe80::1", "fe80::2", "eth0", 7);
	EXPECT_STREQ(text_local(&e, buf, sizeof(buf)), "[fe80::1]%eth0:1");
	EXPECT_STREQ(text_peer(&e, buf, sizeof(buf)), "[fe80::2]:65535");
	e = ends6("::ffff:10.0.1.1", "::ffff:10.9.0.1", "", 0);
	EXPECT_STREQ(text_local(&e, buf, sizeof(buf)), "[::ffff:10.0.1.1]:1");
}

/* The longest of all fits. */
TEST(longest_end)
{
	char name[SL_DEV_NAME_MAX], buf[TEXT_END_MAX];
	struct sl_ends e;

	memset(name, '\xff', sizeof(name));
	e = ends6("1111:2222:3333:4444:5555:6666:7777:8888", "::", "", 7);
	memcpy(e.dev, name, sizeof(e.dev));
	e.sport = 65535;
	text_local(&e, buf, sizeof(buf));
	EXPECT_EQ(strlen(buf),
		  strlen("[1111:2222:3333:4444:5555:6666:7777:8888]%:65535") +
			  4 * SL_DEV_NAME_MAX);
	EXPECT_STREQ(buf + strlen(buf) - 6, ":65535");
}

TEST(unprintable_bytes)
{
	char buf[TEXT_NAME_MAX];

	EXPECT_STREQ(text_escape("eth0.1-x_", 16, buf, sizeof(buf)), "eth0.1-x_");
	EXPECT_STREQ(text_escape("a\x1b[1m", 16, buf, sizeof(buf)), "a\\x1b[1m");
	EXPECT_STREQ(text_escape("a b\\\x7f\xc3\xa4", 16, buf, sizeof(buf)),
		     "a\\x20b\\x5c\\x7f\\xc3\\xa4");
	EXPECT_STREQ(text_escape("abcd", 2, buf, sizeof(buf)), "ab");
	EXPECT_STREQ(text_escape("", 16, buf, sizeof(buf)), "");
	/* No room: cut, but between characters. */
	EXPECT_STREQ(text_escape("a\x01\x02", 16, buf, 8), "a\\x01");
}

TEST(any_text_is_printable)
{
	char *text = text_printable("a\tb\\\n\x1b[1m\r\x7f\xff.");

	EXPECT_STREQ(text, "a\tb\\\n\\x1b[1m\\x0d\\x7f\\xff.");
	free(text);
}

/* What is printed for a shell goes through one as it was. */
TEST(words_for_a_shell)
{
	char buf[TEXT_SHELL_MAX], name[63];

	EXPECT_STREQ(text_shell("eth0.1-x_", 16, buf, sizeof(buf)), "eth0.1-x_");
	EXPECT_STREQ(text_shell("-x", 16, buf, sizeof(buf)), "$'-x'");
	EXPECT_STREQ(text_shell("", 16, buf, sizeof(buf)), "$''");
	EXPECT_STREQ(text_shell("$(id)", 16, buf, sizeof(buf)), "$'$(id)'");
	EXPECT_STREQ(text_shell("a\"b\\'", 16, buf, sizeof(buf)), "$'a\"b\\x5c\\x27'");
	EXPECT_STREQ(text_shell("\xc3\xa4\n", 16, buf, sizeof(buf)),
		     "$'\\xc3\\xa4\\x0a'");
	EXPECT_STREQ(text_shell("abcd", 2, buf, sizeof(buf)), "ab");
	memset(name, 1, sizeof(name));
	EXPECT_EQ(strlen(text_shell(name, sizeof(name), buf, sizeof(buf))),
		  sizeof(buf) - 1);
}

TEST(numbers)
{
	char buf[TEXT_NUMBER_MAX];

	EXPECT_STREQ(text_size(0, buf), "0 B");
	EXPECT_STREQ(text_size(999, buf), "999 B");
	EXPECT_STREQ(text_size(1000, buf), "1.0 kB");
	EXPECT_STREQ(text_size(999949, buf), "999.9 kB");
	EXPECT_STREQ(text_size(999950, buf), "1.0 MB");
	EXPECT_STREQ(text_size(~0ULL, buf), "18.4 EB");
	EXPECT_STREQ(text_mbps(1250000, true, buf), "10.00");
	EXPECT_STREQ(text_mbps(0, false, buf), "-");
	EXPECT_STREQ(text_ms(21300, true, buf), "21.3");
	EXPECT_STREQ(text_state(1), "ESTAB");
	EXPECT_STREQ(text_state(8), "CLOSE-WAIT");
	EXPECT_STREQ(text_state(99), "UNKNOWN");
	EXPECT_STREQ(text_limit(0), "app");
	EXPECT_STREQ(text_limit(99), "?");
}

static char *written;
static size_t written_size;

static struct jsonw json_start(bool pretty)
{
	return (struct jsonw){ .out = open_memstream(&written, &written_size),
			       .pretty = pretty };
}

static const char *json_end(struct jsonw *w)
{
	static char text[1024];

	fclose(w->out);
	snprintf(text, sizeof(text), "%s", written);
	free(written);
	return text;
}

static void write_all(struct jsonw *w)
{
	jsonw_open(w, NULL, '{');
	jsonw_open(w, "a", '[');
	jsonw_u64(w, NULL, 0);
	jsonw_u64(w, NULL, ~0ULL);
	jsonw_close(w, ']');
	jsonw_open(w, "none", '[');
	jsonw_close(w, ']');
	jsonw_str(w, "s", "a\"b\\c\n\x1f");
	jsonw_str(w, "n", NULL);
	jsonw_bool(w, "t", true);
	jsonw_open(w, "o", '{');
	jsonw_mbps(w, "r", 1250000);
	jsonw_mbps(w, "q", 124 + 125 * 7);
	jsonw_close(w, '}');
	jsonw_mbps(w, "z", 0);
	jsonw_close(w, '}');
}

TEST(json_compact)
{
	struct jsonw w = json_start(false);

	write_all(&w);
	write_all(&w);
	EXPECT_STREQ(json_end(&w),
		     "{\"a\":[0,18446744073709551615],\"none\":[],"
		     "\"s\":\"a\\\"b\\\\c\\u000a\\u001f\",\"n\":null,\"t\":true,"
		     "\"o\":{\"r\":10.000,\"q\":0.007},\"z\":0.000}\n"
		     "{\"a\":[0,18446744073709551615],\"none\":[],"
		     "\"s\":\"a\\\"b\\\\c\\u000a\\u001f\",\"n\":null,\"t\":true,"
		     "\"o\":{\"r\":10.000,\"q\":0.007},\"z\":0.000}\n");
}

TEST(json_pretty)
{
	struct jsonw w = json_start(true);

	jsonw_open(&w, NULL, '{');
	jsonw_open(&w, "a", '[');
	jsonw_u64(&w, NULL, 1);
	jsonw_u64(&w, NULL, 2);
	jsonw_close(&w, ']');
	jsonw_close(&w, '}');
	EXPECT_STREQ(json_end(&w), "{\n  \"a\":[\n    1,\n    2\n  ]\n}\n");
}

TEST_HARNESS_MAIN
