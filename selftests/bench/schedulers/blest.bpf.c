// SPDX-License-Identifier: GPL-2.0-only
/*
 * blest - blocking estimation: a slower subflow is used only if the fastest one is
 * not kept from sending by what the slower one then holds of the send window.
 *
 * Source: Ferlin, Alay, Mehani, Boreli, "BLEST: Blocking Estimation-based MPTCP
 * Scheduler for Heterogeneous Networks", IFIP Networking 2016; written from the
 * paper's idea, not from the out-of-tree kernel's code.  f is the subflow of the
 * lowest RTT, s that of the lowest RTT among those with room in their windows,
 * r = rtt_s / rtt_f.  While a segment is on its way over s, f sends
 *
 *	X = mss_f * (cwnd_f + (r - 1) / 2) * r
 *
 * bytes (its window grows by one each RTT); wait for f if
 *
 *	lambda * X > send window - mss_s * (in flight on s + 1)
 *
 * The send window is the smaller one of the peer's and our buffer.  lambda corrects
 * the estimate: once in each rtt_s it grows if f was blocked since, else it shrinks;
 * its range and step here are ours.
 *
 * Known weakness: while buffers are small or still grow it waits although nobody is
 * harmed, and slow start makes X too small by far.  That f is blocked is seen by the
 * peer's window only: with our buffer full there is nothing to send, and nobody asks.
 */
#include "sched.h"

#define LAMBDA_PCT_MIN 100
#define LAMBDA_PCT_MAX 200
#define LAMBDA_PCT_STEP 10

struct blest {
	__u64 next_ns;	  /* when lambda is looked at next; 0: it was never */
	__u32 lambda_pct; /* percent */
	__u32 blocked;	  /* since then f had room and the window had none */
};

struct {
	__uint(type, BPF_MAP_TYPE_SK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct blest);
} blest_sockets SEC(".maps");

/* lambda, brought up to date. */
static __always_inline __u32 blest_lambda_pct(struct blest *b, const struct sched_path *s)
{
	__u64 now = bpf_ktime_get_ns();

	if (!b->next_ns)
		b->lambda_pct = LAMBDA_PCT_MIN;
	else if (now < b->next_ns)
		return b->lambda_pct;
	else if (b->blocked && b->lambda_pct < LAMBDA_PCT_MAX)
		b->lambda_pct += LAMBDA_PCT_STEP;
	else if (!b->blocked && b->lambda_pct > LAMBDA_PCT_MIN)
		b->lambda_pct -= LAMBDA_PCT_STEP;
	b->blocked = 0;
	b->next_ns = now + s->srtt_us * 1000ULL;
	return b->lambda_pct;
}

/* Would f, which is full, be blocked by one segment more on s? */
static __always_inline bool blest_waits(struct mptcp_sock *msk, __u32 lambda_pct,
					const struct sched_path *f,
					const struct sched_path *s)
{
	__u64 window = sched_min(msk->wnd_end - msk->snd_una,
				 (__u32)((struct sock *)msk)->sk_sndbuf);
	__u64 held = (__u64)s->mss * (s->held + 1);
	__u32 rtt_f = f->srtt_us ?: 1, rtt_s = s->srtt_us;
	/* In eighths; s is not faster than f. */
	__u64 r = sched_min(rtt_s * 8ULL / rtt_f, 1 << 16);
	__u64 x = f->mss * (f->cwnd * 16ULL + r - 8) * r / (16 * 8);

	return x * lambda_pct / 100 + held > window;
}

SEC("struct_ops")
int BPF_PROG(blest_get_send, struct mptcp_sock *msk)
{
	__u32 lambda_pct = LAMBDA_PCT_MIN;
	struct sched_view v;
	struct blest *b;

	msk_set_timeout(msk);
	sched_look(msk, &v);
	if (!v.open.handle)
		return -EINVAL;
	b = bpf_sk_storage_get(&blest_sockets, msk, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (b && v.fastest.space_bytes && !sched_window(msk))
		b->blocked = 1;
	if (!v.fastest.space_bytes && sched_window(msk)) {
		if (b)
			lambda_pct = blest_lambda_pct(b, &v.open);
		if (blest_waits(msk, lambda_pct, &v.fastest, &v.open))
			return -EINVAL;
	}
	return sched_pick(msk, v.open.handle, v.open.space_bytes);
}

SEC("struct_ops")
int BPF_PROG(blest_get_retrans, struct mptcp_sock *msk)
{
	return sched_retrans(msk, false);
}

SEC(".struct_ops.link")
struct mptcp_sched_ops blest = {
	.get_send = (void *)blest_get_send,
	.get_retrans = (void *)blest_get_retrans,
	.name = "blest",
};
