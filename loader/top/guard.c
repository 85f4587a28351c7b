// SPDX-License-Identifier: GPL-2.0-only
/*
 * guard.c - signals while the terminal is in the state that curses needs.
 *
 * endwin() may not be called in a handler, write() and tcsetattr() may: what is to be
 * written is put together before.  A terminal that takes nothing (Ctrl-S, a connection
 * that hangs) holds the program in a write; the second signal ends it there.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <curses.h>
#include <term.h>

#include "guard.h"

static volatile sig_atomic_t stopped;
static struct termios before;
static bool have_before;
static char restore[128];
static size_t restore_len;

static const int ends[] = { SIGINT, SIGTERM, SIGHUP };
static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT };

#define N(array) (sizeof(array) / sizeof((array)[0]))

static void on_crash(int sig)
{
	int flags = fcntl(STDOUT_FILENO, F_GETFL);

	if (have_before)
		tcsetattr(STDIN_FILENO, TCSANOW, &before);
	/* After a Ctrl-S it goes on; where nobody reads, this is not to wait for them. */
	tcflow(STDOUT_FILENO, TCOON);
	fcntl(STDOUT_FILENO, F_SETFL, flags | O_NONBLOCK);
	if (write(STDOUT_FILENO, restore, restore_len) < 0)
		have_before = false; /* there is nobody to tell */
	fcntl(STDOUT_FILENO, F_SETFL, flags);
	signal(sig, SIG_DFL);
	raise(sig);
}

static void on_end(int sig)
{
	if (stopped)
		on_crash(sig);
	stopped = 1;
}

static void install(const int *sigs, size_t n, void (*handler)(int), int flags)
{
	struct sigaction act = { .sa_handler = handler, .sa_flags = flags };

	for (size_t i = 0; i < n; i++)
		sigaction(sigs[i], &act, NULL);
}

void guard_begin(void)
{
	have_before = !tcgetattr(STDIN_FILENO, &before);
	install(ends, N(ends), on_end, 0);
	install(crashes, N(crashes), on_crash, SA_RESETHAND | SA_NODEFER);
	signal(SIGPIPE, SIG_IGN);
}

/* A capability without its padding, "$<5>", which no terminal of today needs. */
static void add_capability(const char *name)
{
	const char *s = tigetstr(name);

	if (!s || s == (char *)-1)
		return;
	while (*s && restore_len < sizeof(restore)) {
		if (s[0] == '$' && s[1] == '<' && strchr(s, '>'))
			s = strchr(s, '>') + 1;
		else
			restore[restore_len++] = *s++;
	}
}

void guard_terminal(void)
{
	static const char *const capabilities[] = { "sgr0", "rmkx", "cnorm", "rmcup" };

	for (size_t i = 0; i < N(capabilities); i++)
		add_capability(capabilities[i]);
}

bool guard_stopped(void)
{
	return stopped;
}
