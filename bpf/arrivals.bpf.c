// SPDX-License-Identifier: GPL-2.0-only
/*
 * arrivals - what MPTCP connections receive, and how long what comes too early waits.
 *
 * Tracing only, for "slowlane observe": nothing of a connection is changed, any scheduler
 * may run on either side, and all of it goes with the process that loaded it.
 *
 *	fentry/mptcp_data_ready		a connection that is new here gets its state
 *	fentry/__mptcp_move_skb		what is above ack_seq is noted, with the time
 *	fexit/mptcp_data_ready	    \	ack_seq may have moved: what it passed is counted
 *	fexit/__mptcp_move_skbs	    /
 *	fentry/mptcp_drop		what the connection throws away
 *	fentry, fexit/mptcp_subflow_data_available
 *					what a subflow throws away
 *	fentry/__mptcp_close_ssk	what the subflow carried is kept
 *	fexit/mptcp_destroy		the connection's state goes to the reader
 *
 * Data in order costs a lookup in a hash and some in arrays for each delivery.
 *
 * 7.2, 7.3: ack_seq and the out-of-order queue belong to who has the msk's data lock while
 * nobody owns the socket, or to the owner; but the first two fexits come after the lock was
 * let go.  Hence busy: who finds it taken does not wait.  An arrival has no residence then,
 * and draining is left to who is there.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_endian.h>
#include "arrivals.h"
#include "ends.h"
#include "subflow.h"

char _license[] SEC("license") = "GPL";

#include "arrivals_maps.h"
#include "arrivals_ofo.h"

/* The first argument, a socket, as a number: a function may be given that. */
static __always_inline __u64 sk_key(void *ctx)
{
	__u64 key = 0;

	bpf_get_func_arg(ctx, 0, &key);
	return key;
}

static __always_inline void read_path(struct sl_rx_path *p,
				      const struct mptcp_subflow_context *subflow,
				      const struct sock *ssk)
{
	*p = (struct sl_rx_path){};
	read_ends(&p->ends, ssk);
	p->received_bytes = BPF_CORE_READ((const struct tcp_sock *)ssk, bytes_received);
	p->state = BPF_CORE_READ(ssk, __sk_common.skc_state);
	if (BPF_CORE_READ_BITFIELD(subflow, backup) ||
	    BPF_CORE_READ_BITFIELD(subflow, request_bkup))
		p->flags = SL_PATH_BACKUP;
}

static __always_inline void begin(__u64 key, struct sock *sk)
{
	struct mptcp_sock *msk = bpf_core_cast(sk, struct mptcp_sock);
	struct sl_receiver *r;

	/* Only one of two CPUs makes it; the other goes on with that one. */
	bpf_map_update_elem(&receivers, &key, &blank, BPF_NOEXIST);
	r = bpf_map_lookup_elem(&receivers, &key);
	if (!r) {
		__sync_fetch_and_add(&lost.deliveries, 1);
		return;
	}
	r->began_ns = bpf_ktime_get_ns();
	r->token = msk->token;
	r->netns_ino = BPF_CORE_READ(sk, __sk_common.skc_net.net, ns.inum);
	r->before_bytes = msk->bytes_received;
	read_ends(&r->ends, sk);
}

__noinline int end(__u64 key)
{
	struct sl_receiver *r = bpf_map_lookup_elem(&receivers, &key);

	if (!r)
		return 0;
	r->ended_ns = bpf_ktime_get_ns();
	r->received_bytes = bpf_core_cast((void *)key, struct mptcp_sock)->bytes_received;
	forget_waiting(key, r);
	if (bpf_ringbuf_output(&closed, r, sizeof(*r), 0))
		__sync_fetch_and_add(&lost.connections, 1);
	bpf_map_delete_elem(&receivers, &key);
	return 0;
}

/*
 * A socket that was disconnected and connected again is another connection.  Without a token
 * it is about to get one, by another CPU, or has fallen back to TCP.
 */
SEC("fentry/mptcp_data_ready")
int BPF_PROG(arrivals_begin, struct sock *sk)
{
	__u64 key = sk_key(ctx);
	struct sl_receiver *r = bpf_map_lookup_elem(&receivers, &key);

	if (r && r->token && r->token != bpf_core_cast(sk, struct mptcp_sock)->token) {
		end(key);
		r = NULL;
	}
	if (!r)
		begin(key, sk);
	return 0;
}

SEC("fentry/__mptcp_move_skb")
int BPF_PROG(arrivals_skb, struct sock *sk, struct sk_buff *skb)
{
	struct mptcp_sock *msk = bpf_core_cast(sk, struct mptcp_sock);
	struct mptcp_skb_cb *cb = bpf_core_cast(&skb->cb, struct mptcp_skb_cb);
	__u64 seq = cb->map_seq, end_seq = cb->end_seq, ack_seq = msk->ack_seq;
	__u64 window_end = msk->rcv_wnd_sent.counter, key = (__u64)sk;
	bool early = sl_after_seq(seq, ack_seq);
	bool beyond = sl_after_seq(end_seq, window_end); /* always, after a fallback */
	bool full = !beyond && sl_after_seq(end_seq + SL_RX_WINDOW_LEFT, window_end);
	struct sl_receiver *r;

	if (!early && !full)
		return 0;
	r = bpf_map_lookup_elem(&receivers, &key);
	if (!r || sl_after_seq(ack_seq, seq))
		return 0;
	r->window_full_segments += full;
	/* 7.3: mptcp_data_queue_ofo() does not take these. */
	if (early && beyond)
		r->beyond_bytes += end_seq - seq;
	else if (early)
		note(key, r, seq, end_seq);
	return 0;
}

