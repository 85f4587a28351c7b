/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * advise_say.h - a sentence and the commands for each finding of SL_ADVICES; pure.
 */
#ifndef SL_ADVISE_SAY_H
#define SL_ADVISE_SAY_H

#include <arpa/inet.h>

#include "advise.h"

/* What a say_...() gets. */
struct saying {
	const struct adv_ns *ns;
	const struct advice *a;
	const char *enter; /* see adv_say() */
	struct adv_words *w;
};

#define ADVICE_SAY(name, severity, why) void say_##name(struct saying *s);
SL_ADVICES(ADVICE_SAY)
#undef ADVICE_SAY

/* More of the sentence. */
void say_what(struct saying *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* One more command.  @where: the address of the host where it is typed; NULL: here. */
void say_todo(struct saying *s, const char *where, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* An address as ip(8) takes it. */
const char *bare_address(const __u8 *addr, unsigned int family,
			 char buf[INET6_ADDRSTRLEN]);
const char *peer_of(const struct adv_conn *c, char buf[INET6_ADDRSTRLEN]);
const struct sl_ends *ends_of(const struct adv_conn *c);

/* The endpoint with that address, whatever its flags; or NULL. */
const struct adv_endpoint *endpoint_of(const struct adv_ns *ns, unsigned int family,
				       const __u8 *addr);

#endif /* SL_ADVISE_SAY_H */
