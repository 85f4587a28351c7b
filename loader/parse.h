/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parse.h - the pure parts: text in, values out.
 *
 * Nothing here touches the kernel, libbpf or json-c, so unit tests link parse.c
 * by itself and run natively.
 */
#ifndef SL_PARSE_H
#define SL_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#define STR_LIST_MAX 256

struct str_list {
	const char *v[STR_LIST_MAX];
	unsigned int n;
};

enum opt_type {
	OPT_FLAG,   /* bool */
	OPT_STRING, /* const char *, the last one given wins */
	OPT_LIST,   /* struct str_list */
	OPT_OPTIONAL, /* const char *: "" without a value; has no letter, --name=VALUE only */
};

/* One row of a command's options.  A table ends with a row without a name. */
struct opt {
	const char *name; /* long name, without the dashes */
	char letter;	  /* short name, or 0 */
	enum opt_type type;
	const char *arg; /* what the value is called in help; NULL for a flag */
	const char *help;
	size_t offset; /* in the structure given to opts_parse() */
};

#define OPTS_TABLES_MAX 2

int opts_parse(const struct opt *const tables[OPTS_TABLES_MAX], void *dst, int argc,
	       char *const argv[], char *error, size_t error_size);
int opts_parse_all(const struct opt *const tables[OPTS_TABLES_MAX], void *dst, int argc,
		   char *const argv[], char **operands, char *error, size_t error_size);
bool list_has_word(const char *list, const char *word);
int mib_lookup(const char *text, const char *group, const char *name,
	       unsigned long long *value);
bool modules_dep_line_is(const char *line, const char *module);
void format_age(unsigned long long seconds, char *buf, size_t size);

/* proc_stat.c */
int stat_start_time(const char *stat, unsigned long long *ticks);

#endif /* SL_PARSE_H */
