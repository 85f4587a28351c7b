// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_advise.c - each finding where it is so, and not where it is just not so; the numbers
 * are reckoned by hand.
 */
#include <sys/socket.h>
#include "kselftest_harness.h"
#include "advise.h"

#define MBIT(n) ((n) * 125000ULL)
#define MS(n) ((n) * 1000U)

/*
 * A client on 10.0.1.1 and 10.0.2.1 that sends 20 and 10 Mbit/s over 30 and 200 ms, with
 * buffers and windows of 4 MB; nothing is amiss.
 */
FIXTURE(advise)
{
	struct adv_path path[2];
	struct adv_conn conn;
	struct adv_endpoint endpoint[2];
	struct adv_address address[2];
	struct adv_ns ns;
	struct advice found[ADV_MAX];
};

FIXTURE_SETUP(advise)
{
	for (int i = 0; i < 2; i++) {
		__u8 addr[16] = { 10, 0, i + 1, 1 };

		self->path[i] = (struct adv_path){
			.ends = { .family = AF_INET,
				  .daddr = { 10, 9, 0, 1 },
				  .sport = 4000 + i,
				  .dport = 5201,
				  .dev = { 'c', '1' + i } },
		};
		self->address[i] = (struct adv_address){ .family = AF_INET,
							 .dev = { 'c', '1' + i } };
		memcpy(self->path[i].ends.saddr, addr, sizeof(addr));
		memcpy(self->address[i].addr, addr, sizeof(addr));
	}
	self->path[0].tx_Bps = MBIT(20);
	self->path[0].rtt_us = MS(30);
	self->path[1].tx_Bps = MBIT(10);
	self->path[1].rtt_us = MS(200);
	self->endpoint[0] = (struct adv_endpoint){ .family = AF_INET,
						   .addr = { 10, 0, 2, 1 },
						   .id = 1,
						   .flags = 2 /* subflow */ };
	self->conn = (struct adv_conn){ .ends = self->path[0].ends,
					.token = 0xabc,
					.client = true,
					.rcv_still = true,
					.wnd_still = true,
					.window_bytes = 4000000,
					.sndbuf_bytes = 4000000,
					.rcvbuf_bytes = 131072,
					.path = self->path,
					.n = 2 };
	self->ns = (struct adv_ns){ .enabled = true,
				    .rmem = { 4096, 131072, 6291456 },
				    .wmem = { 4096, 16384, 4194304 },
				    .notsent_lowat = 4294967295,
				    .limits_known = true,
				    .limit_subflows = 2,
				    .endpoint = self->endpoint,
				    .n_endpoints = 1,
				    .address = self->address,
				    .n_addresses = 2,
				    .conn = &self->conn,
				    .n_conns = 1 };
}

FIXTURE_TEARDOWN(advise)
{
}

/* The ids of all that is found. */
static const char *names_of(const struct advice found[ADV_MAX])
{
	static char names[512];

	names[0] = '\0';
	for (int i = 0; i < ADV_MAX; i++) {
		if (adv_found(&found[i]))
			snprintf(names + strlen(names), sizeof(names) - strlen(names),
				 "%s ", adv_names[i]);
	}
	return names;
}

static const char *name_of(enum adv_id id)
{
	static char name[64];

	snprintf(name, sizeof(name), "%s%s", id < ADV_MAX ? adv_names[id] : "",
		 id < ADV_MAX ? " " : "");
	return name;
}

/* Exactly this one is found; ADV_MAX: none is. */
#define EXPECT_ONLY(id)                                                    \
	do {                                                               \
		EXPECT_EQ(advise(&self->ns, self->found), (id) < ADV_MAX); \
		EXPECT_STREQ(names_of(self->found), name_of(id));          \
	} while (0)

TEST_F(advise, nothing)
{
	EXPECT_ONLY(ADV_MAX);
}

TEST_F(advise, disabled)
{
	self->ns.n_conns = 0;
	self->ns.enabled = false;
	EXPECT_ONLY(ADV_disabled);
	self->ns.n_endpoints = 0;
	EXPECT_ONLY(ADV_MAX);
	self->ns.ours = true;
	EXPECT_ONLY(ADV_disabled);
	EXPECT_EQ(self->found[ADV_disabled].n, 0);
}

/* A fallback has one path, and buffers of TCP alone: that is all that is said. */
TEST_F(advise, fallback)
{
	self->conn.fallback = true;
	self->conn.n = 1;
	self->conn.snd_fixed = true;
	self->conn.sndbuf_bytes = 1;
	EXPECT_ONLY(ADV_fallback);
	EXPECT_EQ(self->found[ADV_fallback].n, 1);
	EXPECT_EQ(self->found[ADV_fallback].conn, &self->conn);
}

