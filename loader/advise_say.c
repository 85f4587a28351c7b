// SPDX-License-Identifier: GPL-2.0-only
/*
 * advise_say.c - findings in words: what they are put together from; pure.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "advise_say.h"

const char *const adv_names[ADV_MAX] = {
#define ADVICE_NAME(name, severity, why) #name,
	SL_ADVICES(ADVICE_NAME)
};

const char *const adv_why[ADV_MAX] = {
#define ADVICE_WHY(name, severity, why) why,
	SL_ADVICES(ADVICE_WHY)
};

const char *adv_severity(enum adv_id id)
{
	static const enum adv_severity severities[ADV_MAX] = {
#define ADVICE_SEVERITY(name, severity, why) ADV_##severity,
		SL_ADVICES(ADVICE_SEVERITY)
	};
	static const char *const names[] = {
		[ADV_FAULT] = "fault",
		[ADV_COST] = "cost",
		[ADV_HINT] = "hint",
	};

	return names[severities[id]];
}

void say_what(struct saying *s, const char *fmt, ...)
{
	size_t used = strlen(s->w->what);
	va_list args;

	va_start(args, fmt);
	vsnprintf(s->w->what + used, sizeof(s->w->what) - used, fmt, args);
	va_end(args);
}

void say_todo(struct saying *s, const char *where, const char *fmt, ...)
{
	struct adv_todo *t = &s->w->todo[s->w->n];
	size_t used = 0;
	va_list args;

	if (s->w->n == ADV_TODO_MAX)
		return;
	s->w->n++;
	snprintf(t->where, sizeof(t->where), "%s", where ? where : "");
	if (!where && fmt[0] != '#')
		used = snprintf(t->command, sizeof(t->command), "%s", s->enter);
	va_start(args, fmt);
	vsnprintf(t->command + used, sizeof(t->command) - used, fmt, args);
	va_end(args);
}

const char *bare_address(const __u8 *addr, unsigned int family,
			 char buf[INET6_ADDRSTRLEN])
{
	return inet_ntop(family, addr, buf, INET6_ADDRSTRLEN) ? buf : "?";
}

const struct sl_ends *ends_of(const struct adv_conn *c)
{
	return c->n ? &c->path[0].ends : &c->ends;
}

const char *peer_of(const struct adv_conn *c, char buf[INET6_ADDRSTRLEN])
{
	return bare_address(ends_of(c)->daddr, ends_of(c)->family, buf);
}

const struct adv_endpoint *endpoint_of(const struct adv_ns *ns, unsigned int family,
				       const __u8 *addr)
{
	for (size_t i = 0; i < ns->n_endpoints; i++) {
		if (adv_endpoint_is(&ns->endpoint[i], family, addr))
			return &ns->endpoint[i];
	}
	return NULL;
}

void adv_say(const struct adv_ns *ns, const struct advice *a, const char *enter,
	     struct adv_words *w)
{
	static void (*const say[ADV_MAX])(struct saying *s) = {
#define ADVICE_SAY(name, severity, why) say_##name,
		SL_ADVICES(ADVICE_SAY)
	};
	struct saying s = { .ns = ns, .a = a, .enter = enter, .w = w };

	*w = (struct adv_words){};
	say[a->id](&s);
}
