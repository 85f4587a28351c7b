// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_state_size.c - what the scheduler keeps of a connection is at most 1 KiB.
 */
#include "kselftest_harness.h"
#include <linux/types.h>

/* What state.h says to libbpf means nothing here. */
#undef SEC
#define SEC(name)
#define __uint(name, value) int(*name)[value]
#define __type(name, value) typeof(value) *name
enum {
	BPF_MAP_TYPE_SK_STORAGE = 24,
	BPF_MAP_TYPE_RINGBUF = 27,
	BPF_F_NO_PREALLOC = 1,
};

#include "state.h"

/*
 * With two subflows 1024 bytes: 848 of the connection, 264 of them counters and 496 scratch,
 * and 88 of each subflow.  The kernel's own header of each storage is not in it.
 */
TEST(a_connection_with_two_subflows)
{
	EXPECT_EQ(sizeof(struct sl_socket), 848);
	EXPECT_EQ(sizeof(struct sl_subflow), 88);
	EXPECT_LE(sizeof(struct sl_socket) + 2 * sizeof(struct sl_subflow), 1024);
}

TEST_HARNESS_MAIN