TEST_F(advise, one_subflow_and_why)
{
	struct adv_ns *ns = &self->ns;

	self->conn.n = 1;
	EXPECT_ONLY(ADV_one_subflow);
	ns->join_tx = 1;
	EXPECT_ONLY(ADV_join_failed);
	self->endpoint[0].flags = 1; /* signal, which opens nothing here */
	EXPECT_ONLY(ADV_no_subflow_endpoint);
	self->endpoint[0].flags = 8; /* fullmesh */
	EXPECT_ONLY(ADV_join_failed);
	ns->limit_subflows = 0;
	EXPECT_ONLY(ADV_subflow_limit);
	ns->limits_known = false;
	EXPECT_ONLY(ADV_join_failed);
	/* The only endpoint is that of the first subflow itself. */
	self->endpoint[0].flags = 2;
	self->endpoint[0].addr[2] = 1;
	EXPECT_ONLY(ADV_no_subflow_endpoint);
	/* The other address is of the same link, or of the other family. */
	self->address[1].dev[1] = '1';
	EXPECT_ONLY(ADV_one_subflow);
	self->address[1].dev[1] = '2';
	self->address[1].family = AF_INET6;
	EXPECT_ONLY(ADV_one_subflow);
	/* To this host itself. */
	memcpy(self->path[0].ends.daddr, self->path[0].ends.saddr, 16);
	EXPECT_ONLY(ADV_MAX);
}

TEST_F(advise, servers_signal)
{
	self->conn.n = 1;
	self->conn.client = false;
	EXPECT_ONLY(ADV_no_signal_endpoint);
	self->endpoint[0].flags = 1;
	EXPECT_ONLY(ADV_one_subflow);
	self->ns.n_endpoints = 0;
	self->ns.n_addresses = 1;
	EXPECT_ONLY(ADV_one_subflow);
}

/* (20 + 10) Mbit/s x 200 ms = 3.75 MB/s x 0.2 s = 750,000 bytes. */
TEST_F(advise, need)
{
	struct adv_need need = adv_need(&self->conn, false);

	EXPECT_EQ(need.rate_Bps, 3750000);
	EXPECT_EQ(need.rtt_us, 200000);
	EXPECT_EQ(need.bytes, 750000);
	EXPECT_EQ(adv_need(&self->conn, true).bytes, 0);
	/* Below a 64th of the sum it is not in use: 20.3 Mbit/s x 30 ms = 76,125. */
	self->path[1].tx_Bps = MBIT(3) / 10;
	EXPECT_EQ(adv_need(&self->conn, false).bytes, 76125);
	/* What is received is reckoned with the receiver's round trip, if there is one. */
	self->path[0].rx_Bps = MBIT(8);
	EXPECT_EQ(adv_need(&self->conn, true).bytes, 30000);
	self->path[0].rcv_rtt_us = MS(50);
	EXPECT_EQ(adv_need(&self->conn, true).bytes, 50000);
	EXPECT_EQ(adv_need(&self->conn, false).bytes, 76125);
}

/* At least twice both, and a power of two from 64 KiB to 1 GiB. */
TEST(sizes)
{
	EXPECT_EQ(adv_size_for(0, 0), 65536);
	EXPECT_EQ(adv_size_for(6291456, 750000), 16777216);
	EXPECT_EQ(adv_size_for(131072, 750000), 2097152);
	EXPECT_EQ(adv_size_for(1048576, 0), 2097152);
	EXPECT_EQ(adv_size_for(~0ULL / 4, 0), 1073741824);
	EXPECT_TRUE(adv_fills(70, 100));
	EXPECT_FALSE(adv_fills(69, 100));
	EXPECT_FALSE(adv_fills(0, 0));
}

/* 750,000 needed: seven tenths of 1,071,428.57. */
TEST_F(advise, peer_window)
{
	self->conn.window_bytes = 1071428;
	EXPECT_ONLY(ADV_peer_window);
	EXPECT_EQ(self->found[ADV_peer_window].need_bytes, 750000);
	EXPECT_EQ(self->found[ADV_peer_window].have_bytes, 1071428);
	self->conn.window_bytes = 1071429;
	EXPECT_ONLY(ADV_MAX);
	self->conn.window_bytes = 1071428;
	self->conn.wnd_still = false;
	EXPECT_ONLY(ADV_MAX);
	/* slowlane knows. */
	self->conn.limit_known = true;
	EXPECT_ONLY(ADV_MAX);
	self->conn.limit_pct[SL_LIMIT_RWND] = 9;
	EXPECT_ONLY(ADV_MAX);
	self->conn.limit_pct[SL_LIMIT_RWND] = 10;
	EXPECT_ONLY(ADV_peer_window);
}

