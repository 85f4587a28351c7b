/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reasons.h - what is counted (slowlane.h) for what was decided (policy.h, gates.h).
 */
#ifndef REASONS_H
#define REASONS_H

#include "slowlane.h"
#include "policy.h"

/* Each gate's counter; eight, for an index of three bits. */
static const __u8 gate_counter[8] = {
	[SL_GATE_RWND] = SL_CNT_unpenalised_rwnd,
	[SL_GATE_SNDBUF] = SL_CNT_unpenalised_sndbuf,
	[SL_GATE_FASTEST] = SL_CNT_unpenalised_fastest,
	[SL_GATE_STATE] = SL_CNT_unpenalised_state,
	[SL_GATE_RTT] = SL_CNT_unpenalised_rtt,
	[SL_GATE_FLOOR] = SL_CNT_unpenalised_floor,
};

/* Each reason's counter. */
static const __u8 reason_counter[] = {
	[SL_PICK_ACTIVE] = SL_CNT_picks_active,
	[SL_PICK_BACKUP] = SL_CNT_picks_backup,
	[SL_PICK_WINDOW_FULL] = SL_CNT_picks_window_full,
	[SL_PICK_EARLIEST] = SL_CNT_picks_earliest,
	[SL_PICK_SPARE] = SL_CNT_picks_spare,
	[SL_WAIT_ALL_FULL] = SL_CNT_waits_all_full,
	[SL_WAIT_LATE] = SL_CNT_waits_late,
	[SL_WAIT_PIN] = SL_CNT_waits_pin,
	[SL_WAIT_NO_SUBFLOW] = SL_CNT_waits_no_subflow,
	[SL_WAIT_SUBFLOW_FULL] = SL_CNT_waits_subflow_full,
	[SL_RETRANS_ACTIVE] = SL_CNT_retrans_picks_active,
	[SL_RETRANS_BACKUP] = SL_CNT_retrans_picks_backup,
	[SL_RETRANS_WAIT] = SL_CNT_retrans_waits,
};

#endif /* REASONS_H */
