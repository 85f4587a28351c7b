// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz_mask.c - what "slowlane report" masks: the same text always in the same way.
 */
#include "fuzz.h"
#include "mask.c"

void fuzz_text(char *text)
{
	struct mask m = {};
	char *once, *twice;

	mask_name(&m, "bonn-7.example.net");
	once = mask_text(&m, text);
	promise(once);
	twice = mask_text(&m, text);
	promise(twice && !strcmp(once, twice));
	free(once);
	free(twice);
	mask_free(&m);
}
