# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_schedulers.sh - the bench's own schedulers pass the checks that slowlane passes.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

# Each, and what it does with a path that costs more than it carries.
while read -r sched thin; do
	load_sched "$sched"
	pid=$REPLY
	available "$sched" || fail "$sched is not registered"
	check_two_paths "$sched"
	check_thin_path "$sched" "$thin"
	check_path_break "$sched"
	check_backup_rests "$sched"
	check_backup_works "$sched" path_break
	check_zero_window "$sched"
	net_down
	unload_sched "$pid"
	echo "passed: $sched"
done <<-EOF
	rr		used
	redundant	used
	minrtt		used
	blest		spared
	ecf		spared
EOF

# As an arm of the bench an object is registered for as long as it takes; the kernel
# refuses a name in net.mptcp.scheduler that is not.
xfer=$(command -v xfer)
export IN=${xfer%/*}/schedulers
cat >"$WORK/jobs" <<-EOF
	setup=1
	objects=rr.bpf.o

	id=1
	kind=mptcp
	object=rr.bpf.o
	paths=1 2
	best=1
	path1_rate_mbit=10
	path1_delay_ms=0
	path1_queue_pkts=20
	path2_rate_mbit=10
	path2_delay_ms=0
	path2_queue_pkts=20
	bottleneck=host
	direction=up
	family=4
	cc=cubic
	bytes=500000
	connections=1
	seed=1
	start_us=0
	timeout_s=60
EOF
ok "$HERE/../bench/batch" "$WORK/jobs"
json '.ok and .id == 1'
! available rr || fail "rr is still registered"
sed 's/rr.bpf.o/empty.o/' "$WORK/jobs" >"$WORK/jobs.empty"
: >"$WORK/empty.o"
IN=$WORK
exits 1 "$HERE/../bench/batch" "$WORK/jobs.empty"
says "no scheduler was registered"
