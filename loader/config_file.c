// SPDX-License-Identifier: GPL-2.0-only
/*
 * config_file.c - slowlane.conf(5) on disk: read, and replaced in one step.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "config.h"

/* Read all of @fd into @text, which has room for one byte more than a file may have. */
static int read_all(int fd, char *text, size_t *size)
{
	*size = 0;
	while (*size <= CONFIG_SIZE_MAX) {
		ssize_t n = read(fd, text + *size, CONFIG_SIZE_MAX + 1 - *size);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (!n)
			return 0;
		if (n > 0)
			*size += n;
	}
	return -EFBIG;
}

/*
 * The file's text in @text, to be freed, and what it is in @st.  A file that is not
 * there is an empty one if @may_lack, with st_nlink 0.
 */
static int read_text(struct cli *cli, const char *path, bool may_lack, char **text,
		     size_t *size, struct stat *st)
{
	/* A FIFO must not make us wait. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), err;

	*st = (struct stat){};
	*size = 0;
	*text = malloc(CONFIG_SIZE_MAX + 1);
	if (!*text)
		err = -ENOMEM;
	else if (fd < 0)
		err = errno == ENOENT && may_lack ? 0 : -errno;
	else
		err = fstat(fd, st) ? -errno : 0;
	if (!err && fd >= 0)
		err = S_ISREG(st->st_mode) ? read_all(fd, *text, size) : -EBADF;
	if (fd >= 0)
		close(fd);
	if (err == -EBADF)
		return cli_fail(cli, SL_EXIT_CONFIG, "%s is no regular file", path);
	if (err == -EFBIG)
		return cli_fail(cli, SL_EXIT_CONFIG, "%s is larger than %d bytes", path,
				CONFIG_SIZE_MAX);
	return err ? cli_fail_errno(cli, err, NULL, "cannot read %s", path) : 0;
}

static int parse_text(struct cli *cli, const char *path, const char *text, size_t size,
		      struct settings *s)
{
	char why[640];

	if (!config_parse(text, size, s, why, sizeof(why)))
		return 0;
	return cli_fail(cli, SL_EXIT_CONFIG, "%s: %s", path, why);
}

/*
 * What the options say is to be read: --config FILE, nothing with --no-config, else the
 * usual file, which need not be there.  @path: the file that was read, NULL if none.
 */
int config_load(struct cli *cli, struct settings *s, const char **path)
{
	const char *file = cli->opt.config ? cli->opt.config : CONFIG_PATH;
	struct stat st;
	size_t size;
	char *text;
	int code;

	*s = (struct settings){};
	*path = NULL;
	if (cli->opt.no_config)
		return 0;
	code = read_text(cli, file, !cli->opt.config, &text, &size, &st);
	if (!code)
		code = parse_text(cli, file, text, size, s);
	if (!code && st.st_nlink)
		*path = file;
	free(text);
	return code;
}

static int write_all(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			text += n;
			size -= n;
		}
	}
	return fsync(fd) ? -errno : 0;
}

/* A file beside the one it is to replace, with that one's owner and mode. */
static int write_temp(struct config_save *save, const struct stat *old, const char *text,
		      size_t size)
{
	int fd, err = 0;

	if (asprintf(&save->temp, "%s.XXXXXX", save->path) < 0) {
		save->temp = NULL;
		return -ENOMEM;
	}
	fd = mkostemp(save->temp, O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		free(save->temp);
		save->temp = NULL;
		return err;
	}
	if (old->st_nlink && fchown(fd, old->st_uid, old->st_gid))
		err = -errno;
	if (!err && fchmod(fd, old->st_nlink ? old->st_mode & 0777 : 0644))
		err = -errno;
	if (!err)
		err = write_all(fd, text, size);
	if (close(fd) && !err)
		err = -errno;
	return err;
}

/**
 * config_save_begin - all of a save that can fail for want of rights, room or sense
 * @cli: for messages
 * @save: to be given to config_save_end() whatever this returns
 * @path: the file; it need not be there yet
 * @changes: what is to be set in it
 *
 * The file itself is as it was until config_save_commit().
 *
 * Return: 0 or an exit code.
 */
int config_save_begin(struct cli *cli, struct config_save *save, const char *path,
		      const struct settings *changes)
{
	char *text, *new_text = NULL;
	struct settings old;
	size_t size, new_size;
	struct stat st;
	int code, err;

	save->temp = NULL;
	save->path = realpath(path, NULL);
	if (!save->path)
		save->path = strdup(path);
	if (!save->path)
		return cli_fail_errno(cli, ENOMEM, NULL, "cannot save %s", path);
	code = read_text(cli, path, true, &text, &size, &st);
	if (!code)
		code = parse_text(cli, path, text, size, &old);
	if (!code) {
		new_text = config_edit(text, size, changes, &new_size);
		err = new_text ? 0 : -ENOMEM;
		/* A line that was as long as can be may be too long by now. */
		if (!err)
			code = parse_text(cli, path, new_text, new_size, &old);
		if (!err && !code)
			err = write_temp(save, &st, new_text, new_size);
		if (err)
			code = cli_fail_errno(cli, err, NULL, "cannot save %s", path);
	}
	free(new_text);
	free(text);
	return code;
}

/* The new file in place of the old one.  0 or an exit code. */
int config_save_commit(struct cli *cli, struct config_save *save)
{
	char *dir;
	int fd;

	if (rename(save->temp, save->path))
		return cli_fail_errno(cli, errno, NULL, "cannot replace %s", save->path);
	free(save->temp);
	save->temp = NULL;
	/* So that the name, too, is there after a power cut; some file systems cannot. */
	dir = strdup(save->path);
	fd = dir ? open(dirname(dir), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
	if (fd >= 0) {
		fsync(fd);
		close(fd);
	}
	free(dir);
	return 0;
}

void config_save_end(struct config_save *save)
{
	if (save->temp)
		unlink(save->temp);
	free(save->temp);
	free(save->path);
}
