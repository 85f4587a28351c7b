// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_advise_say.c - what is said and what is to be typed; and two looks become rates.
 */
#include <sys/socket.h>
#include "kselftest_harness.h"
#include "advise.h"
#include "sock_diag.h"

static struct adv_words words;

static const char *command(size_t i)
{
	return i < words.n ? words.todo[i].command : "(none)";
}

FIXTURE(say)
{
	struct adv_path path[2];
	struct adv_conn conn;
	struct adv_address address;
	struct adv_endpoint endpoint;
	struct adv_ns ns;
	struct advice a;
};

FIXTURE_SETUP(say)
{
	for (int i = 0; i < 2; i++)
		self->path[i] = (struct adv_path){
			.ends = { .family = AF_INET,
				  .saddr = { 10, 0, i + 1, 1 },
				  .daddr = { 10, 9, 0, 1 },
				  .sport = 4000,
				  .dport = 5201,
				  .dev = "c1" },
		};
	self->conn = (struct adv_conn){ .path = self->path, .n = 2, .client = true };
	self->address = (struct adv_address){ .family = AF_INET,
					      .addr = { 10, 0, 2, 1 },
					      .dev = "a\"b\\'$c" };
	self->endpoint = (struct adv_endpoint){
		.family = AF_INET, .addr = { 10, 0, 2, 1 }, .id = 7, .flags = 1
	};
	self->ns = (struct adv_ns){ .rmem = { 4096, 131072, 6291456 },
				    .wmem = { 4096, 16384, 4194304 },
				    .address = &self->address,
				    .n_addresses = 1,
				    .endpoint = &self->endpoint };
	self->a = (struct advice){ .conn = &self->conn };
}

FIXTURE_TEARDOWN(say)
{
}

TEST_F(say, arithmetic_and_where)
{
	self->path[0].tx_Bps = 2500000;
	self->path[1].tx_Bps = 1250000;
	self->a.id = ADV_peer_window;
	self->a.need = (struct adv_need){ 3750000, 200000, 750000 };
	self->a.need_bytes = 750000;
	self->a.have_bytes = 800000;
	adv_say(&self->ns, &self->a, "ip netns exec x ", &words);
	EXPECT_STREQ(words.what, "needs 20.00 + 10.00 = 30.00 Mbit/s x 200.0 ms = "
				 "750.0 kB; the peer's window is 800.0 kB");
	ASSERT_EQ(words.n, 1);
	/* On the peer, so not by way of a namespace of this host. */
	EXPECT_STREQ(words.todo[0].where, "10.9.0.1");
	EXPECT_STREQ(command(0), "sysctl -w net.ipv4.tcp_rmem='4096 131072 4194304'"
				 "  # unless its application sets SO_RCVBUF, or reads "
				 "slowly");

	self->a.id = ADV_wmem;
	self->conn.sndbuf_bytes = 4194304;
	adv_say(&self->ns, &self->a, "ip netns exec x ", &words);
	EXPECT_STREQ(command(0), "ip netns exec x sysctl -w "
				 "net.ipv4.tcp_wmem='4096 16384 8388608'");
	/* Not at its bound: what it starts with is what helps. */
	self->conn.sndbuf_bytes = 500000;
	adv_say(&self->ns, &self->a, "", &words);
	EXPECT_STREQ(command(0), "sysctl -w net.ipv4.tcp_wmem='4096 2097152 4194304'");
	self->conn.snd_fixed = true;
	adv_say(&self->ns, &self->a, "x ", &words);
	EXPECT_EQ(command(0)[0], '#');
}

/* The name of a device goes to a shell. */
TEST_F(say, endpoints)
{
	self->a.id = ADV_no_subflow_endpoint;
	adv_say(&self->ns, &self->a, "", &words);
	ASSERT_EQ(words.n, 1);
	EXPECT_STREQ(command(0), "ip mptcp endpoint add 10.0.2.1 dev "
				 "$'a\"b\\x5c\\x27$c' subflow");
	EXPECT_STREQ(words.what, "it has one subflow, and no endpoint with the flag "
				 "'subflow' is for 10.0.2.1 on a\"b\\x5c'$c");
	self->ns.n_endpoints = 1;
	adv_say(&self->ns, &self->a, "", &words);
	ASSERT_EQ(words.n, 2);
	EXPECT_STREQ(command(0), "ip mptcp endpoint delete id 7");
}

TEST_F(say, fallback)
{
	self->a.id = ADV_fallback;
	adv_say(&self->ns, &self->a, "", &words);
	EXPECT_EQ(strstr(words.what, "token"), NULL);
	self->ns.no_token = 218;
	adv_say(&self->ns, &self->a, "", &words);
	EXPECT_NE(strstr(words.what, "no token left (MPFallbackTokenInit 218)"), NULL);
	EXPECT_STREQ(words.todo[0].where, "10.9.0.1");
	/* It was MPTCP at first: nothing is wrong with the peer. */
	self->conn.had_key = true;
	adv_say(&self->ns, &self->a, "", &words);
	ASSERT_EQ(words.n, 1);
	EXPECT_STREQ(words.todo[0].where, "");
}

