/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * subflow.h - what is said of a subflow both by who decides and by who shows it.
 */
#ifndef SUBFLOW_H
#define SUBFLOW_H

/* Beside two round trips: what a receiver may hold an ACK back, and a tick of ours. */
#define SL_SILENCE_US 50000

/* Payload of a full segment: the DSS option is not in mss_cache (7.3: options.c). */
static __always_inline __u32 mss_of(const struct mptcp_sock *msk,
				    const struct tcp_sock *tp)
{
	__u32 dss = msk->use_64bit_ack ? 28 : 24;

	return tp->mss_cache > 2 * dss ? tp->mss_cache - dss : dss;
}

/* In flight, and nothing acknowledged for far too long. */
static __always_inline bool is_silent(const struct tcp_sock *tp, __u64 now_us)
{
	return tp->packets_out > 0 &&
	       now_us > tp->delivered_mstamp + 2 * (tp->srtt_us >> 3) + SL_SILENCE_US;
}

/* The subflow of a node of msk->conn_list, to be looked at: for tracing programs. */
static __always_inline const struct mptcp_subflow_context *
subflow_of_node(const struct list_head *node)
{
	return bpf_core_cast(
		(void *)node - bpf_core_field_offset(struct mptcp_subflow_context, node),
		struct mptcp_subflow_context);
}

#endif /* SUBFLOW_H */
