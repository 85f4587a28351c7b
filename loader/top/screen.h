/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * screen.h - the state of the screen beside what it shows; curses is in draw.c and
 * screen.c alone.
 */
#ifndef SL_TOP_SCREEN_H
#define SL_TOP_SCREEN_H

#include "select.h"
#include "top.h"

enum prompt {
	PROMPT_NONE,
	PROMPT_FILTER,
	PROMPT_DELAY,
};

struct screen {
	struct top *t;
	struct selection at;
	bool chosen;  /* by the user, else it is the first row, whichever that is */
	size_t first; /* row at the top of the list */
	bool help;
	unsigned int help_first; /* line of it at the top */
	enum prompt prompt;
	char typed[TOP_TYPED_MAX];
	char error[256]; /* about what was typed */
	bool colour;
	bool stop;
};

/* draw.c */
void draw_begin(struct screen *s);
void draw(struct screen *s);
unsigned int draw_rows_height(const struct screen *s);

/* keys.c: @key as from getch().  True if what is shown has to be arranged anew. */
bool keys_take(struct screen *s, int key);

#endif /* SL_TOP_SCREEN_H */
