// SPDX-License-Identifier: GPL-2.0-only
/*
 * die_at - for LD_PRELOAD: kill -9 this process at one step of attach --replace.
 *
 * DIE_AT=CMD:N in the environment: before the N-th bpf(2) of that command (a number, see
 * enum bpf_cmd) after the directories of pins were exchanged.  libbpf makes its system
 * calls by syscall(3), so this sees all of them.  DIE_AT=exchange: before that.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int exchanged;

int renameat2(int from_dir, const char *from, int to_dir, const char *to,
	      unsigned int flags)
{
	int (*real)(int, const char *, int, const char *, unsigned int) =
		dlsym(RTLD_NEXT, "renameat2");
	const char *die_at = getenv("DIE_AT");
	int ret;

	if (die_at && !strcmp(die_at, "exchange"))
		kill(getpid(), SIGKILL);
	ret = real(from_dir, from, to_dir, to, flags);

	exchanged = !ret;
	return ret;
}

long syscall(long number, ...)
{
	long (*real)(long, ...) = dlsym(RTLD_NEXT, "syscall");
	const char *die_at = getenv("DIE_AT");
	static int seen;
	long a[6];
	int cmd, n;
	va_list args;

	va_start(args, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(args, long);
	va_end(args);
	if (exchanged && number == SYS_bpf && die_at &&
	    sscanf(die_at, "%d:%d", &cmd, &n) == 2 && (int)a[0] == cmd && ++seen == n)
		kill(getpid(), SIGKILL);
	return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
