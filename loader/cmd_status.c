// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_status.c - "slowlane status": what is attached, where, and who uses it.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>

#include "cc.h"
#include "cli.h"
#include "kmod.h"
#include "pins.h"
#include "scheduler.h"
#include "status_rows.h"
#include "trial.h"
#include "view.h"

static const char *format_address(const struct sl_subflow_record *r, char *buf,
				  size_t size)
{
	char ip[INET6_ADDRSTRLEN] = "?";

	inet_ntop(r->family, r->saddr, ip, sizeof(ip));
	snprintf(buf, size, r->family == AF_INET6 ? "[%s]:%u" : "%s:%u", ip, r->sport);
	return buf;
}

static void show_older(struct cli *cli, json_object *o, const struct ns_view *view,
		       struct sched_ids ids)
{
	json_object *array = json_sub(o, "older_listeners", json_object_new_array());

	for (size_t i = 0; i < view->n; i++) {
		const struct sl_subflow_record *r = &view->records[i];
		char address[INET6_ADDRSTRLEN + 16], sched[sizeof(r->sched) + 1];
		json_object *l;

		if (!is_older_listener(r, ids))
			continue;
		snprintf(sched, sizeof(sched), "%.*s", (int)sizeof(r->sched), r->sched);
		l = json_sub(array, NULL, json_object_new_object());
		json_str(l, "address", format_address(r, address, sizeof(address)));
		json_str(l, "scheduler", sched);
		cli_say(cli, "    listener %s still hands out %s%s: restart its server",
			address, scheduler_is_ours(sched) ? "an older " : "", sched);
	}
	json_u64(o, "older_connections", view->older_connections);
	if (view->older_connections)
		cli_say(cli,
			"    %u connection%s on a slowlane that was detached or replaced",
			view->older_connections, plural(view->older_connections));
}

static void show_gone(struct cli *cli, json_object *array, const struct ns_row *row)
{
	char label[NETNS_LABEL_MAX];
	json_object *o = json_netns(array, row->entry.name, row->ino);

	json_flag(o, "present", false);
	cli_say(cli, "%s: gone",
		netns_label(row->entry.name, row->ino, label, sizeof(label)));
}

static int show_ns(struct cli *cli, json_object *array, struct ns_row *row,
		   const struct socket_view *sockets, struct sched_ids ids, __u32 self)
{
	struct socket_count count = socket_view_count(sockets, row->ino);
	char scheduler[SYSCTL_VALUE_MAX], label[NETNS_LABEL_MAX];
	struct ns_view view = {};
	struct netns ns;
	json_object *o;
	int err;

	err = netns_open_ino(row->ino, &ns);
	if (err == -ENOENT) {
		show_gone(cli, array, row);
		return 0;
	}
	netns_label(err ? "" : ns.name, row->ino, label, sizeof(label));
	if (!err)
		row->noted &= row->entry.cookie == netns_cookie(&ns);
	if (!err)
		err = sysctl_read(&ns, SYSCTL_SCHEDULER, scheduler);
	if (!err)
		err = ns_view_open(&ns, ids, &view);
	if (err) {
		err = cli_fail_errno(cli, err, NULL, "cannot look into %s", label);
		goto cleanup;
	}

	o = json_netns(array, ns.name, ns.ino);
	json_flag(o, "present", true);
	json_flag(o, "self", ns.ino == self);
	json_str(o, "scheduler", scheduler);
	json_str(o, "previous", row->noted ? row->entry.previous : NULL);
	json_u64(o, "connections", count.connections);
	json_u64(o, "listeners", count.listeners);
	cli_say(cli,
		"%s%s: net.mptcp.scheduler = %s%s%s%s, %u connection%s, %u listener%s",
		label, ns.ino == self ? " (this one)" : "", scheduler,
		row->noted ? " (was " : "", row->noted ? row->entry.previous : "",
		row->noted ? ")" : "", count.connections, plural(count.connections),
		count.listeners, plural(count.listeners));
	if (!scheduler_is_ours(scheduler)) /* nothing is expected of its listeners */
		view.n = 0;
	show_older(cli, o, &view, ids);
cleanup:
	ns_view_close(&view);
	netns_close(&ns);
	return err;
}

