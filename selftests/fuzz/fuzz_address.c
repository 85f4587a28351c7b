// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_address.c - ADDR:PORT of the exporter.
 */
#include "fuzz.h"
#include "address.c"

void fuzz_text(char *text)
{
	struct address address;
	char error[256];

	if (address_parse(text, &address, error, sizeof(error))) {
		promise(error[0]);
		return;
	}
	promise(address.port >= 1 && address.port <= 65535);
	promise(address.sa.ss_family == (text[0] == '[' ? AF_INET6 : AF_INET));
	promise(address.len > 0 && address.len <= sizeof(address.sa));
}
