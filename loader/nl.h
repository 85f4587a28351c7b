/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nl.h - one question to the kernel by netlink, in the network namespace of the thread.
 */
#ifndef SL_NL_H
#define SL_NL_H

#include <libmnl/libmnl.h>

/* Bytes; requests of ours are small. */
#define NL_REQUEST_MAX 256

/**
 * nl_ask - send a request, and give each message of the answer to a function
 * @bus: NETLINK_SOCK_DIAG or NETLINK_GENERIC
 * @request: with its type, flags and payload; the sequence number is set here
 * @cb: returns MNL_CB_OK to go on
 * @arg: for @cb
 *
 * Return: 0, or a negative errno.
 */
int nl_ask(int bus, struct nlmsghdr *request, mnl_cb_t cb, void *arg);

#endif /* SL_NL_H */
