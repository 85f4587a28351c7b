// SPDX-License-Identifier: GPL-2.0-only
/*
 * slowlane - an MPTCP packet scheduler.
 *
 *   mptcp_sendmsg(), ACKs            MPTCP retransmission timer
 *            |                                  |
 *        get_send                          get_retrans
 *            |                                  |
 *            +-- snapshot of the subflows ------+     this file
 *            |                                  |
 *      sl_policy_off()              sl_policy_off_retrans()    policy.h, pure
 *            |                                  |
 *            +-- schedule the picked one, count the reason    this file
 *
 * The policy is `off`: the in-kernel default's rules and nothing else.  Known
 * weakness: therefore all of the default's, foremost that an idle slow subflow takes
 * a whole burst (64 KiB) whatever its rate.
 *
 * Differences from the in-kernel default (7.3): pacing rates are 64 bits wide; the
 * MPTCP-level timer looks at every subflow, not only at active ones.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "compat.h"
#include "state.h"
#include "reasons.h"

char _license[] SEC("license") = "GPL";

/* errno.h's, which a BPF program cannot include. */
#define EINVAL 22

struct sl_sockets_map sl_sockets SEC(".maps");
struct sl_events_map sl_events SEC(".maps");
struct sl_watch sl_watch SEC(".data.watch") = {};

/* Totals of closed sockets by namespace; see slowlane.h. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, __u32);
	__type(value, struct sl_counters);
} sl_closed SEC(".maps");

/* The loader's own records; the kernel only keeps them.  See slowlane.h. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, 65536);
	__type(key, __u32);
	__type(value, struct sl_netns);
} sl_netns SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct sl_info);
} sl_info SEC(".maps");

static __always_inline void count(struct sl_socket *st, __u32 reason)
{
	__u32 c = reason < sizeof(reason_counter) ? reason_counter[reason] : SL_CNT_MAX;

	/* The compiler knows what is in the table, the verifier does not. */
	barrier_var(c);
	if (c < SL_CNT_MAX)
		st->counters.v[c]++;
}

/* 0, which is not counted here, stands for nothing. */
static __always_inline void count_one(struct sl_socket *st, __u32 c)
{
	if (!c)
		return;
	barrier_var(c); /* two comparisons, not one of c - 1, which proves nothing */
	if (c < SL_CNT_MAX)
		st->counters.v[c]++;
}

/* Inode of the socket's network namespace, as in lsns(8). */
static __always_inline __u32 netns_of(struct mptcp_sock *msk)
{
	return BPF_CORE_READ((struct sock *)msk, __sk_common.skc_net.net, ns.inum);
}

/* The socket's state, made if there is none; NULL for want of memory. */
static __always_inline struct sl_socket *socket_state(struct mptcp_sock *msk)
{
	struct sl_socket *st;

	st = bpf_sk_storage_get(&sl_sockets, msk, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (st && !st->netns_ino) {
		st->netns_ino = netns_of(msk);
		st->counters.v[SL_CNT_sockets_opened] = 1;
	}
	return st;
}

#include "read.h"
#include "watching.h"

/*
 * The policy as functions of their own: global ones, which the verifier looks at once
 * each and not again with each path that leads to a call.
 */
__noinline int view_path(struct sl_view *view, const struct sl_conn *conn,
			 const struct sl_path *path)
{
	if (view && conn && path)
		sl_view_path(view, conn, path);
	return 0;
}

__noinline int decide(struct sl_decision *d, const struct sl_view *view,
		      const struct sl_conn *conn)
{
	if (d && view && conn)
		*d = conn->admission ? sl_decide(view, conn) : sl_decide_off(view, conn);
	return 0;
}

/* What to count of a path's penalty; 0: nothing. */
__noinline int penalise(struct sl_subflow *sf, const struct sl_path *p,
			const struct sl_conn *c)
{
	struct sl_penalised *s;
	enum sl_gate gate;

	if (!sf || !p || !c)
		return 0;
	s = &sf->penalised;
	if (sl_tun.penalty == SL_PENALTY_OFF) {
		s->shift = 0;
		return 0;
	}
	gate = sl_penalty_gate(p, c, sl_is_slow(c, sl_rate(p, sl_capacity(p, c))));
	if (sl_penalty_holds(gate)) {
		s->reason_us = c->now_us;
	} else if (sl_penalty_over(s, p, c->now_us)) {
		s->last_us = 0;
		s->shift = 0;
		sf->penalty_relax_seq++;
		return SL_CNT_penalties_over;
	}
	if (gate == SL_GATE_PASSED && s->shift >= SL_SHIFT_MAX)
		gate = SL_GATE_FLOOR;
	if (gate != SL_GATE_PASSED)
		return gate_counter[gate & 7];
	s->last_us = c->now_us;
	s->count++;
	if (sl_tun.penalty == SL_PENALTY_CWND && sf->cc_wrapped) {
		sf->penalty_floor = sl_floor_bytes(p) / sl_max(p->mss_bytes, 1);
		sf->penalty_seq++;
		return SL_CNT_penalties_cwnd;
	}
	s->shift++;
	return SL_CNT_penalties_share;
}

/* Time since the last decision: in the class that it left the connection in. */
static __always_inline void account_limit(struct sl_socket *st,
					  const struct sl_decision *d)
{
	const struct sl_path *f = &st->view.fastest;
	__u32 sent = d->handle ? d->burst_bytes : 0, limit = st->limit;
	struct sl_conn *c = &st->conn;
	struct sl_limit_signals s = {
		.unsent_bytes = c->unsent_bytes > sent ? c->unsent_bytes - sent : 0,
		.window_bytes = c->window_bytes > sent ? c->window_bytes - sent : 0,
		.burst_bytes = SL_BURST_BYTES,
		.mss_bytes = f->mss_bytes,
		.writer_waits = c->writer_waits,
		.cwnd_room =
			f->handle &&
			(f->wnd_limited ||
			 f->free_bytes >= f->unsent_bytes + f->mss_bytes +
						  (d->handle == f->handle ? sent : 0)),
	};

	if (f->wnd_limited)
		s.window_bytes = sl_min(s.window_bytes, f->free_bytes);
	barrier_var(limit);
	if (st->limit_since_us && limit < SL_LIMIT_MAX)
		st->counters.v[SL_CNT_limit_app_us + limit] +=
			c->now_us - st->limit_since_us;
	st->limit_since_us = c->now_us;
	st->limit = sl_limit_class(&s);
}

/* Carry a decision out.  0, or -EINVAL when there is nobody to send. */
static __always_inline int carry_out(struct mptcp_sock *msk, const struct sl_decision *d)
{
	struct mptcp_subflow_context *subflow;
	int err = -EINVAL;

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		if ((__u64)subflow != d->handle)
			continue;
		if (d->avg_pacing_rate)
			subflow->avg_pacing_rate = d->avg_pacing_rate;
		subflow_schedule(subflow);
		err = 0;
		break;
	}
	return err;
}

