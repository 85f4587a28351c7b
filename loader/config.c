// SPDX-License-Identifier: GPL-2.0-only
/*
 * config.c - slowlane.conf(5) as text: read it, and change values in it; no I/O.
 *
 *	# a comment
 *	penalty = share		# and another
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"

#define BOM "\xef\xbb\xbf" /* some editors put it at the start of UTF-8 text */

struct span {
	const char *start;
	size_t len;
};

/* One line of the file, and the setting in it. */
struct line {
	struct span all;     /* with its end */
	struct span text;    /* without it, a CR, or a BOM */
	struct span setting; /* NAME = VALUE, no blanks around it; "" for none */
	struct span name, value;
};

static struct span trim(struct span s)
{
	while (s.len && strchr(" \t", s.start[0])) {
		s.start++;
		s.len--;
	}
	while (s.len && strchr(" \t", s.start[s.len - 1]))
		s.len--;
	return s;
}

static struct span up_to(struct span s, char c)
{
	const char *found = memchr(s.start, c, s.len);

	return (struct span){ s.start, found ? (size_t)(found - s.start) : s.len };
}

/* What of @s comes after its first @n bytes and the one that ended them. */
static struct span rest_of(struct span s, size_t n)
{
	n += n < s.len;
	return (struct span){ s.start + n, s.len - n };
}

/* The first line of @rest, which is not empty. */
static struct line line_split(struct span rest, bool first)
{
	struct line l = { .text = up_to(rest, '\n') };

	l.all = (struct span){ rest.start, l.text.len + (l.text.len < rest.len) };
	if (l.text.len && l.text.start[l.text.len - 1] == '\r')
		l.text.len--;
	if (first && l.text.len >= strlen(BOM) &&
	    !memcmp(l.text.start, BOM, strlen(BOM))) {
		l.text.start += strlen(BOM);
		l.text.len -= strlen(BOM);
	}
	l.setting = trim(up_to(l.text, '#'));
	l.name = up_to(l.setting, '=');
	l.value = trim(rest_of(l.setting, l.name.len));
	l.name = trim(l.name);
	return l;
}

/* Nothing that is no text, which would also get into messages and so to a terminal. */
static int line_check(const struct line *l, char *why, size_t size)
{
	if (l->text.len > CONFIG_LINE_MAX) {
		snprintf(why, size, "it is longer than %d bytes", CONFIG_LINE_MAX);
		return -EINVAL;
	}
	for (size_t i = 0; i < l->text.len; i++) {
		unsigned char c = l->text.start[i];

		if ((c >= ' ' && c != 0x7f) || c == '\t')
			continue;
		snprintf(why, size, "byte %zu is 0x%02x, which is no text", i + 1, c);
		return -EINVAL;
	}
	return 0;
}

/* Line number @n into @s.  0, or -EINVAL with the reason in @why. */
static int line_take(const struct line *l, unsigned int n, struct settings *s, char *why,
		     size_t size)
{
	char word[CONFIG_LINE_MAX + 2];
	unsigned int i;
	__u32 value;

	if (line_check(l, why, size))
		return -EINVAL;
	if (!l->setting.len)
		return 0;
	if (l->name.len == l->setting.len) /* no '=': tunable_parse() says so */
		snprintf(word, sizeof(word), "%.*s", (int)l->name.len, l->name.start);
	else
		snprintf(word, sizeof(word), "%.*s=%.*s", (int)l->name.len, l->name.start,
			 (int)l->value.len, l->value.start);
	if (tunable_parse(word, &i, &value, why, size))
		return -EINVAL;
	if (s->given[i]) {
		snprintf(why, size, "%s is set in line %u already", tunable_table[i].name,
			 s->line[i]);
		return -EINVAL;
	}
	s->given[i] = true;
	s->value[i] = value;
	s->line[i] = n;
	return 0;
}

static struct span after(struct span rest, struct line l)
{
	return (struct span){ rest.start + l.all.len, rest.len - l.all.len };
}

