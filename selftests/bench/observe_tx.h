/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sender's half of observe.bpf.c, which includes it: what limits a connection, and
 * for how long.
 */
#ifndef OBSERVE_TX_H
#define OBSERVE_TX_H

/* What one look at all subflows finds. */
struct look {
	__u64 best_rate; /* bytes/s: of the fastest, or of the path that is given */
	__u64 room_rate; /* of the fastest that has room in its cwnd */
	__u32 mss;
	bool room;
	bool fast_room;
	bool fast_unfilled; /* the fastest path has room and its pipe is not full */
};

/* An address as one word; see observe.h. */
static __always_inline __u32 fold_addr(__u16 family, __be32 v4, const struct in6_addr *v6)
{
	if (family != AF_INET6)
		return v4;
	return v6->in6_u.u6_addr32[0] + v6->in6_u.u6_addr32[1] + v6->in6_u.u6_addr32[2] +
	       v6->in6_u.u6_addr32[3];
}

static __always_inline __u32 local_addr(const struct sock *sk)
{
	return fold_addr(sk->__sk_common.skc_family, sk->__sk_common.skc_rcv_saddr,
			 &sk->__sk_common.skc_v6_rcv_saddr);
}

static __always_inline __u32 remote_addr(const struct sock *sk)
{
	return fold_addr(sk->__sk_common.skc_family, sk->__sk_common.skc_daddr,
			 &sk->__sk_common.skc_v6_daddr);
}

static __always_inline __u32 in_flight(const struct tcp_sock *tp)
{
	return tp->packets_out - tp->sacked_out - tp->lost_out + tp->retrans_out;
}

/* Delivered, as the kernel's own samples have it; bytes/s, 0: none yet. */
static __always_inline __u64 delivered_rate(const struct tcp_sock *tp)
{
	__u32 interval_us = tp->rate_interval_us;

	if (!interval_us)
		return 0;
	return (__u64)tp->rate_delivered * tp->mss_cache * USEC_PER_SEC / interval_us;
}

static __always_inline void look_at(struct look *k, const struct tcp_sock *tp)
{
	const struct sock *ssk = (const struct sock *)tp;
	__u32 flight = in_flight(tp), mss = tp->mss_cache;
	__u32 fast_addr = state.config.fast_addr;
	__u64 rate = delivered_rate(tp);
	bool room, fast;

	room = tp->write_seq - tp->snd_nxt < mss && flight < tp->snd_cwnd;
	if (room) {
		k->room = true;
		if (rate > k->room_rate)
			k->room_rate = rate;
	}
	if (fast_addr)
		fast = local_addr(ssk) == fast_addr || remote_addr(ssk) == fast_addr;
	else
		fast = !k->mss || rate > k->best_rate;
	if (!k->mss)
		k->mss = mss;
	if (!fast)
		return;
	k->best_rate = rate;
	k->fast_room = room;
	/* The pipe holds rate * min RTT; until the rate is known, anything fills it. */
	k->fast_unfilled =
		room && (!flight ||
			 (__u64)flight * mss < rate * tp->rtt_min.s[0].v / USEC_PER_SEC);
}

static __always_inline void fill_subflow(struct ob_row *row, const struct tcp_sock *tp)
{
	const struct sock *ssk = (const struct sock *)tp;
	struct ob_subflow_row *s;
	__u32 n = row->n_subflows;

	if (n >= OB_PATHS_MAX)
		return;
	s = &row->subflow[n];
	s->local = local_addr(ssk);
	s->remote = remote_addr(ssk);
	s->cwnd = tp->snd_cwnd;
	s->in_flight = in_flight(tp);
	s->unsent_bytes = tp->write_seq - tp->snd_nxt;
	s->srtt_us = tp->srtt_us >> 3;
	s->bytes_acked = tp->bytes_acked;
	row->n_subflows = n + 1;
}

/* One pass over the subflows: into k, and into row if there is one. */
static __always_inline void look_around(struct look *k, struct ob_row *row,
					const struct mptcp_sock *msk)
{
	const struct list_head *head = &msk->conn_list, *node = head->next;
	int i;

	bpf_for(i, 0, 16)
	{
		const struct mptcp_subflow_context *subflow;
		const struct tcp_sock *tp;

		if (node == head || !node)
			break;
		subflow = subflow_of_node(node);
		tp = bpf_core_cast(subflow->tcp_sock, struct tcp_sock);
		look_at(k, tp);
		if (row)
			fill_subflow(row, tp);
		node = subflow->node.next;
	}
}

static __always_inline void fill_row(struct ob_row *row, const struct mptcp_sock *msk,
				     const struct sender *s, __u64 now, __u32 limit)
{
	row->at_ns = now;
	row->connection = (__u64)msk;
	row->snd_una = msk->snd_una;
	row->snd_nxt = msk->snd_nxt;
	row->write_seq = msk->write_seq;
	row->wnd_end = s->wnd_end;
	row->limit = limit;
}

