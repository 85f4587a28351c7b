// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_config.c - slowlane.conf: what is read can be changed, and is then read as changed.
 */
#include "fuzz.h"
#include "config.c"
#include "tunables.c"

/* Only what a change names is another value after it. */
static void change(const char *text, size_t size, const struct settings *before)
{
	struct settings after = {}, changes = {
		.given[SL_TUN_penalty] = true,
		.value[SL_TUN_penalty] = SL_PENALTY_SHARE,
	};
	char error[640], *changed;
	size_t new_size;

	changed = config_edit(text, size, &changes, &new_size);
	promise(changed);
	if (config_parse(changed, new_size, &after, error, sizeof(error))) {
		promise(strstr(error, "longer than")); /* a line, by the change */
		free(changed);
		return;
	}
	free(changed);
	for (int i = 0; i < SL_TUN_MAX; i++) {
		const struct settings *want = i == SL_TUN_penalty ? &changes : before;

		promise(after.given[i] == want->given[i]);
		promise(!after.given[i] || after.value[i] == want->value[i]);
	}
}

void fuzz_text(char *text)
{
	size_t size = strlen(text);
	struct settings s = {};
	char error[640];

	if (config_parse(text, size, &s, error, sizeof(error))) {
		promise(error[0]);
		return;
	}
	for (int i = 0; i < SL_TUN_MAX; i++)
		promise(!s.given[i] || (s.value[i] >= tunable_table[i].min &&
					s.value[i] <= tunable_table[i].max && s.line[i]));
	change(text, size, &s);
}
