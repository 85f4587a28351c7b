// SPDX-License-Identifier: GPL-2.0-only
/*
 * jsonw.c - write JSON without keeping it.
 *
 * Numbers are put together by hand: with printf() 10,000 connections take twice as long.
 */
#include <string.h>

#include "jsonw.h"

static void put(struct jsonw *w, const char *text)
{
	fwrite_unlocked(text, 1, strlen(text), w->out);
}

/* What comes before each value: comma, line, key. */
static void lead(struct jsonw *w, const char *key)
{
	if (w->more)
		putc_unlocked(',', w->out);
	if (w->pretty && w->depth) {
		putc_unlocked('\n', w->out);
		for (int i = 0; i < w->depth; i++)
			put(w, "  ");
	}
	if (key) {
		putc_unlocked('"', w->out);
		put(w, key);
		put(w, "\":");
	}
	w->more = true;
}

void jsonw_open(struct jsonw *w, const char *key, char bracket)
{
	lead(w, key);
	putc_unlocked(bracket, w->out);
	w->depth++;
	w->more = false;
}

void jsonw_close(struct jsonw *w, char bracket)
{
	bool empty = !w->more;

	w->depth--;
	if (w->pretty && !empty) {
		putc_unlocked('\n', w->out);
		for (int i = 0; i < w->depth; i++)
			put(w, "  ");
	}
	putc_unlocked(bracket, w->out);
	w->more = true;
	if (!w->depth) {
		putc_unlocked('\n', w->out);
		w->more = false;
	}
}

void jsonw_str(struct jsonw *w, const char *key, const char *value)
{
	if (!value) {
		jsonw_null(w, key);
		return;
	}
	lead(w, key);
	putc_unlocked('"', w->out);
	for (; *value; value++) {
		unsigned char c = *value;

		if (c < ' ') {
			fprintf(w->out, "\\u%04x", c);
			continue;
		}
		if (c == '"' || c == '\\')
			putc_unlocked('\\', w->out);
		putc_unlocked(c, w->out);
	}
	putc_unlocked('"', w->out);
}

static void put_digits(struct jsonw *w, uint64_t value, int least)
{
	char digits[24], *p = digits + sizeof(digits);

	*--p = '\0';
	do {
		*--p = '0' + value % 10;
		value /= 10;
		least--;
	} while (value || least > 0);
	put(w, p);
}

void jsonw_u64(struct jsonw *w, const char *key, uint64_t value)
{
	lead(w, key);
	put_digits(w, value, 1);
}

void jsonw_bool(struct jsonw *w, const char *key, bool value)
{
	lead(w, key);
	put(w, value ? "true" : "false");
}

void jsonw_null(struct jsonw *w, const char *key)
{
	lead(w, key);
	put(w, "null");
}

void jsonw_mbps(struct jsonw *w, const char *key, uint64_t Bps)
{
	/* 125 bytes/s are 0.001 Mbit/s. */
	uint64_t thousandths = Bps / 125;

	lead(w, key);
	put_digits(w, thousandths / 1000, 1);
	putc_unlocked('.', w->out);
	put_digits(w, thousandths % 1000, 3);
}
