# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace_cut.sh - attach --replace killed late: always attached; attach finishes, detach clears.
. "$(dirname "$0")/lib.sh"
. "$HERE/killed.sh"

ip netns add $CLIENT
remember
not_available() { ! available slowlane; }

# cut MOMENT...: attached already, and killed there. What a namespace has for its new
# sockets is registered, and status says that something is left to do, if it is.
cut() {
	local left=''

	start slowlane attach --replace
	"$@"
	kill_it
	ls $PINS $PINS-replace 2>/dev/null || :
	scheduler $CLIENT
	available "$REPLY" || fail "the sysctl is '$REPLY', which is not registered"
	ok slowlane -j status
	json '.attached'
	json_value .replace_pending
	[ ! -e $PINS-replace ] && [ ! -e $PINS/bridge ] || left=true
	equal "status's replace_pending" "$REPLY" "${left:-false}"
}

finished() {
	ok slowlane attach --netns $CLIENT
	scheduler_is slowlane $CLIENT
	available slowlane_next && fail "the bridge is left registered"
	[ ! -e $PINS-replace ] || fail "$PINS-replace is left behind"
	ok slowlane -j status
	json '.attached and (.replace_pending | not) and (.congestion_control | all)'
}

ok slowlane attach --netns $CLIENT
cut until_test -e $PINS/bridge
finished
cut until_switched slowlane_next
finished
cut until_test -e $PINS/link -a -e $PINS/bridge
finished
cut until_true not_available
ok slowlane detach
scheduler_is default $CLIENT
nothing_left
