# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace_trial.sh - a trial goes on under a new program, to its end, and a new one can begin.
. "$(dirname "$0")/lib.sh"
. "$HERE/killed.sh"

detached() { [ ! -e $PINS ] && ! available slowlane; }
watchers() { pgrep -x slowlane-trial | wc -l; }
# on_trial: by one watcher, which is the one that is noted; it is in REPLY.
on_trial() {
	ok slowlane -j status
	json '.trial | .watched and .left_s > 0'
	equal "the number of watchers" "$(watchers)" 1
	json_value .trial.watcher_pid
}

ip netns add $CLIENT
remember

# To the same end: it is not longer for it, and the watcher is the new program's.
ok slowlane attach --trial 10m --netns $CLIENT
on_trial
old=$REPLY
pause 3000
ok slowlane attach --replace
says "still on trial: process" "detaches in 9 min" "does not come back"
on_trial
[ "$REPLY" != "$old" ] || fail "the old program's watcher is the one that is noted"
json '.trial.left_s <= 597'

# Killed just before the new program counts, or before the old one is unregistered (by
# link_detach, 34): what finishes it leaves the right one of two watchers.
for moment in exchange 34:1; do
	replace_dies_at $moment
	equal "the number of watchers" "$(watchers)" 2
	replace_finished
	on_trial
done
ok slowlane confirm
equal "the number of watchers" "$(watchers)" 0

# A new trial of a program in the place of one that was confirmed; and at the end of it
# there is what was there before the first attach.
ok slowlane -j attach --replace --trial 4s
json '.replaced and .trial_s == 4'
wait_for 20 detached || fail "it did not detach by itself"
scheduler_is default $CLIENT
nothing_left