/* The totals of a namespace, made if there are none; NULL when the map is full. */
static __always_inline struct sl_counters *netns_totals(__u32 netns_ino)
{
	static const struct sl_counters zero;
	struct sl_counters *total;

	total = bpf_map_lookup_elem(&sl_closed, &netns_ino);
	if (total)
		return total;
	bpf_map_update_elem(&sl_closed, &netns_ino, &zero, BPF_NOEXIST);
	return bpf_map_lookup_elem(&sl_closed, &netns_ino);
}

/*
 * No memory for the connection's state: the first subflow that can send, for a transfer
 * must not stop for it; a backup only if there is no other.  Counted with the
 * namespace's totals.
 */
static __always_inline int pick_stateless(struct mptcp_sock *msk, bool retrans)
{
	struct sl_decision first = {}, first_backup = {};
	struct mptcp_subflow_context *subflow;
	struct sl_counters *total;

	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		struct sock *ssk = bpf_mptcp_subflow_tcp_sock(subflow);
		struct tcp_sock *tp = ssk ? bpf_skc_to_tcp_sock(ssk) : NULL;

		if (!tp || !(retrans ? can_retransmit(subflow, ssk) && is_idle(ssk, tp)
				     : subflow_active(subflow) && has_room(ssk, tp)))
			continue;
		if (is_backup(subflow)) {
			first_backup.handle = (__u64)subflow;
			continue;
		}
		first.handle = (__u64)subflow;
		break;
	}
	if (!first.handle)
		first = first_backup;
	if (!first.handle)
		return -EINVAL;
	total = netns_totals(netns_of(msk));
	if (total)
		__sync_fetch_and_add(&total->v[SL_CNT_picks_stateless], 1);
	return carry_out(msk, &first);
}

/* What the next decisions should know of the stall that this one risks. */
static __always_inline void risk_stall(struct sl_socket *st, const struct sl_decision *d,
				       __u64 now_us)
{
	if (now_us < st->conn.stall_until_us)
		st->explored_us -= st->conn.stall_us;
	st->explored_us += d->stall_us;
	st->conn.stall_us = d->stall_us;
	st->conn.stall_until_us = now_us + d->ack_us;
}

SEC("struct_ops")
void BPF_PROG(slowlane_init, struct mptcp_sock *msk)
{
	socket_state(msk);
}

/* The socket goes: what it counted becomes part of its namespace's totals. */
SEC("struct_ops")
void BPF_PROG(slowlane_release, struct mptcp_sock *msk)
{
	struct sl_counters *total;
	struct sl_socket *st;
	__u32 i;

	st = bpf_sk_storage_get(&sl_sockets, msk, NULL, 0);
	if (!st)
		return;

	st->counters.v[SL_CNT_sockets_closed] = 1;
	st->counters.v[SL_CNT_sent_bytes] = msk->bytes_sent;
	st->counters.v[SL_CNT_retrans_bytes] = msk->bytes_retrans;

	total = netns_totals(st->netns_ino);
	/* Not the data path: once a connection, sockets of many CPUs meet here. */
	for (i = 0; total && i < SL_CNT_MAX; i++)
		__sync_fetch_and_add(&total->v[i], st->counters.v[i]);
	bpf_sk_storage_delete(&sl_sockets, msk);
}

