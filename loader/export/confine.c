// SPDX-License-Identifier: GPL-2.0-only
/*
 * confine.c - give up rights for good.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cap-ng.h>
#include <linux/landlock.h>

#include "export.h"

static int no_new_privs(struct cli *cli)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return cli_fail_errno(cli, errno, NULL, "no_new_privs");
	return 0;
}

/**
 * confine_to_user - become a user without capabilities, to stay so
 * @cli: gets the error
 * @user: its name, for the error
 * @uid: its id, not 0
 * @gid: its group's id; there are no others
 *
 * Return: 0 or an exit code.
 */
int confine_to_user(struct cli *cli, const char *user, uid_t uid, gid_t gid)
{
	int err;

	capng_clear(CAPNG_SELECT_ALL);
	err = capng_change_id(uid, gid,
			      CAPNG_DROP_SUPP_GRP | CAPNG_CLEAR_BOUNDING |
				      CAPNG_CLEAR_AMBIENT);
	if (err)
		return cli_fail(
			cli, SL_EXIT_NOPERM,
			"cannot become user %s without capabilities (libcap-ng: %d); it "
			"needs CAP_SETUID, CAP_SETGID and CAP_SETPCAP at the start",
			user, err);
	return no_new_privs(cli);
}

/*
 * No file can be opened any more but those below /sys/fs, to read: what the mode bits
 * allow root is a lot, without capabilities too.  Not below bpffs itself, which may be
 * mounted later.  Where the kernel has no Landlock (5.13, and "landlock" in its list of
 * LSMs) the rest must do.  Landlock sees open(), not BPF_OBJ_GET (7.3: hook_file_open();
 * bpf_obj_do_get() asks path_permission()).
 */
static int only_sys_fs(struct cli *cli)
{
	/* What the first Landlock knew: all up to this bit. */
	struct landlock_ruleset_attr handled = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_MAKE_SYM * 2 - 1,
	};
	struct landlock_path_beneath_attr below = {
		.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE |
				  LANDLOCK_ACCESS_FS_READ_DIR,
	};
	int err, rules = syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled),
				 0);

	if (rules < 0)
		return 0;
	below.parent_fd = open("/sys/fs", O_PATH | O_DIRECTORY | O_CLOEXEC);
	err = below.parent_fd < 0 ||
	      syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below,
		      0) ||
	      syscall(SYS_landlock_restrict_self, rules, 0);
	if (err)
		err = cli_fail_errno(cli, errno, NULL, "Landlock");
	if (below.parent_fd >= 0)
		close(below.parent_fd);
	close(rules);
	return err;
}

/**
 * confine_reader - stay root, whose the pins are, but without any capability
 * @cli: gets the error
 *
 * Return: 0 or an exit code.
 */
int confine_reader(struct cli *cli)
{
	int code = no_new_privs(cli);

	if (!code)
		code = only_sys_fs(cli);
	if (code)
		return code;
	capng_clear(CAPNG_SELECT_ALL);
	if (capng_apply(CAPNG_SELECT_ALL))
		return cli_fail_errno(cli, errno, "it needs CAP_SETPCAP at the start",
				      "cannot drop the capabilities");
	return 0;
}
