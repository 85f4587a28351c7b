// SPDX-License-Identifier: GPL-2.0-only
/*
 * features_btf.c - look types and functions up in the kernel's BTF.
 */
#include <string.h>
#include <bpf/btf.h>

#include "features.h"

bool features_have_struct(const struct btf *btf, const char *name)
{
	return btf && btf__find_by_name_kind(btf, name, BTF_KIND_STRUCT) > 0;
}

bool features_have_func(const struct features *f, const char *name)
{
	return (f->vmlinux &&
		btf__find_by_name_kind(f->vmlinux, name, BTF_KIND_FUNC) > 0) ||
	       (f->cubic && btf__find_by_name_kind(f->cubic, name, BTF_KIND_FUNC) > 0);
}

bool features_func_takes(const struct features *f, const char *func, unsigned int arg,
			 const char *struct_name)
{
	int id = btf__find_by_name_kind(f->vmlinux, func, BTF_KIND_FUNC);
	const struct btf_type *t = id > 0 ? btf__type_by_id(f->vmlinux, id) : NULL;

	t = t ? btf__type_by_id(f->vmlinux, t->type) : NULL;
	if (!t || arg >= btf_vlen(t))
		return false;
	t = btf__type_by_id(f->vmlinux, btf_params(t)[arg].type);
	if (!btf_is_ptr(t))
		return false;
	t = btf__type_by_id(f->vmlinux, t->type);
	while (btf_is_mod(t) || btf_is_typedef(t))
		t = btf__type_by_id(f->vmlinux, t->type);
	return btf_is_struct(t) &&
	       !strcmp(btf__name_by_offset(f->vmlinux, t->name_off), struct_name);
}

bool features_native(const struct btf *vmlinux)
{
	return features_have_struct(vmlinux, STRUCT_OPS_TYPE);
}
