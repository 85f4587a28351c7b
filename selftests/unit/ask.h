/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ask.h - show the two paths to admission, and expect a decision.
 */
#ifndef ASK_H
#define ASK_H

#include "two_paths.h"

static inline struct sl_decision ask(const struct two *t)
{
	struct sl_view v;

	sl_view_start(&v);
	sl_view_path(&v, &t->c, &t->f);
	sl_view_path(&v, &t->c, &t->s);
	return sl_decide(&v, &t->c);
}

#define EXPECT_PICK(t, path, why)               \
	do {                                    \
		struct sl_decision d_ = ask(t); \
		EXPECT_EQ(d_.handle, path);     \
		EXPECT_EQ(d_.reason, why);      \
	} while (0)
#define EXPECT_WAIT(t, why) EXPECT_PICK(t, 0, why)

#endif /* ASK_H */
