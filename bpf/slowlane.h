/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * slowlane.h - what the BPF programs and the loader agree on.
 *
 * Both sides include this file and nothing of each other's. It holds fixed-size
 * integers only: no pointers, no kernel types.
 */
#ifndef SLOWLANE_H
#define SLOWLANE_H

#include "conns_abi.h"

/* Name for net.mptcp.scheduler; below MPTCP_SCHED_NAME_MAX (16). */
#define SL_SCHED_NAME "slowlane"
#define SL_SCHED_NAME_MAX 16

/* The same scheduler under another name, for the moments of "attach --replace". */
#define SL_BRIDGE_NAME "slowlane_next"

#define SL_NETNS_NAME_MAX 64
#define SL_VERSION_MAX 32

/* The companion congestion controls; a name is below TCP_CA_NAME_MAX (16). */
#define SL_CC_CUBIC_NAME "slowlane_cubic"
#define SL_CC_RENO_NAME "slowlane_reno"

/*
 * The one table of tunables: SL_TUNABLE(name, unit, min, max, default, help).
 *
 * A unit with '|' in it is a choice: its words are the values min, min + 1, ...
 * All are __u32, read by the BPF side at each use, so that a change has effect at
 * once, on live connections too.  A new one is one row here.
 */
/* clang-format off */
#define SL_TUNABLES(SL_TUNABLE) \
	SL_TUNABLE(admission, "off|on", 0, 1, 1, \
		   "whether a slow path is given only what it delivers in time") \
	SL_TUNABLE(penalty, "off|share|cwnd", SL_PENALTY_OFF, SL_PENALTY_CWND, \
		   SL_PENALTY_CWND, \
		   "what a slow subflow loses: part of the cwnd's use, or of the cwnd itself") \
	SL_TUNABLE(slow_ratio_pct, "percent", 10, 100, 50, \
		   "a subflow is slow below this part of the fastest one's rate") \
	SL_TUNABLE(rto_max_ms, "milliseconds", 1000, 120000, 1000, \
		   "longest timeout of a subflow beside others; 120000 is plain TCP's")
/* clang-format on */

/*
 * cwnd: by the companion congestion control; the subflows that it is not on, the
 * application's own choice say, have their share of the cwnd cut instead.
 */
enum sl_penalty_mode {
	SL_PENALTY_OFF,
	SL_PENALTY_SHARE,
	SL_PENALTY_CWND,
};

#define SL_TUNABLE_ENUM(name, unit, min, max, def, help) SL_TUN_##name,
enum sl_tunable {
	SL_TUNABLES(SL_TUNABLE_ENUM) /* one a row */
	SL_TUN_MAX
};

/* Map .data.tunables: ARRAY, one entry, memory-mapped by the loader. */
#define SL_TUNABLE_FIELD(name, unit, min, max, def, help) __u32 name;
struct sl_tunables {
	SL_TUNABLES(SL_TUNABLE_FIELD)
};

/*
 * The one table of counters: SL_COUNTER(name, unit, help).
 *
 * The enum below, the text, the JSON and the man page are all made from it, so a
 * new counter is one row here and one count() where it happens.  All are __u64 and
 * only grow, but for sent_bytes and retrans_bytes of a socket that disconnects and
 * connects again: the kernel starts those anew.  They are kept per MPTCP socket,
 * written under its lock, and added to the totals of the socket's network namespace
 * when it closes.
 */
