// SPDX-License-Identifier: GPL-2.0-only
/*
 * sched_load - register whatever MPTCP schedulers a BPF object has, until killed.
 *
 * For tests and the bench only: it takes the place of "slowlane attach" for other
 * schedulers to compare with, for those that are wrong on purpose, and of the other
 * program that took our name.  For each it prints "NAME registered", with the name
 * that net.mptcp.scheduler takes.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>

static int fail(const char *what, const char *name)
{
	fprintf(stderr, "sched_load: %s %s: %s\n", what, name, strerror(errno));
	return 1;
}

/* The scheduler's own name, from the object's initial mptcp_sched_ops; NULL: it is none. */
static const char *sched_name(struct bpf_object *obj, struct bpf_map *map)
{
	const struct btf *btf = bpf_object__btf(obj);
	int id = btf__find_by_name_kind(btf, "mptcp_sched_ops", BTF_KIND_STRUCT);
	const char *data = bpf_map__initial_value(map, NULL);
	const struct btf_type *t;
	struct btf_member *m;
	int i;

	if (id < 0 || !data)
		return NULL;
	t = btf__type_by_id(btf, id);
	m = btf_members(t);
	for (i = 0; i < btf_vlen(t); i++)
		if (!strcmp(btf__name_by_offset(btf, m[i].name_off), "name"))
			return data + btf_member_bit_offset(t, i) / 8;
	return NULL;
}

int main(int argc, char **argv)
{
	struct bpf_object *obj;
	struct bpf_map *map;
	const char *name;
	sigset_t set;
	int sig;

	if (argc != 2) {
		fprintf(stderr, "usage: sched_load FILE.bpf.o\n");
		return 64;
	}
	/* Links and maps go with the process; the signal only ends it. */
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGINT);
	sigprocmask(SIG_BLOCK, &set, NULL);

	obj = bpf_object__open_file(argv[1], NULL);
	if (!obj)
		return fail("cannot open", argv[1]);
	if (bpf_object__load(obj))
		return fail("cannot load", argv[1]);
	bpf_object__for_each_map(map, obj)
	{
		if (bpf_map__type(map) != BPF_MAP_TYPE_STRUCT_OPS)
			continue;
		if (!bpf_map__attach_struct_ops(map))
			return fail("cannot register", bpf_map__name(map));
		name = sched_name(obj, map);
		printf("%s registered\n", name ?: bpf_map__name(map));
	}
	fflush(stdout);
	sigwait(&set, &sig);
	return 0;
}
