// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_address.c - ADDR:PORT: what is taken, and that the rest is refused with the form.
 */
#include "kselftest_harness.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include "address.h"

static const struct {
	const char *text;
	int family;
	const char *ip;
	unsigned int port;
	bool loopback;
} good[] = {
	{ ADDRESS_DEFAULT, AF_INET, "127.0.0.1", 9818, true },
	{ "127.9.9.9:1", AF_INET, "127.9.9.9", 1, true },
	{ "0.0.0.0:65535", AF_INET, "0.0.0.0", 65535, false },
	{ "192.0.2.7:080", AF_INET, "192.0.2.7", 80, false },
	{ "[::1]:9818", AF_INET6, "::1", 9818, true },
	{ "[::]:9818", AF_INET6, "::", 9818, false },
	{ "[2001:db8::7]:9818", AF_INET6, "2001:db8::7", 9818, false },
	{ "[fe80::1%lo]:9818", AF_INET6, "fe80::1", 9818, false },
};

/* What the error must say, beside the right form. */
static const struct {
	const char *text, *says;
} bad[] = {
	{ "", "'' has no port" },
	{ ":", "'' is no port" },
	{ "9818", "'9818' has no port" },
	{ "127.0.0.1", "has no port" },
	{ "[::1]", "'[::1]' has no port" },
	{ "[", "has no port" },
	{ "[:1", "has no port" },
	{ "[::1]9818", "has no port" },
	{ "127.0.0.1:", "'' is no port" },
	{ "127.0.0.1:0", "'0' is no port" },
	{ "127.0.0.1:65536", "'65536' is no port, 1 to 65535" },
	{ "127.0.0.1:99999999999999999999", "is no port" },
	{ "127.0.0.1:-1", "'-1' is no port" },
	{ "127.0.0.1: 1", "' 1' is no port" },
	{ "127.0.0.1:+1", "'+1' is no port" },
	{ "127.0.0.1:http", "'http' is no port" },
	{ "127.0.0.1:9818/metrics", "is no port" },
	{ ":9818", "'' is no address" },
	{ "[]:9818", "'[]' is no address" },
	{ "::1:9818", "'::1' is no address" },
	{ "127.1:9818", "'127.1' is no address" },
	{ "0x7f.0.0.1:9818", "is no address" },
	{ "127.0.0.256:9818", "is no address" },
	{ "[127.0.0.1]:9818", "is no address" },
	{ "[::1%nosuchif]:9818", "is no address" },
	{ "localhost:9818", "'localhost' is no address in numbers" },
	{ "\n\xff:9818", "is no address" },
};

TEST(taken)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct address a;
		const struct sockaddr_in *in = (void *)&a.sa;
		const struct sockaddr_in6 *in6 = (void *)&a.sa;
		char error[256], ip[INET6_ADDRSTRLEN] = "";

		ASSERT_EQ(0, address_parse(good[i].text, &a, error, sizeof(error)))
		TH_LOG("%s: %s", good[i].text, error);
		EXPECT_EQ(good[i].family, a.sa.ss_family);
		if (good[i].family == AF_INET) {
			inet_ntop(AF_INET, &in->sin_addr, ip, sizeof(ip));
			EXPECT_EQ(sizeof(*in), a.len);
			EXPECT_EQ(good[i].port, ntohs(in->sin_port));
		} else {
			inet_ntop(AF_INET6, &in6->sin6_addr, ip, sizeof(ip));
			EXPECT_EQ(sizeof(*in6), a.len);
			EXPECT_EQ(good[i].port, ntohs(in6->sin6_port));
			EXPECT_EQ(!!strchr(good[i].text, '%'), !!in6->sin6_scope_id);
		}
		EXPECT_STREQ(good[i].ip, ip);
		EXPECT_EQ(good[i].port, a.port);
		EXPECT_EQ(good[i].loopback, a.loopback);
	}
}

TEST(refused)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct address a;
		char error[256];

		EXPECT_NE(0, address_parse(bad[i].text, &a, error, sizeof(error)))
		TH_LOG("%s", bad[i].text);
		EXPECT_NE(NULL, strstr(error, bad[i].says))
		TH_LOG("%s: %s", bad[i].text, error);
		EXPECT_NE(NULL, strstr(error, "such as 127.0.0.1:9818 or [::1]:9818"))
		TH_LOG("%s: %s", bad[i].text, error);
	}
}

/* Whatever is long stays within the error's buffer and the host's. */
TEST(long_ones)
{
	char text[4096], error[256];
	struct address a;

	memset(text, '1', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	EXPECT_NE(0, address_parse(text, &a, error, sizeof(error)));
	text[2000] = ':';
	EXPECT_NE(0, address_parse(text, &a, error, sizeof(error)));
	memcpy(text + 2000, ":80", 4);
	EXPECT_NE(0, address_parse(text, &a, error, sizeof(error)));
	EXPECT_NE(NULL, strstr(error, "is no address"));
}

TEST_HARNESS_MAIN
