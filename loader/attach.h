/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attach.h - one run of "slowlane attach": what it has done so far.
 */
#ifndef SL_ATTACH_H
#define SL_ATTACH_H

#include "cli.h"
#include "config.h"
#include "features.h"
#include "pins.h"
#include "scheduler.h"
#include "view.h"
#include "slowlane.skel.h"

#define NEXT_VERBOSE "-v shows all that libbpf and the verifier say"

struct attach_run {
	struct cli *cli;
	struct attachment at; /* what was there before */
	bool replace;	      /* it is attached, and this one takes its place */
	struct netns_list netns;
	struct target *targets; /* point into it; those that are to be switched */
	unsigned int n_targets;
	struct slowlane_bpf *skel;
	struct bpf_link *link[PIN_MAX]; /* of the pins that are links */
	struct settings config;	 /* what the tunables start with, beside the defaults */
	const char *config_path; /* NULL: no file was read */
	unsigned int trial_s;	 /* 0: no trial */
	struct sl_info info;	 /* of map sl_info */
	bool native;
	bool module_ours; /* loaded by attach, so detach is to unload it */
	int info_fd;	  /* map sl_info, -1: none yet */
	bool made_dir;
	bool pinned[PIN_MAX];
	struct sched_ids ids;	  /* of the scheduler that new sockets get */
	struct socket_count left; /* of replace: what stays on the old program */
	bool cc_loaded[PIN_MAX];  /* of the pins that are congestion controls */
	char cc_lack[256]; /* why one of them, or the hook, is not there; "" = all are */
};

/* attach_bpf.c: do returns 0 or an exit code; undo takes back what do did, if any. */
int attach_open(struct attach_run *run);
int attach_note(struct attach_run *run);
void attach_note_undo(struct attach_run *run);
int attach_module(struct attach_run *run);
void attach_module_undo(struct attach_run *run);
int attach_load(struct attach_run *run);
void attach_load_undo(struct attach_run *run);
int attach_register(struct attach_run *run);
void attach_register_undo(struct attach_run *run);
int attach_pin(struct attach_run *run);
void attach_pin_undo(struct attach_run *run);
int attach_trial(struct attach_run *run);
void attach_trial_undo(struct attach_run *run);

/* attach_options.c; the first two return 0 or an exit code */
int attach_options(struct attach_run *run);
int attach_config(struct attach_run *run);
bool attach_carries(const struct attach_run *run);
void attach_say_config(struct attach_run *run);
void attach_say_trial(struct attach_run *run);

/* tunables_carry.c: what the operator has set stays set. */
int attach_carry(struct attach_run *run);

/* replace.c: the last step of a replacement that can be taken back, and all after it. */
int replace_exchange(struct attach_run *run);
int replace_finish(struct cli *cli);

/* attach_report.c */
enum attach_how {
	ATTACHED_NEW,
	ATTACHED_ALREADY,
	ATTACHED_REPLACED,
};

void attach_report(struct attach_run *run, enum attach_how how);

#endif /* SL_ATTACH_H */
