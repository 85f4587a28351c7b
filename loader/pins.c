// SPDX-License-Identifier: GPL-2.0-only
/*
 * pins.c - find, tell apart and remove the pinned objects of an attachment.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <linux/magic.h>

#include "conns_abi.h"
#include "pins.h"

enum pin_kind {
	KIND_MAP,
	KIND_ITER,
	KIND_CGROUP,
	KIND_PROG,
	KIND_STRUCT_OPS
};

/* By name and kind a file is known to be ours; anything else is left alone. */
static const struct {
	const char *file;
	enum pin_kind kind;
	const char *object; /* name of the map, or of the link's program */
	__u32 value_size;   /* 0: not checked */
	bool optional;	    /* attach goes on without it */
} pins[PIN_MAX] = {
	[PIN_INFO] = { "info", KIND_MAP, "sl_info", sizeof(struct sl_info), false },
	[PIN_NETNS] = { "netns", KIND_MAP, "sl_netns", sizeof(struct sl_netns), false },
	[PIN_CLOSED] = { "closed", KIND_MAP, "sl_closed", sizeof(struct sl_counters),
			 false },
	[PIN_SOCKETS] = { "sockets", KIND_MAP, "sl_sockets", 0, false },
	[PIN_SUBFLOWS] = { "subflows", KIND_MAP, "sl_subflows", 0, false },
	[PIN_TUNABLES] = { "tunables", KIND_MAP, ".data.tunables",
			   sizeof(struct sl_tunables), false },
	[PIN_EVENTS] = { "events", KIND_MAP, "sl_events", 0, false },
	[PIN_WATCH] = { "watch", KIND_MAP, ".data.watch", sizeof(struct sl_watch),
			false },
	[PIN_SCHED] = { "sched", KIND_MAP, "slowlane", 0, false },
	[PIN_ITER_SOCKETS] = { "iter_sockets", KIND_ITER, "iter_sockets", 0, false },
	[PIN_ITER_SUBFLOWS] = { "iter_subflows", KIND_ITER, "iter_subflows", 0, false },
	[PIN_CUBIC_MAP] = { "cubic_map", KIND_MAP, SL_CC_CUBIC_NAME, 0, true },
	[PIN_RENO_MAP] = { "reno_map", KIND_MAP, SL_CC_RENO_NAME, 0, true },
	[PIN_ITER_PATHS] = { "iter_paths", KIND_ITER, "iter_paths", 0, false },
	[PIN_WATCH_PATHS] = { "watch_paths", KIND_PROG, "watch_paths", 0, true },
	[PIN_CUBIC] = { "cubic", KIND_STRUCT_OPS, SL_CC_CUBIC_NAME, 0, true },
	[PIN_RENO] = { "reno", KIND_STRUCT_OPS, SL_CC_RENO_NAME, 0, true },
	[PIN_SOCKOPS] = { "sockops", KIND_CGROUP, "sl_sockops", 0, true },
	[PIN_BRIDGE] = { "bridge", KIND_STRUCT_OPS, "slowlane_next", 0, true },
	[PIN_LINK] = { "link", KIND_STRUCT_OPS, "slowlane", 0, false },
};

const char *pin_dir(enum pin_place place)
{
	static const char *const dirs[PLACE_MAX] = { PIN_DIR, PIN_DIR_OTHER };

	return dirs[place];
}

const char *pin_path_in(enum pin_place place, enum pin pin)
{
	static char path[PLACE_MAX][PIN_MAX][sizeof(PIN_DIR_OTHER) + 32];
	char *p = path[place][pin];

	snprintf(p, sizeof(path[place][pin]), "%s/%s", pin_dir(place), pins[pin].file);
	return p;
}

const char *pin_path(enum pin pin)
{
	return pin_path_in(PLACE_MAIN, pin);
}

bool bpffs_mounted(void)
{
	struct statfs st;

	return !statfs(BPFFS_DIR, &st) && (__u32)st.f_type == BPF_FS_MAGIC;
}

