/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pins.h - what an attachment is: the objects pinned under /sys/fs/bpf/slowlane/.
 */
#ifndef SL_PINS_H
#define SL_PINS_H

#include <stdbool.h>
#include <linux/types.h>

#include "cli.h"
#include "netns.h"
#include "slowlane.h"

#define BPFFS_DIR "/sys/fs/bpf"
#define PIN_DIR BPFFS_DIR "/slowlane"
#define PIN_DIR_OTHER BPFFS_DIR "/slowlane-replace"

#define BPFFS_REMEDY                                 \
	"mount it with 'mount -t bpf bpf " BPFFS_DIR \
	"' (inside 'ip netns exec' /sys is "         \
	"another one: run " SL_PROG " outside, with --netns NAME)"

/*
 * OTHER is there during a replacement only: before the two directories are exchanged it
 * has the new attachment, from then on the old one.
 */
enum pin_place {
	PLACE_MAIN,
	PLACE_OTHER,
	PLACE_MAX,
};

/* In the order they are made; the link is the last, so its pin means "complete". */
enum pin {
	PIN_INFO,
	PIN_NETNS,
	PIN_CLOSED,
	PIN_SOCKETS,
	PIN_SUBFLOWS,
	PIN_TUNABLES,
	PIN_EVENTS,
	PIN_WATCH,
	PIN_SCHED,
	PIN_ITER_SOCKETS,
	PIN_ITER_SUBFLOWS,
	PIN_CUBIC_MAP,
	PIN_RENO_MAP,
	PIN_ITER_PATHS,
	PIN_WATCH_PATHS,
	PIN_CUBIC,
	PIN_RENO,
	PIN_SOCKOPS,
	PIN_BRIDGE,
	PIN_LINK,
	PIN_MAX,
};

/* What is found there.  Of each pin an fd, or -1. */
struct attachment {
	enum pin_place place;
	int fd[PIN_MAX];
	bool any;	 /* something of ours is there */
	bool attached;	 /* the scheduler is registered by our link, or its bridge is */
	bool same_abi;	 /* its maps have the layouts of this loader's slowlane.h */
	bool same_notes; /* at least sl_info and sl_netns have */
	__u32 map_id;	 /* of the scheduler */
	struct sl_info info;
	char foreign[sizeof(PIN_DIR) + 256]; /* a file that is not ours; "" = none */
};

const char *pin_dir(enum pin_place place);
const char *pin_path_in(enum pin_place place, enum pin pin);
const char *pin_path(enum pin pin); /* in PLACE_MAIN */
bool bpffs_mounted(void);
int bpffs_require(struct cli *cli);
int bpffs_lock(struct cli *cli, int operation);

void attachment_init(struct attachment *at);
int attachment_open(struct cli *cli, enum pin_place place, struct attachment *at);
int attachment_read(struct cli *cli, struct attachment *at, int *lock);
int attachment_change(struct cli *cli, struct attachment *at, int *lock);
int attachment_usable(struct cli *cli, const struct attachment *at);
void attachment_close(struct attachment *at);
void attachment_unpin(struct cli *cli, struct attachment *at);

/* Is a replacement past the point from which it is finished, not taken back? */
static inline bool attachment_bridged(const struct attachment *at)
{
	return at->fd[PIN_BRIDGE] >= 0;
}

/* replace.c: has one that was cut short left something, and what is not ours there? */
int replace_pending(struct cli *cli, const struct attachment *at, bool *pending);

/* Records of a pinned iterator, as seen from @ns (NULL: from here); free() them. */
int records_read(enum pin iter, const struct netns *ns, size_t record_size,
		 void **records, size_t *n);
/* The same by an iterator's link, whose pin may be gone. */
int records_read_link(int link_fd, const struct netns *ns, size_t record_size,
		      void **records, size_t *n);

#endif /* SL_PINS_H */
