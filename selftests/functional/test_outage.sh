# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_outage.sh - a path that comes back after 9 s carries again within 3 s, as often as it
# goes; TCP's own waits. A connection that ends meanwhile leaves nothing behind.
. "$(dirname "$0")/lib.sh"
. "$HERE/net.sh"

# away: path 1 goes for 9 s; DURING is what penalize then says of the subflows. TCP tries
# 0.2, 0.6, 1.4, 3, 6.2 and 12.6 s after what was lost.
away() {
	local before

	before=$(sent_on 1)
	wait_for 5 path_carried 1 $((before + 300000)) || fail "path 1 carries nothing"
	as_tcp || fail "not TCP's own before path 1 goes: $TIMERS"
	path_break 1
	pause 9000
	DURING=$(penalize)
	path_set 1 4 10
	BEFORE=$(sent_on 1)
}

# Have both subflows the limits that TCP gives them?
as_tcp() {
	TIMERS=$(penalize)
	jq -se 'length == 2 and all(.user_timeout == 0) and .[0].rto_max == .[1].rto_max' \
		<<<"$TIMERS" >/dev/null
}

sent_on() { ip netns exec $CLIENT cat "/sys/class/net/c$1/statistics/tx_bytes"; }

ok slowlane attach --no-default
net_up 2 4 4 10
transfer_start slowlane 16000000 timeout_s=90
for _ in first second; do
	away
	jq -se 'any(.user_timeout > 9000)' <<<"$DURING" >/dev/null ||
		fail "path 1 is about to be given up: $DURING"
	wait_for 3 path_carried 1 $((BEFORE + 300000)) || fail "path 1 is back and is not used"
	wait_for 5 as_tcp || fail "not TCP's own with path 1 back: $TIMERS"
done
transfer_end "$REPLY"

# What held for the subflow while it was timed out does not keep it once it is closed.
net_up 2 4 4 10
transfer_start slowlane 3000000 timeout_s=90
wait_for 5 path_carried 1 300000 || fail "path 1 carries nothing"
path_break 1
transfer_end "$REPLY"
ok slowlane detach
wait_for 15 unload || fail "the module is in use after the connection is closed"

ok slowlane attach --no-default
ok slowlane set rto_max_ms=120000
net_up 2 4 4 10
transfer_start slowlane 9000000 timeout_s=90
away
jq -se 'all(.user_timeout == 0)' <<<"$DURING" >/dev/null || fail "not TCP's own: $DURING"
! wait_for 3 path_carried 1 $((BEFORE + 300000)) || fail "path 1 is used as soon without it"
transfer_end "$REPLY"
