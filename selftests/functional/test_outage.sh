# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_outage.sh - a path that comes back after 9 s carries again within 3 s; TCP's own waits.
. "$(dirname "$0")/lib.sh"
. "$HERE/net.sh"

# TCP tries 0.2, 0.6, 1.4, 3, 6.2 and 12.6 s after what was lost, and a little later.
outage() {
	net_up 2 4 4 10
	transfer_start slowlane "$1" timeout_s=90
	wait_for 5 path_carried 1 500000 || fail "path 1 carries nothing"
	path_break 1
	pause 9000
	path_set 1 4 10
	BEFORE=$(ip netns exec $CLIENT cat /sys/class/net/c1/statistics/tx_bytes)
}

ok slowlane attach --no-default
outage 10000000
wait_for 3 path_carried 1 $((BEFORE + 300000)) || fail "path 1 is back and is not used"
transfer_end "$REPLY"

ok slowlane set rto_max_ms=120000
outage 9000000
! wait_for 3 path_carried 1 $((BEFORE + 300000)) || fail "path 1 is used as soon without it"
transfer_end "$REPLY"