/*
 * Nothing more to send: a pause of the application if a write follows, else the tail,
 * in which all waits for what is on its way.
 */
static __always_inline void rest(struct sender *s, const struct mptcp_sock *msk, __u64 ns)
{
	if (msk->snd_una == msk->write_seq) {
		s->idle_ns += ns;
		return;
	}
	s->tail_ns += ns;
	add(tail_ns, ns);
}

/* A write follows. */
static __always_inline void rest_ends(struct sender *s)
{
	add(limit_ns[SL_LIMIT_APP], s->tail_ns + s->idle_ns);
	add(tail_ns, -s->tail_ns);
	s->tail_ns = s->idle_ns = 0;
}

/* Give the time since the last event to the class that held in it. */
__noinline int account(__u64 key)
{
	const struct mptcp_sock *msk = bpf_core_cast((void *)key, struct mptcp_sock);
	struct sl_limit_signals sig = { .burst_bytes = BURST_BYTES };
	struct sender *s = bpf_map_lookup_elem(&senders, &key);
	__u64 now = bpf_ktime_get_ns(), ns;
	struct ob_row *row = NULL;
	struct look k = {};
	__u32 limit;

	if (!s)
		return 0;
	ns = now - s->last_ns;
	if (trace_gap_ns && now - s->row_ns >= trace_gap_ns) {
		row = bpf_ringbuf_reserve(&rows, sizeof(*row), 0);
		if (row)
			row->n_subflows = 0;
		else
			add(lost_rows, 1);
		s->row_ns = now;
	}
	look_around(&k, row, msk);
	if (sl_after_seq(msk->wnd_end, s->wnd_end))
		s->wnd_end = msk->wnd_end;
	sig.unsent_bytes = msk->write_seq - msk->snd_nxt;
	if (sl_after_seq(s->wnd_end, msk->snd_nxt))
		sig.window_bytes = s->wnd_end - msk->snd_nxt;
	sig.mss_bytes = k.mss;
	sig.writer_waits = msk->sk.icsk_inet.sk.sk_socket->flags >> SOCK_NOSPACE & 1;
	/* A subflow below half of the fastest one's rate is slow. */
	sig.cwnd_room = k.fast_room || (k.room && k.room_rate * 2 >= k.best_rate);
	limit = sl_limit_class(&sig);

	s->last_ns = now;
	if (limit == SL_LIMIT_APP)
		rest(s, msk, ns);
	else if (limit < SL_LIMIT_MAX)
		add(limit_ns[limit], ns);
	if (k.fast_unfilled && (sig.unsent_bytes || sig.writer_waits))
		add(stall_ns, ns);
	if (row) {
		fill_row(row, msk, s, now, limit);
		bpf_ringbuf_submit(row, BPF_RB_NO_WAKEUP);
	}
	return 0;
}

/*
 * A write: the first one starts a connection's time.  With nothing unsent the time
 * since the last ACK was the application's.  Else it is left to the next ACK: what is
 * found then did hold at this moment too, or nearly, and the subflows cost one look.
 */
SEC("fentry/mptcp_sendmsg")
int BPF_PROG(observe_sendmsg, struct sock *sk)
{
	struct mptcp_sock *msk = bpf_core_cast(sk, struct mptcp_sock);
	__u64 key = (__u64)sk, now;
	struct sender fresh = {}, *s;

	if (!in_netns(sk, state.config.sender_netns))
		return 0;
	now = bpf_ktime_get_ns();
	s = bpf_map_lookup_elem(&senders, &key);
	if (!s) {
		fresh.last_ns = now;
		fresh.wnd_end = msk->wnd_end;
		if (!bpf_map_update_elem(&senders, &key, &fresh, BPF_NOEXIST))
			add(senders, 1);
		return 0;
	}
	if (msk->write_seq == msk->snd_nxt) {
		rest(s, msk, now - s->last_ns);
		s->last_ns = now;
	}
	rest_ends(s);
	return 0;
}

SEC("tp_btf/tcp_probe")
int BPF_PROG(observe_segment, struct sock *ssk)
{
	struct mptcp_subflow_context *subflow;
	struct tcp_sock *tp = bpf_core_cast(ssk, struct tcp_sock);
	__u64 key = 0;

	if (!tp->is_mptcp || !in_netns(ssk, state.config.sender_netns))
		return 0;
	subflow =
		bpf_core_cast(tp->inet_conn.icsk_ulp_data, struct mptcp_subflow_context);
	bpf_probe_read_kernel(&key, sizeof(key), &subflow->conn);
	return account(key);
}

#endif /* OBSERVE_TX_H */
