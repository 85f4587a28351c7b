/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * guard.h - the terminal is put back, whatever ends the program but SIGKILL.
 */
#ifndef SL_TOP_GUARD_H
#define SL_TOP_GUARD_H

#include <stdbool.h>

/* Before curses is started, which then leaves these signals to us. */
void guard_begin(void);

/* After it: what the terminal is to be sent. */
void guard_terminal(void);

/* SIGINT, SIGTERM or SIGHUP came; a second one ends the program at once. */
bool guard_stopped(void);

#endif /* SL_TOP_GUARD_H */
