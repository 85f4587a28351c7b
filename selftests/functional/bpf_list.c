// SPDX-License-Identifier: GPL-2.0-only
/*
 * bpf_list - one line for each BPF object in the kernel: its kind and name.
 *
 * For tests that compare before and after: no ids, which grow, and no BPF program
 * of its own, which bpftool loads to find out who holds what.
 */
#include <stdio.h>
#include <unistd.h>
#include <bpf/bpf.h>

static void list_maps(void)
{
	__u32 id = 0;

	while (!bpf_map_get_next_id(id, &id)) {
		struct bpf_map_info info = {};
		__u32 len = sizeof(info);
		int fd = bpf_map_get_fd_by_id(id);

		if (fd < 0)
			continue;
		if (!bpf_map_get_info_by_fd(fd, &info, &len))
			printf("map %s\n", info.name);
		close(fd);
	}
}

static void list_progs(void)
{
	__u32 id = 0;

	while (!bpf_prog_get_next_id(id, &id)) {
		struct bpf_prog_info info = {};
		__u32 len = sizeof(info);
		int fd = bpf_prog_get_fd_by_id(id);

		if (fd < 0)
			continue;
		if (!bpf_prog_get_info_by_fd(fd, &info, &len))
			printf("prog %s\n", info.name);
		close(fd);
	}
}

static void list_links(void)
{
	__u32 id = 0;

	while (!bpf_link_get_next_id(id, &id)) {
		struct bpf_link_info info = {};
		__u32 len = sizeof(info);
		int fd = bpf_link_get_fd_by_id(id);

		if (fd < 0)
			continue;
		if (!bpf_link_get_info_by_fd(fd, &info, &len))
			printf("link type %u\n", info.type);
		close(fd);
	}
}

int main(void)
{
	list_maps();
	list_progs();
	list_links();
	return 0;
}
