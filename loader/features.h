/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * features.h - what this kernel has and lacks.
 */
#ifndef SL_FEATURES_H
#define SL_FEATURES_H

#include "cli.h"
#include "kmod.h"
#include "netns.h"

struct btf;
struct bpf_object;

enum verdict {
	VERDICT_OK,
	VERDICT_NOTE, /* works, but know this */
	VERDICT_MISSING,
};

struct finding {
	enum verdict verdict;
	char detail[512];
	char remedy[256]; /* "" = nothing to do */
	int code;	  /* 0 = the feature's own */
};

struct features {
	const struct bpf_object *obj; /* opened, not loaded */
	struct btf *vmlinux;	      /* NULL: none */
	int vmlinux_errno;	      /* why none */
	struct btf *module;	      /* NULL: the module is not loaded */
	struct btf *cubic;	      /* NULL: cubic is no module, or not loaded */
	struct netns self;
	enum kmod_state kmod;
	const char *module_file; /* of attach --module, or NULL */
	bool native;		 /* the kernel itself has the struct_ops */
};

struct feature {
	const char *name;
	const char *title;
	void (*check)(struct features *f, struct finding *found);
	enum sl_exit code; /* what a command that needs it exits with */
	bool tracing;	   /* needed to look on only, too */
};

/* Ends with a row without a name. */
extern const struct feature feature_table[];

void features_open(struct features *f, const struct bpf_object *obj,
		   const char *module_file);
void features_close(struct features *f);

/*
 * 0, or the exit code of the first feature that is missing; the error says which.
 * features_require_tracing() wants what it takes to look on, without a scheduler.
 */
int features_require(struct cli *cli, struct features *f);
int features_require_tracing(struct cli *cli, struct features *f);

#define STRUCT_OPS_TYPE "bpf_struct_ops_mptcp_sched_ops"

/* features_btf.c; @btf: NULL has nothing. */
bool features_have_struct(const struct btf *btf, const char *name);

/* Is there a function of that name, in the kernel or in module tcp_cubic? */
bool features_have_func(const struct features *f, const char *name);

/* Is that argument (0, 1, ...) of a function of the kernel's a pointer to this struct? */
bool features_func_takes(const struct features *f, const char *func, unsigned int arg,
			 const char *struct_name);

/* cc.c */
void check_cc(struct features *f, struct finding *found);
__attribute__((format(printf, 4, 5))) void conclude(struct finding *found,
						    enum verdict verdict,
						    const char *remedy, const char *fmt,
						    ...);

/* Does the kernel itself have the struct_ops? */
bool features_native(const struct btf *vmlinux);

#endif /* SL_FEATURES_H */
