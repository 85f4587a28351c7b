/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * observer.h - the tracing programs of "observe": there as long as the process is.
 */
#ifndef SL_OBSERVER_H
#define SL_OBSERVER_H

#include <bpf/libbpf.h>

#include "arrivals.h"
#include "cli.h"

struct arrivals_bpf;

struct observer {
	struct arrivals_bpf *skel;
	struct bpf_link *list; /* of the iterator */
	struct ring_buffer *closed;
};

/**
 * observer_start - load and attach them
 * @o: set; to be given to observer_stop(), also after an error
 * @connections: room for as many at a time
 * @on_closed: called by observer_consume(), with a struct sl_receiver
 *
 * Return: 0, or an exit code; the error says what this kernel lacks.
 */
int observer_start(struct cli *cli, struct observer *o, unsigned int connections,
		   ring_buffer_sample_fn on_closed, void *arg);
void observer_stop(struct observer *o);

/* Readable when a connection was closed. */
int observer_fd(const struct observer *o);
void observer_consume(struct observer *o);

/* Those that are open; free() them.  0, or a negative errno. */
int observer_list(const struct observer *o, struct sl_receiver_record **records,
		  size_t *n);

struct sl_rx_lost observer_lost(const struct observer *o);

#endif /* SL_OBSERVER_H */
