# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_many_connections.sh - 1,600 connections are listed as fast as 10,000 in a second, in 50 MB.
. "$(dirname "$0")/lib.sh"

# Both ends of each are on the scheduler. Many more have no room in the guest: the kernel has
# a table for tokens of 4 for each MB of memory, with short chains, and falls back to TCP if
# one is full (7.3: token.c). 5000 are 10,000 connections, in a guest of 10 GB.
PAIRS=${PAIRS:-800}

net_up 1
ip -n $CLIENT link set lo up
ok slowlane attach --netns $CLIENT
coproc MANY { exec ip netns exec $CLIENT many_connections $PAIRS; }
JOBS[$MANY_PID]=$WORK/many
wait_for 120 read -rt 1 -u "${MANY[0]}" REPLY || fail "the connections cannot be made"
equal "many_connections' word" "$REPLY" ready

# listed MS WORDS...: within that time, and that memory, all of which counts.
listed() {
	local begin took most=$1

	shift
	begin=${EPOCHREALTIME/./}
	(ulimit -v $((50 * 1024)) && exec slowlane "$@" >"$WORK/list") || fail "it failed: $*"
	took=$(((${EPOCHREALTIME/./} - begin) / 1000))
	echo "# slowlane $*: $took ms, $(stat -c %s "$WORK/list") bytes"
	[ $took -lt "$most" ] || fail "slowlane $* took $took ms"
}

listed $((2 * PAIRS / 10)) connections -j
jq -e --argjson n $((2 * PAIRS)) '.connections | length == $n and
	all(.netns == "sl-c" and (.subflows | length) == 1) and
	([.[].token] | unique | length) == $n' "$WORK/list" >/dev/null || fail "not all are there"
listed $((2 * PAIRS / 10)) connections
equal "the last line" "$(tail -n 1 "$WORK/list")" \
	"$((2 * PAIRS)) connections, $((2 * PAIRS)) subflows"
listed $((2 * PAIRS / 10)) connections sport 7000
equal "the last line" "$(tail -n 1 "$WORK/list")" \
	"$PAIRS connections, $PAIRS subflows, by the filter"
eval "exec ${MANY[1]}>&-"
