/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cli.h - what every command gets: options, output, errors.
 */
#ifndef SL_CLI_H
#define SL_CLI_H

#include <stdbool.h>
#include <stdint.h>
#include <json-c/json.h>

#include "parse.h"

#define SL_PROG "slowlane"

/* Exit codes, from sysexits.h; err.c says in words what each one means. */
enum sl_exit {
	SL_EXIT_OK = 0,
	SL_EXIT_FAILURE = 1,
	SL_EXIT_FINDINGS = 2, /* no error: 'advise --exit-code' asked for it */
	SL_EXIT_USAGE = 64,
	SL_EXIT_UNAVAILABLE = 69,
	SL_EXIT_SOFTWARE = 70,
	SL_EXIT_OSERR = 71,
	SL_EXIT_NOPERM = 77,
	SL_EXIT_CONFIG = 78,
};

/* Filled from the option tables in commands.c. */
struct options {
	bool json;
	bool pretty;
	bool verbose;
	bool help;
	bool version;
	bool no_default;
	bool no_config;
	bool no_header;
	bool replace;
	bool save;
	bool with_addresses;
	bool exit_code;
	struct str_list netns;
	const char *module;
	const char *config;
	const char *trial;
	const char *wait; /* "": without a time */
	const char *textfile;
	const char *listen;
	const char *user;
	const char *interval;
	const char *for_time;
	const char *connections;
	const char *delay;
	const char *count;
	const char *sort;
};

struct cli {
	struct options opt;
	int argc; /* words left after the options */
	char *const *argv;
	char **operands;   /* has room for all words; what argv is once they are parsed */
	json_object *root; /* what -j prints */
	bool streamed;	   /* the command wrote its JSON itself, instead of root */
	json_object *warnings;
	char error[2048]; /* the first error */
};

struct command {
	const char *name;
	const char *alias;
	int (*func)(struct cli *cli);
	const struct opt *opts;
	bool operands; /* takes words that are no options */
	const char *args;
	const char *help;
	void (*more)(void); /* prints more help, below the options; or NULL */
};

/* commands.c; each ends with a row without a name */
extern const struct command commands[];
extern const struct opt global_opts[];

/* err.c */
struct exit_code {
	enum sl_exit code;
	const char *meaning;
};
extern const struct exit_code exit_codes[];

int exit_for_errno(int err);
int cli_fail(struct cli *cli, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int cli_fail_errno(struct cli *cli, int err, const char *next_step, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* signals.c */
void cli_hold_signals(void);
bool cli_interrupted(void);
int cli_signal_fd(void);

/* out.c */
void cli_say(struct cli *cli, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cli_warn(struct cli *cli, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int cli_finish(struct cli *cli, int code);
void json_str(json_object *o, const char *key, const char *value);
void json_escaped(json_object *o, const char *key, const char *raw, size_t len);
void json_u64(json_object *o, const char *key, uint64_t value);
void json_flag(json_object *o, const char *key, bool value);
json_object *json_sub(json_object *o, const char *key, json_object *child);
const char *plural(uint64_t n);

/* commands.c, main.c, cmd_*.c, export/cmd_export.c, top/cmd_top.c */
const struct command *command_find(const char *name);
int cmd_probe(struct cli *cli);
int cmd_attach(struct cli *cli);
int cmd_detach(struct cli *cli);
int cmd_status(struct cli *cli);
int cmd_stats(struct cli *cli);
int cmd_confirm(struct cli *cli);
int cmd_report(struct cli *cli);
int cmd_watch(struct cli *cli);
int cmd_connections(struct cli *cli);
int cmd_monitor(struct cli *cli);
int cmd_observe(struct cli *cli);
int cmd_top(struct cli *cli);
void help_top(void);
int cmd_advise(struct cli *cli);
struct filter;
int filter_require(struct cli *cli, struct filter *f);
void help_filter(void);
int cmd_set(struct cli *cli);
int cmd_get(struct cli *cli);
void help_tunables(void);
int cmd_export(struct cli *cli);
void help_export(void);
void json_tunables(json_object *array);
int cmd_help(struct cli *cli);
int cmd_version(struct cli *cli);

#endif /* SL_CLI_H */
