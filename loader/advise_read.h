/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * advise_read.h - what "slowlane advise" looks at: namespaces with MPTCP in use, and their
 * connections.
 */
#ifndef SL_ADVISE_READ_H
#define SL_ADVISE_READ_H

#include "advise.h"
#include "cli.h"
#include "filter.h"
#include "netns.h"

struct look_ns {
	struct netns ns;
	struct adv_ns adv;
};

struct look {
	struct look_ns *v; /* those with a connection or an endpoint, or on slowlane */
	size_t n;
	size_t namespaces;  /* that were there */
	size_t connections; /* that are meant by the filter */
	bool attached;	    /* connections on slowlane have its figures, too */
	__u64 us;	    /* between the two looks */
};

/**
 * look_read - look twice at all namespaces
 * @cli: for warnings, and the error
 * @f: which connections are meant
 * @look: set to them; to be freed, also after an error
 *
 * Return: 0, or an exit code.
 */
int look_read(struct cli *cli, const struct filter *f, struct look *look);
void look_free(struct look *look);

#endif /* SL_ADVISE_READ_H */
