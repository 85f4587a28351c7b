// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_lanes.c - out-of-order arrivals leave when ack_seq has passed them, and never before.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <linux/types.h>
#include "kselftest_harness.h"
#include "random.h"

#define bpf_for(i, start, end) for ((i) = (start); (i) < (end); (i)++)
#include "lanes.h"

#define OWNER 7
#define ROOM 64 /* in each lane */

static struct sl_arrival store[SL_LANES][ROOM];

static __always_inline bool lane_store(__u64 owner, __u32 lane, const struct sl_lane *l,
				       const struct sl_arrival *a)
{
	if (owner != OWNER || l->tail - l->head == ROOM)
		return false;
	store[lane][l->tail % ROOM] = *a;
	return true;
}

static __always_inline struct sl_arrival *lane_load(__u64 owner, __u32 lane, __u32 i)
{
	return owner == OWNER ? &store[lane][i % ROOM] : NULL;
}

static __always_inline void lane_drop(__u64 owner, __u32 lane, __u32 i)
{
	if (owner == OWNER)
		memset(&store[lane][i % ROOM], 0xff, sizeof(store[lane][0]));
}

static bool note(struct sl_lane *lanes, __u64 seq, __u32 bytes)
{
	const struct sl_arrival a = { .end_seq = seq + bytes, .bytes = bytes };

	return sl_lanes_note(lanes, OWNER, &a, seq);
}

/* Bytes of those that ack_seq has passed; all of them are taken out. */
static __u64 drain(struct sl_lane *lanes, __u64 ack_seq)
{
	__u64 bytes = 0;

	for (__u32 lane = 0; lane < SL_LANES; lane++) {
		struct sl_arrival *a;

		while ((a = sl_lane_first(&lanes[lane], OWNER, lane)) &&
		       !sl_after_seq(a->end_seq, ack_seq)) {
			bytes += a->bytes;
			sl_lane_pop(&lanes[lane], OWNER, lane);
		}
	}
	return bytes;
}

TEST(sequence_numbers_wrap)
{
	EXPECT_TRUE(sl_after_seq(1, 0));
	EXPECT_FALSE(sl_after_seq(0, 0));
	EXPECT_TRUE(sl_after_seq(5, ~0ULL - 5));
	EXPECT_FALSE(sl_after_seq(~0ULL - 5, 5));
}

TEST(one_leaves_when_its_end_is_passed)
{
	struct sl_lane lanes[SL_LANES] = {};

	EXPECT_TRUE(note(lanes, 1000, 100));
	EXPECT_EQ(drain(lanes, 1000), 0);
	EXPECT_EQ(drain(lanes, 1099), 0);
	EXPECT_EQ(drain(lanes, 1100), 100);
	EXPECT_EQ(drain(lanes, 2000), 0);
}

/* The lower one, which came later, leaves first. */
TEST(order_of_arrival_does_not_matter)
{
	struct sl_lane lanes[SL_LANES] = {};

	EXPECT_TRUE(note(lanes, 5000, 10));
	EXPECT_TRUE(note(lanes, 1000, 20));
	EXPECT_TRUE(note(lanes, 6000, 40));
	EXPECT_EQ(drain(lanes, 1020), 20);
	EXPECT_EQ(drain(lanes, 5010), 10);
	EXPECT_EQ(drain(lanes, 6040), 40);
}

TEST(no_lane_is_left)
{
	struct sl_lane lanes[SL_LANES] = {};

	for (int i = 0; i < SL_LANES; i++)
		EXPECT_TRUE(note(lanes, 10000 - 100 * i, 10));
	EXPECT_FALSE(note(lanes, 1000, 10));
	EXPECT_TRUE(note(lanes, 11000, 10)); /* not below: the first has room */
}

TEST(a_lane_is_full)
{
	struct sl_lane lanes[SL_LANES] = {};

	for (int i = 0; i < ROOM; i++)
		EXPECT_TRUE(note(lanes, 1000 + 10 * i, 10));
	EXPECT_FALSE(note(lanes, 9000, 10));
	EXPECT_EQ(drain(lanes, 1010), 10);
	EXPECT_TRUE(note(lanes, 9000, 10));
}

/*
 * Up to eight paths, each in order, in any interleaving, from before the numbers wrap on:
 * at each moment what is gone is exactly what ack_seq has passed.
 */
TEST(random_paths)
{
	for (__u32 round = 0; round < 300; round++) {
		struct sl_lane lanes[SL_LANES] = {};
		__u64 base = -50000ULL, next[SL_LANES], noted = 0, gone = 0, want = 0;
		struct {
			__u64 end;
			__u32 bytes;
		} all[400];
		int n = 0, paths = random_in(1, SL_LANES);

		for (int p = 0; p < paths; p++)
			next[p] = base + random_in(0, 20000 - 1);
		for (int i = 0; i < 400; i++) {
			int p = random_in(0, paths - 1);
			__u32 bytes = random_in(1, 1400);
			__u64 ack = base + i * 250;

			if (sl_after_seq(next[p], ack) && note(lanes, next[p], bytes)) {
				noted += bytes;
				all[n].end = next[p] + bytes;
				all[n++].bytes = bytes;
			}
			next[p] += bytes + random_in(0, 2000 - 1);
			gone += drain(lanes, ack);
			want = 0;
			for (int j = 0; j < n; j++)
				want += sl_after_seq(all[j].end, ack) ? 0 : all[j].bytes;
			ASSERT_EQ(gone, want);
		}
		gone += drain(lanes, base + 10000000);
		EXPECT_EQ(gone, noted);
	}
}

TEST_HARNESS_MAIN
