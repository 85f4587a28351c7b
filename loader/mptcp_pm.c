// SPDX-License-Identifier: GPL-2.0-only
/*
 * mptcp_pm.c - ask the kernel's MPTCP path manager, by generic netlink.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <linux/genetlink.h>
#include <linux/mptcp_pm.h>

#include "mptcp_pm.h"
#include "nl.h"

struct question {
	struct adv_ns *ns;
	__u16 family; /* number of the generic netlink family */
};

static struct nlmsghdr *request(char buf[NL_REQUEST_MAX], __u16 type, __u8 cmd,
				__u8 version, __u16 flags)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	genl->cmd = cmd;
	genl->version = version;
	return nlh;
}

static int on_family(const struct nlmsghdr *nlh, void *arg)
{
	struct question *q = arg;
	struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
	{
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID &&
		    !mnl_attr_validate(attr, MNL_TYPE_U16))
			q->family = mnl_attr_get_u16(attr);
	}
	return MNL_CB_OK;
}

static void read_u32(const struct nlattr *attr, __u32 *value)
{
	if (!mnl_attr_validate(attr, MNL_TYPE_U32))
		*value = mnl_attr_get_u32(attr);
}

static int on_limits(const struct nlmsghdr *nlh, void *arg)
{
	struct adv_ns *ns = ((struct question *)arg)->ns;
	struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
	{
		if (mnl_attr_get_type(attr) == MPTCP_PM_ATTR_SUBFLOWS)
			read_u32(attr, &ns->limit_subflows);
		else if (mnl_attr_get_type(attr) == MPTCP_PM_ATTR_RCV_ADD_ADDRS)
			read_u32(attr, &ns->limit_add_addr);
	}
	ns->limits_known = true;
	return MNL_CB_OK;
}

static void read_address(struct adv_endpoint *e, const struct nlattr *attr, size_t size)
{
	if (mnl_attr_get_payload_len(attr) == size)
		memcpy(e->addr, mnl_attr_get_payload(attr), size);
}

static void read_endpoint(struct adv_endpoint *e, const struct nlattr *nest)
{
	const struct nlattr *attr;

	mnl_attr_for_each_nested(attr, nest)
	{
		switch (mnl_attr_get_type(attr)) {
		case MPTCP_PM_ADDR_ATTR_FAMILY:
			if (!mnl_attr_validate(attr, MNL_TYPE_U16))
				e->family = mnl_attr_get_u16(attr);
			break;
		case MPTCP_PM_ADDR_ATTR_ID:
			if (!mnl_attr_validate(attr, MNL_TYPE_U8))
				e->id = mnl_attr_get_u8(attr);
			break;
		case MPTCP_PM_ADDR_ATTR_ADDR4:
			read_address(e, attr, 4);
			break;
		case MPTCP_PM_ADDR_ATTR_ADDR6:
			read_address(e, attr, 16);
			break;
		case MPTCP_PM_ADDR_ATTR_FLAGS:
			read_u32(attr, &e->flags);
			break;
		}
	}
}

static int on_endpoint(const struct nlmsghdr *nlh, void *arg)
{
	struct adv_ns *ns = ((struct question *)arg)->ns;
	struct adv_endpoint *v;
	struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
	{
		if (mnl_attr_get_type(attr) != MPTCP_PM_ATTR_ADDR)
			continue;
		v = reallocarray(ns->endpoint, ns->n_endpoints + 1, sizeof(*v));
		if (!v) {
			errno = ENOMEM;
			return MNL_CB_ERROR;
		}
		ns->endpoint = v;
		v[ns->n_endpoints] = (struct adv_endpoint){};
		read_endpoint(&v[ns->n_endpoints++], attr);
	}
	return MNL_CB_OK;
}

/* In the namespace. */
static int ask(void *arg)
{
	struct question *q = arg;
	char buf[NL_REQUEST_MAX];
	struct nlmsghdr *nlh = request(buf, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 1, 0);
	int err;

	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, MPTCP_PM_NAME);
	nlh->nlmsg_flags |= NLM_F_ACK;
	err = nl_ask(NETLINK_GENERIC, nlh, on_family, q);
	if (err)
		return err;
	nlh = request(buf, q->family, MPTCP_PM_CMD_GET_LIMITS, MPTCP_PM_VER, NLM_F_ACK);
	err = nl_ask(NETLINK_GENERIC, nlh, on_limits, q);
	if (err)
		return err;
	nlh = request(buf, q->family, MPTCP_PM_CMD_GET_ADDR, MPTCP_PM_VER, NLM_F_DUMP);
	return nl_ask(NETLINK_GENERIC, nlh, on_endpoint, q);
}

int mptcp_pm_read(const struct netns *netns, struct adv_ns *ns)
{
	struct question q = { .ns = ns };

	return netns_run(netns, ask, &q);
}
