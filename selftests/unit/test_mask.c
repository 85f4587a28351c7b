// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_mask.c - addresses and host names are taken out of a text, and nothing else.
 */
#include "kselftest_harness.h"
#include "mask.h"

#define SAME(text) { text, text }

TEST(forms)
{
	static const struct {
		const char *text, *masked;
	} cases[] = {
		/* IPv4, with what may be around it. */
		{ "10.0.1.1", "ip4-1" },
		{ "from 10.0.1.1:443, to 10.0.2.1/24.", "from ip4-1:443, to ip4-2/24." },
		{ "10.0.1.1%eth0:80 (10.0.1.1)", "ip4-1%eth0:80 (ip4-1)" },
		{ "10.0.1.1. 10.0.1.2", "ip4-1. ip4-2" },
		{ "src=10.0.1.1 \"255.1.1.0\"", "src=ip4-1 \"ip4-2\"" },
		{ "10.0.1.1-10.0.1.9", "ip4-1-ip4-2" },
		{ "tcp:10.0.1.1:80", "tcp:ip4-1:80" },
		SAME("127.0.0.1 127.1.2.3 0.0.0.0 255.255.255.255"),
		/* Versions, times, sizes and other numbers. */
		SAME("Linux 7.3.4+deb13-cloud-amd64, libbpf v1.7.0, 1.7"),
		SAME("v1.2.3.4 x10.0.1.1 10.0.1.1x 10.0.1.1_1 1.2.3.4.5 .1.2.3.4"),
		SAME("256.1.1.1 1.2.3.400 1.2.3 1..2.3 1.2.3. 0001.2.3.4"),
		SAME("12:34:56 2026-01-01T00:00:02+0000 4096 131072 6291456"),
		/* IPv6. */
		{ "fd00::1 FD00:0:0::1 fd00:0:0:0:0:0:0:1", "ip6-1 ip6-1 ip6-1" },
		{ "[fd00::1]:443 fe80::1%eth0 fd00::/64",
		  "[ip6-1]:443 ip6-2%eth0 ip6-3/64" },
		{ "fd00::1, fd00::2. fd00::3: x", "ip6-1, ip6-2. ip6-3: x" },
		{ "64:ff9b::10.0.1.1", "ip6-1" },
		SAME(":: ::1 [::]:80 ::1/128"),
		SAME("std::abs foo::bar a::ghost dead_::beef 1:2:3 1:2:3:4:5:6:7"),
		SAME("dead:beef 00:00 12345::1 ::fffff : :: 1::2::3 :::"),
		/* An IPv4 address in IPv6's clothes is the same one. */
		{ "10.0.1.1 ::ffff:10.0.1.1 ::FFFF:a00:101",
		  "ip4-1 ::ffff:ip4-1 ::ffff:ip4-1" },
		{ "[::ffff:10.0.1.1]:80", "[::ffff:ip4-1]:80" },
		SAME("::ffff:127.0.0.1"),
		/* Link layer. */
		{ "02:00:00:00:01:01 brd 02:00:00:00:01:02", "mac-1 brd mac-2" },
		{ "lladdr AA:bb:CC:dd:ee:f0 aa:bb:cc:dd:ee:f0.", "lladdr mac-1 mac-1." },
		{ "02:00:00:00:00:00:00:01", "mac-1" },
		SAME("00:00:00:00:00:00 ff:ff:ff:ff:ff:ff"),
		SAME("02:00:00:00:01 02:00:00:00:01:0 02:00:00:00:01:01x"),
		SAME(""),
		SAME("\xff\xfe 10.0.1 \x01\n\t"),
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mask m = {};
		char *masked = mask_text(&m, cases[i].text);

		ASSERT_NE(masked, NULL);
		EXPECT_STREQ(masked, cases[i].masked);
		free(masked);
		mask_free(&m);
	}
}

TEST(same_mask_in_later_texts)
{
	static const char *const texts[][2] = {
		{ "10.0.0.2 then 10.0.0.1", "ip4-1 then ip4-2" },
		{ "10.0.0.1 then ::ffff:10.0.0.2", "ip4-2 then ::ffff:ip4-1" },
		{ "fd00::1 10.0.0.3", "ip6-1 ip4-3" },
	};
	struct mask m = {};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		char *masked = mask_text(&m, texts[i][0]);

		EXPECT_STREQ(masked, texts[i][1]);
		free(masked);
	}
	mask_free(&m);
}

TEST(host_names)
{
	struct mask m = {};
	char *masked, longest[65] = "";

	memset(longest, 'x', 64);
	EXPECT_EQ(mask_name(&m, "bonn-7"), 0);
	EXPECT_EQ(mask_name(&m, "example.net"), 0);
	EXPECT_EQ(mask_name(&m, ""), 0);
	EXPECT_EQ(mask_name(&m, "localhost"), 0);
	EXPECT_EQ(mask_name(&m, longest), 0);
	masked =
		mask_text(&m, "bonn-7 bonn-7.example.net (bonn-7) example.net localhost");
	EXPECT_STREQ(masked, "host-1 host-1.host-2 (host-1) host-2 localhost");
	free(masked);
	masked = mask_text(&m, "bonn-70 xbonn-7 bonn-7-eth0 my-bonn-7 bonn-8");
	EXPECT_STREQ(masked, "bonn-70 xbonn-7 bonn-7-eth0 my-bonn-7 bonn-8");
	free(masked);
	masked = mask_text(&m, longest);
	EXPECT_STREQ(masked, "host-3");
	free(masked);
	mask_free(&m);
}

/* Each text in a block of its own length, so that ASan sees a read past its end. */
TEST(cut_anywhere)
{
	static const char text[] = "::ffff:10.0.1.1 02:00:00:00:01:01 [fd00::1%e]:4 bonn";
	struct mask m = {};

	mask_name(&m, "bonn-7");
	for (size_t len = 0; len < sizeof(text); len++) {
		char *cut = strndup(text, len), *masked = mask_text(&m, cut);

		EXPECT_NE(masked, NULL);
		free(masked);
		free(cut);
	}
	mask_free(&m);
}

TEST_HARNESS_MAIN
