// SPDX-License-Identifier: GPL-2.0-only
/*
 * signals.c - attach and detach are not to be cut in half.
 */
#include <signal.h>
#include <sys/signalfd.h>

#include "cli.h"

/* SIGPIPE too: who reads the output may go away in the middle. */
static const int held[] = { SIGINT, SIGTERM, SIGHUP, SIGPIPE };
#define HELD_N (sizeof(held) / sizeof(held[0]))

/* From here on to the end of the process; cli_interrupted() is asked between steps. */
void cli_hold_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < HELD_N; i++)
		sigaddset(&set, held[i]);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

bool cli_interrupted(void)
{
	sigset_t pending;

	if (sigpending(&pending))
		return false;
	for (size_t i = 0; i < HELD_N; i++) {
		if (held[i] != SIGPIPE && sigismember(&pending, held[i]) == 1)
			return true;
	}
	return false;
}

/* Readable when cli_interrupted() is true; after cli_hold_signals().  Or -1, errno. */
int cli_signal_fd(void)
{
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < HELD_N; i++) {
		if (held[i] != SIGPIPE)
			sigaddset(&set, held[i]);
	}
	return signalfd(-1, &set, SFD_CLOEXEC);
}
