// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_policy_retrans.c - who sends again what the MPTCP level misses, case by case
 * (7.3: mptcp_subflow_get_retrans()).
 */
#include "kselftest_harness.h"
#include "snapshot.h"

TEST(retrans_without_a_path)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 0);
	EXPECT_EQ(sl_policy_off_retrans(&s).reason, SL_RETRANS_WAIT);
}

TEST(retrans_takes_the_first_idle)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_retrans(&s, false, false, 0);
	add_retrans(&s, true, false, 0);
	add_retrans(&s, true, false, 0);
	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 101);
	EXPECT_EQ(sl_policy_off_retrans(&s).reason, SL_RETRANS_ACTIVE);
}

TEST(retrans_takes_the_fastest_idle)
{
	struct sl_snapshot s = {};

	add_retrans(&s, true, false, 0);
	add_retrans(&s, true, false, 0)->rate_Bps = 1000;
	add_retrans(&s, true, false, 0)->rate_Bps = 2000;
	add_retrans(&s, true, false, 0)->rate_Bps = 2000;
	add_retrans(&s, false, false, 0)->rate_Bps = 9000;
	add_retrans(&s, true, true, 9)->rate_Bps = 9000;
	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 102);
	EXPECT_EQ(sl_policy_off_retrans(&s).reason, SL_RETRANS_ACTIVE);
}

TEST(retrans_waits_while_all_are_busy)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_retrans(&s, false, false, 9);
	add_retrans(&s, false, true, 9);
	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 0);
	EXPECT_EQ(sl_policy_off_retrans(&s).reason, SL_RETRANS_WAIT);
}

TEST(retrans_skips_what_cannot_send)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_retrans(&s, true, false, 0)->active = 0;
	add_retrans(&s, true, true, 0)->active = 0;
	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 0);
	add_retrans(&s, true, false, 0);
	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 102);
}

TEST(retrans_prefers_another_to_a_backup)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_retrans(&s, true, true, 0);
	add_retrans(&s, false, false, 9);
	add_retrans(&s, true, false, 0);
	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 102);
	EXPECT_EQ(sl_policy_off_retrans(&s).reason, SL_RETRANS_ACTIVE);
}

/* The least stale of the busy ones has to have missed more than one timer. */
TEST(retrans_on_a_backup_only_without_progress)
{
	static const struct {
		__u32 stale[2];
		__u64 handle;
	} cases[] = {
		{ { 0, 0 }, 0 },   { { 1, 1 }, 0 },   { { 2, 1 }, 0 },
		{ { 255, 0 }, 0 }, { { 2, 2 }, 102 }, { { 255, 2 }, 102 },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sl_snapshot s = snapshot_of(WIDE);

		add_retrans(&s, false, false, cases[i].stale[0]);
		add_retrans(&s, false, true, cases[i].stale[1]);
		add_retrans(&s, true, true, 0);
		add_retrans(&s, true, true, 0);
		EXPECT_EQ(sl_policy_off_retrans(&s).handle, cases[i].handle);
		EXPECT_EQ(sl_policy_off_retrans(&s).reason,
			  cases[i].handle ? SL_RETRANS_BACKUP : SL_RETRANS_WAIT);
	}
}

TEST(retrans_on_a_backup_that_is_alone)
{
	struct sl_snapshot s = snapshot_of(WIDE);

	add_retrans(&s, true, true, 0);
	EXPECT_EQ(sl_policy_off_retrans(&s).handle, 100);
	EXPECT_EQ(sl_policy_off_retrans(&s).reason, SL_RETRANS_BACKUP);
}

TEST_HARNESS_MAIN
