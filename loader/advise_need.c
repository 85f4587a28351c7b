// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise_need.c - the arithmetic: pure.
 */
#include <string.h>
#include <sys/socket.h>

#include "advise.h"

/* Bytes; no buffer may be larger (7.3: sk_sndbuf and sk_rcvbuf are int). */
#define SIZE_MAX_BYTES (1ULL << 30)

/* A path that carries less than this part of all is no path in use. */
#define USED_PART 64

static __u64 carried(const struct adv_path *p, bool receiving)
{
	return receiving ? p->rx_Bps : p->tx_Bps;
}

/*
 * What it carries, or could: as slowlane knows it, or else, if it carries something, by the
 * kernel's last sample, which is of the moments in which it had something to send.
 */
__u64 adv_path_rate(const struct adv_path *p, bool receiving)
{
	__u64 rate = carried(p, receiving), could = p->capacity_Bps;

	if (!could && rate)
		could = p->delivery_Bps;
	return !receiving && could > rate ? could : rate;
}

static __u32 path_rtt(const struct adv_path *p, bool receiving)
{
	return receiving && p->rcv_rtt_us ? p->rcv_rtt_us : p->rtt_us;
}

/**
 * adv_need - what a connection holds if all its paths go on as they do
 * @c: the connection
 * @receiving: of what it receives, not of what it sends
 *
 * Paths that carry next to nothing do not count: not with their round trip, either.
 *
 * Return: the sum of the rates, the longest round trip, and one times the other.
 */
struct adv_need adv_need(const struct adv_conn *c, bool receiving)
{
	struct adv_need need = {};

	for (size_t i = 0; i < c->n; i++)
		need.rate_Bps += carried(&c->path[i], receiving);
	for (size_t i = 0; i < c->n; i++) {
		const struct adv_path *p = &c->path[i];

		if (carried(p, receiving) * USED_PART >= need.rate_Bps &&
		    path_rtt(p, receiving) > need.rtt_us)
			need.rtt_us = path_rtt(p, receiving);
	}
	need.bytes = need.rate_Bps * need.rtt_us / 1000000;
	return need;
}

/*
 * Does what it needs fill what it has?  A buffer that the kernel tunes is twice as large as
 * what was in it; one that limits is as large.  So: seven tenths.
 */
bool adv_fills(__u64 need_bytes, __u64 have_bytes)
{
	return need_bytes && need_bytes * 10 >= have_bytes * 7;
}

/*
 * A size for a buffer that limits: twice what it needs, as the kernel counts overhead too,
 * and at least twice what it is; the next power of two, as it is typed by people.
 */
__u64 adv_size_for(__u64 now_bytes, __u64 need_bytes)
{
	__u64 least = 2 * (now_bytes > need_bytes ? now_bytes : need_bytes), size = 65536;

	while (size < least && size < SIZE_MAX_BYTES)
		size *= 2;
	return size;
}

bool adv_endpoint_is(const struct adv_endpoint *e, unsigned int family, const __u8 *addr)
{
	return e->family == family && !memcmp(e->addr, addr, family == AF_INET ? 4 : 16);
}

/* Of the same family, and another device than the one that the connection is on. */
bool adv_address_other(const struct adv_conn *c, const struct adv_address *a)
{
	const struct sl_ends *e = c->n ? &c->path[0].ends : &c->ends;

	return a->family == e->family && memcmp(a->addr, e->saddr, sizeof(a->addr)) &&
	       strncmp(a->dev, e->dev, sizeof(a->dev));
}
