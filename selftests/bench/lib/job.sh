# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# job.sh - jobs as selftests/bench/run hands them over: one key=value a line, an empty
# line after each.  They are checked already, and complete; here nothing has a default.
#
# A transfer has the keys of a scenario (of the paths that it uses), with
#	id		a number for its line of JSON
#	kind		tcp or mptcp
#	scheduler	the sender's MPTCP scheduler, or
#	object		the BPF object whose scheduler that is
#	tune		slowlane's tunables for this transfer: KEY=VALUE KEY=VALUE...
#	paths, best	numbers of the paths there are, and of the better one
#	trace		the observer writes $OUT/ID.trace, if there is an observer
#	seed, start_us, timeout_s, interval_ms
#	eventK_at_us, eventK_path, eventK_rate_mbit, ...: all of the path's settings
# The first job is no transfer: it says what is needed, in
#	slowlane	attach it
#	objects		BPF objects to register schedulers from
#	ccs		congestion controls

declare -A SC

# job_next: the next one from file descriptor 3, into SC; 1 at the end.
job_next() {
	local line

	SC=()
	while IFS= read -r -u 3 line && [ -n "$line" ]; do
		SC[${line%%=*}]=${line#*=}
	done
	[ ${#SC[@]} -gt 0 ]
}
