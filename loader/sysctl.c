// SPDX-License-Identifier: GPL-2.0-only
/*
 * sysctl.c - sysctls of a network namespace.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "netns.h"

static int sysctl_open(const struct netns *ns, const char *name, int flags)
{
	char path[128];

	snprintf(path, sizeof(path), "/proc/sys/%s", name);
	return netns_open_file(ns, path, flags);
}

int sysctl_read(const struct netns *ns, const char *name, char value[SYSCTL_VALUE_MAX])
{
	int fd = sysctl_open(ns, name, O_RDONLY);
	ssize_t n;
	int err;

	if (fd < 0)
		return fd;
	n = read(fd, value, SYSCTL_VALUE_MAX - 1);
	err = n < 0 ? -errno : 0;
	close(fd);
	value[n < 0 ? 0 : n] = '\0';
	value[strcspn(value, "\n")] = '\0';
	return err;
}

/* Written, and read back: a name that the kernel cut or refused is an error. */
int sysctl_write(const struct netns *ns, const char *name, const char *value)
{
	int fd = sysctl_open(ns, name, O_WRONLY);
	char now[SYSCTL_VALUE_MAX];
	int err;

	if (fd < 0)
		return fd;
	err = write(fd, value, strlen(value)) < 0 ? -errno : 0;
	close(fd);
	if (err)
		return err;
	err = sysctl_read(ns, name, now);
	if (err)
		return err;
	return strcmp(now, value) ? -EIO : 0;
}