/* Data that came while nobody had the msk. */
SEC("fexit/mptcp_data_ready")
int BPF_PROG(arrivals_ready, struct sock *sk)
{
	return waiting ? ack_moved(sk_key(ctx)) : 0;
}

/* Data that came while somebody had, later. */
SEC("fexit/__mptcp_move_skbs")
int BPF_PROG(arrivals_moved, struct sock *sk)
{
	return waiting ? ack_moved(sk_key(ctx)) : 0;
}

/* What the connection throws away: it is either had already, or beyond the window. */
SEC("fentry/mptcp_drop")
int BPF_PROG(arrivals_drop, struct sock *sk, struct sk_buff *skb)
{
	struct mptcp_sock *msk = bpf_core_cast(sk, struct mptcp_sock);
	struct mptcp_skb_cb *cb = bpf_core_cast(&skb->cb, struct mptcp_skb_cb);
	__u64 key = (__u64)sk;
	struct sl_receiver *r = bpf_map_lookup_elem(&receivers, &key);

	if (r && !sl_after_seq(cb->end_seq, msk->rcv_wnd_sent.counter))
		r->duplicate_bytes += cb->end_seq - cb->map_seq;
	return 0;
}

/*
 * What a subflow throws away: it reads on over data below ack_seq, before anybody else
 * sees that (7.3: mptcp_subflow_discard_data(), inlined).  Under the subflow's lock; a
 * softirq that comes between the two, for another subflow, makes the first one's go
 * uncounted.
 */
SEC("fentry/mptcp_subflow_data_available")
int BPF_PROG(arrivals_look, struct sock *ssk)
{
	__u32 zero = 0;
	struct sl_reading *at = bpf_map_lookup_elem(&reading, &zero);

	if (at) {
		at->ssk = (__u64)ssk;
		at->copied_seq = bpf_core_cast(ssk, struct tcp_sock)->copied_seq;
	}
	return 0;
}

SEC("fexit/mptcp_subflow_data_available")
int BPF_PROG(arrivals_looked, struct sock *ssk)
{
	struct tcp_sock *tp = bpf_core_cast(ssk, struct tcp_sock);
	struct mptcp_subflow_context *subflow;
	__u32 zero = 0;
	struct sl_reading *at = bpf_map_lookup_elem(&reading, &zero);
	struct sl_receiver *r;
	__u64 key = 0;

	if (!at || at->ssk != (__u64)ssk || at->copied_seq == tp->copied_seq)
		return 0;
	subflow =
		bpf_core_cast(tp->inet_conn.icsk_ulp_data, struct mptcp_subflow_context);
	bpf_probe_read_kernel(&key, sizeof(key), &subflow->conn);
	r = bpf_map_lookup_elem(&receivers, &key);
	if (r)
		__sync_fetch_and_add(&r->duplicate_bytes,
				     tp->copied_seq - at->copied_seq);
	return 0;
}

/* One that was disconnected before has no port any more: it is kept already. */
SEC("fentry/__mptcp_close_ssk")
int BPF_PROG(arrivals_subflow_closed, struct sock *sk, struct sock *ssk,
	     struct mptcp_subflow_context *subflow)
{
	__u64 key = (__u64)sk;
	struct sl_receiver *r = bpf_map_lookup_elem(&receivers, &key);
	__u32 n;

	if (!r || !ssk->__sk_common.skc_dport)
		return 0;
	n = r->paths;
	barrier_var(n);
	if (n >= SL_RX_PATHS_MAX) {
		r->more_paths++;
		return 0;
	}
	read_path(&r->path[n], subflow, ssk);
	r->paths = n + 1;
	return 0;
}

/* By then its subflows are closed, too. */
SEC("fexit/mptcp_destroy")
int BPF_PROG(arrivals_end, struct sock *sk)
{
	return end(sk_key(ctx));
}

/* The subflows that are open: without a lock, so one that goes just now may be missing. */
static __always_inline void read_paths(struct sl_receiver_now *n,
				       const struct mptcp_sock *msk)
{
	const struct list_head *head = &msk->conn_list, *node = head->next;
	int i;

	bpf_for(i, 0, SL_RX_PATHS_MAX)
	{
		const struct mptcp_subflow_context *subflow;

		if (node == head || !node)
			break;
		subflow = subflow_of_node(node);
		read_path(&n->path[i], subflow, subflow->tcp_sock);
		n->paths = i + 1;
		node = subflow->node.next;
	}
}

/* One reader at a time, which is who loaded it. */
SEC("iter/bpf_map_elem")
int list_receivers(struct bpf_iter__bpf_map_elem *ctx)
{
	struct sl_receiver *r = ctx->value;
	__u64 *key = ctx->key;
	struct mptcp_sock *msk;

	if (!key || !r)
		return 0;
	msk = bpf_core_cast((void *)*key, struct mptcp_sock);
	now.at_ns = bpf_ktime_get_ns();
	now.received_bytes = msk->bytes_received;
	now.state = BPF_CORE_READ((struct sock *)msk, __sk_common.skc_state);
	now.paths = 0;
	read_paths(&now, msk);
	/* It was closed while we looked: it comes by the ring buffer. */
	if (msk->token != r->token)
		return 0;
	bpf_seq_write(ctx->meta->seq, r, sizeof(*r));
	bpf_seq_write(ctx->meta->seq, &now, sizeof(now));
	return 0;
}
