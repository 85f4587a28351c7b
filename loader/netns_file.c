// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns_file.c - what a file in /proc says of a network namespace.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "netns.h"

char *netns_read_file(const struct netns *ns, const char *path)
{
	size_t used = 0, size = 16384;
	char *text = malloc(size);
	ssize_t n = 0;
	int fd = netns_open_file(ns, path, O_RDONLY);

	while (text && fd >= 0) {
		n = read(fd, text + used, size - used - 1);
		if (n <= 0)
			break;
		used += n;
		if (size - used == 1) {
			char *more = realloc(text, size *= 2);

			if (!more)
				break;
			text = more;
		}
	}
	if (fd < 0 || n < 0) {
		errno = fd < 0 ? -fd : errno;
		free(text);
		text = NULL;
	}
	if (fd >= 0)
		close(fd);
	if (text)
		text[used] = '\0';
	return text;
}
