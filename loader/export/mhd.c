// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhd.c - find libmicrohttpd.
 */
#include <dlfcn.h>

#include "mhd.h"

/* The ABI that microhttpd.h is of; 0.9.71 and newer, 1.0 too. */
#define MHD_SONAME "libmicrohttpd.so.12"

struct mhd mhd;

int mhd_load(struct cli *cli)
{
	/* Not closed: it is used to the end of the process. */
	void *lib = dlopen(MHD_SONAME, RTLD_NOW);

	if (!lib)
		return cli_fail(
			cli, SL_EXIT_UNAVAILABLE,
			"--listen needs libmicrohttpd (%s); 'apt-get install "
			"libmicrohttpd12t64' (Debian 13; libmicrohttpd12 before), or "
			"use --textfile",
			dlerror());
#define MHD_FIND(name) mhd.name = (__typeof__(mhd.name))dlsym(lib, "MHD_" #name);
	MHD_FUNCTIONS(MHD_FIND)
#define MHD_MISSING(name) || !mhd.name
	if (0 MHD_FUNCTIONS(MHD_MISSING))
		return cli_fail(cli, SL_EXIT_UNAVAILABLE, MHD_SONAME ": %s", dlerror());
	return 0;
}
