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
