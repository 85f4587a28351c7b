// SPDX-License-Identifier: GPL-2.0-only
/*
 * ecf - earliest completion first: a slower subflow is used only if what is left to
 * send would not be complete earlier by waiting for the fastest one.
 *
 * Source: Lim, Nahum, Towsley, Gibbens, "ECF: An MPTCP Path Scheduler to Manage
 * Heterogeneous Paths", CoNEXT 2017, algorithm 1.  With k segments unsent, f the
 * subflow of the lowest RTT, s that of the lowest RTT among those with room in their
 * windows, delta the larger of the two RTTs' deviations: wait for f while
 *
 *	(1 + k / cwnd_f) * rtt_f < (1 + waiting * beta) * (rtt_s + delta)	and
 *	(k / cwnd_s) * rtt_s >= 2 * rtt_f + delta
 *
 * beta = 1/4, as there; the deviation is the kernel's mean deviation.
 *
 * Known weakness: k is what the application has written, not what it will write; a
 * bulk transfer has much of it always, so that until its end this is minrtt, small
 * buffers included.  Rates are read from windows, which a short transfer has not
 * filled and a bloated queue makes look good.
 */
#include "sched.h"

#define BETA_FOURTHS 1

/* Did the connection wait for the fastest the last time? */
struct {
	__uint(type, BPF_MAP_TYPE_SK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, __u32);
} ecf_waiting SEC(".maps");

/* Is waiting for f, which is full, earlier than sending on s? */
static __always_inline bool ecf_waits(struct mptcp_sock *msk, const struct sched_path *f,
				      const struct sched_path *s)
{
	__u64 delta_us = f->mdev_us > s->mdev_us ? f->mdev_us : s->mdev_us;
	__u64 k = (msk->write_seq - msk->snd_nxt + f->mss - 1) / f->mss;
	__u64 cwnd_s = s->cwnd, cwnd_f = f->cwnd;
	__u64 on_f_us, on_s_us;
	__u32 *waiting, margin = 0;

	waiting = bpf_sk_storage_get(&ecf_waiting, msk, NULL,
				     BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (waiting && *waiting)
		margin = BETA_FOURTHS;
	on_f_us = (cwnd_f + k) * f->srtt_us / cwnd_f;
	on_s_us = (4 + margin) * (s->srtt_us + delta_us) / 4;
	if (on_f_us >= on_s_us) {
		if (waiting)
			*waiting = 0;
		return false;
	}
	if (k * s->srtt_us / cwnd_s < 2ULL * f->srtt_us + delta_us)
		return false;
	if (waiting)
		*waiting = 1;
	return true;
}

SEC("struct_ops")
int BPF_PROG(ecf_get_send, struct mptcp_sock *msk)
{
	struct sched_view v;

	msk_set_timeout(msk);
	sched_look(msk, &v);
	if (!v.open.handle)
		return -EINVAL;
	if (!v.fastest.space_bytes && sched_window(msk) &&
	    ecf_waits(msk, &v.fastest, &v.open))
		return -EINVAL;
	return sched_pick(msk, v.open.handle, v.open.space_bytes);
}

SEC("struct_ops")
int BPF_PROG(ecf_get_retrans, struct mptcp_sock *msk)
{
	return sched_retrans(msk, false);
}

SEC(".struct_ops.link")
struct mptcp_sched_ops ecf = {
	.get_send = (void *)ecf_get_send,
	.get_retrans = (void *)ecf_get_retrans,
	.name = "ecf",
};
