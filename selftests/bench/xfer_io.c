// SPDX-License-Identifier: GPL-2.0-only
/*
 * The payload of xfer: made by the sender, verified by the receiver.
 *
 * Word i (8 bytes, in the machine's order) is (seed + i + 1) * MIX.  MIX is odd, so
 * no two words of a transfer are alike and a piece that is lost, repeated or out of
 * place shows wherever it lands; going on to the next word costs one addition.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "xfer.h"

#define CHUNK 65536
#define WORD sizeof(uint64_t)
#define MIX 0x9e3779b97f4a7c15ULL

static int fail_io(struct xfer_end *end, const char *what)
{
	return xfer_fail(end, "%s after %" PRIu64 " bytes: %s", what, end->bytes,
			 errno == EINTR ? "timed out" : strerror(errno));
}

static int write_all(int fd, const char *buf, size_t len, struct xfer_end *end)
{
	while (len) {
		ssize_t n = write(fd, buf, len);

		if (n < 0)
			return fail_io(end, "write");
		buf += n;
		len -= n;
		end->bytes += n;
	}
	return 0;
}

static int pause_us(uint64_t us, struct xfer_end *end)
{
	struct timespec ts = { us / 1000000, us % 1000000 * 1000 };

	return us && nanosleep(&ts, NULL) ? fail_io(end, "pause") : 0;
}

/* Until all is sent; or, if until_ns is set, until then, and one word that says so. */
static int send_payload(int fd, const struct xfer_opts *opts, uint64_t bytes,
			int64_t until_ns, uint64_t seed, struct xfer_end *end)
{
	static uint64_t buf[CHUNK / WORD];
	uint64_t word = seed * MIX, left = bytes;
	size_t i;

	while (until_ns ? xfer_now_ns() < until_ns : left > 0) {
		size_t len = opts->write_bytes;

		if (!until_ns && left < len)
			len = left;

		for (i = 0; i < opts->write_bytes / WORD; i++)
			buf[i] = word += MIX;
		if (write_all(fd, (char *)buf, len, end) ||
		    pause_us(opts->write_gap_us, end))
			return -1;
		left -= len;
	}
	word = ~(word + MIX);
	return until_ns ? write_all(fd, (char *)&word, WORD, end) : 0;
}

/* Each request is one byte from the receiver. */
static int answer_requests(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	uint64_t i;
	ssize_t n;
	char c;

	for (i = 0; i < opts->requests; i++) {
		n = read(fd, &c, 1);
		if (n < 0)
			return fail_io(end, "waiting for a request");
		if (!n)
			return xfer_fail(end,
					 "the receiver closed before request %" PRIu64,
					 i + 1);
		if (send_payload(fd, opts, opts->request_bytes, 0, opts->seed + i, end))
			return -1;
	}
	return 0;
}

/* The receiver's one line: "ok" or what is wrong; anything but the first is an error. */
static int read_verdict(int fd, struct xfer_end *end)
{
	char line[XFER_ERROR_MAX] = "";
	size_t len = 0;

	while (len < sizeof(line) - 1 && !strchr(line, '\n')) {
		ssize_t n = read(fd, line + len, sizeof(line) - 1 - len);

		if (n < 0)
			return fail_io(end, "reading the receiver's verdict");
		if (!n)
			return xfer_fail(end, "the receiver closed without a verdict");
		len += n;
		line[len] = '\0';
	}
	line[strcspn(line, "\n")] = '\0';
	return strcmp(line, "ok") ? xfer_fail(end, "%s", line) : 0;
}

void xfer_send(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	int64_t until_ns = opts->start_ns + opts->duration_ms * 1000000;
	int err;

	if (opts->requests)
		err = answer_requests(fd, opts, end);
	else
		err = send_payload(fd, opts, opts->bytes,
				   opts->duration_ms ? until_ns : 0, opts->seed, end);
	if (err || read_verdict(fd, end))
		return;
	/* Before the close: a closed subflow's counters are gone. */
	if (!xfer_read_info(fd, opts, end))
		xfer_check_fallback(fd, opts, end);
}

