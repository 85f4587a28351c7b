// SPDX-License-Identifier: GPL-2.0-only
/*
 * reader.c - the process that may read the pins, and the way to ask it.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collect.h"
#include "export.h"

/* A scrape, with the two seconds that collect() may wait; Prometheus gives up at 10. */
#define ASK_TIMEOUT_MS 8000
/* 1024 namespaces, which is what the map of them holds, are 4 MB. */
#define TEXT_MAX (16U << 20)
#define REQUEST 'm'

/* @timeout_ms: -1 for as long as it takes.  The other end is gone: -EPIPE. */
static int receive_all(int fd, void *data, size_t size, int timeout_ms)
{
	char *p = data;

	while (size) {
		struct pollfd ready = { .fd = fd, .events = POLLIN };
		int n_ready = poll(&ready, 1, timeout_ms);
		ssize_t n;

		if (n_ready < 0 && errno == EINTR)
			continue;
		if (n_ready <= 0)
			return n_ready ? -errno : -ETIMEDOUT;
		n = recv(fd, p, size, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -EPIPE;
		p += n;
		size -= n;
	}
	return 0;
}

/* Once for each new reason, on stderr: the metric has no place for it. */
static void say_why(const char *why, char said[], size_t size)
{
	if (why[0] && strcmp(why, said))
		fprintf(stderr, SL_PROG ": warning: %s\n", why);
	snprintf(said, size, "%s", why);
}

static int answer(int fd, struct metrics *before, char said[], size_t said_size)
{
	struct cli cli = {};
	__u32 length;
	size_t size;
	char *text;
	int err = collect_text(&cli, before, &text, &size);

	say_why(err ? strerror(-err) : cli.error, said, said_size);
	if (err)
		return err;
	length = size;
	err = write_all(fd, (const char *)&length, sizeof(length));
	if (!err)
		err = write_all(fd, text, length);
	free(text);
	return err;
}

/* Until the server's end of the socket is closed. */
static int reader_main(struct cli *cli, int fd)
{
	struct metrics before = {};
	char said[sizeof(cli->error)] = "";
	char request;

	if (confine_reader(cli)) {
		fprintf(stderr, SL_PROG ": %s\n", cli->error);
		return SL_EXIT_FAILURE;
	}
	while (!receive_all(fd, &request, sizeof(request), -1)) {
		if (request != REQUEST || answer(fd, &before, said, sizeof(said)))
			return SL_EXIT_SOFTWARE;
	}
	metrics_free(&before);
	return SL_EXIT_OK;
}

/**
 * reader_start - start the child that reads
 * @cli: gets the error
 * @reader: set to it; for reader_stop()
 *
 * To be called before the server drops its rights, and before it has a socket that the
 * child would hold, too.
 *
 * Return: 0 or an exit code.
 */
int reader_start(struct cli *cli, struct reader *reader)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
		return cli_fail_errno(cli, errno, NULL, "socket to the reader");
	fflush(stdout);
	reader->pid = fork();
	if (reader->pid < 0) {
		int err = errno;

		close(fds[0]);
		close(fds[1]);
		return cli_fail_errno(cli, err, NULL, "cannot start the reader");
	}
	if (!reader->pid) {
		close(fds[0]);
		_exit(reader_main(cli, fds[1]));
	}
	close(fds[1]);
	reader->fd = fds[0];
	return 0;
}

static int ask(int fd, char **text, size_t *size)
{
	const char request = REQUEST;
	__u32 length;
	int err = write_all(fd, &request, sizeof(request));

	if (!err)
		err = receive_all(fd, &length, sizeof(length), ASK_TIMEOUT_MS);
	if (err)
		return err;
	if (!length || length > TEXT_MAX)
		return -EPROTO;
	*text = malloc(length);
	*size = length;
	if (!*text)
		return -ENOMEM;
	return receive_all(fd, *text, length, ASK_TIMEOUT_MS);
}

/**
 * reader_ask - the metrics now
 * @reader: whom
 * @text: set to them, to be freed
 * @size: set to their length
 *
 * After an error the answer may still be on its way, and would be taken for the next
 * one: the reader is sent home, and SIGCHLD follows.
 *
 * Return: 0 or a negative errno.
 */
int reader_ask(const struct reader *reader, char **text, size_t *size)
{
	int err;

	*text = NULL;
	err = ask(reader->fd, text, size);
	if (err) {
		free(*text);
		shutdown(reader->fd, SHUT_RDWR);
	}
	return err;
}

void reader_stop(struct reader *reader)
{
	close(reader->fd);
	waitpid(reader->pid, NULL, 0);
}
