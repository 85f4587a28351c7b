/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * top.h - what the parts of "slowlane top" share.
 */
#ifndef SL_TOP_H
#define SL_TOP_H

#include "cells.h"
#include "cli.h"
#include "filter.h"
#include "model.h"
#include "typed.h"

#define TOP_LINE_MAX 512

struct top {
	struct cli *cli;
	struct filter filter;
	char words[TOP_TYPED_MAX];	 /* what its words are in, if it was typed */
	char filter_text[TOP_TYPED_MAX]; /* for people; "" without one */
	struct top_order order;
	unsigned int delay_ms;
	bool counted;		  /* somebody gave a count */
	unsigned long long count; /* readings until the end; 0: without end */
	bool utf8;
	struct top_model model;
	bool attached;
	bool busy;		/* the last reading found an attach or a detach at work */
	char since[64];		/* how long, and until when */
	char why[TOP_LINE_MAX]; /* it is not */
	char tunables[TOP_LINE_MAX]; /* those that are not the default; "" = all are */
};

/* A reading that found an attach or a detach at work: soon again. */
#define TOP_BUSY (-1)
#define TOP_BUSY_MS 100

/* source.c: 0, an exit code with the error in t->cli, or TOP_BUSY. */
int top_read(struct top *t);

/* lines.c: the lines above the list, and the one about a row. */
const char *line_state(const struct top *t, char buf[TOP_LINE_MAX]);
const char *line_totals(const struct top *t, char buf[TOP_LINE_MAX]);
const char *line_tunables(const struct top *t, char buf[TOP_LINE_MAX]);
const char *line_detail(const struct top *t, const struct top_row *row,
			char buf[TOP_LINE_MAX]);

/* top_help.c; ends with NULL. */
extern const char *const top_help[];

/* plain.c, screen.c: the command's exit code. */
int top_plain(struct top *t);
int top_screen(struct top *t);

/* Is there a terminal to draw on? */
bool top_has_screen(void);

#endif /* SL_TOP_H */
