// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns_spec.c - names, ids and paths of network namespaces, without side effects.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netns_spec.h"

/* ip-netns(8) makes a file of this name, and struct sl_netns keeps it in 64 bytes. */
#define NETNS_NAME_LEN_MAX 63

static int parse_pid(const char *text, int *pid)
{
	unsigned long n;
	char *end;

	if (!isdigit((unsigned char)text[0])) /* strtoul() takes signs and blanks */
		return -EINVAL;
	errno = 0;
	n = strtoul(text, &end, 10);
	if (*end || errno || !n || n > INT_MAX)
		return -EINVAL;
	*pid = n;
	return 0;
}

/**
 * netns_spec_parse - which network namespace is meant
 * @text: a name, "pid:PID", an absolute path, or "all"
 * @spec: set on success; keeps a pointer to @text
 * @error: set to what is wrong, with the right form, or to ""
 * @error_size: size of @error
 *
 * A namespace whose name is "all", or starts with "pid:", is given by its path.
 *
 * Return: 0 or -EINVAL.
 */
int netns_spec_parse(const char *text, struct netns_spec *spec, char *error,
		     size_t error_size)
{
	size_t len = strlen(text);

	*spec = (struct netns_spec){ .kind = NETNS_NAME, .text = text };
	error[0] = '\0';
	if (!len) {
		snprintf(error, error_size,
			 "a namespace's name cannot be empty: " NETNS_FORMS);
	} else if (!strcmp(text, "all")) {
		spec->kind = NETNS_ALL;
	} else if (!strncmp(text, "pid:", 4)) {
		spec->kind = NETNS_PID;
		if (parse_pid(text + 4, &spec->pid))
			snprintf(error, error_size,
				 "'%.64s' is no process: give its id as in pid:1234",
				 text);
	} else if (text[0] == '/') {
		spec->kind = NETNS_PATH;
		if (len >= PATH_MAX)
			snprintf(error, error_size,
				 "'%.16s...' is too long for a path: at most %d bytes",
				 text, PATH_MAX - 1);
	} else if (strchr(text, '/')) {
		snprintf(error, error_size,
			 "'%.64s' is no name of a namespace; a path starts with '/'",
			 text);
	} else if (!strcmp(text, ".") || !strcmp(text, "..")) {
		snprintf(error, error_size, "'%s' is no name of a namespace", text);
	} else if (len > NETNS_NAME_LEN_MAX) {
		snprintf(
			error, error_size,
			"'%.16s...' is too long for a namespace's name: at most %d bytes",
			text, NETNS_NAME_LEN_MAX);
	}
	return error[0] ? -EINVAL : 0;
}

static const char *skip_fields(const char *p, int n)
{
	while (n--) {
		p += strcspn(p, " \n");
		p += strspn(p, " ");
	}
	return p;
}

/* "\040" for a blank, as the kernel writes it; -1 if it does not fit or is cut off. */
static int unescape(const char *from, size_t len, char *to, size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned int c = (unsigned char)from[i];

		if (c == '\\') {
			char digits[4] = "";
			char *end;

			if (len - i < 4)
				return -1;
			memcpy(digits, from + i + 1, 3);
			c = strtoul(digits, &end, 8);
			if (end != digits + 3 || !c || c > 0xff)
				return -1;
			i += 3;
		}
		if (used + 1 >= size)
			return -1;
		to[used++] = c;
	}
	to[used] = '\0';
	return 0;
}

/**
 * mountinfo_netns_path - where a network namespace is bind-mounted
 * @line: one line of /proc/self/mountinfo (proc(5)): root is the 4th field,
 *	"net:[4026532281]" for a network namespace, the mount point the 5th
 * @path: set to the mount point, on success
 * @size: size of @path
 *
 * Return: whether the line is about one, with a path that fits.
 */
bool mountinfo_netns_path(const char *line, char *path, size_t size)
{
	const char *root = skip_fields(line, 3), *point = skip_fields(root, 1);

	if (strncmp(root, "net:[", 5))
		return false;
	return point[0] == '/' && !unescape(point, strcspn(point, " \n"), path, size);
}
