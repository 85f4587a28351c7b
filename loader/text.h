/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * text.h - addresses and names from the kernel as text; pure.
 */
#ifndef SL_TEXT_H
#define SL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

#include "conns_abi.h"

/* A name of up to 63 bytes, each of which may need four characters. */
#define TEXT_NAME_MAX (63 * 4 + 1)
/* "[ADDRESS]%DEVICE:PORT". */
#define TEXT_END_MAX (2 + 46 + 1 + 4 * SL_DEV_NAME_MAX + 1 + 5 + 1)

/**
 * text_escape - a name that may hold any bytes, for terminals and JSON
 * @raw: at most @len bytes, or up to a NUL
 * @buf: gets printable ASCII as it is, and \xHH for all else, the backslash included
 *
 * Return: @buf.
 */
const char *text_escape(const char *raw, size_t len, char *buf, size_t size);

/**
 * text_printable - a text that may hold any bytes, for terminals and JSON
 * @text: lines
 *
 * Return: the same with \xHH for all that is neither printable ASCII nor a tab or the end
 * of a line, to be freed; NULL without memory.
 */
char *text_printable(const char *text);

/* A name of up to 63 bytes as text_shell() has it. */
#define TEXT_SHELL_MAX (63 * 4 + 4)

/**
 * text_shell - a name that may hold any bytes, as one word for bash
 * @raw: at most @len bytes, or up to a NUL
 * @buf: gets it as it is if no shell minds, else as $'...'; printable ASCII only
 *
 * Return: @buf.
 */
const char *text_shell(const char *raw, size_t len, char *buf, size_t size);

/* An address as ss(8) prints it: IPv6 in brackets.  @buf: at least TEXT_END_MAX. */
const char *text_addr(const __u8 *addr, unsigned int family, char *buf, size_t size);

/* An end as ss(8) prints it; the local one with %DEVICE if the socket is bound to one. */
const char *text_local(const struct sl_ends *e, char *buf, size_t size);
const char *text_peer(const struct sl_ends *e, char *buf, size_t size);

/* A TCP state as ss(8) prints it. */
const char *text_state(unsigned int state);

/* A class of limit.h. */
const char *text_limit(unsigned int limit);

/* "12.3 MB"; "9.51", in Mbit/s; "21.3", in ms; the last two "-" if there is none yet. */
#define TEXT_NUMBER_MAX 24
const char *text_size(__u64 bytes, char buf[TEXT_NUMBER_MAX]);
const char *text_mbps(__u64 Bps, bool known, char buf[TEXT_NUMBER_MAX]);
const char *text_ms(__u32 us, bool known, char buf[TEXT_NUMBER_MAX]);

#endif /* SL_TEXT_H */