int bpffs_require(struct cli *cli)
{
	if (bpffs_mounted())
		return 0;
	return cli_fail(cli, SL_EXIT_UNAVAILABLE,
			"no BPF file system at " BPFFS_DIR "; " BPFFS_REMEDY);
}

/*
 * One attach or detach at a time.  The lock is on the directory that holds the pins'
 * directory: nothing is left behind, and it goes with the process.  With the modprobe
 * that attach runs, too (no O_CLOEXEC): what is in finit_module() ends that even when
 * killed, and a detach that looked before would leave the module behind.
 *
 * Return: an fd, or a negative errno; -EWOULDBLOCK only with LOCK_NB.
 */
int bpffs_lock(struct cli *cli, int operation)
{
	int fd = open(BPFFS_DIR, O_RDONLY | O_DIRECTORY);

	if (fd < 0) {
		int err = errno;

		cli_fail_errno(cli, err, "run it as root", BPFFS_DIR);
		return -err;
	}
	while (flock(fd, operation)) {
		int err = errno;

		if (err == EINTR)
			continue;
		cli_fail_errno(cli, err, NULL, "cannot lock " BPFFS_DIR);
		close(fd);
		return -err;
	}
	return fd;
}

static int map_check(int fd, enum pin pin, struct attachment *at)
{
	struct bpf_map_info info = {};
	__u32 len = sizeof(info);

	if (bpf_map_get_info_by_fd(fd, &info, &len))
		return -EINVAL;
	if (strcmp(info.name, pins[pin].object))
		return -EINVAL;
	if (pins[pin].value_size && pins[pin].value_size != info.value_size) {
		at->same_abi = false;
		at->same_notes &= pin != PIN_INFO && pin != PIN_NETNS;
	}
	if (pin == PIN_SCHED)
		at->map_id = info.id;
	return 0;
}

static int prog_check(int fd, enum pin pin)
{
	struct bpf_prog_info prog = {};
	__u32 len = sizeof(prog);

	return bpf_prog_get_info_by_fd(fd, &prog, &len) ||
			       strcmp(prog.name, pins[pin].object)
		       ? -EINVAL
		       : 0;
}

static int link_check(const struct bpf_link_info *info, enum pin pin)
{
	__u32 type = pins[pin].kind == KIND_ITER ? BPF_LINK_TYPE_ITER
						 : BPF_LINK_TYPE_CGROUP;
	int fd, err;

	if (info->type != type)
		return -EINVAL;
	/* Only CAP_SYS_ADMIN may look an object up by its id. */
	fd = bpf_prog_get_fd_by_id(info->prog_id);
	if (fd < 0)
		return fd == -EPERM ? 0 : -EINVAL;
	err = prog_check(fd, pin);
	close(fd);
	return err;
}

static int struct_ops_check(const struct bpf_link_info *info, enum pin pin,
			    struct attachment *at)
{
	struct bpf_map_info map = {};
	__u32 len = sizeof(map);
	int fd, err;

	if (info->type != BPF_LINK_TYPE_STRUCT_OPS)
		return -EINVAL;
	/* 0: detached by other means, "bpftool link detach"; the pin is still ours. */
	if (!info->struct_ops.map_id)
		return 0;
	fd = bpf_map_get_fd_by_id(info->struct_ops.map_id);
	if (fd >= 0) {
		err = bpf_map_get_info_by_fd(fd, &map, &len);
		close(fd);
		if (err || strcmp(map.name, pins[pin].object))
			return -EINVAL;
	} else if (fd != -EPERM) {
		return -EINVAL;
	}
	at->attached |= pin == PIN_LINK || pin == PIN_BRIDGE;
	return 0;
}

/* 7.3 has "bpf_link" for a link just made and "bpf-link" for one from a pin. */
static bool fd_is(int fd, const char *kind, const char *other_spelling)
{
	char path[32], target[64] = "";

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return readlink(path, target, sizeof(target) - 1) > 0 &&
	       (strstr(target, kind) || strstr(target, other_spelling));
}