static void show_head(struct cli *cli, const struct attachment *at)
{
	bool module = kmod_state() == KMOD_LOADED;
	time_t since = at->info.attached_at_s, age = time(NULL) - since;
	char when[64] = "", age_text[32];
	struct tm tm;

	if (localtime_r(&since, &tm))
		strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S%z", &tm);
	age = age < 0 ? 0 : age; /* the clock was set back */
	format_age(age, age_text, sizeof(age_text));
	json_flag(cli->root, "attached", true);
	json_str(cli->root, "version", at->info.version);
	json_str(cli->root, "since", when);
	json_u64(cli->root, "age_s", age);
	json_str(cli->root, "module", module ? KMOD_NAME : NULL);
	json_flag(cli->root, "module_loaded_by_attach", at->info.module_loaded);
	json_u64(cli->root, "sched_map_id", at->map_id);
	cli_say(cli, "slowlane %s attached since %s (%s)", at->info.version, when,
		age_text);
	trial_show(cli, &at->info);
	if (module)
		cli_say(cli, "module " KMOD_NAME ", %s",
			at->info.module_loaded ? "loaded by attach, so detach unloads it"
					       : "was loaded before attach, so it stays");
}

static void say_pending(struct cli *cli, bool pending)
{
	json_flag(cli->root, "replace_pending", pending);
	if (pending)
		cli_warn(cli, "a replacement was cut short: '" SL_PROG
			      " attach' finishes it or clears it away, '" SL_PROG
			      " detach' puts everything back");
}

static int show_attached(struct cli *cli, const struct attachment *at,
			 const struct netns_list *list)
{
	struct ns_rows rows = {};
	struct socket_view sockets = {};
	struct socket_count total;
	struct netns self;
	json_object *array;
	int code = 0, err;

	err = socket_view_open(&sockets);
	if (err)
		return cli_fail_errno(cli, err, NULL, "%s", pin_path(PIN_ITER_SOCKETS));
	err = netns_open_self(&self);
	if (err) {
		code = cli_fail_errno(cli, err, NULL,
				      "network namespace of this process");
		goto cleanup;
	}
	show_head(cli, at);
	cc_show(cli, at);
	array = json_sub(cli->root, "namespaces", json_object_new_array());
	if (cli->opt.netns.n)
		rows_collect_listed(&rows, at, list);
	else
		rows_collect(&rows, at, &sockets, self.ino);
	for (size_t i = 0; i < rows.n; i++) {
		err = show_ns(cli, array, &rows.v[i], &sockets, sched_ids_of(at),
			      self.ino);
		code = code ? code : err;
	}
	total = socket_view_count(&sockets, 0);
	json_u64(cli->root, "connections", total.connections);
	json_u64(cli->root, "listeners", total.listeners);
	cli_say(cli, "in all: %u live connection%s, %u listener%s", total.connections,
		plural(total.connections), total.listeners, plural(total.listeners));
	netns_close(&self);
cleanup:
	free(rows.v);
	socket_view_close(&sockets);
	return code;
}

static int show_detached(struct cli *cli, const struct attachment *at)
{
	json_flag(cli->root, "attached", false);
	json_str(cli->root, "module", kmod_state() == KMOD_LOADED ? KMOD_NAME : NULL);
	cli_say(cli, "slowlane is not attached");
	if (at->any)
		cli_warn(cli, "an attach that was cut short left pins in " PIN_DIR
			      "; '" SL_PROG " detach' removes them");
	if (at->foreign[0])
		cli_warn(cli, "%s is not ours", at->foreign);
	if (scheduler_available(SL_SCHED_NAME))
		cli_warn(cli, "a scheduler of that name is registered, but not by this "
			      "program");
	return 0;
}

static int show(struct cli *cli, const struct attachment *at,
		const struct netns_list *list)
{
	bool pending;
	int code = replace_pending(cli, at, &pending);

	if (!code)
		say_pending(cli, pending);
	if (!code && !at->attached)
		return show_detached(cli, at);
	if (!code)
		code = attachment_usable(cli, at);
	return code ? code : show_attached(cli, at, list);
}

int cmd_status(struct cli *cli)
{
	struct netns_list list;
	struct attachment at;
	int lock = -1, code = netns_list_open(cli, &cli->opt.netns, &list);

	attachment_init(&at);
	if (!code)
		code = attachment_read(cli, &at, &lock);
	if (!code)
		code = show(cli, &at, &list);
	attachment_close(&at);
	netns_list_close(&list);
	if (lock >= 0)
		close(lock);
	return code;
}
