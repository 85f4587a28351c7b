// SPDX-License-Identifier: GPL-2.0-only
/*
 * tunables_carry.c - what was set in the program that is replaced is set in the new one.
 *
 * By name, from the BTF that the old map has: its version may have had other tunables,
 * or others in between.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/btf.h>

#include "attach.h"
#include "tunables.h"

/* The structure in a map that is a data section with one variable; NULL: it is not so. */
static const struct btf_type *only_variable(const struct btf *btf, __u32 section_id)
{
	const struct btf_type *t = btf__type_by_id(btf, section_id);

	if (!t || !btf_is_datasec(t) || btf_vlen(t) != 1)
		return NULL;
	t = btf__type_by_id(btf, btf_var_secinfos(t)->type);
	if (!t || !btf_is_var(t))
		return NULL;
	t = btf__type_by_id(btf, t->type);
	return t && btf_is_struct(t) ? t : NULL;
}

static void carry_one(struct attach_run *run, const char *name, __u32 value)
{
	__u32 *values = (__u32 *)&run->skel->data_tunables->sl_tun;
	int i = tunable_find(name, strlen(name));

	if (i < 0) {
		cli_warn(run->cli, "tunable %s is no longer there; it was %u", name,
			 value);
		return;
	}
	if (value >= tunable_table[i].min && value <= tunable_table[i].max)
		values[i] = value;
	else
		cli_warn(run->cli, "tunable %s was %u, which is not in its range now: %u",
			 name, value, values[i]);
}

int attach_carry(struct attach_run *run)
{
	int fd = run->at.fd[PIN_TUNABLES];
	struct bpf_map_info info = {};
	__u32 len = sizeof(info), zero = 0, old[64];
	const struct btf_type *t;
	struct btf *btf;

	if (!attach_carries(run))
		return 0;
	if (bpf_map_get_info_by_fd(fd, &info, &len) || info.value_size > sizeof(old) ||
	    bpf_map_lookup_elem(fd, &zero, old))
		return cli_fail_errno(run->cli, errno, NULL, "cannot read %s",
				      pin_path(PIN_TUNABLES));
	btf = btf__load_from_kernel_by_id(info.btf_id);
	t = btf ? only_variable(btf, info.btf_value_type_id) : NULL;
	for (__u16 i = 0; t && i < btf_vlen(t); i++) {
		__u32 word = btf_member_bit_offset(t, i) / 8 / sizeof(old[0]);

		if (word < info.value_size / sizeof(old[0]))
			carry_one(run,
				  btf__name_by_offset(btf, btf_members(t)[i].name_off),
				  old[word]);
	}
	if (!t)
		cli_warn(run->cli, "the tunables of the program before cannot be read by "
				   "name: they are the defaults");
	btf__free(btf);
	return 0;
}
