// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_policy_random.c - the policy `off` against a model of the in-kernel default
 * that is written the other way round: all pairs instead of one pass, 128 bits
 * instead of limits.  Random snapshots, the same ones every time.
 */
#include "kselftest_harness.h"
#include "snapshot.h"
#include "random.h"

#define ROUNDS 20000

typedef unsigned __int128 u128;

static struct sl_snapshot random_snapshot(void)
{
	struct sl_snapshot s = snapshot_of(one_in(8) ? 0 : random_size(40));
	unsigned int n = random_u64() % (SL_PATHS_MAX + 1), coarse = one_in(3);

	for (unsigned int i = 0; i < n; i++) {
		struct sl_path *p =
			add_path(&s, coarse ? 1000 * (random_u64() % 3) : random_size(37),
				 coarse ? random_u64() % 3 : random_size(28));

		p->avg_pacing_rate = one_in(4) ? 0 : random_size(37);
		p->handle = random_u64() | 1;
		p->active = !one_in(4);
		p->backup = one_in(3);
		p->has_room = !one_in(3);
		p->idle = one_in(2);
		p->stale_count = random_u64() % 4;
	}
	return s;
}

/* The rate it goes by, and the time to empty its queue in units of 2^-32 s. */
static __u64 model_rate(const struct sl_path *p)
{
	__u64 rate = p->avg_pacing_rate ? p->avg_pacing_rate : p->pacing_rate;

	return rate > SL_RATE_MAX ? SL_RATE_MAX : rate;
}

static u128 model_linger(const struct sl_path *p)
{
	return ((u128)p->queued_bytes << 32) / model_rate(p);
}

static bool model_candidate(const struct sl_path *p, bool backup)
{
	return p->active && !!p->backup == backup && model_rate(p);
}

/* The one that no candidate beats, and no earlier one equals. */
static const struct sl_path *model_winner(const struct sl_snapshot *s)
{
	bool backup = true;
	unsigned int i, k;

	for (i = 0; i < s->n_paths; i++)
		if (s->path[i].active && !s->path[i].backup)
			backup = false;

	for (i = 0; i < s->n_paths; i++) {
		bool beaten = false;

		if (!model_candidate(&s->path[i], backup))
			continue;
		for (k = 0; k < s->n_paths; k++) {
			if (!model_candidate(&s->path[k], backup))
				continue;
			if (model_linger(&s->path[k]) < model_linger(&s->path[i]) ||
			    (k < i &&
			     model_linger(&s->path[k]) == model_linger(&s->path[i])))
				beaten = true;
		}
		if (!beaten)
			return &s->path[i];
	}
	return NULL;
}

static struct sl_decision model_send(const struct sl_snapshot *s)
{
	const struct sl_path *p = model_winner(s);
	__u64 now, queue, burst;

	if (!p)
		return (struct sl_decision){ .reason = SL_WAIT_NO_SUBFLOW };
	if (!p->has_room)
		return (struct sl_decision){ .reason = SL_WAIT_SUBFLOW_FULL };

	burst = s->window_bytes > 65428 ? 65428 : s->window_bytes;
	if (!burst)
		return (struct sl_decision){
			.handle = p->handle,
			.reason = SL_PICK_WINDOW_FULL,
			.avg_pacing_rate = p->avg_pacing_rate ? p->avg_pacing_rate
							      : p->pacing_rate,
		};
	now = p->pacing_rate > SL_RATE_MAX ? SL_RATE_MAX : p->pacing_rate;
	queue = p->queued_bytes > SL_QUEUE_MAX ? SL_QUEUE_MAX : p->queued_bytes;
	return (struct sl_decision){
		.handle = p->handle,
		.reason = p->backup ? SL_PICK_BACKUP : SL_PICK_ACTIVE,
		.burst_bytes = burst,
		.avg_pacing_rate = ((u128)model_rate(p) * queue + (u128)now * burst) /
				   (queue + burst),
	};
}

/* By questions over the whole list, one after the other. */
static struct sl_decision model_retrans(const struct sl_snapshot *s)
{
	unsigned int i;

	for (i = 0; i < s->n_paths; i++)
		if (s->path[i].active && s->path[i].idle && !s->path[i].backup)
			return (struct sl_decision){ .handle = s->path[i].handle,
						     .reason = SL_RETRANS_ACTIVE };
	for (i = 0; i < s->n_paths; i++)
		if (s->path[i].active && !s->path[i].idle && s->path[i].stale_count <= 1)
			return (struct sl_decision){ .reason = SL_RETRANS_WAIT };
	for (i = 0; i < s->n_paths; i++)
		if (s->path[i].active && s->path[i].idle)
			return (struct sl_decision){ .handle = s->path[i].handle,
						     .reason = SL_RETRANS_BACKUP };
	return (struct sl_decision){ .reason = SL_RETRANS_WAIT };
}

TEST(send_is_the_models)
{
	unsigned int seen[SL_RETRANS_WAIT + 1] = {};

	random_state = 1;
	for (int round = 0; round < ROUNDS; round++) {
		struct sl_snapshot s = random_snapshot();
		struct sl_decision want = model_send(&s), got = sl_policy_off(&s);

		seen[want.reason]++;
		ASSERT_EQ(got.handle, want.handle) TH_LOG("round %d", round);
		ASSERT_EQ(got.reason, want.reason) TH_LOG("round %d", round);
		ASSERT_EQ(got.burst_bytes, want.burst_bytes) TH_LOG("round %d", round);
		ASSERT_EQ(got.avg_pacing_rate, want.avg_pacing_rate)
		TH_LOG("round %d", round);
	}
	/* A test that never reaches a branch says nothing of it. */
	for (int r = SL_PICK_ACTIVE; r <= SL_WAIT_SUBFLOW_FULL; r++)
		EXPECT_GT(seen[r], ROUNDS / 200);
}

TEST(retrans_is_the_models)
{
	unsigned int seen[SL_RETRANS_WAIT + 1] = {};

	random_state = 2;
	for (int round = 0; round < ROUNDS; round++) {
		struct sl_snapshot s = random_snapshot();
		struct sl_decision want = model_retrans(&s),
				   got = sl_policy_off_retrans(&s);

		seen[want.reason]++;
		ASSERT_EQ(got.handle, want.handle) TH_LOG("round %d", round);
		ASSERT_EQ(got.reason, want.reason) TH_LOG("round %d", round);
	}
	for (int r = SL_RETRANS_ACTIVE; r <= SL_RETRANS_WAIT; r++)
		EXPECT_GT(seen[r], ROUNDS / 200);
}

/* A snapshot is read, never written: the same answer twice, and nothing changed. */
TEST(the_policy_is_pure)
{
	random_state = 3;
	for (int round = 0; round < 1000; round++) {
		struct sl_snapshot s = random_snapshot(), copy = s;
		struct sl_decision a = sl_policy_off(&s), b = sl_policy_off(&s);

		sl_policy_off_retrans(&s);
		ASSERT_EQ(memcmp(&s, &copy, sizeof(s)), 0);
		ASSERT_EQ(memcmp(&a, &b, sizeof(a)), 0);
	}
}

TEST_HARNESS_MAIN
