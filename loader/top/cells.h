/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cells.h - what stands in each column, as text; the same for a screen and for a file.
 */
#ifndef SL_TOP_CELLS_H
#define SL_TOP_CELLS_H

#include "model.h"

/* Bytes of the longest one. */
#define CELL_MAX 256

enum top_shade {
	SHADE_NONE,
	SHADE_GOOD,
	SHADE_WARN,
	SHADE_BAD,
	SHADE_MAX
};

struct top_cell {
	char text[CELL_MAX]; /* as wide as its column: blanks around it, or cut */
	enum top_shade shade;
};

void cell_make(const struct top_model *m, const struct top_row *row, enum top_column col,
	       unsigned int width, bool utf8, struct top_cell *cell);

/* The title of a column, of connections or of paths. */
void cell_title(enum top_column col, bool of_paths, unsigned int width,
		struct top_cell *cell);

/* Text of ASCII, to @width columns; '~' is where it was cut. */
void cell_fit(const char *text, unsigned int width, bool right, char buf[CELL_MAX]);

#endif /* SL_TOP_CELLS_H */
