/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ends.h - the addresses, ports and device of a socket, for records and events.
 *
 * All by bpf_probe_read_kernel(), so that it does for a pointer of any kind.
 */
#ifndef ENDS_H
#define ENDS_H

#define AF_INET6 10

static __always_inline void read_addresses(struct sl_ends *e, const struct sock *sk)
{
	const struct sock_common *skc = &sk->__sk_common;

	if (e->family == AF_INET6) {
		BPF_CORE_READ_INTO((struct in6_addr *)e->saddr, skc, skc_v6_rcv_saddr);
		BPF_CORE_READ_INTO((struct in6_addr *)e->daddr, skc, skc_v6_daddr);
	} else {
		BPF_CORE_READ_INTO((__be32 *)e->saddr, skc, skc_rcv_saddr);
		BPF_CORE_READ_INTO((__be32 *)e->daddr, skc, skc_daddr);
	}
}

/* The device is that of the cached route; without one, e.g. after the device went, none. */
static __always_inline void read_ends(struct sl_ends *e, const struct sock *sk)
{
	const struct net_device *dev = BPF_CORE_READ(sk, sk_dst_cache, dev);

	e->family = BPF_CORE_READ(sk, __sk_common.skc_family);
	e->sport = BPF_CORE_READ(sk, __sk_common.skc_num);
	e->dport = bpf_ntohs(BPF_CORE_READ(sk, __sk_common.skc_dport));
	e->bound_ifindex = BPF_CORE_READ(sk, __sk_common.skc_bound_dev_if);
	read_addresses(e, sk);
	if (!dev)
		return;
	e->ifindex = BPF_CORE_READ(dev, ifindex);
	bpf_core_read_str(e->dev, sizeof(e->dev), &dev->name);
}

#endif /* ENDS_H */
