// SPDX-License-Identifier: GPL-2.0-only
/*
 * observe - run a command, and watch the MPTCP connections of it from the kernel.
 *
 * See observe.bpf.c for what is seen and how.
 */
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "observe_out.h"
#include "observe.skel.h"

#define EX_USAGE 64
#define EX_UNAVAILABLE 69
#define NSEC_PER_MSEC 1000000
#define ROWS_BYTES (16 << 20)

static const char usage[] =
	"Usage: observe [OPTIONS] -- CMD...\n"
	"\n"
	"Run CMD and watch the MPTCP connections that are open while it runs. When it has\n"
	"ended, print one line of JSON: out-of-order data at the receiver and how long it\n"
	"waited, what limited the sender and for how long, how long the fastest path stood\n"
	"idle. Tracing only, whatever the scheduler. Needs root, and a kernel like 7.2 or\n"
	"7.3 with BTF.\n"
	"\n"
	"  --sender-netns NS    watch only senders in this network namespace, named as in\n"
	"  --receiver-netns NS  ip-netns(8); and only receivers in this (default: any)\n"
	"  --path ADDR          the client's address on path 1; repeat for path 2, ...\n"
	"  --fast N             path N is the fastest (default: by delivered rate)\n"
	"  --connections N      receiving connections at a time (default 8, at most 64)\n"
	"  --out FILE           the line goes there (default: standard output)\n"
	"  --trace FILE         a line of JSON for each millisecond in which something\n"
	"                       happened: the sender's subflows and sequence numbers\n"
	"  --keep DIR           attach once for many runs: what is loaded is pinned below DIR,\n"
	"                       in a bpffs, and found there the next time; rm -r DIR ends it\n"
	"  --check              only see whether this kernel can be watched\n"
	"  -v                   show what libbpf says\n"
	"  -h, --help           this text\n"
	"\n"
	"Exit code: CMD's own (128 + N if signal N ended it); 64 usage; 69 this kernel\n"
	"cannot be watched, or CMD cannot be started.\n";

struct options {
	const char *sender_netns, *receiver_netns, *out, *trace, *keep;
	unsigned long connections, fast;
	bool check;
	char **cmd;
};

static bool verbose;

static int print_libbpf(enum libbpf_print_level level, const char *fmt, va_list ap)
{
	return verbose && level != LIBBPF_DEBUG ? vfprintf(stderr, fmt, ap) : 0;
}

