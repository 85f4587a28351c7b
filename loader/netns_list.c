// SPDX-License-Identifier: GPL-2.0-only
/*
 * netns_list.c - open the namespaces that the user named, or say which is not there.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "netns_list.h"

/* A namespace that was asked for and cannot be opened. */
static int say_why(struct cli *cli, const struct netns_spec *spec, int err)
{
	const char *as_root = err == -EACCES || err == -EPERM ? "run it as root" : NULL;

	switch (spec->kind) {
	case NETNS_NAME:
		if (err == -ENOENT)
			return cli_fail(
				cli, SL_EXIT_FAILURE,
				"there is no network namespace '%s'; 'ip netns list' "
				"shows those there are",
				spec->text);
		if (err == -EINVAL || err == -ENOTTY)
			return cli_fail(cli, SL_EXIT_FAILURE,
					NETNS_DIR "/%s is no network namespace",
					spec->text);
		break;
	case NETNS_PID:
		/* ESRCH: a zombie, which has left its namespaces. */
		if (err == -ENOENT || err == -ESRCH)
			return cli_fail(cli, SL_EXIT_FAILURE,
					"there is no process %d (any more); 'lsns -t "
					"net' shows namespaces and a process of each",
					spec->pid);
		break;
	case NETNS_PATH:
		if (err == -EINVAL || err == -ENOTTY)
			return cli_fail(cli, SL_EXIT_FAILURE,
					"%s is no network namespace", spec->text);
		break;
	case NETNS_ALL:
		break;
	}
	return cli_fail_errno(cli, err, as_root, "network namespace %s", spec->text);
}

int netns_require(struct cli *cli, const char *text, struct netns *ns)
{
	struct netns_spec spec;
	char why[256];
	int err;

	ns->fd = -1;
	if (!text) {
		err = netns_open_self(ns);
		return err ? cli_fail_errno(cli, err, NULL,
					    "network namespace of this process")
			   : 0;
	}
	if (netns_spec_parse(text, &spec, why, sizeof(why)))
		return cli_fail(cli, SL_EXIT_USAGE, "%s", why);
	err = netns_open_spec(&spec, ns);
	return err ? say_why(cli, &spec, err) : 0;
}

bool netns_all(const struct str_list *specs)
{
	for (unsigned int i = 0; i < specs->n; i++) {
		if (!strcmp(specs->v[i], "all"))
			return true;
	}
	return false;
}

const struct netns *netns_list_find(const struct netns_list *list, __u32 ino)
{
	for (unsigned int i = 0; i < list->n; i++) {
		if (list->v[i].ino == ino)
			return &list->v[i];
	}
	return NULL;
}

/* Takes @ns over: it is in the list, or closed. */
static int list_add(struct netns_list *list, struct netns *ns)
{
	struct netns *v;

	if (netns_list_find(list, ns->ino)) {
		netns_close(ns);
		return 0;
	}
	v = reallocarray(list->v, list->n + 1, sizeof(*v));
	if (!v) {
		netns_close(ns);
		return -ENOMEM;
	}
	list->v = v;
	v[list->n++] = *ns;
	return 0;
}

static int add_found(const struct netns *ns, void *arg)
{
	struct netns copy;
	int err = netns_dup(ns, &copy);

	copy.found = true;
	return err ? err : list_add(arg, &copy);
}

/* A descriptor for each namespace is held: a host of containers may have thousands. */
static void raise_file_limit(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static int add_all(struct cli *cli, struct netns_list *list)
{
	int err;

	raise_file_limit();
	err = netns_walk(add_found, list);
	return err ? cli_fail_errno(cli, err, NULL, "list of all network namespaces") : 0;
}

int netns_list_open(struct cli *cli, const struct str_list *specs,
		    struct netns_list *list)
{
	int code = 0;

	*list = (struct netns_list){};
	/* Those named first, so that what is wrong with them is not passed over. */
	for (unsigned int i = 0; i < specs->n && !code; i++) {
		struct netns ns;

		if (!strcmp(specs->v[i], "all"))
			continue;
		code = netns_require(cli, specs->v[i], &ns);
		if (!code && list_add(list, &ns))
			code = cli_fail_errno(cli, ENOMEM, NULL, "list of namespaces");
	}
	if (!code && netns_all(specs))
		code = add_all(cli, list);
	return code;
}

int netns_list_add_self(struct cli *cli, struct netns_list *list)
{
	struct netns self;
	int code = netns_require(cli, NULL, &self);

	if (!code && list_add(list, &self))
		code = cli_fail_errno(cli, ENOMEM, NULL, "list of namespaces");
	return code;
}

void netns_list_close(struct netns_list *list)
{
	for (unsigned int i = 0; i < list->n; i++)
		netns_close(&list->v[i]);
	free(list->v);
	*list = (struct netns_list){};
}
