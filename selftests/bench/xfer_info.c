// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the kernel knows about a transfer of xfer.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/mptcp.h>
#include <linux/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "xfer.h"

#ifndef SOL_MPTCP
#define SOL_MPTCP 284
#endif

static const char *const mib_names[] = {
#define MIB_NAME(field, role, name) name,
	XFER_MIBS(MIB_NAME)
};

/* /proc/net/netstat: a line of names, then a line of values, each after "MPTcpExt:". */
void xfer_read_mib(uint64_t mib[XFER_MIB_MAX])
{
	static char names[16384], values[16384];
	const char *name, *value;
	char *n, *v;
	FILE *f;
	int i;

	memset(mib, 0, XFER_MIB_MAX * sizeof(*mib));
	f = fopen("/proc/self/net/netstat", "re");
	while (f && fgets(names, sizeof(names), f) && fgets(values, sizeof(values), f)) {
		if (strncmp(names, "MPTcpExt:", 9))
			continue;
		name = strtok_r(names, " \n", &n);
		value = strtok_r(values, " \n", &v);
		for (; name && value;
		     name = strtok_r(NULL, " \n", &n), value = strtok_r(NULL, " \n", &v))
			for (i = 0; i < XFER_MIB_MAX; i++)
				if (!strcmp(name, mib_names[i]))
					mib[i] = strtoull(value, NULL, 10);
	}
	if (f)
		fclose(f);
}

static int get_mptcp_info(int fd, struct mptcp_info *info, struct xfer_end *end)
{
	socklen_t len = sizeof(*info);

	memset(info, 0, sizeof(*info));
	if (!getsockopt(fd, SOL_MPTCP, MPTCP_INFO, info, &len))
		return 0;
	/* What the kernel says of a plain TCP socket, which is what accept() may return. */
	if (errno == EOPNOTSUPP)
		return xfer_fail(end, "MPTCP fell back to TCP in its handshake");
	return xfer_fail(end, "MPTCP_INFO: %m");
}

int xfer_check_fallback(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	struct mptcp_info info;

	if (!opts->mptcp)
		return 0;
	if (get_mptcp_info(fd, &info, end))
		return -1;
	if (info.mptcpi_flags & MPTCP_INFO_FLAG_FALLBACK)
		return xfer_fail(end, "MPTCP fell back to TCP");
	return 0;
}

static void address_text(const struct sockaddr *sa, char text[INET6_ADDRSTRLEN])
{
	const void *addr =
		sa->sa_family == AF_INET6
			? (const void *)&((const struct sockaddr_in6 *)sa)->sin6_addr
			: (const void *)&((const struct sockaddr_in *)sa)->sin_addr;

	if (!inet_ntop(sa->sa_family, addr, text, INET6_ADDRSTRLEN))
		text[0] = '\0';
}

static void fill_subflow(struct xfer_subflow *sf, const struct xfer_opts *opts,
			 const struct mptcp_subflow_addrs *addrs,
			 const struct tcp_info *info)
{
	unsigned int i;

	address_text(&addrs->sa_local, sf->local);
	address_text(&addrs->sa_remote, sf->remote);
	/* One of the two is a client's address, at either end. */
	for (i = 0; i < opts->nr_paths; i++)
		if (!strcmp(opts->path[i], sf->local) ||
		    !strcmp(opts->path[i], sf->remote))
			sf->path = i + 1;
	sf->bytes_received = info->tcpi_bytes_received;
	sf->bytes_sent = info->tcpi_bytes_sent;
	sf->bytes_acked = info->tcpi_bytes_acked;
	sf->bytes_retrans = info->tcpi_bytes_retrans;
	sf->srtt_us = info->tcpi_rtt;
	sf->min_rtt_us = info->tcpi_min_rtt;
	sf->cwnd = info->tcpi_snd_cwnd;
}

static int read_tcp_info(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	struct mptcp_subflow_addrs addrs = { 0 };
	struct tcp_info info = { 0 };
	socklen_t len = sizeof(info), local = sizeof(addrs.ss_local),
		  remote = sizeof(addrs.ss_remote);

	if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len) ||
	    getsockname(fd, &addrs.sa_local, &local) ||
	    getpeername(fd, &addrs.sa_remote, &remote))
		return xfer_fail(end, "TCP_INFO: %m");
	fill_subflow(&end->subflow[0], opts, &addrs, &info);
	end->nr_subflows = 1;
	return 0;
}

/* Since Linux 6.5. */
static int read_full_info(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	struct mptcp_subflow_info subflow[XFER_MAX_SUBFLOWS];
	struct tcp_info tcp[XFER_MAX_SUBFLOWS];
	struct mptcp_full_info full = {
		.size_tcpinfo_user = sizeof(tcp[0]),
		.size_sfinfo_user = sizeof(subflow[0]),
		.size_arrays_user = XFER_MAX_SUBFLOWS,
		.subflow_info = (uintptr_t)subflow,
		.tcp_info = (uintptr_t)tcp,
	};
	socklen_t len = sizeof(full);
	unsigned int i;

	memset(tcp, 0, sizeof(tcp));
	if (getsockopt(fd, SOL_MPTCP, MPTCP_FULL_INFO, &full, &len))
		return xfer_fail(end, "MPTCP_FULL_INFO: %m");
	for (i = 0; i < full.num_subflows && i < XFER_MAX_SUBFLOWS; i++)
		fill_subflow(&end->subflow[i], opts, &subflow[i].addrs, &tcp[i]);
	end->nr_subflows = i;
	end->mptcp_bytes_sent = full.mptcp_info.mptcpi_bytes_sent;
	end->mptcp_bytes_retrans = full.mptcp_info.mptcpi_bytes_retrans;
	end->mptcp_retransmits = full.mptcp_info.mptcpi_retransmits;
	return 0;
}

int xfer_read_info(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	socklen_t len = sizeof(end->cc) - 1;

	if (getsockopt(fd, IPPROTO_TCP, TCP_CONGESTION, end->cc, &len))
		return xfer_fail(end, "TCP_CONGESTION: %m");
	return (opts->mptcp ? read_full_info : read_tcp_info)(fd, opts, end);
}
