// SPDX-License-Identifier: GPL-2.0-only
/*
 * filter_addr.c - addresses and ports in a filter.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filter_addr.h"

/* "::ffff:" as bytes: an IPv4 address as IPv6 has it. */
static const __u8 mapped[12] = { [10] = 0xff, [11] = 0xff };
#define MAPPED_BITS (8 * sizeof(mapped))

static int number(const char *word, unsigned long max, unsigned int *value)
{
	char *end;
	unsigned long n;

	if (word[0] < '0' || word[0] > '9' || strlen(word) > 5)
		return -EINVAL;
	n = strtoul(word, &end, 10);
	if (*end || n > max)
		return -EINVAL;
	*value = n;
	return 0;
}

int filter_port_parse(const char *word, unsigned int *port)
{
	return number(word, 65535, port) || !*port ? -EINVAL : 0;
}

/* The byte that "\xHH" stands for; 0: there is none. */
static char escaped(const char *s)
{
	char hex[3] = "";

	if (strncmp(s, "\\x", 2) || !isxdigit((unsigned char)s[2]) ||
	    !isxdigit((unsigned char)s[3]))
		return 0;
	memcpy(hex, s + 2, 2);
	return strtoul(hex, NULL, 16);
}

int filter_dev_parse(const char *word, char dev[SL_DEV_NAME_MAX])
{
	size_t n = 0;

	memset(dev, 0, SL_DEV_NAME_MAX);
	while (*word && n < SL_DEV_NAME_MAX - 1) {
		char c = escaped(word);

		dev[n++] = c ? c : *word;
		word += c ? 4 : 1;
	}
	return n && !*word ? 0 : -EINVAL;
}

__attribute__((format(printf, 3, 4))) static int wrong(char *why, size_t size,
						       const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, size, fmt, args);
	va_end(args);
	return -EINVAL;
}

/* The parts of the word, cut out of a copy of it; NULL: it has no such part. */
struct parts {
	char text[128];
	char *addr, *prefix, *port;
};

/*
 * A colon is a port's if the address is in brackets, or if there is no other.  The
 * prefix may stand in the brackets or behind them.
 */
static int split(struct parts *t, const char *word, char *why, size_t size)
{
	char *close, *rest, *slash;

	if (strlen(word) >= sizeof(t->text))
		return wrong(why, size, "is too long");
	strcpy(t->text, word);
	t->addr = t->text;
	t->prefix = t->port = NULL;
	rest = t->text;
	if (t->text[0] == '[') {
		close = strchr(t->text, ']');
		if (!close)
			return wrong(why, size, "has no ']' after '['");
		*close = '\0';
		t->addr = t->text + 1;
		rest = close + 1;
		if (*rest && *rest != ':' && *rest != '/' && *rest != '%')
			return wrong(why, size, "has '%s' behind ']'", rest);
		if (*rest == '%') { /* as ss(8) prints it; inet_pton() has it inside */
			memmove(close, rest, strlen(rest) + 1);
			rest = close + strcspn(close, ":/");
		}
	}
	if (rest != t->text || strchr(rest, ':') == strrchr(rest, ':')) {
		t->port = strchr(rest, ':');
		if (t->port)
			*t->port++ = '\0';
	}
	slash = strchr(t->addr, '/');
	if (!slash && *rest == '/')
		slash = rest;
	if (slash) {
		*slash = '\0';
		t->prefix = slash + 1;
	}
	return 0;
}

static int parse_scope(struct parts *t, struct filter_step *s, char *why, size_t size)
{
	char *scope = strchr(t->addr, '%');

	if (!scope)
		return 0;
	*scope++ = '\0';
	if (filter_dev_parse(scope, s->dev))
		return wrong(why, size, "has no name of a device behind '%%'");
	return 0;
}

int filter_addr_parse(const char *word, struct filter_step *s, char *why, size_t size)
{
	struct parts t;

	if (split(&t, word, why, size) || parse_scope(&t, s, why, size))
		return -EINVAL;
	if (t.port && strcmp(t.port, "*") && filter_port_parse(t.port, &s->port))
		return wrong(why, size, "has '%s' for a port, which is 1 to 65535",
			     t.port);
	if (!t.addr[0] || !strcmp(t.addr, "*")) {
		if (t.prefix || (!t.port && !t.addr[0]))
			return wrong(why, size, "has no address");
		return 0;
	}
	if (inet_pton(AF_INET, t.addr, s->addr) == 1)
		s->family = AF_INET;
	else if (inet_pton(AF_INET6, t.addr, s->addr) == 1)
		s->family = AF_INET6;
	else
		return wrong(why, size, "has no IPv4 or IPv6 address");
	s->prefix = s->family == AF_INET ? 32 : 128;
	if (t.prefix && number(t.prefix, s->prefix, &s->prefix))
		return wrong(why, size, "has '%s' for a prefix, which is 0 to 32 or 128",
			     t.prefix);
	return 0;
}

static bool same_bits(const __u8 *a, const __u8 *b, unsigned int bits)
{
	unsigned int whole = bits / 8, rest = bits % 8;

	return !memcmp(a, b, whole) && (!rest || !((a[whole] ^ b[whole]) >> (8 - rest)));
}

bool filter_addr_match(const struct filter_step *s, const struct sl_ends *e,
		       const __u8 *addr, unsigned int port)
{
	if (s->port && s->port != port)
		return false;
	if (s->dev[0] && strncmp(s->dev, e->dev, sizeof(e->dev)))
		return false;
	if (!s->family)
		return true;
	if (s->family == e->family)
		return same_bits(s->addr, addr, s->prefix);
	if (s->family == AF_INET)
		return !memcmp(addr, mapped, sizeof(mapped)) &&
		       same_bits(s->addr, addr + sizeof(mapped), s->prefix);
	return s->prefix >= MAPPED_BITS && !memcmp(s->addr, mapped, sizeof(mapped)) &&
	       same_bits(s->addr + sizeof(mapped), addr, s->prefix - MAPPED_BITS);
}
