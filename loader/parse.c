// SPDX-License-Identifier: GPL-2.0-only
/*
 * parse.c - options, names and /proc text, without side effects.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "parse.h"

/*
 * Only the first error is kept: parsing goes on after it, so that a later -j still
 * decides how the error is shown.
 */
__attribute__((format(printf, 3, 4))) static void note_error(char *error, size_t size,
							     const char *fmt, ...)
{
	va_list args;

	if (error[0])
		return;
	va_start(args, fmt);
	vsnprintf(error, size, fmt, args);
	va_end(args);
}

static const struct opt *find_long(const struct opt *const tables[], const char *name,
				   size_t len)
{
	for (int t = 0; t < OPTS_TABLES_MAX; t++) {
		for (const struct opt *o = tables[t]; o && o->name; o++) {
			if (strlen(o->name) == len && !strncmp(o->name, name, len))
				return o;
		}
	}
	return NULL;
}

static const struct opt *find_letter(const struct opt *const tables[], char letter)
{
	for (int t = 0; t < OPTS_TABLES_MAX; t++) {
		for (const struct opt *o = tables[t]; o && o->name; o++) {
			if (o->letter == letter)
				return o;
		}
	}
	return NULL;
}

static void store(const struct opt *o, void *dst, const char *value, char *error,
		  size_t size)
{
	void *field = (char *)dst + o->offset;
	struct str_list *list = field;

	switch (o->type) {
	case OPT_FLAG:
		*(bool *)field = true;
		break;
	case OPT_STRING:
	case OPT_OPTIONAL:
		*(const char **)field = value;
		break;
	case OPT_LIST:
		if (list->n == STR_LIST_MAX)
			note_error(error, size, "more than %d times --%s", STR_LIST_MAX,
				   o->name);
		else
			list->v[list->n++] = value;
		break;
	}
}

/* "--name", "--name value" or "--name=value"; returns how many words it took. */
static int parse_long(const struct opt *const tables[], void *dst, int left,
		      char *const argv[], char *error, size_t size)
{
	const char *word = argv[0] + 2;
	size_t len = strcspn(word, "=");
	const char *value = word[len] ? word + len + 1 : NULL;
	const struct opt *o = find_long(tables, word, len);

	if (!o) {
		note_error(error, size, "unknown option '--%.*s'", (int)len, word);
		return 1;
	}
	if (o->type == OPT_FLAG) {
		if (value)
			note_error(error, size, "option '--%s' takes no value", o->name);
		else
			store(o, dst, NULL, error, size);
		return 1;
	}
	if (value || o->type == OPT_OPTIONAL) {
		store(o, dst, value ? value : "", error, size);
		return 1;
	}
	if (left < 2) {
		note_error(error, size, "option '--%s' needs a value: --%s %s", o->name,
			   o->name, o->arg);
		return 1;
	}
	store(o, dst, argv[1], error, size);
	return 2;
}

/* "-a", "-ab", "-n value" or "-nvalue"; returns how many words it took. */
static int parse_letters(const struct opt *const tables[], void *dst, int left,
			 char *const argv[], char *error, size_t size)
{
	for (const char *c = argv[0] + 1; *c; c++) {
		const struct opt *o = find_letter(tables, *c);

		if (!o) {
			note_error(error, size, "unknown option '-%c'", *c);
			continue;
		}
		if (o->type == OPT_FLAG) {
			store(o, dst, NULL, error, size);
			continue;
		}
		if (c[1]) {
			store(o, dst, c + 1, error, size);
			return 1;
		}
		if (left < 2) {
			note_error(error, size, "option '-%c' needs a value: -%c %s", *c,
				   *c, o->arg);
			return 1;
		}
		store(o, dst, argv[1], error, size);
		return 2;
	}
	return 1;
}

static bool is_option(const char *word)
{
	return word[0] == '-' && word[1];
}

static int parse_option(const struct opt *const tables[], void *dst, int left,
			char *const argv[], char *error, size_t size)
{
	if (argv[0][1] == '-')
		return parse_long(tables, dst, left, argv, error, size);
	return parse_letters(tables, dst, left, argv, error, size);
}

/**
 * opts_parse - parse the options at the start of a list of words
 * @tables: option tables, looked up in this order; either may be NULL
 * @dst: the structure that the tables' offsets are in
 * @argc: number of words
 * @argv: the words; no program name
 * @error: set to the first error, or to ""
 * @error_size: size of @error
 *
 * Stops at the first word that is no option, or after "--".
 *
 * Return: index of the first word that was not taken, at most @argc.
 */
