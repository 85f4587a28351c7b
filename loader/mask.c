// SPDX-License-Identifier: GPL-2.0-only
/*
 * mask.c - addresses and host names out of a text, the same one by the same word.
 *
 *	10.0.1.1	ip4-1		four numbers of 0 to 255
 *	fd00::1		ip6-1		whatever inet_pton() takes, in any spelling
 *	::ffff:10.0.1.1	::ffff:ip4-1	as the IPv4 address that it is
 *	02:00:00:00:01:01  mac-1	6, 8 or 20 pairs of hexadecimal digits
 *	bonn-7		host-1		a name that was given before
 *
 * None of it may touch a letter, a digit, '_' or (before) '.' and ':', so that a port, a
 * prefix length, a scope or brackets around it do not matter.  Versions such as 7.3.4,
 * times such as 12:34:56 and C++ names have other forms.  A version of four numbers is
 * masked: better that than an address too many.  Loopback, unspecified and broadcast
 * addresses say nothing about anybody and stay.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mask.h"

enum mask_kind {
	KIND_IP4,
	KIND_IP6,
	KIND_MAC,
	KIND_HOST,
};

static const char *const kind_names[] = { "ip4", "ip6", "mac", "host" };

#define KEY_MAX 64 /* of HOST_NAME_MAX too, in Linux */

struct mask_entry {
	enum mask_kind kind;
	unsigned int number; /* within its kind, from 1 */
	size_t len;
	unsigned char key[KEY_MAX]; /* an address is in binary */
};

/* The number of what @key is, a new one if it was not seen before; 0: no memory. */
static unsigned int number_of(struct mask *m, enum mask_kind kind, const void *key,
			      size_t len)
{
	struct mask_entry *v;
	unsigned int last = 0;

	for (size_t i = 0; i < m->n; i++) {
		if (m->v[i].kind != kind)
			continue;
		if (m->v[i].len == len && !memcmp(m->v[i].key, key, len))
			return m->v[i].number;
		last = m->v[i].number;
	}
	v = reallocarray(m->v, m->n + 1, sizeof(*v));
	if (!v)
		return 0;
	m->v = v;
	v[m->n] = (struct mask_entry){ .kind = kind, .number = last + 1, .len = len };
	memcpy(v[m->n++].key, key, len);
	return last + 1;
}

/**
 * mask_name - a name that mask_text() is to mask from now on, as a whole word
 * @m: the state
 * @name: a host's name; "localhost" and one too long to be one are not masked
 *
 * Return: 0 or -ENOMEM.
 */
int mask_name(struct mask *m, const char *name)
{
	size_t len = strlen(name);

	if (!len || len > KEY_MAX || !strcmp(name, "localhost"))
		return 0;
	return number_of(m, KIND_HOST, name, len) ? 0 : -ENOMEM;
}

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool print(FILE *out, struct mask *m, enum mask_kind kind, const void *key,
		  size_t len)
{
	unsigned int n = number_of(m, kind, key, len);

	fprintf(out, "%s-%u", kind_names[kind], n);
	return n;
}

/* The length of what inet_pton() takes at @p, at most @run; 0: nothing. */
static size_t match_ip6(const char *p, size_t run, struct in6_addr *addr)
{
	char text[INET6_ADDRSTRLEN];

	/* A ':' before a port, or the '.' of a sentence, may be behind it. */
	for (size_t len = run; len >= 2 && len + 2 >= run; len--) {
		if (len >= sizeof(text))
			continue;
		memcpy(text, p, len);
		text[len] = '\0';
		if (inet_pton(AF_INET6, text, addr) == 1)
			return is_word(p[len]) ? 0 : len;
	}
	return 0;
}

static size_t match_ip4(const char *p, unsigned char addr[4])
{
	const char *start = p;

	for (int i = 0; i < 4; i++) {
		unsigned int n = 0, digits = 0;

		if (i && *p++ != '.')
			return 0;
		for (; isdigit((unsigned char)*p) && digits < 4; p++, digits++)
			n = n * 10 + *p - '0';
		if (!digits || digits > 3 || n > 255)
			return 0;
		addr[i] = n;
	}
	/* Five numbers are no address; a '.' at the end of a sentence is none of it. */
	if (is_word(*p) || (*p == '.' && isdigit((unsigned char)p[1])))
		return 0;
	return p - start;
}