/* Idle: 0.1 Mbit/s is 12,500 bytes/s; windows are no matter below that. */
TEST_F(advise, idle_connections)
{
	self->path[0].tx_Bps = 12499;
	self->path[1].tx_Bps = 0;
	self->conn.window_bytes = 100;
	self->conn.snd_fixed = true;
	self->conn.sndbuf_bytes = 100;
	self->ns.notsent_lowat = 1;
	EXPECT_ONLY(ADV_MAX);
	self->ns.notsent_lowat = 4294967295;
	self->path[0].tx_Bps = 12500;
	advise(&self->ns, self->found);
	EXPECT_TRUE(adv_found(&self->found[ADV_wmem]));
	EXPECT_TRUE(adv_found(&self->found[ADV_peer_window]));
}

/* 8 + 4 Mbit/s at 100 ms: 150,000, seven tenths of 214,285.7; the buffer is twice that. */
TEST_F(advise, rmem)
{
	for (int i = 0; i < 2; i++) {
		self->path[i].tx_Bps = 0;
		self->path[i].rx_Bps = MBIT(8 - 4 * i);
		self->path[i].rcv_rtt_us = MS(100 - 50 * i);
		self->path[i].rtt_us = MS(10);
	}
	self->conn.rcvbuf_bytes = 428570;
	EXPECT_ONLY(ADV_rmem);
	EXPECT_EQ(self->found[ADV_rmem].need_bytes, 150000);
	EXPECT_EQ(self->found[ADV_rmem].have_bytes, 214285);
	self->conn.rcvbuf_bytes = 428572;
	EXPECT_ONLY(ADV_MAX);
	self->conn.rcvbuf_bytes = 428570;
	self->path[1].rcv_wnd_bytes = 214286;
	EXPECT_ONLY(ADV_MAX);
	self->path[1].rcv_wnd_bytes = 0;
	self->conn.rcv_still = false;
	EXPECT_ONLY(ADV_MAX);
	/* At its bound three fifths do: of 250,000, which are half of it. */
	self->conn.rcv_still = true;
	self->conn.rcvbuf_bytes = self->ns.rmem[2] = 500000;
	EXPECT_ONLY(ADV_rmem);
	self->conn.rcvbuf_bytes = 500002;
	EXPECT_ONLY(ADV_MAX);
	self->ns.rmem[2] = 0;
	EXPECT_ONLY(ADV_MAX);
}

/* A send buffer that the kernel still tunes is none that limits; one that was set is. */
TEST_F(advise, wmem)
{
	self->conn.sndbuf_bytes = 900000;
	EXPECT_ONLY(ADV_MAX);
	self->conn.snd_fixed = true;
	EXPECT_ONLY(ADV_wmem);
	EXPECT_EQ(self->found[ADV_wmem].need_bytes, 750000);
	EXPECT_EQ(self->found[ADV_wmem].have_bytes, 900000);
	self->conn.snd_fixed = false;
	self->ns.wmem[2] = 900000;
	EXPECT_ONLY(ADV_wmem);
	self->ns.wmem[2] = 4194304;
	self->conn.limit_known = true;
	self->conn.limit_pct[SL_LIMIT_SNDBUF] = 9;
	EXPECT_ONLY(ADV_MAX);
	self->conn.limit_pct[SL_LIMIT_SNDBUF] = 10;
	EXPECT_ONLY(ADV_wmem);
}

/* 20 Mbit/s x 200 ms = 500,000; and 65,536 for each of two paths: 631,072. */
TEST_F(advise, notsent_lowat)
{
	self->ns.notsent_lowat = 631071;
	EXPECT_ONLY(ADV_notsent_lowat);
	EXPECT_EQ(self->found[ADV_notsent_lowat].need_bytes, 631072);
	self->ns.notsent_lowat = 631072;
	EXPECT_ONLY(ADV_MAX);
	/* A backup is no second path. */
	self->ns.notsent_lowat = 1;
	self->path[1].flags = SL_PATH_BACKUP;
	EXPECT_ONLY(ADV_MAX);
	/* What could not be read says nothing. */
	self->path[1].flags = 0;
	self->ns.notsent_lowat = 0;
	EXPECT_ONLY(ADV_MAX);
}