/* The end that has the endpoint marks it. */
TEST_F(say, backup)
{
	self->a.id = ADV_path_costs;
	self->a.path = &self->path[1];
	self->a.fastest = &self->path[0];
	self->ns.n_endpoints = 1;
	adv_say(&self->ns, &self->a, "", &words);
	EXPECT_STREQ(words.todo[0].where, "");
	EXPECT_STREQ(command(0), "ip mptcp endpoint change 10.0.2.1 backup");
	self->ns.n_endpoints = 0;
	adv_say(&self->ns, &self->a, "", &words);
	EXPECT_STREQ(words.todo[0].where, "10.9.0.1");
	EXPECT_STREQ(command(0), "ip mptcp endpoint change 10.9.0.1 backup");
}

/* Nothing overflows, whatever there is to be said: ASan looks on. */
TEST_F(say, all_of_them)
{
	struct adv_address many[100];

	memset(&self->a.need, 0xff, sizeof(self->a.need));
	self->a.need_bytes = self->a.have_bytes = ~0ULL;
	self->a.path = &self->path[1];
	self->a.fastest = &self->path[0];
	for (int i = 0; i < 100; i++) {
		many[i] = self->address;
		memset(many[i].dev, 0xff, sizeof(many[i].dev));
		many[i].addr[3] = i;
	}
	self->ns.address = many;
	self->ns.n_addresses = 100;
	for (int id = 0; id < ADV_MAX; id++) {
		self->a.id = id;
		adv_say(&self->ns, &self->a, "ip netns exec x ", &words);
		EXPECT_GT(strlen(words.what), 10);
		EXPECT_GT(words.n, 0);
		EXPECT_LE(words.n, ADV_TODO_MAX);
		EXPECT_GT(strlen(adv_why[id]), 10);
	}
}

/* 2 s apart: 5 MB more acknowledged are 2.5 MB/s; the shorter round trip counts. */
TEST(two_looks)
{
	struct diag_conn conn = { .token = 7, .sndbuf_bytes = 50000, .rcvbuf_bytes = 9 };
	struct diag_path path[2] = {
		{ .token = 6, .ends.sport = 1 },
		{ .token = 7,
		  .ends.sport = 2,
		  .acked_bytes = 1000000,
		  .rtt_us = 30000,
		  .received_bytes = 500,
		  .snd_wnd_bytes = 400,
		  .sndbuf_bytes = 50000 },
	};
	struct diag_conn conn2 = conn;
	struct diag_path path2[2] = { path[1], path[1] };
	struct diag before = { &conn, 1, path, 2, 1000000 };
	struct diag now = { &conn2, 1, path2, 2, 3000000 };
	struct adv_ns ns = { .wmem = { 4096, 16384, 4194304 } };

	path2[0].acked_bytes = 6000000;
	path2[0].rtt_us = 90000;
	path2[0].first = true;
	path2[1].ends.sport = 3; /* a new one: no rate yet */
	ASSERT_EQ(adv_join(&ns, &before, &now), 0);
	ASSERT_EQ(ns.n_conns, 1);
	ASSERT_EQ(ns.conn[0].n, 2);
	EXPECT_EQ(ns.conn[0].path[0].tx_Bps, 2500000);
	EXPECT_EQ(ns.conn[0].path[0].rx_Bps, 0);
	EXPECT_EQ(ns.conn[0].path[0].rtt_us, 30000);
	EXPECT_EQ(ns.conn[0].path[1].tx_Bps, 0);
	EXPECT_TRUE(ns.conn[0].client);
	EXPECT_TRUE(ns.conn[0].snd_fixed);
	EXPECT_TRUE(ns.conn[0].rcv_still);
	EXPECT_TRUE(ns.conn[0].wnd_still);
	EXPECT_EQ(ns.conn[0].window_bytes, 400);
	adv_free(&ns);

	/* The kernel's own sum; a counter that went back; a window that grew. */
	now.n_paths = 1;
	conn2.sndbuf_bytes = 54096;
	conn2.rcvbuf_bytes = 10;
	path2[0].acked_bytes = 1;
	path2[0].snd_wnd_bytes = 500;
	ns.wmem[1] = 16384;
	ASSERT_EQ(adv_join(&ns, &before, &now), 0);
	EXPECT_EQ(ns.conn[0].path[0].tx_Bps, 0);
	EXPECT_FALSE(ns.conn[0].snd_fixed);
	EXPECT_FALSE(ns.conn[0].rcv_still);
	EXPECT_TRUE(ns.conn[0].wnd_still);
	EXPECT_EQ(ns.conn[0].window_bytes, 500);
	adv_free(&ns);
	path2[0].snd_wnd_bytes = 501;
	ASSERT_EQ(adv_join(&ns, &before, &now), 0);
	EXPECT_FALSE(ns.conn[0].wnd_still);
	adv_free(&ns);
}

TEST_HARNESS_MAIN
