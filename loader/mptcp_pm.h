/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mptcp_pm.h - endpoints and limits of the kernel's MPTCP path manager, as ip-mptcp(8) has
 * them.
 */
#ifndef SL_MPTCP_PM_H
#define SL_MPTCP_PM_H

#include "advise.h"
#include "netns.h"

/**
 * mptcp_pm_read - endpoints and limits of a network namespace
 * @netns: the namespace
 * @ns: its endpoints and limits are set; to be freed, also after an error
 *
 * Return: 0, or a negative errno; -ENOENT: this kernel has no MPTCP.
 */
int mptcp_pm_read(const struct netns *netns, struct adv_ns *ns);

#endif /* SL_MPTCP_PM_H */