static int fail(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int fail(int code, const char *fmt, ...)
{
	va_list ap;

	fputs("observe: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputs(code == EX_USAGE ? "\nTry: observe --help\n" : "\n", stderr);
	return code;
}

static int parse_number(const char *name, const char *text, unsigned long max,
			unsigned long *n)
{
	char *end;

	errno = 0;
	*n = strtoul(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || *n < 1 || *n > max)
		return fail(EX_USAGE, "--%s takes a number from 1 to %lu, not '%s'", name,
			    max, text);
	return 0;
}

static int add_path(struct ob_trace *tr, const char *text)
{
	uint32_t addr = ob_fold_address(text);

	if (!addr)
		return fail(EX_USAGE, "--path takes an address, not '%s'", text);
	if (tr->nr_paths == OB_PATHS_MAX)
		return fail(EX_USAGE, "--path %s is one more than %d", text,
			    OB_PATHS_MAX);
	tr->path[tr->nr_paths++] = addr;
	return 0;
}

/* 0, an exit code, or -1: the help is printed. */
static int parse_options(int argc, char **argv, struct options *o, struct ob_trace *tr)
{
	static const struct option names[] = {
		{ "sender-netns", required_argument, NULL, 's' },
		{ "receiver-netns", required_argument, NULL, 'r' },
		{ "path", required_argument, NULL, 'p' },
		{ "fast", required_argument, NULL, 'f' },
		{ "connections", required_argument, NULL, 'c' },
		{ "out", required_argument, NULL, 'o' },
		{ "trace", required_argument, NULL, 't' },
		{ "keep", required_argument, NULL, 'K' },
		{ "check", no_argument, NULL, 'k' },
		{ "help", no_argument, NULL, 'h' },
		{},
	};
	int c, err = 0;

	/* + : the rest is the command's own */
	while (!err && (c = getopt_long(argc, argv, "+hv", names, NULL)) != -1) {
		switch (c) {
		case 's':
			o->sender_netns = optarg;
			break;
		case 'r':
			o->receiver_netns = optarg;
			break;
		case 'p':
			err = add_path(tr, optarg);
			break;
		case 'f':
			err = parse_number("fast", optarg, OB_PATHS_MAX, &o->fast);
			break;
		case 'c':
			err = parse_number("connections", optarg, 64, &o->connections);
			break;
		case 'o':
			o->out = optarg;
			break;
		case 't':
			o->trace = optarg;
			break;
		case 'K':
			o->keep = optarg;
			break;
		case 'k':
			o->check = true;
			break;
		case 'v':
			verbose = true;
			break;
		case 'h':
			fputs(usage, stdout);
			return -1;
		default:
			fputs("Try: observe --help\n", stderr);
			return EX_USAGE;
		}
	}
	o->cmd = argv + optind;
	if (err)
		return err;
	if (o->fast > tr->nr_paths)
		return fail(EX_USAGE, "--fast %lu: there is no such --path", o->fast);
	if (o->keep && o->trace)
		return fail(EX_USAGE,
			    "--trace is not for what is kept: leave --keep away");
	if (!o->check && !*o->cmd)
		return fail(EX_USAGE, "no command: observe [OPTIONS] -- CMD...");
	return 0;
}

static int netns_inode(const char *name, __u32 *inode)
{
	char path[128];
	struct stat st;

	if (!name)
		return 0;
	snprintf(path, sizeof(path), "/run/netns/%s", name);
	if (stat(path, &st))
		return fail(EX_USAGE,
			    "network namespace %s: %s (ip netns list shows them)", name,
			    strerror(errno));
	*inode = st.st_ino;
	return 0;
}

/* Load and attach.  0, or an exit code. */
static int load(struct observe_bpf *skel, const struct options *o)
{
	skel->rodata->max_slots = o->connections;
	skel->rodata->trace_gap_ns = o->trace ? NSEC_PER_MSEC : 0;
	if (bpf_map__set_max_entries(skel->maps.entries,
				     o->connections * SL_LANES * OB_LANE_ENTRIES) ||
	    (o->trace && bpf_map__set_max_entries(skel->maps.rows, ROWS_BYTES)) ||
	    observe_bpf__load(skel) || observe_bpf__attach(skel))
		return fail(
			EX_UNAVAILABLE,
			"this kernel cannot be watched: %s. It must be like 7.2 or 7.3 "
			"and have BTF; observe -v says what is missing",
			strerror(errno));
	return 0;
}

/* The links keep the programs, and these all the maps. */
static int pin(struct observe_bpf *skel, const char *dir)
{
	struct bpf_link **links = (struct bpf_link **)&skel->links;
	size_t i, nr_links = sizeof(skel->links) / sizeof(*links);
	char path[PATH_MAX];
	int err;

	err = mkdir(dir, 0700) ? -errno : 0;
	for (i = 0; !err && i < nr_links; i++) {
		snprintf(path, sizeof(path), "%s/link%zu", dir, i);
		err = bpf_link__pin(links[i], path);
	}
	snprintf(path, sizeof(path), "%s/state", dir);
	if (!err)
		err = bpf_map__pin(skel->maps.bss, path);
	if (!err)
		return 0;
	while (i--)
		bpf_link__unpin(links[i]);
	if (err != -EEXIST)
		rmdir(dir);
	return fail(EX_UNAVAILABLE, "--keep %s: %s (it must be new, in a bpffs)", dir,
		    strerror(-err));
}

/* The state of what an earlier run has kept; NULL if there is none. */
static struct ob_state *open_kept(const char *dir)
{
	struct ob_state *state;
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/state", dir);
	fd = bpf_obj_get(path);
	if (fd < 0)
		return NULL;
	state = mmap(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	return state == MAP_FAILED ? NULL : state;
}

/*
 * Start anew.  Connections of an earlier run may live on for a minute, when their last
 * packets were lost with a namespace: they have no slot and no say any more.
 */
static int start(struct ob_state *state, const struct options *o,
		 const struct ob_trace *tr)
{
	struct ob_config config = {};

	if (netns_inode(o->sender_netns, &config.sender_netns) ||
	    netns_inode(o->receiver_netns, &config.receiver_netns))
		return EX_USAGE;
	config.fast_addr = o->fast ? tr->path[o->fast - 1] : 0;
	memset(&state->totals, 0, sizeof(state->totals));
	state->slots_used = state->waiting = 0;
	state->run++;
	state->config = config;
	return 0;
}

/* Whoever keeps it attached pays little between two runs. */
static void stop(struct ob_state *state)
{
	state->config.sender_netns = state->config.receiver_netns = ~0U;
}

static int on_row(void *trace, void *data, size_t size)
{
	if (size >= sizeof(struct ob_row))
		ob_print_row(trace, data);
	return 0;
}

/* Wait for the command; signals that would end us end it instead. An exit code. */
static int watch(pid_t pid, const sigset_t *signals, struct ring_buffer *rows)
{
	struct timespec pause = { .tv_nsec = 500 * NSEC_PER_MSEC };
	int status, sig;

	for (;;) {
		sig = rows ? sigtimedwait(signals, NULL, &pause)
			   : sigwaitinfo(signals, NULL);
		if (rows)
			ring_buffer__consume(rows);
		if (sig == SIGTERM || sig == SIGINT)
			kill(pid, sig);
		else if (sig == SIGCHLD && waitpid(pid, &status, WNOHANG) == pid)
			break;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(const struct options *o, struct ring_buffer *rows)
{
	sigset_t signals, before;
	pid_t pid;

	sigemptyset(&signals);
	sigaddset(&signals, SIGCHLD);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigprocmask(SIG_BLOCK, &signals, &before);
	pid = fork();
	if (pid < 0)
		return fail(EX_UNAVAILABLE, "fork: %s", strerror(errno));
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		sigprocmask(SIG_SETMASK, &before, NULL);
		execvp(o->cmd[0], o->cmd);
		_exit(fail(EX_UNAVAILABLE, "%s cannot be started: %s", o->cmd[0],
			   strerror(errno)));
	}
	return watch(pid, &signals, rows);
}

/* The files first: a command that has run for an hour should not be for nothing. */
static int open_files(const struct options *o, struct ob_trace *tr, FILE **out)
{
	*out = o->out ? fopen(o->out, "w") : stdout;
	if (!*out)
		return fail(EX_USAGE, "--out %s: %s", o->out, strerror(errno));
	tr->out = o->trace ? fopen(o->trace, "w") : NULL;
	if (o->trace && !tr->out)
		return fail(EX_USAGE, "--trace %s: %s", o->trace, strerror(errno));
	return 0;
}

/* Load what is not there yet; *state is where it counts. */
static int prepare(struct observe_bpf **skel, struct ob_state **state,
		   const struct options *o)
{
	int code;

	*state = o->keep ? open_kept(o->keep) : NULL;
	if (*state)
		return 0;
	*skel = observe_bpf__open();
	if (!*skel)
		return fail(EX_UNAVAILABLE, "the BPF object cannot be opened: %s",
			    strerror(errno));
	code = load(*skel, o);
	*state = code ? NULL : &(*skel)->bss->state;
	return !code && o->keep ? pin(*skel, o->keep) : code;
}

static int observe(const struct options *o, struct ob_trace *tr)
{
	struct observe_bpf *skel = NULL;
	struct ring_buffer *rows = NULL;
	struct ob_state *state;
	FILE *out = NULL;
	int code;

	code = prepare(&skel, &state, o);
	if (code || o->check)
		goto cleanup;
	code = open_files(o, tr, &out);
	if (!code)
		code = start(state, o, tr);
	if (code)
		goto cleanup;
	if (o->trace) {
		rows = ring_buffer__new(bpf_map__fd(skel->maps.rows), on_row, tr, NULL);
		if (!rows) {
			code = fail(EX_UNAVAILABLE, "--trace: %s", strerror(errno));
			goto cleanup;
		}
	}
	code = run(o, rows);
	stop(state);
	if (rows)
		ring_buffer__consume(rows);
	ob_print_totals(out, &state->totals);
	if ((fflush(out) || (tr->out && fflush(tr->out))) && !code)
		code = fail(1, "the result cannot be written: %s", strerror(errno));
cleanup:
	ring_buffer__free(rows);
	observe_bpf__destroy(skel);
	if (tr->out)
		fclose(tr->out);
	return code;
}

int main(int argc, char **argv)
{
	struct options o = { .connections = 8 };
	struct ob_trace tr = {};
	int code;

	libbpf_set_print(print_libbpf);
	code = parse_options(argc, argv, &o, &tr);
	if (code)
		return code < 0 ? 0 : code;
	return observe(&o, &tr);
}