/* Pairs of hexadecimal digits; Ethernet has 6, IEEE 1394 8, InfiniBand 20. */
static size_t match_mac(const char *p, unsigned char *key, size_t *key_len)
{
	size_t n = 0;

	while (n < 20 && isxdigit((unsigned char)p[0]) && isxdigit((unsigned char)p[1])) {
		char pair[3] = { p[0], p[1], '\0' };

		key[n++] = strtoul(pair, NULL, 16);
		p += 2;
		if (*p != ':' || !isxdigit((unsigned char)p[1]))
			break;
		p++;
	}
	*key_len = n;
	if ((n != 6 && n != 8 && n != 20) || is_word(*p) || (n == 20 && *p == ':'))
		return 0;
	return n * 3 - 1;
}

static bool ip4_is_nobody(const unsigned char addr[4])
{
	static const unsigned char any[4], broadcast[4] = { 255, 255, 255, 255 };

	return addr[0] == 127 || !memcmp(addr, any, 4) || !memcmp(addr, broadcast, 4);
}

static bool all_bytes_are(const unsigned char *key, size_t len, unsigned char byte)
{
	for (size_t i = 0; i < len; i++) {
		if (key[i] != byte)
			return false;
	}
	return true;
}

static size_t copy(FILE *out, const char *p, size_t len)
{
	fwrite(p, 1, len, out);
	return len;
}

/* The next three: what they took at @p, printed; 0: it is none. */
static size_t take_mac(struct mask *m, FILE *out, const char *p)
{
	unsigned char key[20];
	size_t key_len, len = match_mac(p, key, &key_len);

	if (!len)
		return 0;
	if (all_bytes_are(key, key_len, 0) || all_bytes_are(key, key_len, 0xff))
		return copy(out, p, len);
	return print(out, m, KIND_MAC, key, key_len) ? len : 0;
}

static size_t take_ip6(struct mask *m, FILE *out, const char *p)
{
	size_t run = strspn(p, "0123456789abcdefABCDEF:."), len;
	struct in6_addr addr;

	len = match_ip6(p, run, &addr);
	if (!len)
		return 0;
	if (IN6_IS_ADDR_UNSPECIFIED(&addr) || IN6_IS_ADDR_LOOPBACK(&addr))
		return copy(out, p, len);
	if (!IN6_IS_ADDR_V4MAPPED(&addr))
		return print(out, m, KIND_IP6, &addr, sizeof(addr)) ? len : 0;
	if (ip4_is_nobody(addr.s6_addr + 12))
		return copy(out, p, len);
	fputs("::ffff:", out);
	return print(out, m, KIND_IP4, addr.s6_addr + 12, 4) ? len : 0;
}

static size_t take_ip4(struct mask *m, FILE *out, const char *p)
{
	unsigned char addr[4];
	size_t len = match_ip4(p, addr);

	if (!len)
		return 0;
	if (ip4_is_nobody(addr))
		return copy(out, p, len);
	return print(out, m, KIND_IP4, addr, sizeof(addr)) ? len : 0;
}

static size_t take_name(struct mask *m, FILE *out, const char *p)
{
	for (size_t i = 0; i < m->n; i++) {
		const struct mask_entry *e = &m->v[i];

		if (e->kind != KIND_HOST || strncmp(p, (const char *)e->key, e->len) ||
		    is_word(p[e->len]) || p[e->len] == '-')
			continue;
		return print(out, m, KIND_HOST, e->key, e->len) ? e->len : 0;
	}
	return 0;
}

/* What begins at @p, masked or not; @before: the character in front of it, or 0. */
static size_t take(struct mask *m, FILE *out, const char *p, char before)
{
	size_t len = 0;

	if (!is_word(before) && before != '.' && before != ':')
		len = take_mac(m, out, p);
	if (!len && !is_word(before) && before != '.' && before != ':')
		len = take_ip6(m, out, p);
	if (!len && !is_word(before) && before != '.')
		len = take_ip4(m, out, p);
	if (!len && !is_word(before) && before != '-')
		len = take_name(m, out, p);
	if (len)
		return len;
	while (is_word(p[len]))
		len++;
	return copy(out, p, len ? len : 1);
}

/**
 * mask_text - a copy of a text without addresses, and without the names given before
 * @m: the state: what was masked in an earlier text has the same mask in this one
 * @text: the text
 *
 * Return: to be freed; NULL: no memory.
 */
char *mask_text(struct mask *m, const char *text)
{
	char *result = NULL, before = '\0';
	size_t size;
	FILE *out = open_memstream(&result, &size);

	if (!out)
		return NULL;
	while (*text) {
		text += take(m, out, text, before);
		before = text[-1];
	}
	if (fclose(out)) {
		free(result);
		return NULL;
	}
	return result;
}

void mask_free(struct mask *m)
{
	free(m->v);
	*m = (struct mask){};
}
