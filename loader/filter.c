// SPDX-License-Identifier: GPL-2.0-only
/*
 * filter.c - parse a filter, and ask it about a path.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "filter.h"
#include "filter_addr.h"

const char *const filter_help[] = {
	"src|dst ADDR[/PREFIX][:PORT]  an end's address, such as 10.0.0.0/8, [fd00::1]:443,",
	"                              fe80::1%eth0, or :443",
	"sport|dport PORT              an end's port",
	"dev IF                        device that a path goes by",
	"netns NAME|INODE              network namespace",
	"state slow|stale|backup       of a path",
	"A and B, A B, A or B, not A, ( A )",
	NULL,
};

/* What is left to read; the first error is kept and ends it all. */
struct parser {
	struct filter *f;
	int argc;
	char *const *argv;
	unsigned int depth;
	char *error;
	size_t error_size;
};

__attribute__((format(printf, 2, 3))) static int refuse(struct parser *p, const char *fmt,
							...)
{
	va_list args;

	if (p->error[0])
		return -EINVAL;
	va_start(args, fmt);
	vsnprintf(p->error, p->error_size, fmt, args);
	va_end(args);
	return -EINVAL;
}

static bool next_is(const struct parser *p, const char *word)
{
	return p->argc && !strcmp(p->argv[0], word);
}

/* The next word, which is taken; NULL: there is none. */
static const char *take(struct parser *p)
{
	if (!p->argc)
		return NULL;
	p->argc--;
	return *p->argv++;
}

static bool take_if(struct parser *p, const char *word)
{
	return next_is(p, word) && take(p);
}

static struct filter_step *add(struct parser *p, enum filter_op op)
{
	struct filter_step *s;

	if (p->f->n == FILTER_STEPS_MAX) {
		refuse(p, "the filter is too long: at most %d words that test or join",
		       FILTER_STEPS_MAX);
		return NULL;
	}
	s = &p->f->step[p->f->n++];
	*s = (struct filter_step){ .op = op };
	return s;
}

static int parse_end(struct parser *p, struct filter_step *s, const char *word)
{
	char why[128];

	if (!filter_addr_parse(word, s, why, sizeof(why)))
		return 0;
	return refuse(p,
		      "'%s' %s: give ADDR[/PREFIX][:PORT], such as 10.0.0.0/8, "
		      "10.0.0.1:443, fd00::/16, [fd00::1]:443 or :443",
		      word, why);
}

static int parse_port(struct parser *p, struct filter_step *s, const char *word)
{
	if (!filter_port_parse(word[0] == ':' ? word + 1 : word, &s->port))
		return 0;
	return refuse(p, "'%s' is no port: give a number from 1 to 65535", word);
}

static int parse_dev(struct parser *p, struct filter_step *s, const char *word)
{
	if (filter_dev_parse(word, s->dev))
		return refuse(p,
			      "'%s' is no name of a device: give 1 to %d bytes, such as "
			      "eth0",
			      word, SL_DEV_NAME_MAX - 1);
	return 0;
}

static int parse_netns(struct parser *p, struct filter_step *s, const char *word)
{
	char *end;
	unsigned long long ino = strtoull(word, &end, 10);

	if (!word[0] || strchr(word, '/'))
		return refuse(p,
			      "'%s' is no network namespace: give a name that 'ip netns "
			      "list' shows, or an inode number, such as 4026531840",
			      word);
	s->word = word;
	if (word[0] >= '0' && word[0] <= '9' && !*end && ino <= ~0U)
		s->ino = ino;
	return 0;
}

static int parse_state(struct parser *p, struct filter_step *s, const char *word)
{
	static const struct {
		const char *name;
		unsigned int flag;
	} states[] = {
		{ "slow", SL_PATH_SLOW },
		{ "stale", SL_PATH_STALE },
		{ "backup", SL_PATH_BACKUP },
	};

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		if (!strcmp(word, states[i].name)) {
			s->flag = states[i].flag;
			return 0;
		}
	}
	return refuse(p, "'%s' is no state: give slow, stale or backup", word);
}

