# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# killed.sh - start a command, look for a moment, kill it there.

# start CMD...: its id in pid. Idle: on the one CPU of a guest it would be done before
# this looks again.
start() {
	bg chrt --idle 0 "$@"
	pid=$REPLY
}

kill_it() {
	kill -9 "$pid" 2>/dev/null || :
	wait "$pid" 2>/dev/null || :
}

# until_true CMD...: until it is so, or the command is done.
until_true() {
	until "$@" || [ ! -e "/proc/$pid" ]; do
		pause 1
	done
}

# until_test TEST-ARGS...
until_test() { until_true [ "$@" ]; }

# until_switched NAME: the client's sysctl. With longer pauses, as it takes a process to
# look into a namespace.
until_switched() {
	REPLY=''
	until [ "$REPLY" = "$1" ] || [ ! -e "/proc/$pid" ]; do
		pause 30
		scheduler $CLIENT
	done
}

# A socket that is opened now is on the old program or the new, not on another's.
new_socket_is_served() {
	local listener

	scheduler $CLIENT
	available "$REPLY" || fail "the sysctl is '$REPLY', which is not registered"
	bg ip netns exec $CLIENT mptcp_listen 7000
	listener=$REPLY
	wait_for 5 listens 7000 $CLIENT || fail "there is no listener"
	ok slowlane -j status
	json '[.namespaces[].older_listeners[]? | .scheduler] | all(startswith("slowlane"))'
	kill "$listener"
	wait "$listener" || :
}

# replace_was_cut: new sockets are served, and status says that something is left to do,
# if it is: in LEFT.
replace_was_cut() {
	ls $PINS $PINS-replace 2>/dev/null || :
	LEFT=false
	[ ! -e $PINS-replace ] && [ ! -e $PINS/bridge ] || LEFT=true
	new_socket_is_served
	json '.attached'
	json_value .replace_pending
	equal "status's replace_pending" "$REPLY" $LEFT
}

# replace_dies_at MOMENT: as preload/die_at.c has it.
replace_dies_at() {
	local bin

	bin=$(command -v slowlane)
	run env LD_PRELOAD="${bin%/*}/preload/die_at.so" DIE_AT="$1" slowlane attach --replace
	equal "the exit code of what is killed at $1" "$STATUS" 137
}

# replace_finished: by the next attach, or cleared away.
replace_finished() {
	ok slowlane attach --netns $CLIENT
	scheduler_is slowlane $CLIENT
	available slowlane_next && fail "the bridge is left registered"
	[ ! -e $PINS-replace ] || fail "$PINS-replace is left behind"
	ok slowlane -j status
	json '.attached and (.replace_pending | not) and (.congestion_control | all)'
}
