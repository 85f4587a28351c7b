/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mhd.h - libmicrohttpd, loaded when it is needed.
 *
 * Linked, it and GnuTLS would come with each call of slowlane, and a host without them
 * could not even detach.
 */
#ifndef SL_MHD_H
#define SL_MHD_H

#include <microhttpd.h>

#include "cli.h"

#define MHD_FUNCTIONS(FUNCTION)               \
	FUNCTION(start_daemon)                \
	FUNCTION(stop_daemon)                 \
	FUNCTION(create_response_from_buffer) \
	FUNCTION(add_response_header)         \
	FUNCTION(queue_response)              \
	FUNCTION(destroy_response)

/* mhd.start_daemon() is MHD_start_daemon(), with the type that the header gives it. */
struct mhd {
#define MHD_POINTER(name) __typeof__(MHD_##name) *name;
	MHD_FUNCTIONS(MHD_POINTER)
};
extern struct mhd mhd;

/* 0 or an exit code. */
int mhd_load(struct cli *cli);

#endif /* SL_MHD_H */
