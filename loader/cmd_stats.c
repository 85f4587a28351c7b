// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_stats.c - "slowlane stats": our counters, and the kernel's that go with them.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "counters.h"
#include "pins.h"
#include "scheduler.h"
#include "totals.h"

enum mib_file {
	NETSTAT,
	SNMP
};

/* As nstat(8) names them: group and name run together.  7.3; a kernel may lack some. */
static const struct {
	enum mib_file file;
	const char *group, *name;
} mibs[] = {
	{ NETSTAT, "MPTcpExt", "MPCurrEstab" },
	{ NETSTAT, "MPTcpExt", "MPCapableSYNTX" },
	{ NETSTAT, "MPTcpExt", "MPCapableSYNRX" },
	{ NETSTAT, "MPTcpExt", "MPCapableSYNACKRX" },
	{ NETSTAT, "MPTcpExt", "MPCapableACKRX" },
	{ NETSTAT, "MPTcpExt", "MPCapableFallbackACK" },
	{ NETSTAT, "MPTcpExt", "MPCapableFallbackSYNACK" },
	{ NETSTAT, "MPTcpExt", "MPCapableDataFallback" },
	{ NETSTAT, "MPTcpExt", "MPFallbackTokenInit" },
	{ NETSTAT, "MPTcpExt", "DSSCorruptionFallback" },
	{ NETSTAT, "MPTcpExt", "DssFallback" },
	{ NETSTAT, "MPTcpExt", "MD5SigFallback" },
	{ NETSTAT, "MPTcpExt", "SimultConnectFallback" },
	{ NETSTAT, "MPTcpExt", "FallbackFailed" },
	{ NETSTAT, "MPTcpExt", "InfiniteMapTx" },
	{ NETSTAT, "MPTcpExt", "InfiniteMapRx" },
	{ NETSTAT, "MPTcpExt", "MPJoinSynTx" },
	{ NETSTAT, "MPTcpExt", "MPJoinSynRx" },
	{ NETSTAT, "MPTcpExt", "MPJoinSynBackupRx" },
	{ NETSTAT, "MPTcpExt", "MPJoinSynAckRx" },
	{ NETSTAT, "MPTcpExt", "MPJoinSynAckBackupRx" },
	{ NETSTAT, "MPTcpExt", "MPJoinAckRx" },
	{ NETSTAT, "MPTcpExt", "MPJoinRejected" },
	{ NETSTAT, "MPTcpExt", "MPTCPRetrans" },
	{ NETSTAT, "MPTcpExt", "DuplicateData" },
	{ NETSTAT, "MPTcpExt", "OFOQueue" },
	{ NETSTAT, "MPTcpExt", "OFOQueueTail" },
	{ NETSTAT, "MPTcpExt", "OFOMerge" },
	{ NETSTAT, "MPTcpExt", "OFOPruned" },
	{ NETSTAT, "MPTcpExt", "RcvPruned" },
	{ NETSTAT, "MPTcpExt", "WinProbe" },
	{ NETSTAT, "MPTcpExt", "SubflowStale" },
	{ NETSTAT, "MPTcpExt", "SubflowRecover" },
	{ NETSTAT, "MPTcpExt", "RmSubflow" },
	{ SNMP, "Tcp", "OutSegs" },
	{ SNMP, "Tcp", "RetransSegs" },
};

static void show_counters(struct cli *cli, const struct sl_counters *sum)
{
	json_object *all = json_sub(cli->root, "counters", json_object_new_object());

	for (int i = 0; i < SL_CNT_MAX; i++) {
		json_object *o =
			json_sub(all, counter_table[i].name, json_object_new_object());

		json_u64(o, "value", sum->v[i]);
		json_str(o, "unit", counter_table[i].unit);
		json_str(o, "help", counter_table[i].help);
		cli_say(cli, "%-24s %16" PRIu64 " %-8s %s", counter_table[i].name,
			(uint64_t)sum->v[i], counter_table[i].unit,
			counter_table[i].help);
	}
}

/* A counter that this kernel does not have is null, which is not 0. */
static void show_mibs(struct cli *cli, char *const text[2])
{
	json_object *o = json_sub(cli->root, "mib", json_object_new_object());

	for (size_t i = 0; i < sizeof(mibs) / sizeof(mibs[0]); i++) {
		unsigned long long value;
		char name[64];

		snprintf(name, sizeof(name), "%s%s", mibs[i].group, mibs[i].name);
		if (mib_lookup(text[mibs[i].file], mibs[i].group, mibs[i].name, &value)) {
			json_str(o, name, NULL);
			cli_say(cli, "%-32s %8s", name, "-");
		} else {
			json_u64(o, name, value);
			cli_say(cli, "%-32s %8llu", name, value);
		}
	}
}

static int show(struct cli *cli, const struct attachment *at, const struct netns *ns,
		bool named)
{
	char *text[2] = { netns_read_file(ns, "/proc/thread-self/net/netstat"),
			  netns_read_file(ns, "/proc/thread-self/net/snmp") };
	char label[NETNS_LABEL_MAX];
	struct sl_counters sum;
	struct totals totals = {};
	int code = 0, err;

	netns_label(ns->name, ns->ino, label, sizeof(label));
	if (!text[NETSTAT] || !text[SNMP]) {
		code = cli_fail_errno(cli, errno, NULL, "%s: /proc/net/netstat or snmp",
				      label);
		goto cleanup;
	}
	err = totals_read(at, &totals);
	if (err == -EAGAIN) {
		cli_warn(cli, "sockets close faster than they can be read: the sums are "
			      "not exact");
		err = 0;
	}
	if (err) {
		code = cli_fail_errno(cli, err, NULL, "cannot read the counters");
		goto cleanup;
	}
	sum = totals_sum(&totals, named ? ns->ino : 0);
	json_escaped(cli->root, "netns", ns->name, sizeof(ns->name));
	json_u64(cli->root, "inode", ns->ino);
	json_flag(cli->root, "all_namespaces", !named);
	cli_say(cli, "slowlane, %s:", named ? label : "all namespaces");
	show_counters(cli, &sum);
	cli_say(cli, "\nkernel, %s%s:", label, named ? "" : " (this one)");
	show_mibs(cli, text);
cleanup:
	totals_free(&totals);
	free(text[NETSTAT]);
	free(text[SNMP]);
	return code;
}

int cmd_stats(struct cli *cli)
{
	struct str_list *names = &cli->opt.netns;
	struct attachment at;
	struct netns ns = { .fd = -1 };
	int code, lock;

	if (names->n > 1)
		return cli_fail(cli, SL_EXIT_USAGE, "stats takes one --netns");
	if (netns_all(names))
		names->n = 0; /* the sum of all is what it shows anyway */
	code = netns_require(cli, names->n ? names->v[0] : NULL, &ns);
	if (code)
		return code;
	code = attachment_read(cli, &at, &lock);
	if (!code)
		code = attachment_usable(cli, &at);
	if (!code)
		code = show(cli, &at, &ns, names->n);
	attachment_close(&at);
	netns_close(&ns);
	if (lock >= 0)
		close(lock);
	return code;
}
