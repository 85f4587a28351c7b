// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_stats.c - "slowlane stats": our counters, and the kernel's that go with them.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "cli.h"
#include "counters.h"
#include "pins.h"
#include "scheduler.h"
#include "view.h"

/* A socket that closes while the live ones are read is counted twice or not at all. */
#define STATS_TRIES 16

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

static void add_counters(struct sl_counters *sum, const struct sl_counters *add)
{
	for (int i = 0; i < SL_CNT_MAX; i++)
		sum->v[i] += add->v[i];
}

/* @ino: 0 for all namespaces. */
static void add_closed(int map_fd, __u32 ino, struct sl_counters *sum)
{
	__u32 key, *prev = NULL;

	while (!bpf_map_get_next_key(map_fd, prev, &key)) {
		struct sl_counters closed;

		if ((!ino || ino == key) && !bpf_map_lookup_elem(map_fd, &key, &closed))
			add_counters(sum, &closed);
		prev = &key;
	}
}

/*
 * Live sockets plus closed ones.  They are two reads, and a socket may go from the
 * first to the second in between: then sockets_closed has moved, and it is done again.
 */
static int read_counters(const struct attachment *at, __u32 ino, struct sl_counters *sum)
{
	for (int i = 0; i < STATS_TRIES; i++) {
		struct socket_view live = {};
		struct sl_counters before = {};
		int err;

		*sum = (struct sl_counters){};
		add_closed(at->fd[PIN_CLOSED], ino, &before);
		err = socket_view_open(&live);
		if (err)
			return err;
		for (size_t s = 0; s < live.n; s++) {
			if (!ino || live.records[s].netns_ino == ino)
				add_counters(sum, &live.records[s].counters);
		}
		socket_view_close(&live);
		add_closed(at->fd[PIN_CLOSED], ino, sum);
		if (sum->v[SL_CNT_sockets_closed] == before.v[SL_CNT_sockets_closed])
			return 0;
	}
	return -EAGAIN;
}

/* The whole file as a string, to be freed; NULL with errno set. */
static char *read_proc(const struct netns *ns, const char *path)
{
	size_t used = 0, size = 16384;
	char *text = malloc(size);
	ssize_t n = 0;
	int fd = netns_open_file(ns, path, O_RDONLY);

	while (text && fd >= 0) {
		n = read(fd, text + used, size - used - 1);
		if (n <= 0)
			break;
		used += n;
		if (size - used == 1) {
			char *more = realloc(text, size *= 2);

			if (!more)
				break;
			text = more;
		}
	}
	if (fd < 0 || n < 0) {
		errno = fd < 0 ? -fd : errno;
		free(text);
		text = NULL;
	}
	if (fd >= 0)
		close(fd);
	if (text)
		text[used] = '\0';
	return text;
}

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
	char *text[2] = { read_proc(ns, "/proc/thread-self/net/netstat"),
			  read_proc(ns, "/proc/thread-self/net/snmp") };
	char label[NETNS_LABEL_MAX];
	struct sl_counters sum;
	int code = 0, err;

	netns_label(ns->name, ns->ino, label, sizeof(label));
	if (!text[NETSTAT] || !text[SNMP]) {
		code = cli_fail_errno(cli, errno, NULL, "%s: /proc/net/netstat or snmp",
				      label);
		goto cleanup;
	}
	err = read_counters(at, named ? ns->ino : 0, &sum);
	if (err == -EAGAIN) {
		cli_warn(cli, "sockets close faster than they can be read: the sums are "
			      "not exact");
		err = 0;
	}
	if (err) {
		code = cli_fail_errno(cli, err, NULL, "cannot read the counters");
		goto cleanup;
	}
	json_str(cli->root, "netns", ns->name[0] ? ns->name : NULL);
	json_u64(cli->root, "inode", ns->ino);
	json_flag(cli->root, "all_namespaces", !named);
	cli_say(cli, "slowlane, %s:", named ? label : "all namespaces");
	show_counters(cli, &sum);
	cli_say(cli, "\nkernel, %s%s:", label, named ? "" : " (this one)");
	show_mibs(cli, text);
cleanup:
	free(text[NETSTAT]);
	free(text[SNMP]);
	return code;
}

int cmd_stats(struct cli *cli)
{
	const struct str_list *names = &cli->opt.netns;
	struct attachment at;
	struct netns ns = { .fd = -1 };
	int code, lock;

	if (names->n > 1)
		return cli_fail(cli, SL_EXIT_USAGE, "stats takes one --netns");
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
