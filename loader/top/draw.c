// SPDX-License-Identifier: GPL-2.0-only
/*
 * draw.c - the screen, all of it each time: curses sends what has changed.
 */
#include <stdlib.h>
#include <string.h>
#include <curses.h>

#include "screen.h"

/* As no-color.org has it: set, and not to "". */
static bool wants_colour(void)
{
	const char *no = getenv("NO_COLOR");

	return !(no && no[0]);
}

void draw_begin(struct screen *s)
{
	s->colour = wants_colour() && has_colors() && start_color() == OK;
	if (!s->colour)
		return;
	use_default_colors();
	init_pair(SHADE_GOOD, COLOR_GREEN, -1);
	init_pair(SHADE_WARN, COLOR_YELLOW, -1);
	init_pair(SHADE_BAD, COLOR_RED, -1);
}

static attr_t shade_attr(const struct screen *s, enum top_shade shade)
{
	static const attr_t plain[SHADE_MAX] = { A_NORMAL, A_NORMAL, A_BOLD, A_BOLD };

	return plain[shade] | (s->colour && shade ? (attr_t)COLOR_PAIR(shade) : A_NORMAL);
}

/* A line of ASCII over the whole width. */
static void put(int y, attr_t attr, const char *text)
{
	if (y < 0 || y >= LINES)
		return;
	attrset(attr);
	mvprintw(y, 0, "%-*.*s", COLS, COLS, text);
	attrset(A_NORMAL);
}

/* With as many lines as it needs; the next free one. */
static int put_wrapped(int y, attr_t attr, const char *text)
{
	size_t len = strlen(text);

	for (size_t at = 0; at < len && y < LINES && COLS > 0; at += COLS)
		put(y++, attr, text + at);
	return y;
}

static void put_titles(const struct screen *s, int y, const struct layout *l,
		       bool of_paths)
{
	enum top_column by = s->t->order.by;
	struct top_cell cell;
	int x = 0;

	put(y, of_paths ? A_DIM : A_REVERSE, "");
	for (int c = 0; c < COL_MAX; c++) {
		if (!l->width[c])
			continue;
		cell_title(c, of_paths, l->width[c], &cell);
		attrset(of_paths       ? A_DIM
			: c == (int)by ? A_REVERSE | A_BOLD | A_UNDERLINE
				       : A_REVERSE);
		mvaddstr(y, x, cell.text);
		x += l->width[c] + LAYOUT_GAP;
	}
	attrset(A_NORMAL);
}

static void put_row(const struct screen *s, int y, const struct layout *l, size_t index)
{
	attr_t base = index == s->at.row ? A_REVERSE : A_NORMAL;
	struct top_cell cell;
	int x = 0;

	put(y, base, "");
	for (int c = 0; c < COL_MAX; c++) {
		if (!l->width[c])
			continue;
		cell_make(&s->t->model, &s->t->model.rows[index], c, l->width[c],
			  s->t->utf8, &cell);
		attrset(base | shade_attr(s, cell.shade));
		mvaddstr(y, x, cell.text);
		x += l->width[c] + LAYOUT_GAP;
	}
	attrset(A_NORMAL);
}

static void put_help(const struct screen *s)
{
	int y = 0;

	put(y++, A_REVERSE, "slowlane top: any key goes back, arrows scroll");
	for (unsigned int i = s->help_first; top_help[i] && y < LINES; i++)
		put(y++, A_NORMAL, top_help[i]);
}

/* What is typed at its end, if it is longer than the line. */
static void put_prompt(const struct screen *s)
{
	const char *what = s->prompt == PROMPT_FILTER ? "filter: " : "delay in seconds: ";
	int room = COLS - (int)strlen(what) - 1, len = strlen(s->typed);
	const char *shown = s->typed + (len > room && room > 0 ? len - room : 0);

	if (s->error[0])
		put(LINES - 2, shade_attr(s, SHADE_BAD), s->error);
	put(LINES - 1, A_BOLD, what);
	mvaddnstr(LINES - 1, strlen(what), shown, COLS - (int)strlen(what));
}

static struct layout_lines lines_now(const struct screen *s)
{
	struct layout_lines lines;

	layout_lines(LINES > 0 ? LINES : 1, s->t->tunables[0], &lines);
	return lines;
}

unsigned int draw_rows_height(const struct screen *s)
{
	return lines_now(s).rows;
}

/* Returns the first line below. */
static int put_head(const struct screen *s, const struct layout_lines *lines,
		    const struct layout *l)
{
	char buf[TOP_LINE_MAX];
	int y = 0;

	if (lines->state)
		put(y++, A_BOLD, line_state(s->t, buf));
	if (lines->totals)
		put(y++, A_NORMAL, line_totals(s->t, buf));
	if (lines->tunables)
		put(y++, shade_attr(s, SHADE_WARN), line_tunables(s->t, buf));
	if (lines->titles)
		put_titles(s, y++, l, false);
	if (lines->path_titles)
		put_titles(s, y++, l, true);
	return y;
}

static void put_list(struct screen *s)
{
	struct layout_lines lines = lines_now(s);
	const struct top_model *m = &s->t->model;
	char buf[TOP_LINE_MAX];
	struct layout l;
	int y;

	layout_columns(COLS > 0 ? COLS : 1, m->totals.ipv6, &l);
	y = put_head(s, &lines, &l);
	s->first = layout_scroll(s->first, s->at.row, m->n_rows, lines.rows);
	for (size_t i = s->first; i < m->n_rows && i - s->first < lines.rows; i++)
		put_row(s, y + (i - s->first), &l, i);
	if (lines.detail && s->at.row < m->n_rows)
		put(LINES - 2, A_DIM, line_detail(s->t, &m->rows[s->at.row], buf));
}

void draw(struct screen *s)
{
	char buf[TOP_LINE_MAX];

	erase();
	curs_set(s->prompt != PROMPT_NONE);
	if (s->help) {
		put_help(s);
		refresh();
		return;
	}
	if (s->t->attached)
		put_list(s);
	else
		put_wrapped(0, shade_attr(s, SHADE_BAD), line_state(s->t, buf));
	if (s->prompt)
		put_prompt(s);
	else if (lines_now(s).keys)
		put(LINES - 1, A_REVERSE,
		    "F1 Help  F4 Filter  F6 Sort  Space Fold  d Delay  F10 Quit");
	refresh();
}
