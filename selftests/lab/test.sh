#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# test.sh - the lab proves itself, as TAP: the same seed gives the same bytes, alone and
# beside another guest, another seed gives others; and whatever goes wrong in a guest is
# reported as what it is.
set -u -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
RUN=selftests/lab/run
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'kill $(jobs -p) 2>/dev/null; exit 130' INT TERM

count=0 failed=0

# result DESCRIPTION NAME...: the check just made, $? being its result; the runs it is
# about are shown if it failed.
result() {
	local good=$? name

	count=$((count + 1))
	if [ $good = 0 ]; then
		echo "ok $count - lab: $1"
		return
	fi
	echo "not ok $count - lab: $1"
	failed=1
	for name in "${@:2}"; do
		{
			echo "$name: $(cat "$work/$name.cmd")"
			echo "exit code $(cat "$work/$name.code")"
			tail -n 40 "$work/$name.out" "$work/$name.err"
		} | sed 's/^/# /'
	done
}

# guest NAME ARGS...: one run, kept in $work/NAME.{cmd,code,out,err} and NAME/ ($OUT).
guest() {
	local name=$1 code=0

	shift
	echo "$RUN --out $work/$name $*" >"$work/$name.cmd"
	$RUN --out "$work/$name" "$@" >"$work/$name.out" 2>"$work/$name.err" </dev/null || code=$?
	echo $code >"$work/$name.code"
}

code_is() { [ "$(cat "$work/$1.code")" = "$2" ]; }
err_has() { grep -qF -- "$2" "$work/$1.err"; }

# --- usage: no guest is needed -------------------------------------------------
usage_is_refused() {
	local args

	for args in "" "--" "--bogus -- true" "true" "--seed x -- true" "--seed" \
		"--timeout -1 -- true" "--kernel"; do
		# shellcheck disable=SC2086	# words
		guest usage $args
		code_is usage 64 || return 1
		err_has usage --help || return 1
	done
}

echo "TAP version 13"
echo "1..13"
usage_is_refused
result "bad options are refused with 64 and the right form" usage
guest help --help
code_is help 0 && grep -q '^Usage: ' "$work/help.out"
result "--help exits with 0" help
guest unknown --kernel 1.2.3 -- true
code_is unknown 69 && err_has unknown "make lab KERNEL=1.2.3"
result "a kernel that is not there is 69 and what to do" unknown

# --- a guest that stops: QEMU itself is, so that nothing in it can end it ------
# It takes the 64 s of the host's limit, beside all that follows.
guest hang --timeout 1 -- true &
hang=$!
for _ in {1..100}; do
	run=$(pgrep -P "$hang" -f "$RUN") && qemu=$(pgrep -P "$run" qemu) && break
	sleep 0.1
done
kill -STOP "${qemu:-0}"

# --- determinism ---------------------------------------------------------------
for seed in 1 2; do
	selftests/bench/run --print-jobs --no-cache --arms default --seeds $seed-$seed \
		--filter direction=up selftests/bench/scenarios/sim-1.conf |
		sed 's/^bytes=.*/bytes=1000000/' >"$work/jobs.$seed"
done
# shellcheck disable=SC2016	# $IN and $OUT are the guest's
cell=(bash -c 'selftests/bench/batch "$IN"/jobs.* | tee "$OUT/cell.json"')
guest alone --timeout 60 --in "$work/jobs.1" -- "${cell[@]}"
code_is alone 0 && grep -q '"ok":true' "$work/alone.out"
result "a transfer runs in the guest" alone
cmp -s "$work/alone.out" "$work/alone/cell.json"
result "what is written to \$OUT comes back" alone

guest beside --timeout 60 --in "$work/jobs.1" -- "${cell[@]}" &
pid=$!
guest other --timeout 60 --in "$work/jobs.2" -- "${cell[@]}"
wait $pid
code_is beside 0 && cmp -s "$work/alone.out" "$work/beside.out"
result "the same seed gives the same bytes, beside another guest too" alone beside
code_is other 0 && ! cmp -s "$work/alone.out" "$work/other.out"
result "another seed gives others" alone other

# --- what goes wrong -----------------------------------------------------------
# shellcheck disable=SC2016	# $OUT is the guest's
guest fails -- bash -c 'echo one; echo two >&2; echo three >"$OUT/file"; exit 7' &
pid=$!
guest splat -- bash -c 'echo "WARNING: CPU: 0 PID: 1 at net/test.c:1 test" >/dev/kmsg; echo done'
wait $pid
code_is fails 7 && grep -qx one "$work/fails.out" && grep -qx three "$work/fails/file"
result "a command that fails is its own exit code, with its output" fails
! grep -qx two "$work/fails.out" && grep -qx two "$work/fails.err"
result "stdout and stderr are kept apart" fails
code_is splat 97 && grep -qx "done" "$work/splat.out" && err_has splat "net/test.c:1"
result "a splat is 97, though the command succeeded, and shown" splat

guest panic -- bash -c 'sleep 1; echo c >/proc/sysrq-trigger; sleep 100' &
pid=$!
guest sleeps --timeout 5 -- sleep infinity
wait $pid
{ code_is panic 97 || code_is panic 99; } && grep -qi 'panic\|sysrq' "$work/panic.err"
result "a panic is reported as one" panic
code_is sleeps 98 && err_has sleeps "sleep infinity did not end in 5 guest seconds"
result "a command that hangs is 98" sleeps

wait "$hang"
code_is hang 98 && err_has hang "the guest itself hangs"
result "a guest that hangs is 98 and said to" hang
exit $failed
