// SPDX-License-Identifier: GPL-2.0-only
/*
 * tunables.c - NAME=VALUE in, a value within its range out; without side effects.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tunables.h"

/* clang-format off */
#define ROW(name, unit, min, max, def, help) \
	[SL_TUN_##name] = { #name, unit, min, max, def, help },
/* clang-format on */
const struct tunable tunable_table[SL_TUN_MAX] = { SL_TUNABLES(ROW) };

bool tunable_is_choice(const struct tunable *t)
{
	return strchr(t->unit, '|') != NULL;
}

/* Its index, or -ENOENT. */
int tunable_find(const char *name, size_t len)
{
	for (int i = 0; i < SL_TUN_MAX; i++) {
		if (strlen(tunable_table[i].name) == len &&
		    !strncmp(tunable_table[i].name, name, len))
			return i;
	}
	return -ENOENT;
}

void tunable_names(char *buf, size_t size)
{
	size_t used = 0;

	for (int i = 0; i < SL_TUN_MAX && used < size; i++)
		used += snprintf(buf + used, size - used, "%s%s", i ? ", " : "",
				 tunable_table[i].name);
}

/* Is @text the word at the start of @words, which '|' or the end ends? */
static bool is_word(const char *words, const char *text)
{
	size_t len = strcspn(words, "|");

	return strlen(text) == len && !strncmp(words, text, len);
}

static int parse_choice(const struct tunable *t, const char *text, __u32 *value)
{
	const char *words = t->unit;

	for (__u32 v = t->min; v <= t->max; v++) {
		if (is_word(words, text)) {
			*value = v;
			return 0;
		}
		words += strcspn(words, "|");
		words += *words == '|';
	}
	return -EINVAL;
}

static int parse_number(const struct tunable *t, const char *text, __u32 *value)
{
	unsigned long long n;
	char *end;

	if (!isdigit((unsigned char)text[0])) /* strtoull() takes signs and blanks */
		return -EINVAL;
	errno = 0;
	n = strtoull(text, &end, 10);
	if (*end)
		return -EINVAL;
	if (errno || n < t->min || n > t->max)
		return -ERANGE;
	*value = n;
	return 0;
}

/**
 * tunable_parse - one NAME=VALUE
 * @word: the text
 * @index: set to the enum sl_tunable, on success
 * @value: set to the value, on success
 * @error: set to what is wrong, with the value, the range and the unit
 * @error_size: size of @error
 *
 * Return: 0 or -EINVAL.
 */
int tunable_parse(const char *word, unsigned int *index, __u32 *value, char *error,
		  size_t error_size)
{
	const char *equals = strchr(word, '=');
	size_t len = equals ? (size_t)(equals - word) : strlen(word);
	const struct tunable *t;
	char names[256];
	int i;

	error[0] = '\0';
	if (!equals) {
		snprintf(error, error_size, "'%.64s' is not NAME=VALUE", word);
		return -EINVAL;
	}
	i = tunable_find(word, len);
	if (i < 0) {
		tunable_names(names, sizeof(names));
		snprintf(error, error_size, "there is no tunable '%.*s'; there are: %s",
			 len > 64 ? 64 : (int)len, word, names);
		return -EINVAL;
	}
	t = &tunable_table[i];
	if (tunable_is_choice(t)) {
		if (parse_choice(t, equals + 1, value)) {
			snprintf(error, error_size,
				 "%s cannot be '%.64s': it is one of %s", t->name,
				 equals + 1, t->unit);
			return -EINVAL;
		}
	} else if (parse_number(t, equals + 1, value)) {
		snprintf(error, error_size,
			 "%s cannot be '%.64s': it is a whole number of %s, %u to %u",
			 t->name, equals + 1, t->unit, t->min, t->max);
		return -EINVAL;
	}
	*index = i;
	return 0;
}

/* The word of a choice, or the number; a value out of its range is shown as it is. */
const char *tunable_format(unsigned int index, __u32 value, char buf[TUNABLE_VALUE_MAX])
{
	const struct tunable *t = &tunable_table[index];
	const char *words = t->unit;

	if (!tunable_is_choice(t) || value < t->min || value > t->max) {
		snprintf(buf, TUNABLE_VALUE_MAX, "%u", value);
		return buf;
	}
	for (__u32 v = t->min; v < value; v++)
		words += strcspn(words, "|") + 1;
	snprintf(buf, TUNABLE_VALUE_MAX, "%.*s", (int)strcspn(words, "|"), words);
	return buf;
}
