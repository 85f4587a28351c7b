/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * filter.h - which connections are meant: words like those of ss(8); pure.
 *
 *	filter := all { "or" all }
 *	all    := not { ["and"] not }
 *	not    := "not" not | "(" filter ")" | test
 *	test   := ("src" | "dst") ENDS | ("sport" | "dport") PORT | "dev" IF |
 *		  "netns" NAME-OR-INODE | "state" ("slow" | "stale" | "backup")
 *	ENDS   := ADDR[/PREFIX][:PORT] | :PORT, an IPv6 ADDR with a port in brackets
 *
 * It is asked of each path; a connection is meant if one of its paths is.
 */
#ifndef SL_FILTER_H
#define SL_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#include "conns_abi.h"

/* More than fits in a line of a shell script. */
#define FILTER_STEPS_MAX 64

/* What a filter is asked about. */
struct filter_path {
	const struct sl_ends *ends;
	__u32 netns_ino;
	const char *netns;  /* its name; "" = has none */
	unsigned int flags; /* enum sl_path_flag */
};

enum filter_op {
	FILTER_AND, /* of the two results before it */
	FILTER_OR,
	FILTER_NOT, /* of the one before it */
	FILTER_SRC,
	FILTER_DST,
	FILTER_DEV,
	FILTER_NETNS,
	FILTER_STATE,
};

struct filter_step {
	enum filter_op op;
	const char *word;	   /* of NETNS, as given */
	__u8 addr[16];		   /* of SRC and DST; IPv4 in the first 4 */
	unsigned int family;	   /* 0: any address */
	unsigned int prefix;	   /* bits of addr that count */
	unsigned int port;	   /* 0: any port */
	char dev[SL_DEV_NAME_MAX]; /* of DEV, and of a scoped address; "" = any */
	unsigned int flag;	   /* of STATE: enum sl_path_flag */
	__u32 ino;		   /* of NETNS; 0: it is no number */
};

/* In the order of a calculator that works on a stack. */
struct filter {
	struct filter_step step[FILTER_STEPS_MAX];
	unsigned int n; /* 0: everything is meant */
};

/**
 * filter_parse - read a filter
 * @f: set to it; keeps pointers to the words
 * @argc: number of words; 0 makes the filter that means everything
 * @argv: the words
 * @error: set to what is wrong, with the word and the right form, or to ""
 * @error_size: size of @error
 *
 * Return: 0, or -EINVAL.
 */
int filter_parse(struct filter *f, int argc, char *const argv[], char *error,
		 size_t error_size);

bool filter_match(const struct filter *f, const struct filter_path *p);

/* "usage" lines for help, one string for each, NULL at the end. */
extern const char *const filter_help[];

#endif /* SL_FILTER_H */
