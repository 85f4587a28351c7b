# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# lib.sh - what the functional tests share. A test is a bash script that sources this
# file and runs until something is not as expected: then it says so and exits with 1.
# Whatever happens, what it started and set up goes with it.

set -eu -o pipefail
MODULE=mptcp_bpf_sched
PINS=/sys/fs/bpf/slowlane
CONF=/etc/slowlane.conf	# attach reads it
# shellcheck disable=SC2034	# used by the tests
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
WORK=$(mktemp -d)
JOB_NR=0
declare -A JOBS=()	# what each process of this test has for output, by its id
STATUS=0 OUT='' ERR=''	# of the last command run
export -n OUT		# the lab's; what a command says may be more than an environment takes

# Set if the kernel has the struct_ops itself (the mptcp tree's): no module then.
NATIVE=''
! grep -qas bpf_struct_ops_mptcp_sched_ops /sys/kernel/btf/vmlinux || NATIVE=1

. "$HERE/net.sh"

mkfifo "$WORK/never"
exec {NEVER}<>"$WORK/never"

# pause MS: without a process, which costs more guest time than most pauses.
pause() { read -rt "$(($1 / 1000)).$(printf %03d $(($1 % 1000)))" -u "$NEVER" _ || :; }

# The lab's seed moves what a test starts within the kernel's ticks: a test that is right
# in one phase alone fails with another seed.
RANDOM=$((10#${SEED:-1}))

# start_offset: up to 33 ms, another one each time.
start_offset() { read -rt "0.0$(printf %05d $RANDOM)" -u "$NEVER" _ || :; }

# wait_for SECONDS CMD...: until CMD succeeds; 1 if it never does. The longer it takes,
# the longer the pauses: an idle guest costs nothing, one that looks around does.
wait_for() {
	local left=$(($1 * 1000)) ms=5

	shift
	while ! "$@"; do
		[ $left -gt 0 ] || return 1
		pause $ms
		left=$((left - ms))
		[ $ms -gt 200 ] || ms=$((ms * 2))
	done
}

kill_jobs() {
	local pid

	for pid in "${!JOBS[@]}"; do
		if kill -CONT "$pid" && kill "$pid"; then
			wait "$pid" || :
		fi
	done 2>/dev/null
}

cleanup() {
	trap - EXIT
	set +e
	kill_jobs
	[ ! -e $PINS ] || slowlane detach
	net_down
	# An orphan that has something left to send may take a minute to give up.
	[ ! -e /sys/module/$MODULE ] || wait_for 90 unload ||
		echo "module $MODULE cannot be unloaded"
	rm -rf "$WORK" $CONF
} >&2

trap cleanup EXIT
trap 'exit 1' INT TERM

unload() { rmmod $MODULE 2>/dev/null || [ ! -e /sys/module/$MODULE ]; }

fail() {
	local i

	printf 'FAILED: %s\n' "$*"
	for ((i = 1; i < ${#FUNCNAME[@]} - 1; i++)); do
		printf '  in %s (%s:%s)\n' "${FUNCNAME[i]}" "${BASH_SOURCE[i]##*/}" \
			"${BASH_LINENO[i - 1]}"
	done
	printf '  at %s:%s\n' "${0##*/}" "${BASH_LINENO[${#BASH_LINENO[@]} - 2]}"
	exit 1
}

skip() {
	printf 'SKIP: %s\n' "$*"
	exit 4
}

# with_module CMD...: what holds only where the struct_ops comes with the module.
with_module() { [ -n "$NATIVE" ] || "$@"; }

need_module() { [ -z "$NATIVE" ] || skip "this kernel has the struct_ops itself"; }

# module_stays WHY: something holds it.
module_stays() { [ -e /sys/module/$MODULE ] || fail "the module went away $1"; }

# run CMD...: show it and what it says; its result is in STATUS, OUT and ERR.
run() {
	printf '$ %s\n' "$*"
	STATUS=0
	"$@" >"$WORK/out" 2>"$WORK/err" || STATUS=$?
	OUT=$(<"$WORK/out") ERR=$(<"$WORK/err")
	[ -z "$OUT" ] || printf '%s\n' "$OUT"
	[ -z "$ERR" ] || printf '%s\n' "$ERR"
	[ "$STATUS" = 0 ] || printf '(exit code %s)\n' "$STATUS"
}

# exits CODE CMD...
exits() {
	local code=$1

	shift
	run "$@"
	[ "$STATUS" = "$code" ] || fail "exit code $STATUS, not $code: $*"
}

ok() { exits 0 "$@"; }

# says TEXT...: each of them is in what the last command said.
says() {
	local text

	for text in "$@"; do
		[[ $OUT$'\n'$ERR == *"$text"* ]] || fail "it does not say: $text"
	done
}

says_not() { [[ $OUT$'\n'$ERR != *"$1"* ]] || fail "it says: $1"; }

# json FILTER [JQ-ARGS]: true of the last command's stdout.
json() {
	local filter=$1

	shift
	jq -e "$@" "$filter" >/dev/null <<<"$OUT" || fail "not so in its JSON: $filter"
}

# json_value FILTER: into REPLY.
json_value() { REPLY=$(jq -r "$1" <<<"$OUT"); }

# equal WHAT IS SHOULD
equal() { [ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"; }

# scheduler [NETNS]: its sysctl, into REPLY.
scheduler() {
	if [ -n "${1-}" ]; then
		REPLY=$(ip netns exec "$1" cat /proc/sys/net/mptcp/scheduler)
	else
		REPLY=$(</proc/sys/net/mptcp/scheduler)
	fi
}

# scheduler_is NAME [NETNS]
scheduler_is() {
	scheduler "${2-}"
	equal "net.mptcp.scheduler of ${2-this namespace}" "$REPLY" "$1"
}

available() { [[ " $(</proc/sys/net/mptcp/available_schedulers) " == *" $1 "* ]]; }

# state: all that could be left behind, as text.
state() {
	printf 'bpffs: '
	(cd /sys/fs/bpf && echo *)
	printf 'schedulers: %s\n' "$(</proc/sys/net/mptcp/available_schedulers)"
	printf 'sysctl: %s\n' "$(</proc/sys/net/mptcp/scheduler)"
	for REPLY in /run/netns/*; do
		[ ! -e "$REPLY" ] || { scheduler "${REPLY##*/}" && echo "sysctl: $REPLY"; }
	done
	[ ! -e /sys/module/$MODULE ] || echo "module: $MODULE"
	bpf_list | sort
}

# remember, nothing_left: nothing is there that was not before. What is freed goes by
# way of RCU and work queues, some tenths of a second later.
remember() { BEFORE=$(state); }

as_before() { [ "$(state)" = "$BEFORE" ]; }

nothing_left() {
	wait_for 3 as_before || {
		printf '%s\n' "$BEFORE" >"$WORK/before"
		state | diff "$WORK/before" - || :
		fail "something is left behind ('>' above)"
	}
}

# bg CMD...: in the background; its id in REPLY, its output in ${JOBS[ID]}.{out,err}.
bg() {
	local files=$WORK/job$((JOB_NR += 1))

	printf '$ %s &\n' "$*"
	: >"$files.out"
	"$@" >"$files.out" 2>"$files.err" &
	REPLY=$!
	JOBS[$REPLY]=$files
}

# join ID: wait for it; as if it had just been run.
join() {
	STATUS=0
	wait "$1" || STATUS=$?
	OUT=$(<"${JOBS[$1]}.out") ERR=$(<"${JOBS[$1]}.err")
	printf '(%s ends with exit code %s)\n%s\n%s\n' "$1" "$STATUS" "$OUT" "$ERR"
}

# load_sched NAME: a scheduler of broken/ or of the bench's, registered until the test
# ends; REPLY: by whom.
load_sched() {
	local bin object

	bin=$(command -v slowlane)
	bin=${bin%/*}
	object=$bin/broken/$1.bpf.o
	[ -e "$object" ] || object=$bin/schedulers/$1.bpf.o
	[ -e "$object" ] || fail "$object is missing: make guest-bins"
	[ -e /sys/module/$MODULE ] || with_module ok modprobe $MODULE
	bg sched_load "$object"
	wait_for 10 grep -q registered "${JOBS[$REPLY]}.out" || {
		join "$REPLY"
		fail "$1 cannot be registered"
	}
}

unload_sched() {
	kill "$1"
	wait "$1" || :
}
