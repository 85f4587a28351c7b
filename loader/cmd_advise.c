// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_advise.c - "slowlane advise": what limits the connections, and which knob helps.
 *
 * It reads, and changes nothing.
 */
#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "advise_read.h"
#include "scheduler.h"
#include "text.h"

#define ENTER_MAX (32 + TEXT_SHELL_MAX)

/* A process in that namespace; 0: none is seen. */
static long find_process(__u32 ino)
{
	struct dirent *de;
	DIR *dir = opendir("/proc");
	long pid = 0;

	while (dir && !pid && (de = readdir(dir))) {
		char path[sizeof(de->d_name) + sizeof("/proc//ns/net")];
		struct stat st;

		if (!isdigit((unsigned char)de->d_name[0]))
			continue;
		snprintf(path, sizeof(path), "/proc/%s/ns/net", de->d_name);
		if (!stat(path, &st) && st.st_ino == ino)
			pid = strtol(de->d_name, NULL, 10);
	}
	if (dir)
		closedir(dir);
	return pid;
}

/* What a command starts with to be run there. */
static void enter_of(const struct netns *ns, char enter[ENTER_MAX])
{
	char word[TEXT_SHELL_MAX];
	struct stat self;
	long pid;

	enter[0] = '\0';
	if (!stat("/proc/self/ns/net", &self) && self.st_ino == ns->ino)
		return;
	if (ns->name[0]) {
		snprintf(enter, ENTER_MAX, "ip netns exec %s ",
			 text_shell(ns->name, sizeof(ns->name), word, sizeof(word)));
		return;
	}
	pid = find_process(ns->ino);
	if (pid)
		snprintf(enter, ENTER_MAX, "nsenter -t %ld -n ", pid);
}

static void json_object_ends(json_object *parent, const char *key,
			     const struct sl_ends *ends, const __u32 *token)
{
	json_object *o = json_sub(parent, key, json_object_new_object());
	char text[TEXT_END_MAX], hex[16];

	if (token) {
		snprintf(hex, sizeof(hex), "%x", *token);
		json_str(o, "token", hex);
	}
	json_str(o, "local", text_local(ends, text, sizeof(text)));
	json_str(o, "peer", text_peer(ends, text, sizeof(text)));
	json_escaped(o, "dev", ends->dev, sizeof(ends->dev));
}

/* See docs/man/commands/advise.rst for the fields. */
static void show_json(json_object *array, const struct netns *ns, const struct advice *a,
		      const struct adv_words *w)
{
	json_object *o = json_netns(array, ns->name, ns->ino), *todo;

	json_str(o, "id", adv_names[a->id]);
	json_str(o, "severity", adv_severity(a->id));
	json_u64(o, "connections", a->n);
	if (a->conn)
		json_object_ends(o, "connection",
				 a->conn->n ? &a->conn->path[0].ends : &a->conn->ends,
				 &a->conn->token);
	else
		json_str(o, "connection", NULL);
	if (a->path)
		json_object_ends(o, "subflow", &a->path->ends, NULL);
	else
		json_str(o, "subflow", NULL);
	json_str(o, "what", w->what);
	json_str(o, "why", adv_why[a->id]);
	todo = json_sub(o, "do", json_object_new_array());
	for (size_t i = 0; i < w->n; i++) {
		json_object *t = json_sub(todo, NULL, json_object_new_object());

		json_str(t, "host", w->todo[i].where[0] ? w->todo[i].where : NULL);
		json_str(t, "command", w->todo[i].command);
	}
	if (a->need_bytes || a->have_bytes) {
		json_u64(o, "need_bytes", a->need_bytes);
		json_u64(o, "have_bytes", a->have_bytes);
	} else {
		json_str(o, "need_bytes", NULL);
		json_str(o, "have_bytes", NULL);
	}
}

static void show_text(struct cli *cli, const struct netns *ns, const struct advice *a,
		      const struct adv_words *w)
{
	char local[TEXT_END_MAX], peer[TEXT_END_MAX], label[NETNS_LABEL_MAX];

	netns_label(ns->name, ns->ino, label, sizeof(label));
	if (a->conn) {
		const struct sl_ends *e = a->conn->n ? &a->conn->path[0].ends
						     : &a->conn->ends;

		cli_say(cli, "%s %s, %s: %zu connection%s, %s token:%x %s %s",
			adv_severity(a->id), adv_names[a->id], label, a->n, plural(a->n),
			a->n == 1 ? "which is" : "the worst is", a->conn->token,
			text_local(e, local, sizeof(local)),
			text_peer(e, peer, sizeof(peer)));
	} else {
		cli_say(cli, "%s %s, %s", adv_severity(a->id), adv_names[a->id], label);
	}
	cli_say(cli, "  what  %s", w->what);
	cli_say(cli, "  why   %s", adv_why[a->id]);
	for (size_t i = 0; i < w->n; i++) {
		const struct adv_todo *t = &w->todo[i];

		cli_say(cli, "  %s  %s%s%s%s", i ? "    " : "do  ",
			t->where[0] ? "(on " : "", t->where, t->where[0] ? ") " : "",
			t->command);
	}
	cli_say(cli, "%s", "");
}

static size_t show_ns(struct cli *cli, const struct look_ns *l, json_object *array)
{
	struct advice found[ADV_MAX];
	size_t n = advise(&l->adv, found);
	char enter[ENTER_MAX];
	struct adv_words words;

	if (n)
		enter_of(&l->ns, enter);
	for (int id = 0; id < ADV_MAX; id++) {
		if (!adv_found(&found[id]))
			continue;
		adv_say(&l->adv, &found[id], enter, &words);
		show_json(array, &l->ns, &found[id], &words);
		show_text(cli, &l->ns, &found[id], &words);
	}
	return n;
}

int cmd_advise(struct cli *cli)
{
	struct filter f;
	struct look look = {};
	json_object *array;
	size_t n = 0;
	int code = filter_require(cli, &f);

	if (!code)
		code = look_read(cli, &f, &look);
	if (code)
		goto cleanup;
	json_flag(cli->root, "attached", look.attached);
	json_u64(cli->root, "namespaces", look.n);
	json_u64(cli->root, "connections", look.connections);
	json_u64(cli->root, "looked_us", look.us);
	array = json_sub(cli->root, "findings", json_object_new_array());
	for (size_t i = 0; i < look.n; i++)
		n += show_ns(cli, &look.v[i], array);
	cli_say(cli,
		"%zu finding%s; looked at %zu connection%s in %zu of %zu namespace%s for "
		"%.1f s%s",
		n, plural(n), look.connections, plural(look.connections), look.n,
		look.namespaces, plural(look.namespaces), look.us / 1e6,
		look.attached ? "" : "; slowlane is not attached");
	if (n && cli->opt.exit_code)
		code = SL_EXIT_FINDINGS;
cleanup:
	look_free(&look);
	return code;
}
