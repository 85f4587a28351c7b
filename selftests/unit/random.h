/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * random.h - numbers for the property tests: the same ones every time, everywhere.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <linux/types.h>

static __u64 random_state;

/* SplitMix64: any seed will do. */
static inline __u64 random_u64(void)
{
	__u64 z = random_state += 0x9e3779b97f4a7c15ULL;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

static inline bool one_in(unsigned int n)
{
	return random_u64() % n == 0;
}

/* Any number of bits is as likely as any other; small sets make ties likely. */
static inline __u64 random_size(unsigned int max_bits)
{
	unsigned int bits = random_u64() % (max_bits + 1);

	return bits ? random_u64() >> (64 - bits) : 0;
}

/* From low to high, both included. */
static inline __u64 random_in(__u64 low, __u64 high)
{
	return low + random_u64() % (high - low + 1);
}

#endif /* RANDOM_H */
