/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * netns_spec.h - how people name a network namespace, as text: pure, unit tests link
 * netns_spec.c by itself.
 */
#ifndef SL_NETNS_SPEC_H
#define SL_NETNS_SPEC_H

#include <stdbool.h>
#include <stddef.h>

enum netns_kind {
	NETNS_NAME, /* as 'ip netns list' shows it */
	NETNS_PID,  /* pid:1234, the one that process is in */
	NETNS_PATH, /* /run/docker/netns/x */
	NETNS_ALL,  /* all */
};

/* What --netns takes, for help and errors. */
#define NETNS_FORMS "NAME, pid:PID, /PATH or all"

struct netns_spec {
	enum netns_kind kind;
	const char *text; /* the name or the path, as given */
	int pid;	  /* of NETNS_PID, 1 or more */
};

int netns_spec_parse(const char *text, struct netns_spec *spec, char *error,
		     size_t error_size);
bool mountinfo_netns_path(const char *line, char *path, size_t size);

#endif /* SL_NETNS_SPEC_H */
