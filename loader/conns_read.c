// SPDX-License-Identifier: GPL-2.0-only
/*
 * conns_read.c - the records of connections and of paths, from the pinned iterators.
 */
#include <stdlib.h>

#include "conns.h"
#include "pins.h"

int conns_read(struct conns *c)
{
	void *paths = NULL;
	int err;

	*c = (struct conns){};
	err = socket_view_open(&c->sockets);
	if (!err)
		err = records_read(PIN_ITER_PATHS, NULL, sizeof(*c->paths), &paths,
				   &c->n_paths);
	c->paths = paths;
	if (!err)
		err = conns_join(c);
	if (!err)
		netns_names_read(&c->names);
	return err;
}

void conns_free(struct conns *c)
{
	netns_names_free(&c->names);
	free(c->path);
	free(c->conn);
	free(c->paths);
	socket_view_close(&c->sockets);
	*c = (struct conns){};
}
