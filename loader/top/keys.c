// SPDX-License-Identifier: GPL-2.0-only
/*
 * keys.c - what a key does; as in htop(1) where that has one for it.
 */
#include <stdio.h>
#include <string.h>
#include <curses.h>

#include "screen.h"

#define ESC 27
#define CTRL_L 12
#define CTRL_U 21

static void prompt_open(struct screen *s, enum prompt prompt)
{
	s->prompt = prompt;
	s->error[0] = '\0';
	if (prompt == PROMPT_FILTER)
		snprintf(s->typed, sizeof(s->typed), "%s", s->t->filter_text);
	else
		s->typed[0] = '\0';
}

static bool take_filter(struct screen *s)
{
	struct top *t = s->t;
	char words[TOP_TYPED_MAX];
	struct filter f;

	/* Tried on a copy: a wrong one leaves the filter that there is. */
	memcpy(words, s->typed, sizeof(words));
	if (filter_typed(&f, words, s->error, sizeof(s->error)))
		return false;
	memcpy(t->words, s->typed, sizeof(t->words));
	memcpy(t->filter_text, s->typed, sizeof(t->filter_text));
	return !filter_typed(&t->filter, t->words, s->error, sizeof(s->error));
}

static bool prompt_done(struct screen *s)
{
	bool right = s->prompt == PROMPT_FILTER
			     ? take_filter(s)
			     : !delay_parse(s->typed, &s->t->delay_ms, s->error,
					    sizeof(s->error));

	if (right)
		s->prompt = PROMPT_NONE;
	return right;
}

static bool prompt_take(struct screen *s, int key)
{
	size_t len = strlen(s->typed);

	switch (key) {
	case ESC:
		s->prompt = PROMPT_NONE;
		break;
	case '\n':
	case '\r':
	case KEY_ENTER:
		return prompt_done(s);
	case KEY_BACKSPACE:
	case 127:
	case '\b':
		if (len)
			s->typed[len - 1] = '\0';
		break;
	case CTRL_U:
		s->typed[0] = '\0';
		break;
	default:
		if (key >= ' ' && key < 127 && len + 1 < sizeof(s->typed)) {
			s->typed[len] = key;
			s->typed[len + 1] = '\0';
		}
	}
	return false;
}

static bool fold(struct screen *s)
{
	struct top_model *m = &s->t->model;
	const struct top_conn *c;

	if (s->at.row >= m->n_rows)
		return false;
	s->chosen = true;
	c = &m->v[m->rows[s->at.row].conn];
	model_fold(m, &c->conn, !c->folded);
	return true;
}

static bool sort(struct screen *s, int step)
{
	s->t->order.by = top_order_next(s->t->order.by, step);
	return true;
}

static void move_by(struct screen *s, long by)
{
	long to = (long)s->at.row + by;

	select_row(&s->at, &s->t->model, to < 0 ? 0 : to);
	s->chosen = true;
}

/* Those that move; true if it was one. */
static bool move_take(struct screen *s, int key)
{
	long page = draw_rows_height(s);

	page = page > 1 ? page - 1 : 1;
	switch (key) {
	case KEY_UP:
		move_by(s, -1);
		return true;
	case KEY_DOWN:
		move_by(s, 1);
		return true;
	case KEY_PPAGE:
		move_by(s, -page);
		return true;
	case KEY_NPAGE:
		move_by(s, page);
		return true;
	case KEY_HOME:
		select_row(&s->at, &s->t->model, 0);
		s->chosen = false;
		return true;
	case KEY_END:
		s->chosen = true;
		select_row(&s->at, &s->t->model, s->t->model.n_rows);
		return true;
	default:
		return false;
	}
}

static bool help_take(struct screen *s, int key)
{
	if (key == KEY_DOWN && top_help[s->help_first + 1])
		s->help_first++;
	else if (key == KEY_UP && s->help_first)
		s->help_first--;
	else if (key != KEY_DOWN && key != KEY_UP && key != KEY_RESIZE)
		s->help = false;
	return false;
}

bool keys_take(struct screen *s, int key)
{
	if (s->help)
		return help_take(s, key);
	if (s->prompt)
		return prompt_take(s, key);
	if (move_take(s, key))
		return false;
	switch (key) {
	case 'q':
	case KEY_F(10):
		s->stop = true;
		return false;
	case 'h':
	case '?':
	case KEY_F(1):
		s->help = true;
		s->help_first = 0;
		return false;
	case '/':
	case KEY_F(4):
		prompt_open(s, PROMPT_FILTER);
		return false;
	case 'd':
		prompt_open(s, PROMPT_DELAY);
		return false;
	case ' ':
	case '\n':
	case '\r':
	case KEY_ENTER:
		return fold(s);
	case '*':
		model_fold_all(&s->t->model, !s->t->model.fold_new);
		return true;
	case '>':
	case 's':
	case KEY_F(6):
		return sort(s, 1);
	case '<':
		return sort(s, -1);
	case 'I':
		s->t->order.reversed = !s->t->order.reversed;
		return true;
	case CTRL_L:
		clearok(curscr, TRUE);
		return false;
	default:
		return false;
	}
}
