/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * vmlinux.h - the kernel types that the BPF programs use, and of these only the
 * fields that are read.  CO-RE (preserve_access_index) finds where each field is
 * in the running kernel, so neither order nor completeness matters here; names and
 * types do.  Read in 7.3.
 */
#ifndef VMLINUX_H
#define VMLINUX_H

typedef unsigned char __u8;
typedef signed char __s8;
typedef unsigned short __u16;
typedef short __s16;
typedef unsigned int __u32;
typedef int __s32;
typedef unsigned long long __u64;
typedef long long __s64;
typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __s32 s32;
typedef __u64 u64;
typedef __s64 s64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;
typedef _Bool bool;

enum {
	false = 0,
	true = 1,
};

enum {
	TCP_ESTABLISHED = 1,
	TCP_CLOSE = 7,
	TCP_CLOSE_WAIT = 8,
	TCP_LISTEN = 10,
};

enum {
	BPF_ANY = 0,
	BPF_NOEXIST = 1,
};

enum {
	BPF_LOCAL_STORAGE_GET_F_CREATE = 1,
};

enum {
	BPF_F_NO_PREALLOC = 1,
};

enum {
	BPF_SOCK_OPS_ACTIVE_ESTABLISHED_CB = 4,
	BPF_SOCK_OPS_PASSIVE_ESTABLISHED_CB = 5,
};

enum {
	TCP_CA_Open = 0,
	TCP_CA_Loss = 4,
};

enum tcp_ca_event {
	CA_EVENT_TX_START = 0,
};

enum {
	BPF_RB_NO_WAKEUP = 1,
};

enum {
	SOCK_NOSPACE = 2,
};

enum bpf_map_type {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_SK_STORAGE = 24,
	BPF_MAP_TYPE_RINGBUF = 27,
};

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

typedef struct {
	s64 counter;
} atomic64_t;

struct in6_addr {
	union {
		__u8 u6_addr8[16];
		__be32 u6_addr32[4];
	} in6_u;
};

struct ns_common {
	unsigned int inum;
};

struct tcp_congestion_ops {
	char name[16];
};

struct netns_ipv4 {
	int sysctl_tcp_wmem[3];
	unsigned int sysctl_tcp_notsent_lowat;
	u8 sysctl_tcp_retries2;
	const struct tcp_congestion_ops *tcp_congestion_control;
};

struct net {
	struct ns_common ns;
	struct netns_ipv4 ipv4;
};

typedef struct {
	struct net *net;
} possible_net_t;

struct sock_common {
	union {
		struct {
			__be32 skc_daddr;
			__be32 skc_rcv_saddr;
		};
	};
	union {
		struct {
			__be16 skc_dport;
			__u16 skc_num;
		};
	};
	unsigned short skc_family;
	volatile unsigned char skc_state;
	int skc_bound_dev_if;
	possible_net_t skc_net;
	struct in6_addr skc_v6_daddr;
	struct in6_addr skc_v6_rcv_saddr;
};

struct list_head {
	struct list_head *next;
};

struct rb_node {
	unsigned long __rb_parent_color;
};

struct rb_root {
	struct rb_node *rb_node;
};

struct socket {
	unsigned long flags;
};

struct net_device {
	int ifindex;
	char name[16];
};

struct dst_entry {
	struct net_device *dev;
};

struct sock {
	struct sock_common __sk_common;
	struct socket *sk_socket;
	int sk_sndbuf;
	int sk_wmem_queued;
	unsigned long sk_pacing_rate;
	struct dst_entry *sk_dst_cache;
	u8 sk_userlocks : 4;
	struct rb_root tcp_rtx_queue;
};

struct inet_sock {
	struct sock sk;
};

struct inet_connection_sock {
	struct inet_sock icsk_inet;
	const struct tcp_congestion_ops *icsk_ca_ops;
	u8 icsk_retransmits;
	u32 icsk_rto_max;      /* jiffies; of 6.15 */
	u32 icsk_user_timeout; /* ms; 0: by tcp_retries2 */
	void *icsk_ulp_data;
	u8 icsk_ca_state : 5;
};

struct minmax_sample {
	u32 v;
};

struct minmax {
	struct minmax_sample s[3];
};

struct tcp_rack {
	u32 rtt_us; /* of what was acknowledged last */
};

