// SPDX-License-Identifier: GPL-2.0-only
/*
 * source.c - one reading of the attachment and of its connections.
 *
 * Nothing is kept open in between, so that a detach is not held up and a new attachment
 * is found; and nobody is waited for, so that keys go on working.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "pins.h"
#include "top.h"
#include "trial.h"
#include "tunables.h"

static void read_since(struct top *t, const struct sl_info *info)
{
	time_t since = info->attached_at_s, age = time(NULL) - since;
	char text[32];
	int len;

	format_age(age < 0 ? 0 : age, text, sizeof(text)); /* the clock was set back */
	len = snprintf(t->since, sizeof(t->since), "%s", text);
	if (info->trial_until_ns)
		snprintf(t->since + len, sizeof(t->since) - len, ", trial ends in %llu s",
			 trial_left_s(info));
}

static void read_tunables(struct top *t, const struct attachment *at)
{
	char value[TUNABLE_VALUE_MAX], def[TUNABLE_VALUE_MAX];
	size_t len = 0;

	t->tunables[0] = '\0';
	for (int i = 0; i < SL_TUN_MAX && len < sizeof(t->tunables); i++) {
		__u32 now = tunables_read(at, i);

		if (now == tunable_table[i].def)
			continue;
		tunable_format(i, tunable_table[i].def, def);
		len += snprintf(t->tunables + len, sizeof(t->tunables) - len,
				"%s%s=%s (default %s)", len ? ", " : "",
				tunable_table[i].name, tunable_format(i, now, value),
				def);
	}
}

static int read_locked(struct top *t)
{
	struct cli *cli = t->cli;
	struct conns conns = {};
	struct attachment at;
	int err, code = attachment_open(cli, PLACE_MAIN, &at);

	if (!code)
		code = attachment_usable(cli, &at);
	if (!code) {
		read_since(t, &at.info);
		read_tunables(t, &at);
		err = conns_read(&conns);
		if (!err)
			err = model_take(&t->model, &conns,
					 clock_ns(CLOCK_MONOTONIC) / 1000);
		if (err)
			code = cli_fail_errno(cli, err, NULL,
					      "cannot read the connections");
	}
	conns_free(&conns);
	attachment_close(&at);
	return code;
}

int top_read(struct top *t)
{
	int code, lock = -1;

	code = bpffs_require(t->cli);
	if (!code) {
		lock = bpffs_lock(t->cli, LOCK_SH | LOCK_NB);
		t->busy = lock == -EWOULDBLOCK;
		if (t->busy) {
			t->cli->error[0] = '\0';
			return TOP_BUSY;
		}
		code = lock < 0 ? SL_EXIT_NOPERM : read_locked(t);
	}
	if (lock >= 0)
		close(lock);
	t->attached = !code;
	if (!code)
		return model_arrange(&t->model, &t->filter, t->order)
			       ? cli_fail(t->cli, SL_EXIT_OSERR, "out of memory")
			       : 0;
	model_clear(&t->model);
	return code;
}
