/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fuzz.h - what the fuzz targets share.
 *
 * A target is one file, fuzz_NAME.c: it includes the source that it is about and
 * defines fuzz_text(), which is called with one text after the other, each in a heap
 * block of its own length.  What the parsers answer is looked at only where they promise
 * something; ASan and UBSan watch the rest.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void fuzz_text(char *text);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size);

	if (!text)
		return 0;
	fuzz_text(text);
	free(text);
	return 0;
}

/* A promise of the parser. */
static inline void promise(bool kept)
{
	if (!kept)
		abort();
}

#endif /* FUZZ_H */