/* 0 if the object behind @fd is what we pin under this name. */
static int pin_check(int fd, enum pin pin, struct attachment *at)
{
	struct bpf_link_info info = {};
	__u32 len = sizeof(info);

	/* The kernel fills in info for any kind of object: ask for the kind first. */
	if (pins[pin].kind == KIND_MAP)
		return fd_is(fd, "bpf-map", "bpf_map") ? map_check(fd, pin, at) : -EINVAL;
	if (pins[pin].kind == KIND_PROG)
		return fd_is(fd, "bpf-prog", "bpf_prog") ? prog_check(fd, pin) : -EINVAL;
	if (!fd_is(fd, "bpf-link", "bpf_link") ||
	    bpf_link_get_info_by_fd(fd, &info, &len))
		return -EINVAL;
	if (pins[pin].kind == KIND_STRUCT_OPS)
		return struct_ops_check(&info, pin, at);
	return link_check(&info, pin);
}

static void visit_file(const char *name, struct attachment *at)
{
	for (int pin = 0; pin < PIN_MAX; pin++) {
		int fd;

		if (strcmp(name, pins[pin].file))
			continue;
		fd = bpf_obj_get(pin_path_in(at->place, pin));
		if (fd >= 0 && !pin_check(fd, pin, at)) {
			at->fd[pin] = fd;
			at->any = true;
			return;
		}
		if (fd >= 0)
			close(fd);
		break;
	}
	snprintf(at->foreign, sizeof(at->foreign), "%s/%s", pin_dir(at->place), name);
}

void attachment_init(struct attachment *at)
{
	*at = (struct attachment){ .same_abi = true, .same_notes = true };
	for (int i = 0; i < PIN_MAX; i++)
		at->fd[i] = -1;
}

/*
 * Look at what is pinned.  Nothing there is not an error: at->any says so.  Returns
 * 0 or an exit code.
 */
int attachment_open(struct cli *cli, enum pin_place place, struct attachment *at)
{
	struct dirent *de;
	__u32 zero = 0;
	DIR *dir;
	int code;

	attachment_init(at);
	at->place = place;
	code = bpffs_require(cli);
	if (code)
		return code;
	dir = opendir(pin_dir(place));
	if (!dir) {
		if (errno == ENOENT)
			return 0;
		if (errno == ENOTDIR) {
			snprintf(at->foreign, sizeof(at->foreign), "%s", pin_dir(place));
			return 0;
		}
		return cli_fail_errno(cli, errno, "run it as root", "%s", pin_dir(place));
	}
	while ((de = readdir(dir))) {
		if (strcmp(de->d_name, ".") && strcmp(de->d_name, ".."))
			visit_file(de->d_name, at);
	}
	closedir(dir);
	if (at->fd[PIN_INFO] >= 0 && at->same_notes)
		bpf_map_lookup_elem(at->fd[PIN_INFO], &zero, &at->info);
	/* Maps of the same size can still hold other records. */
	if (at->fd[PIN_INFO] >= 0 && at->info.abi != SL_ABI)
		at->same_abi = false;
	return 0;
}

static int attachment_lock(struct cli *cli, struct attachment *at, int *lock,
			   int operation)
{
	int code = bpffs_require(cli);

	attachment_init(at);
	*lock = -1;
	if (code)
		return code;
	*lock = bpffs_lock(cli, operation);
	if (*lock < 0)
		return SL_EXIT_NOPERM;
	return attachment_open(cli, PLACE_MAIN, at);
}

/* Not in the middle of an attach or a detach.  @lock: to be closed, or -1. */
int attachment_read(struct cli *cli, struct attachment *at, int *lock)
{
	return attachment_lock(cli, at, lock, LOCK_SH);
}

