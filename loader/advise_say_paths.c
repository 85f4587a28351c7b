// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise_say_paths.c - findings about MPTCP itself and about second paths, in words; pure.
 */
#include <inttypes.h>

#include "advise_say.h"
#include "text.h"

void say_disabled(struct saying *s)
{
	say_what(s, "net.mptcp.enabled is 0, though ");
	if (s->ns->ours)
		say_what(s, "net.mptcp.scheduler is slowlane");
	else
		say_what(s, "endpoints are configured");
	say_todo(s, NULL, "sysctl -w net.mptcp.enabled=1");
}

void say_fallback(struct saying *s)
{
	const struct adv_conn *c = s->a->conn;
	char peer[INET6_ADDRSTRLEN];

	if (c->had_key) {
		say_what(s, "the handshake was MPTCP's, and then its options were lost: "
			    "something on the way takes them out");
		say_todo(s, NULL,
			 "# use another port, or a tunnel around what takes them out");
		return;
	}
	say_what(s,
		 "the peer answered without MPTCP: it has none for port %u, or something "
		 "on the way takes the options out",
		 ends_of(c)->dport);
	if (s->ns->no_token)
		say_what(s,
			 ", or this host had no token left (MPFallbackTokenInit %" PRIu64
			 ")",
			 (uint64_t)s->ns->no_token);
	peer_of(c, peer);
	say_todo(s, peer, "sysctl net.mptcp.enabled");
	say_todo(s, peer, "ss -Mltn sport = %u  # its MPTCP listener; none: mptcpize run",
		 ends_of(c)->dport);
}

void say_subflow_limit(struct saying *s)
{
	say_what(s, "it has one subflow, and the limit of more is 0 here");
	say_todo(s, NULL, "ip mptcp limits set subflow 8 add_addr_accepted 8");
}

/* An endpoint for each other address; of one that is there flags cannot be changed. */
static void say_endpoints(struct saying *s, const char *flag)
{
	char addr[INET6_ADDRSTRLEN], dev[4 * SL_DEV_NAME_MAX + 1], word[TEXT_SHELL_MAX];
	size_t n = 0;

	for (size_t i = 0; i < s->ns->n_addresses; i++) {
		const struct adv_address *a = &s->ns->address[i];
		const struct adv_endpoint *e = endpoint_of(s->ns, a->family, a->addr);

		if (!adv_address_other(s->a->conn, a))
			continue;
		bare_address(a->addr, a->family, addr);
		text_escape(a->dev, sizeof(a->dev), dev, sizeof(dev));
		if (n < ADV_TODO_MAX)
			say_what(s, "%s%s on %s", n ? ", " : "", addr, dev);
		n++;
		if (e)
			say_todo(s, NULL, "ip mptcp endpoint delete id %u", e->id);
		say_todo(s, NULL, "ip mptcp endpoint add %s dev %s %s", addr,
			 text_shell(a->dev, sizeof(a->dev), word, sizeof(word)), flag);
	}
	if (n > ADV_TODO_MAX)
		say_what(s, " and %zu more", n - ADV_TODO_MAX);
}

void say_no_subflow_endpoint(struct saying *s)
{
	say_what(s,
		 "it has one subflow, and no endpoint with the flag 'subflow' is for ");
	say_endpoints(s, "subflow");
}

void say_no_signal_endpoint(struct saying *s)
{
	say_what(s, "it has one subflow, and no endpoint with the flag 'signal' is for ");
	say_endpoints(s, "signal");
}

void say_join_failed(struct saying *s)
{
	char peer[INET6_ADDRSTRLEN], addr[INET6_ADDRSTRLEN];
	const struct sl_ends *e = ends_of(s->a->conn);

	say_what(s,
		 "it has one subflow; of %" PRIu64 " SYNs for more (MPJoinSynTx) %" PRIu64
		 " were answered (MPJoinSynAckRx)%s",
		 (uint64_t)s->ns->join_tx, (uint64_t)s->ns->join_ackd,
		 s->ns->join_ackd < s->ns->join_tx
			 ? ""
			 : ", and this one refused later on, or closed since");
	peer_of(s->a->conn, peer);
	for (size_t i = 0; i < s->ns->n_endpoints; i++) {
		const struct adv_endpoint *p = &s->ns->endpoint[i];

		if (p->family != e->family || adv_endpoint_is(p, e->family, e->saddr))
			continue;
		say_todo(s, NULL, "ip route get %s from %s  # is that its own link?",
			 peer, bare_address(p->addr, p->family, addr));
		break;
	}
	say_todo(s, peer, "ip mptcp limits set subflow 8 add_addr_accepted 8");
	say_todo(s, NULL, "# or a firewall on that way drops SYNs with MP_JOIN");
}

void say_one_subflow(struct saying *s)
{
	char peer[INET6_ADDRSTRLEN];

	peer_of(s->a->conn, peer);
	if (!s->a->conn->client) {
		say_what(s, "it has one subflow, and it is the client that opens more");
		say_todo(s, peer,
			 "ip mptcp endpoint show  # one with 'subflow' for each link");
		return;
	}
	if (s->ns->n_endpoints) {
		say_what(s, "it has one subflow, though nothing that was asked for was "
			    "refused: the endpoint is of its own link, or came later");
		say_todo(s, NULL, "ip mptcp endpoint show");
		return;
	}
	say_what(s, "it has one subflow, and this host no address on another link");
	if (s->ns->limits_known && !s->ns->limit_add_addr)
		say_todo(s, NULL, "ip mptcp limits set subflow 8 add_addr_accepted 8");
	say_todo(s, peer, "ip mptcp endpoint show  # one with 'signal' for each link");
}