struct tcp_sock {
	struct inet_connection_sock inet_conn;
	struct tcp_rack rack;
	u32 copied_seq;
	u32 write_seq;
	u32 snd_nxt;
	u32 snd_una;
	u32 snd_wnd;
	u32 snd_sml; /* the end of the last segment that was not full */
	u32 snd_cwnd;
	u32 snd_ssthresh;
	u32 mss_cache;
	u32 packets_out;
	u32 sacked_out;
	u32 max_packets_out; /* the most of the last round trip */
	u32 lost_out;
	u32 retrans_out;
	u32 srtt_us;   /* in eighths */
	u32 mdev_us;   /* in fourths */
	u32 rttvar_us; /* four times the variance */
	u32 delivered;
	u32 rate_delivered;
	u32 rate_interval_us;
	u32 notsent_lowat;
	u64 bytes_sent;
	u64 bytes_acked;
	u64 bytes_received;
	u64 bytes_retrans;
	u64 delivered_mstamp;
	struct minmax rtt_min;
	u8 is_cwnd_limited : 1;
	u8 nonagle : 4;
	bool is_mptcp;
};

struct mptcp_sched_ops;

struct mptcp_data_frag {
	u16 data_len;
	u16 already_sent;
};

struct mptcp_sock {
	struct inet_connection_sock sk;
	u64 write_seq;
	u64 snd_nxt;
	u64 snd_una;
	u64 wnd_end;
	u64 ack_seq;
	atomic64_t rcv_wnd_sent;
	u64 bytes_sent;
	u64 bytes_received;
	u64 bytes_retrans;
	int snd_burst;
	u32 token;
	bool use_64bit_ack;
	struct mptcp_data_frag *first_pending;
	char ca_name[16];
	struct list_head conn_list;
	struct sock *first;
	struct mptcp_sched_ops *sched;
};

struct mptcp_subflow_context {
	struct list_head node;
	unsigned long avg_pacing_rate;
	u32 mp_capable : 1;
	u32 mp_join : 1;
	u32 request_join : 1;
	u32 request_bkup : 1;
	u32 backup : 1;
	bool fully_established;
	u8 stale_count;
	u8 stale : 1;
	struct sock *tcp_sock;
	struct sock *conn;
};

struct sk_buff {
	char cb[48];
};

struct mptcp_skb_cb {
	u64 map_seq;
	u64 end_seq;
};

struct module;

struct mptcp_sched_ops {
	int (*get_send)(struct mptcp_sock *msk);
	int (*get_retrans)(struct mptcp_sock *msk);
	char name[16];
	struct module *owner;
	void (*init)(struct mptcp_sock *msk);
	void (*release)(struct mptcp_sock *msk);
};

struct ack_sample {
	s32 rtt_us;
};

/*
 * What a congestion control in BPF fills in.  Of the two calls for "first data after
 * an idle time" 7.2 and 7.3 have both, kernels before them only the first: hence the
 * name, which says that a kernel need not have it all.
 */
struct tcp_congestion_ops___sl {
	void (*cong_avoid)(struct sock *sk, u32 ack, u32 acked);
	u32 (*ssthresh)(struct sock *sk);
	void (*set_state)(struct sock *sk, u8 new_state);
	void (*cwnd_event)(struct sock *sk, enum tcp_ca_event ev);
	void (*cwnd_event_tx_start)(struct sock *sk);
	void (*pkts_acked)(struct sock *sk, const struct ack_sample *sample);
	u32 (*undo_cwnd)(struct sock *sk);
	char name[16];
	u32 flags;
	void (*init)(struct sock *sk);
	void (*release)(struct sock *sk);
};

struct bpf_sock;

struct bpf_sock_ops {
	__u32 op;
	union {
		struct bpf_sock *sk;
	};
};

struct bpf_map {
	u32 id;
};

struct bpf_struct_ops_value {
	char data[0];
};

struct bpf_struct_ops_map {
	struct bpf_map map;
	struct bpf_struct_ops_value kvalue;
};

struct seq_file;

struct bpf_iter_meta {
	struct seq_file *seq;
};

struct bpf_iter__bpf_sk_storage_map {
	struct bpf_iter_meta *meta;
	struct bpf_map *map;
	struct sock *sk;
	void *value;
};

struct bpf_iter__bpf_map_elem {
	struct bpf_iter_meta *meta;
	struct bpf_map *map;
	void *key;
	void *value;
};

struct bpf_iter__tcp {
	struct bpf_iter_meta *meta;
	struct sock_common *sk_common;
};

#pragma clang attribute pop

/* bpf_for()'s iterator, opaque to programs (7.3; the same since 6.4). */
struct bpf_iter_num {
	__u64 __opaque[1];
} __attribute__((aligned(8)));

/* The open-coded iterator over a connection's subflows; opaque to programs. */
struct bpf_iter_mptcp_subflow {
	__u64 __opaque[2];
} __attribute__((aligned(8)));

#endif /* VMLINUX_H */
