/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * address.h - ADDR:PORT as text: pure.
 */
#ifndef SL_ADDRESS_H
#define SL_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

#define ADDRESS_DEFAULT "127.0.0.1:9818"

struct address {
	struct sockaddr_storage sa;
	socklen_t len;
	unsigned int port;
	bool loopback; /* nobody else reaches it */
};

int address_parse(const char *text, struct address *address, char *error,
		  size_t error_size);

#endif /* SL_ADDRESS_H */
