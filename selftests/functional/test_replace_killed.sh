# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace_killed.sh - attach --replace killed or interrupted early: the old one is as it was.
. "$(dirname "$0")/lib.sh"
. "$HERE/killed.sh"

ip netns add $CLIENT
remember
ok slowlane attach --netns $CLIENT
sched_map_id() { slowlane -j status | jq .sched_map_id; }
old=$(sched_map_id)

old_stays() {
	equal "the program after a replacement $1" "$(sched_map_id)" "$old"
	scheduler_is slowlane $CLIENT
	available slowlane || fail "it is not registered any more"
}

# Killed with the first thing pinned, and with all of it: the next attach clears it away.
for moment in info bridge; do
	start slowlane attach --replace
	until_test -e $PINS-replace/$moment
	kill_it
	ls $PINS-replace
	old_stays "killed at $moment"
	ok slowlane -j status
	json '.attached and .replace_pending'
	ok slowlane attach --netns $CLIENT
	says "cut short"
	[ ! -e $PINS-replace ] || fail "$PINS-replace is left behind"
	old_stays "killed at $moment and cleared away"
	available slowlane_next && fail "the bridge is left registered"
done

# A signal that can be caught takes it back.
start slowlane attach --replace
until_test -e $PINS-replace/info
kill -TERM "$pid"
join "$pid"
[ "$STATUS" != 0 ] || fail "it went on after SIGTERM"
old_stays "interrupted"
[ ! -e $PINS-replace ] || fail "$PINS-replace is left behind"
ok slowlane detach
scheduler_is default $CLIENT
nothing_left
