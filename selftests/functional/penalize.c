// SPDX-License-Identifier: GPL-2.0-only
/*
 * penalize - ask for penalties on all subflows that have state, in the scheduler's
 * place; a line of JSON for each of them, as it was at that moment, and with WAIT_MS
 * another one when all is served, or after that time.
 *
 * usage: penalize [PENALTIES FLOOR_SEGMENTS RELAXES [WAIT_MS]]
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#define PIN "/sys/fs/bpf/slowlane/subflows"

static int fail(const char *what)
{
	fprintf(stderr, "penalize: %s: %s\n", what, strerror(errno));
	return 1;
}

/* The object is beside us. */
static const char *object_path(void)
{
	static char path[PATH_MAX + 16];
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);

	snprintf(path + (n > 0 ? n : 0), 16, ".bpf.o");
	return path;
}

#define KNOBS 3

/* They are memory that the program shares with us, once it is loaded. */
static __u32 *knobs_of(struct bpf_object *obj)
{
	struct bpf_map *map = bpf_object__find_map_by_name(obj, ".data.knobs");
	size_t size = 0;
	__u32 *knobs = map ? bpf_map__initial_value(map, &size) : NULL;

	return size == KNOBS * sizeof(*knobs) ? knobs : NULL;
}

static int run(const struct bpf_link *link, char *text, size_t size)
{
	int fd = bpf_iter_create(bpf_link__fd(link));
	size_t used = 0;
	ssize_t n;

	if (fd < 0)
		return -1;
	while ((n = read(fd, text + used, size - 1 - used)) > 0)
		used += n;
	close(fd);
	text[used] = '\0';
	return n;
}

static bool all_served(const char *text)
{
	while ((text = strstr(text, "\"pending\":"))) {
		text += strlen("\"pending\":");
		if (text[0] != '0' || text[1] != ',')
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	union bpf_iter_link_info target = { .map.map_fd = bpf_obj_get(PIN) };
	const struct bpf_iter_attach_opts opts = {
		.sz = sizeof(opts),
		.link_info = &target,
		.link_info_len = sizeof(target),
	};
	struct bpf_object *obj;
	struct bpf_link *link;
	int wait_ms = argc > 4 ? atoi(argv[4]) : 0;
	static char text[65536];
	__u32 *knobs;

	if ((int)target.map.map_fd < 0)
		return fail(PIN);
	obj = bpf_object__open_file(object_path(), NULL);
	if (!obj || bpf_object__load(obj))
		return fail(object_path());
	knobs = knobs_of(obj);
	if (!knobs)
		return fail("knobs");
	for (int i = 0; i < KNOBS && argc > i + 1; i++)
		knobs[i] = atoi(argv[i + 1]);
	link = bpf_program__attach_iter(bpf_object__find_program_by_name(obj, "penalize"),
					&opts);
	if (!link || run(link, text, sizeof(text)))
		return fail("cannot run the iterator");
	fputs(text, stdout);
	if (!wait_ms)
		return 0;
	memset(knobs, 0, KNOBS * sizeof(*knobs));
	do {
		usleep(1000);
		if (run(link, text, sizeof(text)))
			return fail("cannot run the iterator");
	} while (!all_served(text) && --wait_ms);
	fputs(text, stdout);
	return 0;
}