/* The fastest sends 500,000 in a round trip of the other: with less than that it costs. */
TEST_F(advise, path_costs)
{
	/* Not in use, so that its round trip is no matter to the buffers: 75,000. */
	self->path[1].tx_Bps = 0;
	self->conn.snd_fixed = true;
	self->conn.sndbuf_bytes = 499999;
	EXPECT_ONLY(ADV_path_costs);
	EXPECT_EQ(self->found[ADV_path_costs].path, &self->path[1]);
	EXPECT_EQ(self->found[ADV_path_costs].fastest, &self->path[0]);
	EXPECT_EQ(self->found[ADV_path_costs].need_bytes, 500000);
	EXPECT_EQ(self->found[ADV_path_costs].have_bytes, 499999);
	self->conn.sndbuf_bytes = 500000;
	EXPECT_ONLY(ADV_MAX);
	self->conn.sndbuf_bytes = 499999;
	self->path[1].flags = SL_PATH_BACKUP;
	EXPECT_ONLY(ADV_MAX);
	self->path[1].flags = 0;
	/* As long as half as much again as the fastest one's it is no longer one. */
	self->conn.sndbuf_bytes = 110000;
	self->path[1].rtt_us = MS(45);
	EXPECT_ONLY(ADV_MAX);
	self->path[1].rtt_us = MS(45) + 1;
	EXPECT_ONLY(ADV_path_costs);
}

/* By the kernel's sample, if it carries something: 10 Mbit/s x 200 ms = 250,000. */
TEST_F(advise, path_costs_by_the_kernel)
{
	self->path[0].tx_Bps = MBIT(1);
	self->path[1].tx_Bps = 0;
	self->path[0].delivery_Bps = MBIT(10);
	self->conn.snd_fixed = true;
	self->conn.sndbuf_bytes = 249999;
	EXPECT_ONLY(ADV_path_costs);
	EXPECT_EQ(self->found[ADV_path_costs].need_bytes, 250000);
	/* slowlane's own word comes first. */
	self->path[0].capacity_Bps = MBIT(9);
	EXPECT_ONLY(ADV_MAX);
}

/* As the receiver sees it: half of tcp_rmem[2] is 3,145,728; 126 Mbit/s x 200 ms = 3,150,000. */
TEST_F(advise, path_costs_the_receiver)
{
	self->path[0].tx_Bps = self->path[1].tx_Bps = 0;
	self->path[0].rx_Bps = MBIT(126);
	self->conn.rcvbuf_bytes = 3000000;
	EXPECT_ONLY(ADV_path_costs);
	EXPECT_EQ(self->found[ADV_path_costs].have_bytes, 3145728);
	EXPECT_EQ(self->found[ADV_path_costs].need_bytes, 3150000);
	self->path[0].rx_Bps = MBIT(125);
	EXPECT_ONLY(ADV_MAX);
}

/* Less than a 64th of the fastest, as slowlane measured; what is not measured says nothing. */
TEST_F(advise, thin_paths)
{
	self->path[0].capacity_Bps = 6400001;
	self->path[1].capacity_Bps = 100000;
	self->path[1].tx_Bps = 0;
	EXPECT_ONLY(ADV_path_costs);
	EXPECT_EQ(self->found[ADV_path_costs].need_bytes, 0);
	self->path[0].capacity_Bps = 6400000;
	EXPECT_ONLY(ADV_MAX);
	self->path[0].capacity_Bps = 6400001;
	self->path[1].capacity_Bps = 0;
	EXPECT_ONLY(ADV_MAX);
}

/* Of many the worst one is the example, and all are counted. */
TEST_F(advise, the_worst_one)
{
	struct adv_path paths[3][2];
	struct adv_conn conns[3];

	for (int i = 0; i < 3; i++) {
		memcpy(paths[i], self->path, sizeof(self->path));
		conns[i] = self->conn;
		conns[i].path = paths[i];
		conns[i].snd_fixed = true;
		conns[i].sndbuf_bytes = i == 1 ? 700000 : 800000 + i;
	}
	self->ns.conn = conns;
	self->ns.n_conns = 3;
	EXPECT_ONLY(ADV_wmem);
	EXPECT_EQ(self->found[ADV_wmem].n, 3);
	EXPECT_EQ(self->found[ADV_wmem].conn, &conns[1]);
}

TEST_HARNESS_MAIN
