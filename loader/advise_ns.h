/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * advise_ns.h - what is set in a network namespace: sysctls, endpoints, addresses.
 */
#ifndef SL_ADVISE_NS_H
#define SL_ADVISE_NS_H

#include "advise.h"
#include "netns.h"

/* Sysctls and the path manager's; returns 0 or a negative errno. */
int adv_ns_read(const struct netns *netns, struct adv_ns *ns);

/* Devices and addresses; also gives the paths of ns->conn the names of their devices. */
int adv_devices_read(const struct netns *netns, struct adv_ns *ns);

#endif /* SL_ADVISE_NS_H */