/* clang-format off */
#define SL_COUNTERS(SL_COUNTER) \
	SL_COUNTER(sockets_opened, "sockets", \
		   "MPTCP sockets given to this scheduler, listeners included") \
	SL_COUNTER(sockets_closed, "sockets", \
		   "of those, sockets that are gone") \
	SL_COUNTER(picks_active, "picks", \
		   "bursts given to a subflow that is not a backup") \
	SL_COUNTER(picks_backup, "picks", \
		   "bursts given to a backup, as no other subflow was active") \
	SL_COUNTER(picks_window_full, "picks", \
		   "picks with the peer's window used up; see WinProbe for real probes") \
	SL_COUNTER(picks_stateless, "picks", \
		   "picks of the first subflow that can send, for want of state for it") \
	SL_COUNTER(picks_earliest, "picks", \
		   "bursts given to the path that delivers them first") \
	SL_COUNTER(picks_spare, "picks", \
		   "bursts given to a later path, as the fastest was full and loses nothing") \
	SL_COUNTER(waits_no_subflow, "waits", \
		   "times no subflow could send: none active, or none with a rate") \
	SL_COUNTER(waits_subflow_full, "waits", \
		   "times the picked subflow had no room for more unsent data") \
	SL_COUNTER(waits_all_full, "waits", \
		   "times no path had room in its cwnd, or in its share of it") \
	SL_COUNTER(waits_late, "waits", \
		   "times a spare path would have delivered after the fastest had finished") \
	SL_COUNTER(waits_pin, "waits", \
		   "times a spare path would have held more back than the buffers take") \
	SL_COUNTER(penalties_cwnd, "penalties", \
		   "times a slow path's cwnd was to be halved, by its congestion control") \
	SL_COUNTER(penalties_share, "penalties", \
		   "times the share of its cwnd that a slow path may fill was halved") \
	SL_COUNTER(penalties_over, "paths", \
		   "times a path was let off, as the reason was gone for long enough") \
	SL_COUNTER(unpenalised_rwnd, "times", \
		   "a slow path was not penalised: the peer's window is what limits") \
	SL_COUNTER(unpenalised_sndbuf, "times", \
		   "a slow path was not penalised: the send buffer is not what limits") \
	SL_COUNTER(unpenalised_fastest, "times", \
		   "a slow path was not penalised: the fastest has room and data") \
	SL_COUNTER(unpenalised_state, "times", \
		   "a slow path was not penalised: it recovers from loss or reordering") \
	SL_COUNTER(unpenalised_rtt, "times", \
		   "a slow path was not penalised: it was within its last round trip") \
	SL_COUNTER(unpenalised_floor, "times", \
		   "a slow path was not penalised: it has no more than it can use") \
	SL_COUNTER(limit_app_us, "microseconds", \
		   "time in which the application had written nothing more") \
	SL_COUNTER(limit_cwnd_us, "microseconds", \
		   "time in which no path that is not slow had room in its cwnd") \
	SL_COUNTER(limit_sndbuf_us, "microseconds", \
		   "time in which the writer waited for memory, with cwnd to spare") \
	SL_COUNTER(limit_rwnd_us, "microseconds", \
		   "time in which the peer's window was used up, with cwnd to spare") \
	SL_COUNTER(limit_sched_us, "microseconds", \
		   "time in which this scheduler kept back what could be sent") \
	SL_COUNTER(retrans_picks_active, "picks", \
		   "MPTCP-level retransmissions given to an idle subflow") \
	SL_COUNTER(retrans_picks_backup, "picks", \
		   "MPTCP-level retransmissions given to an idle backup") \
	SL_COUNTER(retrans_waits, "waits", \
		   "times no subflow was free to retransmit on") \
	SL_COUNTER(granted_bytes, "bytes", \
		   "sum of the bursts allowed, an upper bound of what they sent") \
	SL_COUNTER(sent_bytes, "bytes", \
		   "data sent at the MPTCP level, first transmissions only") \
	SL_COUNTER(retrans_bytes, "bytes", \
		   "data sent again at the MPTCP level")
/* clang-format on */

#define SL_COUNTER_ENUM(name, unit, help) SL_CNT_##name,
enum sl_counter {
	SL_COUNTERS(SL_COUNTER_ENUM) /* one a row */
	SL_CNT_MAX
};

/*
 * Totals of the closed sockets of one network namespace.
 * Map sl_closed: HASH, key = __u32 inode of the namespace (as in lsns(8)).  The kernel
 * gives the inode of a namespace that is gone to a later one, which then has its totals.
 */
