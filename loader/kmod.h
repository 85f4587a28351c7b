/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kmod.h - the module that gives stock kernels the struct_ops.
 */
#ifndef SL_KMOD_H
#define SL_KMOD_H

#include <stdbool.h>
#include <stddef.h>

#include "cli.h"

#define KMOD_NAME "mptcp_bpf_sched"

enum kmod_state {
	KMOD_ABSENT,
	KMOD_ON_DISK, /* depmod knows it */
	KMOD_LOADED,
};

enum kmod_state kmod_state(void);
int kmod_load(struct cli *cli, const char *file);
int kmod_unload(void);
const char *kmod_signing(void);

#endif /* SL_KMOD_H */