/* The same for who changes it: nobody else reads or changes it meanwhile. */
int attachment_change(struct cli *cli, struct attachment *at, int *lock)
{
	return attachment_lock(cli, at, lock, LOCK_EX);
}

/* For commands that show: attached, complete, and with records that we understand. */
int attachment_usable(struct cli *cli, const struct attachment *at)
{
	if (!at->attached)
		return cli_fail(cli, SL_EXIT_FAILURE,
				"not attached; 'slowlane attach' attaches it");
	if (!at->same_abi)
		return cli_fail(cli, SL_EXIT_FAILURE,
				"slowlane was attached by another version of this "
				"program, %s: use that one, or 'slowlane attach "
				"--replace'",
				at->info.version[0] ? at->info.version : "unknown");
	for (int i = 0; i < PIN_MAX; i++) {
		if (at->fd[i] < 0 && !pins[i].optional &&
		    !(i == PIN_LINK && attachment_bridged(at)))
			return cli_fail(cli, SL_EXIT_FAILURE,
					"%s is missing; detach and attach again",
					pin_path(i));
	}
	return 0;
}

void attachment_close(struct attachment *at)
{
	for (int i = 0; i < PIN_MAX; i++) {
		if (at->fd[i] >= 0)
			close(at->fd[i]);
		at->fd[i] = -1;
	}
}

/* Remove our pins, the link's first; the fds stay open. */
void attachment_unpin(struct cli *cli, struct attachment *at)
{
	for (int i = PIN_MAX - 1; i >= 0; i--) {
		const char *path = pin_path_in(at->place, i);

		if (at->fd[i] >= 0 && unlink(path) && errno != ENOENT)
			cli_warn(cli, "cannot remove %s: %s", path, strerror(errno));
	}
	if (at->foreign[0])
		cli_warn(cli, "%s is not ours and stays", at->foreign);
	else if (rmdir(pin_dir(at->place)) && errno != ENOENT)
		cli_warn(cli, "cannot remove %s: %s", pin_dir(at->place),
			 strerror(errno));
}

static int records_read_fd(int fd, size_t record_size, void **records, size_t *n)
{
	size_t used = 0, size = 0;
	char *buf = NULL;
	int err = 0;

	for (;;) {
		ssize_t got;

		if (size - used < record_size * 64) {
			char *more =
				realloc(buf, size = size ? size * 2 : record_size * 256);

			if (!more) {
				err = -ENOMEM;
				break;
			}
			buf = more;
		}
		got = read(fd, buf + used, size - used);
		if (got > 0)
			used += got;
		else if (!got)
			break;
		/* EAGAIN: very many sockets without a record; it goes on from there. */
		else if (errno != EAGAIN && errno != EINTR) {
			err = -errno;
			break;
		}
	}
	close(fd);
	if (!err && used % record_size)
		err = -EPROTO;
	if (err) {
		free(buf);
		return err;
	}
	*records = buf;
	*n = used / record_size;
	return 0;
}

/* bpffs runs a pinned iterator for whoever opens its file and reads. */
int records_read(enum pin iter, const struct netns *ns, size_t record_size,
		 void **records, size_t *n)
{
	int fd = ns ? netns_open_file(ns, pin_path(iter), O_RDONLY)
		    : open(pin_path(iter), O_RDONLY | O_CLOEXEC);

	*records = NULL;
	*n = 0;
	if (fd < 0)
		return ns ? fd : -errno;
	return records_read_fd(fd, record_size, records, n);
}

/* Whose namespace it shows is settled here, as by opening a file. */
static int iter_create(void *arg)
{
	int fd = bpf_iter_create(*(const int *)arg);

	return fd < 0 ? -errno : fd;
}

int records_read_link(int link_fd, const struct netns *ns, size_t record_size,
		      void **records, size_t *n)
{
	int fd = ns ? netns_run(ns, iter_create, &link_fd) : iter_create(&link_fd);

	*records = NULL;
	*n = 0;
	return fd < 0 ? fd : records_read_fd(fd, record_size, records, n);
}
