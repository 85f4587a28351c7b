/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * export.h - the parts of "slowlane export".
 *
 * With --listen there are two processes.  The one that is started serves HTTP as a user
 * without rights and opens nothing; its child is root without capabilities, takes
 * nothing but a byte for "now", and answers with the text:
 *
 *	scrape -> server.c (--user) --'m'--> reader.c (root) -> collect.c -> pins
 *	       <-		   <-- length, text --
 *
 * So an attach while it runs is seen, though the pins are root's.
 */
#ifndef SL_EXPORT_H
#define SL_EXPORT_H

#include <sys/types.h>

#include "address.h"
#include "cli.h"

/* textfile.c; a socket's end may be gone: SIGPIPE is blocked by cli_hold_signals(). */
int write_all(int fd, const char *data, size_t size);
int textfile_write(struct cli *cli, const char *file, const char *text, size_t size);

/* confine.c; all for good, and for this process alone.  0 or an exit code. */
int confine_to_user(struct cli *cli, const char *user, uid_t uid, gid_t gid);
int confine_reader(struct cli *cli);

/* reader.c */
struct reader {
	pid_t pid;
	int fd; /* of the server's end */
};

int reader_start(struct cli *cli, struct reader *reader);
int reader_ask(const struct reader *reader, char **text, size_t *size);
void reader_stop(struct reader *reader);

/* server.c */
int server_bind(struct cli *cli, const struct address *address, const char *text,
		int *listen_fd);
int server_run(struct cli *cli, int listen_fd, const struct reader *reader);

#endif /* SL_EXPORT_H */
