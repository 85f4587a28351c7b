// SPDX-License-Identifier: GPL-2.0-only
/*
 * cc - slowlane_cubic and slowlane_reno: the kernel's cubic and reno, which also take
 * half of the cwnd when the scheduler asks for it.
 *
 *	scheduler (msk's lock)		this file (ssk's lock)
 *	penalty_seq++		---->	next ACK: cong_avoid(), then half the cwnd
 *	penalty_relax_seq++	---->	next ACK: ssthresh back to where it was
 *
 * A scheduler may not write a cwnd, and does not hold the lock for it; a congestion
 * control does and may.  Every call is passed on to the kernel's own function, so
 * without a penalty they are cubic and reno.  They also see timeouts: retry.h.
 *
 * Known weakness: a subflow that gets no ACKs is not penalised until it does.
 */
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include <bpf/bpf_core_read.h>
#include "state.h"
#include "penalty.h"
#include "retry.h"

char _license[] SEC("license") = "GPL";

/* 7.3: tcp.h; any user may choose it, and a namespace have it for default. */
#define TCP_CONG_NON_RESTRICTED 1

struct sl_subflows_map sl_subflows SEC(".maps");

#define TUNABLE_DEFAULT(name, unit, min, max, def, help) .name = def,
struct sl_tunables sl_tun SEC(".data.tunables") = { SL_TUNABLES(TUNABLE_DEFAULT) };

/* Weak: where cubic is a module that is not loaded, slowlane_cubic is not loaded. */
extern void cubictcp_init(struct sock *sk) __weak __ksym;
extern u32 cubictcp_recalc_ssthresh(struct sock *sk) __weak __ksym;
extern void cubictcp_cong_avoid(struct sock *sk, u32 ack, u32 acked) __weak __ksym;
extern void cubictcp_state(struct sock *sk, u8 new_state) __weak __ksym;
extern void cubictcp_cwnd_event(struct sock *sk, enum tcp_ca_event ev) __weak __ksym;
extern void cubictcp_cwnd_event_tx_start(struct sock *sk) __weak __ksym;
extern void cubictcp_acked(struct sock *sk,
			   const struct ack_sample *sample) __weak __ksym;
extern u32 tcp_reno_ssthresh(struct sock *sk) __weak __ksym;
extern void tcp_reno_cong_avoid(struct sock *sk, u32 ack, u32 acked) __weak __ksym;
extern u32 tcp_reno_undo_cwnd(struct sock *sk) __weak __ksym;

/* The socket that a congestion control is called for is a tcp_sock to the verifier. */
static __always_inline struct sl_subflow *subflow_state(struct sock *sk)
{
	return bpf_sk_storage_get(&sl_subflows, (struct tcp_sock *)sk, NULL, 0);
}

static __always_inline void wrapped(struct sock *sk)
{
	struct sl_subflow *sf;

	sf = bpf_sk_storage_get(&sl_subflows, (struct tcp_sock *)sk, NULL,
				BPF_LOCAL_STORAGE_GET_F_CREATE);
	if (!sf)
		return;
	sf->penalty_done = sf->penalty_seq;
	sf->penalty_relax_done = sf->penalty_relax_seq;
	sf->penalty_from_cwnd = 0;
	sf->cc_wrapped = 1;
}

static __always_inline void unwrapped(struct sock *sk)
{
	struct sl_subflow *sf = subflow_state(sk);

	if (sf)
		sf->cc_wrapped = 0;
}

/*
 * A change of state (7.3: tcp_set_ca_state()) drops what is asked for and not done:
 * loss takes its own part, and what the scheduler saw was before it.
 */
static __always_inline void state_is(struct sock *sk, u8 new_state)
{
	struct sl_subflow *sf = subflow_state(sk);

	if (!sf)
		return;
	sf->penalty_done = sf->penalty_seq;
	retry_state(sk, sf, new_state);
}

/* Loss shows what the path does not hold: no way back to what was before the cuts. */
static __always_inline void forget_cuts(struct sock *sk)
{
	struct sl_subflow *sf = subflow_state(sk);

	if (sf)
		sf->penalty_from_cwnd = 0;
}

static __always_inline bool is_open(const struct tcp_sock *tp)
{
	return BPF_CORE_READ_BITFIELD(&tp->inet_conn, icsk_ca_state) == TCP_CA_Open;
}

/* Half the cwnd, once, however often it was asked for since the last ACK. */
static __always_inline void penalize(struct tcp_sock *tp, struct sl_subflow *sf,
				     bool cubic)
{
	struct sl_window before = { tp->snd_cwnd, tp->snd_ssthresh }, after;

	after = sl_penalize(before, sf->penalty_floor);
	if (after.cwnd == before.cwnd)
		return;
	sf->penalty_from_cwnd = sl_penalty_from(before, after, sf->penalty_from_cwnd);
	tp->snd_cwnd = after.cwnd;
	tp->snd_ssthresh = after.ssthresh;
	sf->cc_halved++;
	/*
	 * Cubic's curve leads back to where it was within two round trips, unless it
	 * begins anew: this function makes it do so (7.3), and with the new cwnd for
	 * its plateau.  What it returns is not wanted here.
	 */
	if (cubic && after.ssthresh != before.ssthresh)
		cubictcp_recalc_ssthresh((struct sock *)tp);
}