/**
 * config_parse - read a file's text
 * @text: the bytes; they need not end with a newline, nor with a NUL
 * @size: their number
 * @s: what is set, by enum sl_tunable, with the numbers of the lines
 * @error: set to "line N: " and what is wrong there with the range, or to ""
 * @error_size: size of @error
 *
 * Lines end with LF or CRLF; a UTF-8 byte order mark is passed over.  To set a tunable
 * twice is an error, as one of the two lines is not what its author believes.
 *
 * Return: 0 or -EINVAL.
 */
int config_parse(const char *text, size_t size, struct settings *s, char *error,
		 size_t error_size)
{
	struct span rest = { text, size };
	char why[512];

	*s = (struct settings){};
	error[0] = '\0';
	for (unsigned int n = 1; rest.len; n++) {
		struct line l = line_split(rest, n == 1);

		if (line_take(&l, n, s, why, sizeof(why))) {
			snprintf(error, error_size, "line %u: %s", n, why);
			return -EINVAL;
		}
		rest = after(rest, l);
	}
	return 0;
}

static void copy(FILE *out, struct span s)
{
	fwrite(s.start, 1, s.len, out);
}

/* The line with another value: what is around the value stays, comments too. */
static void write_changed(FILE *out, const struct line *l, const char *value)
{
	const char *end = l->value.start + l->value.len;

	copy(out, (struct span){ l->all.start, l->value.start - l->all.start });
	fputs(value, out);
	copy(out, (struct span){ end, l->all.start + l->all.len - end });
}

/* What the last line lacks of its end: all, the LF behind a CR, or nothing. */
static const char *end_lacking(struct span last, const char *eol)
{
	char c = last.len ? last.start[last.len - 1] : '\n';

	return c == '\n' ? "" : c == '\r' ? "\n" : eol;
}

/* A line for each of @s that has none yet.  @end: what is to be before the first. */
static void write_missing(FILE *out, const struct settings *s, const char *end,
			  const char *eol)
{
	for (unsigned int i = 0; i < SL_TUN_MAX; i++) {
		char buf[TUNABLE_VALUE_MAX];

		if (!s->given[i])
			continue;
		fprintf(out, "%s%s = %s%s", end, tunable_table[i].name,
			tunable_format(i, s->value[i], buf), eol);
		end = "";
	}
}

/**
 * config_edit - a file's text with other values
 * @text: what config_parse() finds nothing wrong with
 * @size: its number of bytes
 * @changes: what is to be set
 * @new_size: set to the number of bytes of the new text
 *
 * A value changes in its line; what has no line yet gets one at the end, with the line
 * ends that the first line has.  All the rest stays byte for byte.
 *
 * Return: the new text, to be freed, or NULL with errno set.
 */
char *config_edit(const char *text, size_t size, const struct settings *changes,
		  size_t *new_size)
{
	bool crlf = false, first = true;
	struct span rest = { text, size }, last = {};
	const char *eol;
	struct settings todo = *changes;
	char *new_text = NULL;
	FILE *out = open_memstream(&new_text, new_size);

	if (!out)
		return NULL;
	while (rest.len) {
		struct line l = line_split(rest, first);
		int i = l.setting.len ? tunable_find(l.name.start, l.name.len) : -ENOENT;
		char buf[TUNABLE_VALUE_MAX];

		if (i >= 0 && todo.given[i]) {
			write_changed(out, &l, tunable_format(i, todo.value[i], buf));
			todo.given[i] = false;
		} else {
			copy(out, l.all);
		}
		if (first)
			crlf = l.all.len >= 2 && l.all.start[l.all.len - 2] == '\r';
		last = l.all;
		first = false;
		rest = after(rest, l);
	}
	eol = crlf ? "\r\n" : "\n";
	write_missing(out, &todo, end_lacking(last, eol), eol);
	if (!fclose(out))
		return new_text;
	free(new_text);
	return NULL;
}
