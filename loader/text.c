// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - addresses and names from the kernel as text, the way ss(8) has them.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "limit.h"

const char *text_escape(const char *raw, size_t len, char *buf, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < len && raw[i] && used + 5 <= size; i++) {
		unsigned char c = raw[i];

		if (c > ' ' && c < 0x7f && c != '\\')
			buf[used++] = c;
		else
			used += snprintf(buf + used, size - used, "\\x%02x", c);
	}
	buf[used] = '\0';
	return buf;
}

char *text_printable(const char *text)
{
	char *printable = malloc(4 * strlen(text) + 1), *p = printable;

	for (; p && *text; text++) {
		unsigned char c = *text;

		if ((c >= ' ' && c < 0x7f) || c == '\n' || c == '\t')
			*p++ = c;
		else
			p += sprintf(p, "\\x%02x", c);
	}
	if (p)
		*p = '\0';
	return printable;
}

/* Does every shell take it as it is? */
static bool is_plain(const char *raw, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (!isalnum((unsigned char)raw[i]) && !strchr("._:@+-", raw[i]))
			return false;
	}
	return len && raw[0] != '-';
}

const char *text_shell(const char *raw, size_t len, char *buf, size_t size)
{
	size_t used = 2;

	len = strnlen(raw, len);
	if (is_plain(raw, len)) {
		snprintf(buf, size, "%.*s", (int)len, raw);
		return buf;
	}
	snprintf(buf, size, "$'");
	for (size_t i = 0; i < len && used + 6 <= size; i++) {
		unsigned char c = raw[i];

		if (c < ' ' || c >= 0x7f || c == '\\' || c == '\'')
			used += snprintf(buf + used, size - used, "\\x%02x", c);
		else
			buf[used++] = c;
	}
	snprintf(buf + used, size - used, "'");
	return buf;
}

const char *text_addr(const __u8 *addr, unsigned int family, char *buf, size_t size)
{
	char ip[INET6_ADDRSTRLEN] = "?";

	inet_ntop(family, addr, ip, sizeof(ip));
	snprintf(buf, size, family == AF_INET6 ? "[%s]" : "%s", ip);
	return buf;
}

static const char *text_end(const __u8 *addr, const struct sl_ends *e, unsigned int port,
			    const char *dev, char *buf, size_t size)
{
	size_t len;

	text_addr(addr, e->family, buf, size);
	len = strlen(buf);
	snprintf(buf + len, size - len, "%s%s:%u", dev[0] ? "%" : "", dev, port);
	return buf;
}

const char *text_local(const struct sl_ends *e, char *buf, size_t size)
{
	char dev[4 * SL_DEV_NAME_MAX + 1] = "";

	/* Of a device whose name is not at hand ss(8) says this, too. */
	if (e->bound_ifindex && e->bound_ifindex == e->ifindex && e->dev[0])
		text_escape(e->dev, sizeof(e->dev), dev, sizeof(dev));
	else if (e->bound_ifindex)
		snprintf(dev, sizeof(dev), "if%u", e->bound_ifindex);
	return text_end(e->saddr, e, e->sport, dev, buf, size);
}

const char *text_peer(const struct sl_ends *e, char *buf, size_t size)
{
	return text_end(e->daddr, e, e->dport, "", buf, size);
}

const char *text_state(unsigned int state)
{
	/* 7.3: include/net/tcp_states.h, with the names of iproute2's ss. */
	static const char *const names[] = {
		"UNKNOWN",    "ESTAB",	   "SYN-SENT", "SYN-RECV",   "FIN-WAIT-1",
		"FIN-WAIT-2", "TIME-WAIT", "UNCONN",   "CLOSE-WAIT", "LAST-ACK",
		"LISTEN",     "CLOSING",   "SYN-RECV",
	};

	return names[state < sizeof(names) / sizeof(names[0]) ? state : 0];
}

const char *text_limit(unsigned int limit)
{
	static const char *const names[SL_LIMIT_MAX] = {
#define SL_LIMIT_NAME(id, name, help) #name,
		SL_LIMITS(SL_LIMIT_NAME)
	};

	return limit < SL_LIMIT_MAX ? names[limit] : "?";
}

const char *text_size(__u64 bytes, char buf[TEXT_NUMBER_MAX])
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB", "PB", "EB" };
	double n = bytes;
	int unit = 0;

	/* 999.95 would be shown as 1000.0 */
	while (n >= (unit ? 999.95 : 1000) && unit < 6) {
		n /= 1000;
		unit++;
	}
	snprintf(buf, TEXT_NUMBER_MAX, "%.*f %s", unit ? 1 : 0, n, units[unit]);
	return buf;
}

const char *text_mbps(__u64 Bps, bool known, char buf[TEXT_NUMBER_MAX])
{
	snprintf(buf, TEXT_NUMBER_MAX, known ? "%.2f" : "-", Bps * 8 / 1e6);
	return buf;
}

const char *text_ms(__u32 us, bool known, char buf[TEXT_NUMBER_MAX])
{
	snprintf(buf, TEXT_NUMBER_MAX, known ? "%.1f" : "-", us / 1e3);
	return buf;
}