int opts_parse(const struct opt *const tables[OPTS_TABLES_MAX], void *dst, int argc,
	       char *const argv[], char *error, size_t error_size)
{
	int i = 0;

	error[0] = '\0';
	while (i < argc && is_option(argv[i])) {
		if (!strcmp(argv[i], "--"))
			return i + 1;
		i += parse_option(tables, dst, argc - i, argv + i, error, error_size);
	}
	return i;
}

/**
 * opts_parse_all - as opts_parse(), with options before, between and after the operands
 * @operands: has room for @argc words; set to those that are no options
 *
 * After "--" all words are operands.
 *
 * Return: the number of operands.
 */
int opts_parse_all(const struct opt *const tables[OPTS_TABLES_MAX], void *dst, int argc,
		   char *const argv[], char **operands, char *error, size_t error_size)
{
	bool ended = false;
	int n = 0;

	error[0] = '\0';
	for (int i = 0; i < argc;) {
		if (ended || !is_option(argv[i])) {
			operands[n++] = argv[i++];
		} else if (!strcmp(argv[i], "--")) {
			ended = true;
			i++;
		} else {
			i += parse_option(tables, dst, argc - i, argv + i, error,
					  error_size);
		}
	}
	return n;
}

/* Is @word one of the blank-separated words of @list? */
bool list_has_word(const char *list, const char *word)
{
	size_t want = strlen(word);

	while (*list) {
		size_t len;

		list += strspn(list, " \t\n");
		len = strcspn(list, " \t\n");
		if (len && len == want && !strncmp(list, word, len))
			return true;
		list += len;
	}
	return false;
}

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : line + strlen(line);
}

static const char *next_field(const char *p)
{
	p += strcspn(p, " \n");
	return p + strspn(p, " ");
}

/**
 * mib_lookup - one counter of /proc/net/netstat or /proc/net/snmp
 * @text: the file; pairs of lines "Group: names..." and "Group: values..."
 * @group: e.g. "MPTcpExt"
 * @name: e.g. "OFOQueue"
 * @value: set on success
 *
 * Return: 0, or -ENOENT where this kernel has no such counter.
 */
int mib_lookup(const char *text, const char *group, const char *name,
	       unsigned long long *value)
{
	size_t group_len = strlen(group), name_len = strlen(name);
	const char *names, *values;

	for (names = text; *names; names = next_line(values)) {
		values = next_line(names);
		if (strncmp(names, group, group_len) || names[group_len] != ':')
			continue;
		if (strncmp(values, group, group_len) || values[group_len] != ':')
			return -ENOENT;

		const char *n = next_field(names), *v = next_field(values);

		for (; *n && *n != '\n' && *v && *v != '\n';
		     n = next_field(n), v = next_field(v)) {
			if (strcspn(n, " \n") == name_len && !strncmp(n, name, name_len))
				return sscanf(v, "%llu", value) == 1 ? 0 : -ENOENT;
		}
		return -ENOENT;
	}
	return -ENOENT;
}

/* Does this line of modules.dep, "dir/name.ko[.xz]: deps", describe @module? */
bool modules_dep_line_is(const char *line, const char *module)
{
	size_t len = strlen(module), path = strcspn(line, ":");
	const char *base = line;

	for (size_t i = 0; i < path; i++) {
		if (line[i] == '/')
			base = line + i + 1;
	}
	if (line[path] != ':')
		return false;
	/* depmod keeps the file's spelling: "-" and "_" are the same to modprobe. */
	for (size_t i = 0; i < len; i++) {
		if (base[i] != module[i] && !(base[i] == '-' && module[i] == '_'))
			return false;
	}
	return !strncmp(base + len, ".ko", 3);
}

/* The two largest units: "45 s", "5 min 3 s", "2 h 5 min", "3 d 4 h". */
void format_age(unsigned long long seconds, char *buf, size_t size)
{
	static const struct {
		unsigned long long seconds;
		const char *unit;
	} units[] = { { 86400, "d" }, { 3600, "h" }, { 60, "min" }, { 1, "s" } };

	for (size_t i = 0; i < 3; i++) {
		unsigned long long n = seconds / units[i].seconds;

		if (!n)
			continue;
		snprintf(buf, size, "%llu %s %llu %s", n, units[i].unit,
			 seconds % units[i].seconds / units[i + 1].seconds,
			 units[i + 1].unit);
		return;
	}
	snprintf(buf, size, "%llu s", seconds);
}