static const struct test {
	const char *name, *form;
	enum filter_op op;
	int (*parse)(struct parser *p, struct filter_step *s, const char *word);
} tests[] = {
	{ "src", "src ADDR[/PREFIX][:PORT]", FILTER_SRC, parse_end },
	{ "dst", "dst ADDR[/PREFIX][:PORT]", FILTER_DST, parse_end },
	{ "sport", "sport PORT", FILTER_SRC, parse_port },
	{ "dport", "dport PORT", FILTER_DST, parse_port },
	{ "dev", "dev IF", FILTER_DEV, parse_dev },
	{ "netns", "netns NAME|INODE", FILTER_NETNS, parse_netns },
	{ "state", "state slow|stale|backup", FILTER_STATE, parse_state },
};

static int parse_test(struct parser *p)
{
	const char *name = take(p), *word;
	struct filter_step *s;

	if (!name)
		return refuse(p,
			      "the filter ends where a test is missing: src, dst, sport, "
			      "dport, dev, netns or state");
	if (name[0] == '-')
		return refuse(p, "unexpected '%s': options come before the filter", name);
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		if (strcmp(name, tests[i].name))
			continue;
		take_if(p, "="); /* ss(8) has it so */
		word = take(p);
		if (!word)
			return refuse(p, "'%s' needs a value: %s", name, tests[i].form);
		s = add(p, tests[i].op);
		return s ? tests[i].parse(p, s, word) : -EINVAL;
	}
	return refuse(p,
		      "'%s' is no test: give src, dst, sport, dport, dev, netns or state",
		      name);
}

static int parse_any(struct parser *p);

static int parse_not(struct parser *p)
{
	int err;

	if (p->depth == FILTER_STEPS_MAX)
		return refuse(p, "the filter is too deep: at most %d 'not' and '('",
			      FILTER_STEPS_MAX);
	p->depth++;
	if (take_if(p, "not")) {
		err = parse_not(p);
		if (!err && !add(p, FILTER_NOT))
			err = -EINVAL;
	} else if (take_if(p, "(")) {
		err = parse_any(p);
		if (!err && !take_if(p, ")"))
			err = refuse(p, "')' is missing after '('");
	} else {
		err = parse_test(p);
	}
	p->depth--;
	return err;
}

static int parse_all(struct parser *p)
{
	int err = parse_not(p);

	while (!err && p->argc && !next_is(p, "or") && !next_is(p, ")")) {
		take_if(p, "and");
		err = parse_not(p);
		if (!err && !add(p, FILTER_AND))
			err = -EINVAL;
	}
	return err;
}

static int parse_any(struct parser *p)
{
	int err = parse_all(p);

	while (!err && take_if(p, "or")) {
		err = parse_all(p);
		if (!err && !add(p, FILTER_OR))
			err = -EINVAL;
	}
	return err;
}

int filter_parse(struct filter *f, int argc, char *const argv[], char *error,
		 size_t error_size)
{
	struct parser p = { .f = f,
			    .argc = argc,
			    .argv = argv,
			    .error = error,
			    .error_size = error_size };
	int err;

	f->n = 0;
	error[0] = '\0';
	if (!argc)
		return 0;
	err = parse_any(&p);
	if (!err && p.argc)
		err = refuse(&p, "')' without a '(' before it");
	return err;
}

static bool match_netns(const struct filter_step *s, const struct filter_path *p)
{
	return (s->ino && s->ino == p->netns_ino) || !strcmp(s->word, p->netns);
}

static bool match_test(const struct filter_step *s, const struct filter_path *p)
{
	switch (s->op) {
	case FILTER_SRC:
		return filter_addr_match(s, p->ends, p->ends->saddr, p->ends->sport);
	case FILTER_DST:
		return filter_addr_match(s, p->ends, p->ends->daddr, p->ends->dport);
	case FILTER_DEV:
		return !strncmp(s->dev, p->ends->dev, sizeof(p->ends->dev));
	case FILTER_NETNS:
		return match_netns(s, p);
	default:
		return p->flags & s->flag;
	}
}

bool filter_match(const struct filter *f, const struct filter_path *p)
{
	bool stack[FILTER_STEPS_MAX];
	unsigned int n = 0;

	for (unsigned int i = 0; i < f->n; i++) {
		const struct filter_step *s = &f->step[i];

		if (s->op == FILTER_NOT) {
			stack[n - 1] = !stack[n - 1];
		} else if (s->op == FILTER_AND || s->op == FILTER_OR) {
			bool b = stack[--n];

			stack[n - 1] = s->op == FILTER_AND ? stack[n - 1] && b
							   : stack[n - 1] || b;
		} else {
			stack[n++] = match_test(s, p);
		}
	}
	return !f->n || stack[0];
}