SEC("struct_ops")
int BPF_PROG(slowlane_get_send, struct mptcp_sock *msk)
{
	struct sl_socket *st = socket_state(msk);
	struct mptcp_subflow_context *subflow;
	__u64 now_us, end;
	struct sl_decision d;
	bool watched;

	msk_set_timeout(msk);
	if (!st)
		return pick_stateless(msk, false);

	now_us = bpf_ktime_get_ns() / 1000;
	watched = now_us < sl_watch.until_us;
	read_conn(st, msk, now_us);
	sl_view_start(&st->view);
	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		struct sl_path p = {};
		struct sl_subflow *sf = read_path(&p, now_us, msk, subflow);
		__u32 said = 0;

		if (!p.handle)
			continue;
		if (sf && p.proven) {
			said = penalise(sf, &p, &st->conn);
			count_one(st, said);
			if (said)
				sf->penalised.said = said;
		}
		if (watched)
			watch_path(sf, &p, &st->conn, said);
		/* Its share is used up: as if its queue were full, whoever picks. */
		if (p.penalty_shift && p.held_bytes >= sl_share_bytes(&p))
			p.has_room = p.has_grown = 0;
		view_path(&st->view, &st->conn, &p);
	}
	decide(&st->decision, &st->view, &st->conn);
	d = st->decision;
	count(st, d.reason);
	account_limit(st, &d);
	if (watched)
		watch_limit(st);
	st->fastest_Bps = d.fastest_Bps;
	st->fastest_full = d.fastest_full;
	st->fastest_slow_start = d.fastest_slow_start;
	st->fastest_rtt_us = d.fastest_rtt_us;
	st->fastest_queue_us = d.fastest_queue_us;
	end = st->window_end;
	if (d.handle && d.exact && d.burst_bytes < st->conn.window_bytes)
		end = msk->snd_nxt + d.burst_bytes;
	if (end != msk->wnd_end)
		move_window(msk, msk->wnd_end, end);
	if (!d.handle)
		return -EINVAL;
	if (d.stall_us)
		risk_stall(st, &d, now_us);
	if (d.burst_bytes) {
		st->counters.v[SL_CNT_granted_bytes] += d.burst_bytes;
		msk->snd_burst = d.burst_bytes;
	}
	return carry_out(msk, &d);
}

SEC("struct_ops")
int BPF_PROG(slowlane_get_retrans, struct mptcp_sock *msk)
{
	struct sl_socket *st = socket_state(msk);
	struct mptcp_subflow_context *subflow;
	struct sl_decision d;

	if (!st)
		return pick_stateless(msk, true);

	sl_retrans_start(&st->retrans);
	bpf_for_each(mptcp_subflow, subflow, (struct sock *)msk) {
		struct sock *ssk = bpf_mptcp_subflow_tcp_sock(subflow);
		struct tcp_sock *tp = ssk ? bpf_skc_to_tcp_sock(ssk) : NULL;
		struct sl_subflow *sf = NULL;
		struct sl_path p = {};

		if (!tp)
			continue;
		p.handle = (__u64)subflow;
		p.backup = is_backup(subflow);
		p.active = can_retransmit(subflow, ssk);
		p.stale_count = subflow->stale_count;
		p.idle = is_idle(ssk, tp);
		/* Off does as default, which goes by their order. */
		if (sl_tun.admission)
			sf = bpf_sk_storage_get(&sl_subflows, ssk, NULL, 0);
		if (sf)
			p.rate_Bps = sf->rate.rate_Bps;
		sl_retrans_path(&st->retrans, &p);
	}
	d = sl_decide_retrans(&st->retrans);
	count(st, d.reason);
	return d.handle ? carry_out(msk, &d) : -EINVAL;
}

SEC(".struct_ops.link")
struct mptcp_sched_ops slowlane = {
	.init = (void *)slowlane_init,
	.release = (void *)slowlane_release,
	.get_send = (void *)slowlane_get_send,
	.get_retrans = (void *)slowlane_get_retrans,
	.name = SL_SCHED_NAME,
};

/* Loaded by "attach --replace" only: what new sockets get while the name changes hands. */
SEC(".struct_ops.link")
struct mptcp_sched_ops slowlane_next = {
	.init = (void *)slowlane_init,
	.release = (void *)slowlane_release,
	.get_send = (void *)slowlane_get_send,
	.get_retrans = (void *)slowlane_get_retrans,
	.name = SL_BRIDGE_NAME,
};
