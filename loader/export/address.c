// SPDX-License-Identifier: GPL-2.0-only
/*
 * address.c - "127.0.0.1:9818", "[::1]:9818", "[fe80::1%eth0]:9818"; numbers only, so that
 * no name server decides what is listened on.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"

#define FORM "ADDR:PORT, such as " ADDRESS_DEFAULT " or [::1]:9818"
#define ADDR_MAX_LEN 64

static int parse_port(const char *text, unsigned int *port)
{
	char *end;

	if (!isdigit((unsigned char)text[0])) /* strtoul() takes signs and blanks */
		return -EINVAL;
	errno = 0;
	*port = strtoul(text, &end, 10);
	return *end || errno || strlen(text) > 5 || !*port || *port > 65535 ? -EINVAL : 0;
}

/* The part before the last ':', without the brackets of an IPv6 address. */
static int cut_host(const char *text, const char *colon, char host[ADDR_MAX_LEN],
		    int *family)
{
	size_t len = colon - text;

	*family = AF_INET;
	if (len >= 2 && text[0] == '[' && colon[-1] == ']') {
		*family = AF_INET6;
		text++;
		len -= 2;
	}
	if (!len || len >= ADDR_MAX_LEN)
		return -EINVAL;
	memcpy(host, text, len);
	host[len] = '\0';
	return 0;
}

/* inet_aton() would take "1" and "0x7f.1", and getaddrinfo() with it: not here. */
static int parse_host(const char *host, int family, const char *port,
		      struct address *address)
{
	const struct addrinfo hints = { .ai_family = family,
					.ai_socktype = SOCK_STREAM,
					.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV };
	struct addrinfo *found;
	struct in_addr ip;

	if (family == AF_INET && inet_pton(AF_INET, host, &ip) != 1)
		return -EINVAL;
	if (getaddrinfo(host, port, &hints, &found))
		return -EINVAL;
	memcpy(&address->sa, found->ai_addr, found->ai_addrlen);
	address->len = found->ai_addrlen;
	freeaddrinfo(found);
	return 0;
}

static bool is_loopback(const struct address *address)
{
	const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)&address->sa;
	const struct sockaddr_in *in = (const struct sockaddr_in *)&address->sa;

	if (address->sa.ss_family == AF_INET6)
		return IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
	return ntohl(in->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

/**
 * address_parse - where to listen
 * @text: ADDR:PORT or [ADDR]:PORT
 * @address: set to it, on success
 * @error: set to what is wrong, with the right form, or to ""
 * @error_size: size of @error
 *
 * Return: 0 or -EINVAL.
 */
int address_parse(const char *text, struct address *address, char *error,
		  size_t error_size)
{
	const char *colon = strrchr(text, ':');
	char host[ADDR_MAX_LEN];
	int family;

	error[0] = '\0';
	*address = (struct address){};
	if (!colon || (text[0] == '[' && colon[-1] != ']'))
		snprintf(error, error_size, "'%.64s' has no port; give " FORM, text);
	else if (parse_port(colon + 1, &address->port))
		snprintf(error, error_size, "'%.64s' is no port, 1 to 65535; give " FORM,
			 colon + 1);
	else if (cut_host(text, colon, host, &family) ||
		 parse_host(host, family, colon + 1, address))
		snprintf(error, error_size, "'%.*s' is no address in numbers; give " FORM,
			 colon - text > 64 ? 64 : (int)(colon - text), text);
	if (error[0])
		return -EINVAL;
	address->loopback = is_loopback(address);
	return 0;
}
