# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace_gap.sh - no socket opened during a replacement gets another scheduler.
. "$(dirname "$0")/lib.sh"

ip netns add $CLIENT
remember
ok slowlane attach --netns $CLIENT
bg ip netns exec $CLIENT mptcp_listeners 4000 200
opener=$REPLY
for _ in 1 2 3; do
	ok slowlane attach --replace
done
# Those of before are on one of the three that were replaced; none has been left out.
ok slowlane -j status
json '[.namespaces[].older_listeners[]? | .scheduler] | length > 10 and
	all(. == "slowlane" or . == "slowlane_next")'
json '.listeners > 0'
kill "$opener"
join "$opener"
equal "exit code of the opener" "$STATUS" 0
ok slowlane detach
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left
