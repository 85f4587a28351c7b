// SPDX-License-Identifier: GPL-2.0-only
/*
 * textfile.c - the metrics as a file for node_exporter, whole at any time.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export.h"

int write_all(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		text += n;
		size -= n;
	}
	return 0;
}

/* Readable by node_exporter, which is not root, and on the disk before it has the name. */
static int write_new(int fd, const char *text, size_t size)
{
	int err = write_all(fd, text, size);

	if (!err && (fchmod(fd, 0644) || fsync(fd)))
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	return err;
}

/* After a crash the name may be the old file's again, but it is one of the two. */
static void sync_directory(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

/* rename() would put a file in place of a device or a FIFO. */
static int check_target(struct cli *cli, const char *file)
{
	struct stat st;

	if (!file[0] || file[strlen(file) - 1] == '/')
		return cli_fail(cli, SL_EXIT_USAGE,
				"--textfile '%s' is not the name of a file", file);
	if (!lstat(file, &st) && !S_ISREG(st.st_mode))
		return cli_fail(cli, SL_EXIT_USAGE,
				"--textfile %s: there is something that is no file and "
				"stays; give another name",
				file);
	return 0;
}

/**
 * textfile_write - replace a file by another, never by a part of one
 * @cli: gets the error
 * @file: its name; the temporary one, in the same folder, starts with a dot
 * @text: the content
 * @size: its length
 *
 * Return: 0 or an exit code; then @file is what it was.
 */
int textfile_write(struct cli *cli, const char *file, const char *text, size_t size)
{
	char *dir_copy = strdup(file), *base_copy = strdup(file), *temp = NULL;
	int code = check_target(cli, file), fd, err;
	const char *dir;

	if (code)
		goto cleanup;
	if (!dir_copy || !base_copy ||
	    asprintf(&temp, "%s/.%s.XXXXXX", dir = dirname(dir_copy),
		     basename(base_copy)) < 0) {
		temp = NULL;
		code = cli_fail_errno(cli, ENOMEM, NULL, "%s", file);
		goto cleanup;
	}
	fd = mkostemp(temp, O_CLOEXEC);
	if (fd < 0) {
		code = cli_fail_errno(cli, errno, "the folder must be there and writable",
				      "%s: cannot make a file in %s", file, dir);
		goto cleanup;
	}
	err = write_new(fd, text, size);
	if (!err && rename(temp, file))
		err = -errno;
	if (err) {
		unlink(temp);
		code = cli_fail_errno(cli, err, "the file is as it was", "%s", file);
		goto cleanup;
	}
	sync_directory(dir);
cleanup:
	free(temp);
	free(base_copy);
	free(dir_copy);
	return code;
}