struct sl_counters {
	__u64 v[SL_CNT_MAX];
};

/*
 * What the loader did to one network namespace, so that detach can undo it.  A later
 * version that replaces this one takes the map over: the layout stays.
 * Map sl_netns: HASH, key = __u32 inode of the namespace.  The BPF side never
 * reads it; it lives in the kernel so that it goes when the scheduler goes.
 */
struct sl_netns {
	/* SO_NETNS_COOKIE: the kernel gives inodes of namespaces that are gone again. */
	__u64 cookie;
	char name[SL_NETNS_NAME_MAX];	  /* as in ip-netns(8); "" = has none */
	char previous[SL_SCHED_NAME_MAX]; /* net.mptcp.scheduler before attach */
};

/*
 * About the attachment.  Map sl_info: ARRAY, one entry, loader only.  A later version
 * that replaces this one reads it: the layout stays.
 */
struct sl_info {
	char version[SL_VERSION_MAX]; /* of the loader that attached */
	__u64 attached_at_s;	      /* CLOCK_REALTIME, seconds since 1970 */
	__u64 trial_until_ns; /* CLOCK_BOOTTIME at which a trial ends; 0 = no trial */
	__u64 watcher_start;  /* proc_pid_stat(5) field 22: tells the pid's users apart */
	__u32 watcher_pid;    /* the process that detaches then */
	__u32 module_loaded;  /* 1: attach loaded the module, so detach unloads it */
	__u32 bridge_map_id;  /* of what bridged a replacement; 0: attached afresh */
	__u32 abi;	      /* SL_ABI (conns_abi.h) of the loader that attached */
	__u64 later[7]; /* 0; for what later versions note, so that the size stays */
};

/*
 * One record of the pinned iterator iter_sockets: an MPTCP socket that has state
 * of *this* program, whatever its network namespace.
 */
struct sl_socket_record {
	__u32 netns_ino; /* inode of its network namespace */
	__u32 state; /* TCP_* state of the MPTCP socket (1 = ESTABLISHED, 10 = LISTEN) */
	__u32 token; /* as in ss -M; 0 before there is a connection */
	__u32 limit; /* enum sl_limit: what limits it, as of the last decision */
	struct sl_counters counters;
	__u64 handle;	   /* of the connection; see sl_path_record */
	__u64 fastest;	   /* handle of the path that was the fastest; 0: none yet */
	__u64 fastest_Bps; /* what that one delivers; 0: not known */
	struct sl_ends ends;
	__u64 limit_for_us;  /* since when it does, not in the counters yet */
	__u64 unsent_bytes;  /* written by the application and not sent yet */
	__u64 unacked_bytes; /* sent and not acknowledged at the MPTCP level */
	__u64 window_bytes;  /* what the peer has room for beyond what was sent */
	__u32 said; /* enum sl_counter: what was counted at the last decision; 0: none yet */
	__u32 slow_ratio_pct; /* the tunable */
};

/*
 * One record of the pinned iterator iter_subflows: a TCP socket that belongs to an
 * MPTCP socket, in the network namespace of the reader; listeners included.
 */
struct sl_subflow_record {
	__u32 netns_ino;
	__u32 state;	    /* TCP_* state of the subflow */
	__u32 msk_state;    /* TCP_* state of the MPTCP socket */
	__u32 token;	    /* of the connection; 0 for a listener */
	__u32 sched_map_id; /* BPF map id of the struct_ops scheduler; 0 = not BPF */
	__u16 family;	    /* AF_INET or AF_INET6 */
	__u16 sport;	    /* local port, host order */
	__u8 saddr[16];	    /* local address, network order; IPv4 in the first 4 */
	char sched[SL_SCHED_NAME_MAX];
	__u8 is_first; /* 1: the connection's first subflow (counts connections once) */
	__u8 pad[7];
};

#endif /* SLOWLANE_H */
