/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * config.h - slowlane.conf(5), the tunables that attach starts with.
 *
 * config.c is pure: unit tests link it and tunables.c alone.
 */
#ifndef SL_CONFIG_H
#define SL_CONFIG_H

#include "tunables.h"

#define CONFIG_PATH "/etc/slowlane.conf"
#define CONFIG_SIZE_MAX 65536 /* bytes */
#define CONFIG_LINE_MAX 1024  /* bytes, its end not counted */

/* Values by enum sl_tunable, from the command line or from a file. */
struct settings {
	bool given[SL_TUN_MAX];
	__u32 value[SL_TUN_MAX];
	unsigned int line[SL_TUN_MAX]; /* of the file, from 1; 0: not from a file */
};

int config_parse(const char *text, size_t size, struct settings *s, char *error,
		 size_t error_size);
char *config_edit(const char *text, size_t size, const struct settings *changes,
		  size_t *new_size);

struct cli;

/* config_file.c */
struct config_save {
	char *path; /* the file itself, where a symbolic link names it */
	char *temp;
};

int config_load(struct cli *cli, struct settings *s, const char **path);
int config_save_begin(struct cli *cli, struct config_save *save, const char *path,
		      const struct settings *changes);
int config_save_commit(struct cli *cli, struct config_save *save);
void config_save_end(struct config_save *save);

#endif /* SL_CONFIG_H */
