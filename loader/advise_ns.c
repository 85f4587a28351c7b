// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise_ns.c - read what is set in a network namespace.
 */
#include <errno.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advise_ns.h"
#include "mptcp_pm.h"
#include "parse.h"
#include "scheduler.h"

/* Up to three numbers; those that cannot be read stay 0. */
static void read_numbers(const struct netns *netns, const char *name, __u64 *v)
{
	char value[SYSCTL_VALUE_MAX];
	uint64_t n[3] = {};
	int got;

	if (sysctl_read(netns, name, value))
		return;
	got = sscanf(value, "%" SCNu64 " %" SCNu64 " %" SCNu64, &n[0], &n[1], &n[2]);
	for (int i = 0; i < got; i++)
		v[i] = n[i];
}

static __u64 read_mib(const char *text, const char *name)
{
	unsigned long long value;

	return text && !mib_lookup(text, "MPTcpExt", name, &value) ? value : 0;
}

int adv_ns_read(const struct netns *netns, struct adv_ns *ns)
{
	char value[SYSCTL_VALUE_MAX];
	char *netstat = netns_read_file(netns, "/proc/thread-self/net/netstat");

	ns->join_tx = read_mib(netstat, "MPJoinSynTx");
	ns->join_ackd = read_mib(netstat, "MPJoinSynAckRx");
	ns->no_token = read_mib(netstat, "MPFallbackTokenInit");
	free(netstat);
	ns->enabled = sysctl_read(netns, SYSCTL_ENABLED, value) || strcmp(value, "0");
	ns->ours = !sysctl_read(netns, SYSCTL_SCHEDULER, value) &&
		   scheduler_is_ours(value);
	read_numbers(netns, "net/ipv4/tcp_rmem", ns->rmem);
	read_numbers(netns, "net/ipv4/tcp_wmem", ns->wmem);
	read_numbers(netns, "net/ipv4/tcp_notsent_lowat", &ns->notsent_lowat);
	return mptcp_pm_read(netns, ns);
}

/* In the namespace. */
struct devices {
	struct ifaddrs *addrs;
	struct if_nameindex *names;
};

static int list_devices(void *arg)
{
	struct devices *d = arg;

	if (getifaddrs(&d->addrs))
		return -errno;
	d->names = if_nameindex();
	return d->names ? 0 : -errno;
}

/* 4 or 16 bytes of it, as in struct sl_ends; the family, or 0 for another. */
static unsigned int raw_address(const struct sockaddr *sa, __u8 addr[16])
{
	memset(addr, 0, 16);
	if (sa && sa->sa_family == AF_INET)
		memcpy(addr, &((const struct sockaddr_in *)sa)->sin_addr, 4);
	else if (sa && sa->sa_family == AF_INET6)
		memcpy(addr, &((const struct sockaddr_in6 *)sa)->sin6_addr, 16);
	else
		return 0;
	return sa->sa_family;
}

static void name_of(char dev[SL_DEV_NAME_MAX], const char *name)
{
	memset(dev, 0, SL_DEV_NAME_MAX);
	memcpy(dev, name, strnlen(name, SL_DEV_NAME_MAX));
}

/* The device that it is bound to, or else the one that has its address. */
static void name_device(const struct devices *d, struct sl_ends *e)
{
	__u8 addr[16];

	for (struct if_nameindex *n = d->names; e->bound_ifindex && n->if_index; n++) {
		if (n->if_index != e->bound_ifindex)
			continue;
		e->ifindex = n->if_index;
		name_of(e->dev, n->if_name);
		return;
	}
	for (struct ifaddrs *a = d->addrs; a && !e->bound_ifindex; a = a->ifa_next) {
		if (raw_address(a->ifa_addr, addr) != e->family ||
		    memcmp(addr, e->saddr, sizeof(addr)))
			continue;
		name_of(e->dev, a->ifa_name);
		return;
	}
}

static bool is_of_a_link(const struct ifaddrs *a, unsigned int family)
{
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)a->ifa_addr;
	unsigned int up = IFF_UP | IFF_RUNNING;

	return (a->ifa_flags & (up | IFF_LOOPBACK)) == up &&
	       (family != AF_INET6 || !IN6_IS_ADDR_LINKLOCAL(&in6->sin6_addr));
}

static int add_address(struct adv_ns *ns, const struct ifaddrs *a)
{
	struct adv_address address = {}, *v;

	address.family = raw_address(a->ifa_addr, address.addr);
	if (!address.family || !is_of_a_link(a, address.family))
		return 0;
	v = reallocarray(ns->address, ns->n_addresses + 1, sizeof(*v));
	if (!v)
		return -ENOMEM;
	ns->address = v;
	name_of(address.dev, a->ifa_name);
	v[ns->n_addresses++] = address;
	return 0;
}

int adv_devices_read(const struct netns *netns, struct adv_ns *ns)
{
	struct devices d = {};
	int err = netns_run(netns, list_devices, &d);

	for (struct ifaddrs *a = d.addrs; a && !err; a = a->ifa_next)
		err = add_address(ns, a);
	for (size_t i = 0; i < ns->n_conns && !err; i++) {
		struct adv_conn *c = &ns->conn[i];

		name_device(&d, &c->ends);
		for (size_t j = 0; j < c->n; j++)
			name_device(&d, &c->path[j].ends);
	}
	if (d.names)
		if_freenameindex(d.names);
	if (d.addrs)
		freeifaddrs(d.addrs);
	return err;
}