/* Whole words of buf; *word is the one before them. Returns how many are right. */
static size_t verify_words(const uint64_t *buf, size_t words, uint64_t *word)
{
	uint64_t expected = *word;
	size_t i;

	for (i = 0; i < words; i++) {
		expected += MIX;
		if (buf[i] != expected)
			break;
	}
	*word = expected;
	return i;
}

static void count_interval(const struct xfer_opts *opts, struct xfer_shared *shared,
			   size_t bytes)
{
	uint64_t i;

	if (!opts->interval_ms)
		return;
	i = (xfer_now_ns() - opts->start_ns) / 1000000 / opts->interval_ms;
	if (i < XFER_MAX_INTERVALS)
		__atomic_fetch_add(&shared->interval_bytes[i], bytes, __ATOMIC_RELAXED);
}

/* Of so many bytes; or, if that is 0, up to the word that says it was the last. */
static int receive_payload(int fd, const struct xfer_opts *opts, uint64_t bytes,
			   uint64_t seed, struct xfer_end *end)
{
	static uint64_t buf[CHUNK / WORD + 1];
	uint64_t word = seed * MIX, left, got = 0;
	size_t kept = 0; /* bytes of a word that is not whole yet */

	while (!bytes || got < bytes) {
		size_t words, right;
		ssize_t n = read(fd, (char *)buf + kept, CHUNK);

		if (n < 0)
			return fail_io(end, "read");
		if (!n)
			return xfer_fail(end, "the payload ends after %" PRIu64 " bytes",
					 end->bytes);
		got += n;
		end->bytes += n;
		count_interval(opts, end->shared, n);
		words = (kept + n) / WORD;
		right = verify_words(buf, words, &word);
		if (!bytes && right + 1 == words && buf[right] == ~word) {
			end->bytes -= WORD;
			return 0;
		}
		if (right != words)
			return xfer_fail(end, "the payload is corrupt at byte %" PRIu64,
					 end->bytes - kept - n + right * WORD);
		kept = (kept + n) % WORD;
		buf[0] = buf[words];
	}
	left = word + MIX;
	if (memcmp(buf, &left, kept))
		return xfer_fail(end, "the payload is corrupt in its last word");
	if (got != bytes)
		return xfer_fail(end, "more payload than was asked for");
	return 0;
}

static int make_requests(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	struct xfer_shared *shared = end->shared;
	uint32_t slot;
	uint64_t i;

	for (i = 0; i < opts->requests; i++) {
		int64_t asked_ns = xfer_now_ns();

		if (write(fd, "", 1) != 1)
			return fail_io(end, "asking");
		if (receive_payload(fd, opts, opts->request_bytes, opts->seed + i, end))
			return -1;
		slot = __atomic_fetch_add(&shared->nr_requests, 1, __ATOMIC_RELAXED);
		shared->request_us[slot] = (xfer_now_ns() - asked_ns) / 1000;
	}
	return 0;
}

void xfer_receive(int fd, const struct xfer_opts *opts, struct xfer_end *end)
{
	char line[XFER_ERROR_MAX + 1];
	int n, err;

	if (opts->requests)
		err = make_requests(fd, opts, end);
	else
		err = receive_payload(fd, opts, opts->bytes, opts->seed, end);
	end->done_ns = xfer_now_ns();
	if (!err && !xfer_read_info(fd, opts, end))
		xfer_check_fallback(fd, opts, end);
	n = snprintf(line, sizeof(line), "%s\n",
		     end->shared->error[0] ? end->shared->error : "ok");
	if (write(fd, line, n) != n)
		fail_io(end, "writing the verdict");
	/* The sender closes once it has what it wants to know. */
	n = read(fd, line, 1);
	if (n < 0)
		fail_io(end, "waiting for the sender to close");
	else if (n > 0)
		xfer_fail(end, "the payload goes on after %" PRIu64 " bytes", end->bytes);
}
