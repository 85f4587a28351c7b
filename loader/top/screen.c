// SPDX-License-Identifier: GPL-2.0-only
/*
 * screen.c - "slowlane top" on a terminal: read, draw, wait for a key.
 *
 * While nothing is attached it says so and goes on looking: whoever attaches next is
 * seen by a screen that is already there.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <curses.h>

#include "clock.h"
#include "guard.h"
#include "screen.h"
#include "text.h"

/* A signal between a look at it and poll() is seen that much later. */
#define POLL_MAX_MS 500
/* The second reading is soon, so that there are figures. */
#define FIRST_MS 500
/* Of the bytes that a function key is. */
#define ESC_MS 25

static long long now_ms(void)
{
	return clock_ns(CLOCK_MONOTONIC) / 1000000;
}

bool top_has_screen(void)
{
	const char *term = getenv("TERM");

	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] &&
	       strcmp(term, "dumb");
}

static void screen_select(struct screen *s)
{
	if (s->chosen)
		select_again(&s->at, &s->t->model);
	else
		select_row(&s->at, &s->t->model, 0);
}

/* Milliseconds until the next one. */
static unsigned int read_again(struct screen *s, unsigned int delay_ms)
{
	struct top *t = s->t;
	int code = top_read(t);

	if (code == TOP_BUSY)
		return TOP_BUSY_MS;
	snprintf(t->why, sizeof(t->why), "%.*s", (int)sizeof(t->why) - 1, t->cli->error);
	t->cli->error[0] = '\0';
	screen_select(s);
	return delay_ms;
}

static void take_keys(struct screen *s)
{
	int key;

	while (!s->stop && (key = getch()) != ERR) {
		if (keys_take(s, key) && s->t->attached) {
			/* Without memory the rows are those of before. */
			model_arrange(&s->t->model, &s->t->filter, s->t->order);
			screen_select(s);
		}
	}
}

static void loop(struct screen *s)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	long long due =
		now_ms() + (s->t->delay_ms < FIRST_MS ? s->t->delay_ms : FIRST_MS);
	unsigned int delay_ms = s->t->delay_ms;
	unsigned long long n = 0;

	while (!s->stop && !guard_stopped()) {
		long long left = due - now_ms();

		if (left <= 0) {
			if (s->t->count && n++ == s->t->count)
				break;
			left = read_again(s, s->t->delay_ms);
			due = now_ms() + left;
		}
		draw(s);
		if (poll(&in, 1, left < POLL_MAX_MS ? left : POLL_MAX_MS) < 0 &&
		    errno != EINTR)
			break;
		if (in.revents & (POLLHUP | POLLERR | POLLNVAL))
			break;
		take_keys(s);
		/* A shorter delay counts from now on, not after a longer one. */
		if (delay_ms != s->t->delay_ms)
			due = now_ms() + s->t->delay_ms;
		delay_ms = s->t->delay_ms;
	}
}

int top_screen(struct top *t)
{
	struct screen s = { .t = t };
	SCREEN *terminal;
	int code = top_read(t);

	if (code && code != TOP_BUSY)
		return code;
	guard_begin();
	terminal = newterm(NULL, stdout, stdin);
	if (!terminal) {
		char term[TEXT_NAME_MAX];

		text_escape(getenv("TERM"), 63, term, sizeof(term));
		cli_warn(t->cli,
			 "nothing is known here of a terminal '%s' (TERM): plain "
			 "output",
			 term);
		return top_plain(t);
	}
	guard_terminal();
	set_escdelay(ESC_MS);
	cbreak();
	noecho();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	draw_begin(&s);
	select_row(&s.at, &t->model, 0);
	loop(&s);
	endwin();
	delscreen(terminal);
	return 0;
}