/*
 * What the scheduler asks for, after each ACK of data.  If it asked for both since the
 * last one, the subflow ends up relaxed.
 */
static __always_inline void serve(struct sock *sk, bool cubic)
{
	struct sl_subflow *sf = subflow_state(sk);
	struct tcp_sock *tp = (struct tcp_sock *)sk;
	__u32 penalty, relax;

	if (!sf)
		return;
	penalty = sf->penalty_seq;
	relax = sf->penalty_relax_seq;
	if (penalty != sf->penalty_done) {
		sf->penalty_done = penalty;
		if (sl_tun.penalty == SL_PENALTY_CWND && is_open(tp))
			penalize(tp, sf, cubic);
	}
	if (relax != sf->penalty_relax_done) {
		struct sl_window w = { tp->snd_cwnd, tp->snd_ssthresh };

		sf->penalty_relax_done = relax;
		tp->snd_ssthresh = sl_relax(w, sf->penalty_from_cwnd).ssthresh;
		sf->penalty_from_cwnd = 0;
	}
}

SEC("struct_ops")
void BPF_PROG(sl_cubic_init, struct sock *sk)
{
	cubictcp_init(sk);
	wrapped(sk);
}

SEC("struct_ops")
void BPF_PROG(sl_cubic_cong_avoid, struct sock *sk, u32 ack, u32 acked)
{
	cubictcp_cong_avoid(sk, ack, acked);
	serve(sk, true);
}

SEC("struct_ops")
u32 BPF_PROG(sl_cubic_ssthresh, struct sock *sk)
{
	forget_cuts(sk);
	return cubictcp_recalc_ssthresh(sk);
}

SEC("struct_ops")
void BPF_PROG(sl_cubic_set_state, struct sock *sk, u8 new_state)
{
	cubictcp_state(sk, new_state);
	state_is(sk, new_state);
}

/* One of these two; the loader takes the one that the kernel has. */
SEC("struct_ops")
void BPF_PROG(sl_cubic_cwnd_event, struct sock *sk, enum tcp_ca_event ev)
{
	cubictcp_cwnd_event(sk, ev);
}

SEC("struct_ops")
void BPF_PROG(sl_cubic_tx_start, struct sock *sk)
{
	cubictcp_cwnd_event_tx_start(sk);
}

SEC("struct_ops")
void BPF_PROG(sl_cubic_acked, struct sock *sk, const struct ack_sample *sample)
{
	cubictcp_acked(sk, sample);
}

SEC("struct_ops")
void BPF_PROG(sl_reno_init, struct sock *sk)
{
	wrapped(sk);
}

SEC("struct_ops")
void BPF_PROG(sl_reno_cong_avoid, struct sock *sk, u32 ack, u32 acked)
{
	tcp_reno_cong_avoid(sk, ack, acked);
	serve(sk, false);
}

SEC("struct_ops")
u32 BPF_PROG(sl_reno_ssthresh, struct sock *sk)
{
	forget_cuts(sk);
	return tcp_reno_ssthresh(sk);
}

SEC("struct_ops")
void BPF_PROG(sl_reno_set_state, struct sock *sk, u8 new_state)
{
	state_is(sk, new_state);
}

/* The rest is the same for both: cubic's undo is reno's (7.3). */
SEC("struct_ops")
u32 BPF_PROG(sl_cc_undo_cwnd, struct sock *sk)
{
	return tcp_reno_undo_cwnd(sk);
}

SEC("struct_ops")
void BPF_PROG(sl_cc_release, struct sock *sk)
{
	unwrapped(sk);
}

SEC(".struct_ops.link")
struct tcp_congestion_ops___sl slowlane_cubic = {
	.init = (void *)sl_cubic_init,
	.release = (void *)sl_cc_release,
	.cong_avoid = (void *)sl_cubic_cong_avoid,
	.ssthresh = (void *)sl_cubic_ssthresh,
	.set_state = (void *)sl_cubic_set_state,
	.cwnd_event = (void *)sl_cubic_cwnd_event,
	.cwnd_event_tx_start = (void *)sl_cubic_tx_start,
	.pkts_acked = (void *)sl_cubic_acked,
	.undo_cwnd = (void *)sl_cc_undo_cwnd,
	.flags = TCP_CONG_NON_RESTRICTED,
	.name = SL_CC_CUBIC_NAME,
};

SEC(".struct_ops.link")
struct tcp_congestion_ops___sl slowlane_reno = {
	.init = (void *)sl_reno_init,
	.release = (void *)sl_cc_release,
	.cong_avoid = (void *)sl_reno_cong_avoid,
	.ssthresh = (void *)sl_reno_ssthresh,
	.set_state = (void *)sl_reno_set_state,
	.undo_cwnd = (void *)sl_cc_undo_cwnd,
	.flags = TCP_CONG_NON_RESTRICTED,
	.name = SL_CC_RENO_NAME,
};
