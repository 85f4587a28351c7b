// SPDX-License-Identifier: GPL-2.0-only
/*
 * promtext.c - pieces of Prometheus' text format: names go in as they are, texts escaped.
 */
#include "promtext.h"

/* Bytes of the UTF-8 character at @s (RFC 3629: none overlong, no surrogate); 0: none. */
static int utf8_len(const unsigned char *s)
{
	static const struct {
		unsigned char mask, lead;
		unsigned int least;
	} forms[] = { { 0x80, 0x00, 0 },
		      { 0xe0, 0xc0, 0x80 },
		      { 0xf0, 0xe0, 0x800 },
		      { 0xf8, 0xf0, 0x10000 } };

	for (int n = 0; n < 4; n++) {
		unsigned int c = s[0] & (unsigned char)~forms[n].mask;

		if ((s[0] & forms[n].mask) != forms[n].lead)
			continue;
		for (int i = 1; i <= n; i++) {
			if ((s[i] & 0xc0) != 0x80)
				return 0;
			c = c << 6 | (s[i] & 0x3f);
		}
		if (c < forms[n].least || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
			return 0;
		return n + 1;
	}
	return 0;
}

/* Any bytes: what is not UTF-8 would fail the whole scrape, so it is shown as \xNN. */
void prom_label_value(FILE *out, const char *value)
{
	const unsigned char *s = (const unsigned char *)value;

	while (*s) {
		int n = utf8_len(s);

		if (!n)
			fprintf(out, "\\\\x%02x", *s);
		else if (*s == '\n')
			fputs("\\n", out);
		else if (*s == '"' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else
			fwrite(s, 1, n, out);
		s += n ? n : 1;
	}
}

void prom_help(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\n')
			fputs("\\n", out);
		else if (*text == '\\')
			fputs("\\\\", out);
		else
			fputc(*text, out);
	}
}

void prom_type(FILE *out, const char *name, const char *type)
{
	fprintf(out, "# TYPE %s %s\n", name, type);
}

void prom_head(FILE *out, const char *name, const char *type, const char *help)
{
	fprintf(out, "# HELP %s ", name);
	prom_help(out, help);
	fputc('\n', out);
	prom_type(out, name, type);
}
