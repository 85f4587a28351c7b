// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_netns.c - what --netns takes, and lines of /proc/self/mountinfo.
 */
#include "fuzz.h"
#include "netns_spec.c"

void fuzz_text(char *text)
{
	struct netns_spec spec;
	char error[64], path[64];

	if (!netns_spec_parse(text, &spec, error, sizeof(error))) {
		promise(!error[0] && spec.text == text);
		promise((spec.kind == NETNS_PID) == (spec.pid > 0));
		promise(spec.kind != NETNS_NAME || !strchr(text, '/'));
	} else {
		promise(error[0]);
	}
	if (mountinfo_netns_path(text, path, sizeof(path)))
		promise(path[0] == '/' && memchr(path, '\0', sizeof(path)));
}
