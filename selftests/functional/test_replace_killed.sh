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

# Killed while it is loaded, and with all of it made, or soon after.
for moment in info bridge; do
	start slowlane attach --replace
	until_test -e $PINS-replace/$moment
	kill_it
	replace_was_cut
	[ $moment != info ] || [ $LEFT = true ] || fail "it was done with all before this looked"
	taken_back=''
	[ $LEFT = false ] || [ -e $PINS/bridge ] || taken_back=1
	replace_finished
	[ -z "$taken_back" ] || old_stays "killed at $moment"
	old=$(sched_map_id)
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
