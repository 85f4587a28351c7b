// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_netns_spec.c - names, process ids and paths of network namespaces.
 */
#include "kselftest_harness.h"
#include <limits.h>
#include "netns_spec.h"

#define LONGEST_NAME "123456789012345678901234567890123456789012345678901234567890123"

TEST(forms)
{
	static const struct {
		const char *text;
		enum netns_kind kind;
		int pid;
	} cases[] = {
		{ "a", NETNS_NAME, 0 },
		{ "blue-1_x.y", NETNS_NAME, 0 },
		{ "...", NETNS_NAME, 0 },
		{ "-j", NETNS_NAME, 0 },
		{ "with space", NETNS_NAME, 0 },
		{ "\xc3\xa9", NETNS_NAME, 0 },
		{ "1234", NETNS_NAME, 0 },
		{ "alls", NETNS_NAME, 0 },
		{ "pid", NETNS_NAME, 0 },
		{ LONGEST_NAME, NETNS_NAME, 0 },
		{ "all", NETNS_ALL, 0 },
		{ "pid:1", NETNS_PID, 1 },
		{ "pid:2147483647", NETNS_PID, INT_MAX },
		{ "/run/netns/a", NETNS_PATH, 0 },
		{ "/", NETNS_PATH, 0 },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char error[128] = "left from before";
		struct netns_spec spec;
		int err = netns_spec_parse(cases[i].text, &spec, error, sizeof(error));

		EXPECT_EQ(err, 0) TH_LOG("'%s'", cases[i].text);
		EXPECT_STREQ(error, "");
		EXPECT_EQ(spec.kind, cases[i].kind) TH_LOG("'%s'", cases[i].text);
		EXPECT_EQ(spec.pid, cases[i].pid);
		EXPECT_EQ(spec.text, cases[i].text);
	}
}

TEST(refused)
{
	static const char *const cases[] = {
		"",	    LONGEST_NAME "4", ".",	  "..",
		"a/b",	    "../../etc/x",    "pid:",	  "pid:0",
		"pid:-1",   "pid:+1",	      "pid: 1",	  "pid:1x",
		"pid:self", "pid:2147483648", "pid:0x10", "pid:99999999999999999999",
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char error[128] = "";
		struct netns_spec spec;

		EXPECT_NE(netns_spec_parse(cases[i], &spec, error, sizeof(error)), 0)
		TH_LOG("'%s'", cases[i]);
		EXPECT_NE(error[0], '\0');
	}
}

TEST(long_path)
{
	char path[PATH_MAX + 1] = "", error[128];
	struct netns_spec spec;

	memset(path, '/', PATH_MAX - 1);
	EXPECT_EQ(netns_spec_parse(path, &spec, error, sizeof(error)), 0);
	path[PATH_MAX - 1] = '/';
	EXPECT_NE(netns_spec_parse(path, &spec, error, sizeof(error)), 0);
}

/* As in proc(5); the last one is of 7.3, from 'ip netns add'. */
TEST(mountinfo)
{
	static const struct {
		const char *line, *path; /* NULL: not a network namespace's */
	} cases[] = {
		{ "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw\n",
		  NULL },
		{ "61 25 0:4 mnt:[4026532281] /run/x rw shared:25 - nsfs nsfs rw\n",
		  NULL },
		{ "61 25 0:4 net:[4026532281] /run/a\\040b\\134c rw - nsfs nsfs rw\n",
		  "/run/a b\\c" },
		{ "61 25 0:4 net:[4026532281] /run/netns/sl-c", "/run/netns/sl-c" },
		{ "61 25 0:4 net:[4026532281] run/netns/sl-c", NULL },
		{ "61 25 0:4 net:[4026532281] /run/a\\04", NULL },
		{ "61 25 0:4 net:[4026532281] /run/a\\0408", "/run/a 8" },
		{ "61 25 0:4 net:[4026532281] /run/a\\x20b", NULL },
		{ "61 25 0:4 net:[4026532281] /run/a\\000", NULL },
		{ "61 25 0:4 net:[4026532281]", NULL },
		{ "net:[4026532281] /run/x", NULL },
		{ "\n", NULL },
		{ "", NULL },
		{ "61 25 0:4 net:[4026532281] /run/docker/netns/x rw shared:25 - nsfs "
		  "nsfs rw\n",
		  "/run/docker/netns/x" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char path[64];
		bool found = mountinfo_netns_path(cases[i].line, path, sizeof(path));

		EXPECT_EQ(found, !!cases[i].path) TH_LOG("'%s'", cases[i].line);
		if (found)
			EXPECT_STREQ(path, cases[i].path);
	}
}

TEST(mount_point_that_does_not_fit)
{
	char path[8];

	EXPECT_TRUE(mountinfo_netns_path("1 2 3 net:[4] /123456 rw", path, sizeof(path)));
	EXPECT_FALSE(
		mountinfo_netns_path("1 2 3 net:[4] /1234567 rw", path, sizeof(path)));
}

TEST_HARNESS_MAIN
