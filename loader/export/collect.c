// SPDX-License-Identifier: GPL-2.0-only
/*
 * collect.c - look at the attachment, as at each scrape.
 *
 * Nothing is kept open in between: an exporter that held the maps would keep them in
 * the kernel after a detach, and would show an attachment that is gone.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "collect.h"
#include "netns.h"
#include "pins.h"
#include "totals.h"

/* How long a scrape waits for an attach or a detach that is at work. */
#define LOCK_TRIES 20
#define LOCK_PAUSE_NS 100000000

static int lock_soon(struct cli *cli)
{
	const struct timespec pause = { .tv_nsec = LOCK_PAUSE_NS };
	int lock;

	for (int i = 0; i < LOCK_TRIES; i++) {
		lock = bpffs_lock(cli, LOCK_SH | LOCK_NB);
		if (lock != -EWOULDBLOCK)
			break;
		cli->error[0] = '\0';
		nanosleep(&pause, NULL);
	}
	return lock;
}

static void label(const struct attachment *at, __u32 ino, char value[SL_NETNS_NAME_MAX])
{
	struct sl_netns entry;

	if (bpf_map_lookup_elem(at->fd[PIN_NETNS], &ino, &entry))
		snprintf(value, SL_NETNS_NAME_MAX, METRICS_OTHER_NETNS);
	else if (entry.name[0])
		snprintf(value, SL_NETNS_NAME_MAX, "%.*s", SL_NETNS_NAME_MAX - 1,
			 entry.name);
	else
		snprintf(value, SL_NETNS_NAME_MAX, "net:[%u]", ino);
}

static int add_total(const struct attachment *at, struct metrics *m,
		     const struct netns_total *total)
{
	char netns[SL_NETNS_NAME_MAX];
	struct metrics_row *row;

	label(at, total->ino, netns);
	row = metrics_row(m, netns);
	if (!row)
		return -ENOMEM;
	for (int i = 0; i < SL_CNT_MAX; i++)
		row->counters.v[i] += total->counters.v[i];
	row->connections += total->live.connections;
	row->listeners += total->live.listeners;
	return 0;
}

/* Rows from the start, with zeros: rate() sees no first step otherwise. */
static int add_known_rows(const struct attachment *at, struct metrics *m)
{
	__u32 key, *prev = NULL;

	if (!metrics_row(m, METRICS_OTHER_NETNS))
		return -ENOMEM;
	while (!bpf_map_get_next_key(at->fd[PIN_NETNS], prev, &key)) {
		char netns[SL_NETNS_NAME_MAX];

		label(at, key, netns);
		if (!metrics_row(m, netns))
			return -ENOMEM;
		prev = &key;
	}
	return 0;
}

static int read_values(const struct attachment *at, struct metrics *m)
{
	struct totals totals;
	__u32 zero = 0;
	int err;

	m->attachment_id = at->map_id;
	m->attached_at_s = at->info.attached_at_s;
	err = bpf_map_lookup_elem(at->fd[PIN_TUNABLES], &zero, &m->tunables);
	if (err)
		return err;
	err = totals_read(at, &totals);
	/* Not exact while sockets close that fast; metrics_only_grow() takes care. */
	if (err == -EAGAIN)
		err = 0;
	if (!err)
		err = add_known_rows(at, m);
	for (size_t i = 0; !err && i < totals.n; i++)
		err = add_total(at, m, &totals.v[i]);
	totals_free(&totals);
	return err;
}

static enum metrics_state look(struct cli *cli, const struct attachment *at,
			       struct metrics *m)
{
	int err;

	if (!at->any)
		return METRICS_DETACHED;
	if (!at->same_abi)
		return METRICS_VERSION;
	if (attachment_usable(cli, at))
		return METRICS_INCOMPLETE;
	err = read_values(at, m);
	if (!err)
		return METRICS_ATTACHED;
	cli_fail_errno(cli, err, NULL, "cannot read the counters");
	return METRICS_UNREADABLE;
}

/**
 * collect - the values now
 * @cli: its error is set if they cannot be read; it is not a failure of the command
 * @m: set to them; for metrics_free()
 *
 * Needs to own the pins (root); no capability.  Waits two seconds for an attach or
 * detach that is at work, then says that.
 */
void collect(struct cli *cli, struct metrics *m)
{
	struct attachment at;
	int lock;

	*m = (struct metrics){ .version = SLOWLANE_VERSION, .state = METRICS_UNREADABLE };
	if (bpffs_require(cli))
		return;
	lock = lock_soon(cli);
	if (lock < 0) {
		if (lock == -EWOULDBLOCK)
			m->state = METRICS_BUSY;
		return;
	}
	if (!attachment_open(cli, PLACE_MAIN, &at))
		m->state = look(cli, &at, m);
	attachment_close(&at);
	close(lock);
}

/**
 * collect_text - the values now, as metrics
 * @cli: its error is set to why they cannot be read, if so
 * @before: the values of the last scrape, or none; replaced
 * @text: set to the text, to be freed
 * @size: set to its length
 *
 * Return: 0 or a negative errno.
 */
int collect_text(struct cli *cli, struct metrics *before, char **text, size_t *size)
{
	struct metrics now;
	FILE *out;
	int err;

	*text = NULL;
	out = open_memstream(text, size);
	if (!out)
		return -errno;
	collect(cli, &now);
	metrics_only_grow(&now, before);
	metrics_write(out, &now);
	err = fclose(out) ? -errno : 0;
	if (now.state == METRICS_ATTACHED) {
		metrics_free(before);
		*before = now;
	} else {
		metrics_free(&now);
	}
	if (err)
		free(*text);
	return err;
}
