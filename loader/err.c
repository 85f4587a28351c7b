// SPDX-License-Identifier: GPL-2.0-only
/*
 * err.c - errors: the object, errno in words, the next step, and one exit code.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

const struct exit_code exit_codes[] = {
	{ SL_EXIT_OK, "done, or nothing to do" },
	{ SL_EXIT_FAILURE, "failed for another reason, which is said" },
	{ SL_EXIT_FINDINGS, "with advise --exit-code: there is something to advise" },
	{ SL_EXIT_USAGE, "wrong options or arguments" },
	{ SL_EXIT_UNAVAILABLE, "this kernel or namespace lacks something" },
	{ SL_EXIT_SOFTWARE, "an error in slowlane itself" },
	{ SL_EXIT_OSERR, "the system is short of something, such as memory" },
	{ SL_EXIT_NOPERM, "not permitted: root or a capability is missing" },
	{ SL_EXIT_CONFIG, "an error in the configuration file, whose line is said" },
	{ 0, NULL },
};

static const struct {
	int err;
	enum sl_exit code;
} errno_exits[] = {
	{ EPERM, SL_EXIT_NOPERM },	 { EACCES, SL_EXIT_NOPERM },
	{ EROFS, SL_EXIT_NOPERM },	 { EKEYREJECTED, SL_EXIT_NOPERM },
	{ ENOSYS, SL_EXIT_UNAVAILABLE }, { EOPNOTSUPP, SL_EXIT_UNAVAILABLE },
	{ ENODEV, SL_EXIT_UNAVAILABLE }, { ENOMEM, SL_EXIT_OSERR },
	{ EMFILE, SL_EXIT_OSERR },	 { ENFILE, SL_EXIT_OSERR },
	{ ENOSPC, SL_EXIT_OSERR },	 { EAGAIN, SL_EXIT_OSERR },
	{ EIO, SL_EXIT_OSERR },		 { EPROTO, SL_EXIT_SOFTWARE },
};

int exit_for_errno(int err)
{
	for (size_t i = 0; i < sizeof(errno_exits) / sizeof(errno_exits[0]); i++) {
		if (errno_exits[i].err == err)
			return errno_exits[i].code;
	}
	return SL_EXIT_FAILURE;
}

/* Keep the error that came first: what follows it is mostly its echo. */
int cli_fail(struct cli *cli, int code, const char *fmt, ...)
{
	va_list args;

	if (!cli->error[0]) {
		va_start(args, fmt);
		vsnprintf(cli->error, sizeof(cli->error), fmt, args);
		va_end(args);
	}
	return code;
}

/* "object: errno in words; next step".  @err may be given as errno or as -errno. */
int cli_fail_errno(struct cli *cli, int err, const char *next_step, const char *fmt, ...)
{
	char object[512];
	va_list args;

	err = err < 0 ? -err : err;
	va_start(args, fmt);
	vsnprintf(object, sizeof(object), fmt, args);
	va_end(args);
	return cli_fail(cli, exit_for_errno(err), "%s: %s%s%s", object, strerror(err),
			next_step ? "; " : "", next_step ? next_step : "");
}
