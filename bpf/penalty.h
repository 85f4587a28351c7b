/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * penalty.h - what a penalty does to a subflow's window: pure functions.
 *
 * As policy.h: nothing of BPF or of the kernel, and unit tests run it natively.
 */
#ifndef PENALTY_H
#define PENALTY_H

/* A window below this does not keep a subflow alive (7.3: cubic's and reno's least). */
#define SL_CWND_MIN 2

/* In segments, as in tcp_sock: snd_cwnd and snd_ssthresh. */
struct sl_window {
	__u32 cwnd;
	__u32 ssthresh; /* below it cwnd grows in slow start; 0x7fffffff at first */
};

/*
 * Half the cwnd, not below @floor; a cwnd that is there already stays as it is.
 *
 *	cwnd <  ssthresh  (slow start)	ssthresh stays: it is no cut that lasts
 *	cwnd >= ssthresh		ssthresh = the new cwnd: from there on slowly
 */
static inline struct sl_window sl_penalize(struct sl_window before, __u32 floor)
{
	struct sl_window after = before;
	__u32 least = floor > SL_CWND_MIN ? floor : SL_CWND_MIN;
	__u32 half = before.cwnd / 2;

	after.cwnd = half > least ? half : least;
	if (after.cwnd >= before.cwnd)
		return before;
	if (before.cwnd >= before.ssthresh)
		after.ssthresh = after.cwnd;
	return after;
}

/*
 * Where a relaxed subflow may grow back to: the cwnd before the first of the cuts.  A
 * cut in slow start needs no note, as ssthresh still says it.  @from_cwnd: the note so
 * far, 0 for none.
 */
static inline __u32 sl_penalty_from(struct sl_window before, struct sl_window after,
				    __u32 from_cwnd)
{
	if (after.ssthresh == before.ssthresh)
		return from_cwnd;
	return from_cwnd > before.cwnd ? from_cwnd : before.cwnd;
}

/* Nothing abrupt: cwnd stays, and slow start takes it to where it was. */
static inline struct sl_window sl_relax(struct sl_window w, __u32 from_cwnd)
{
	if (from_cwnd > w.cwnd && from_cwnd > w.ssthresh)
		w.ssthresh = from_cwnd;
	return w;
}

#endif /* PENALTY_H */
