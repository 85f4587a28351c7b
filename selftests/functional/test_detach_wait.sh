# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_detach_wait.sh - detach --wait: until the last connection, or so long; then all is gone.
. "$(dirname "$0")/lib.sh"

net_up 2
remember
ok slowlane attach --trial 1h --netns $CLIENT

# Nobody to wait for; a trial is over.
ok slowlane -j detach --wait=5s
json '.connections == 0 and .connections_left == 0'
! pgrep -x slowlane-trial || fail "the trial's watcher is left behind"
with_module json '.module_unloaded'
nothing_left

# A transfer that is held in the middle: the time runs out, and what remains is said.
ok slowlane attach --netns $CLIENT
transfer_hold
exits 1 slowlane detach --wait=1s
says "1 connection," "after 1 s" "unregistered"
with_module says $MODULE
scheduler_is default $CLIENT
available slowlane && fail "it is still registered"
[ ! -e $PINS ] || fail "$PINS is left behind"
with_module module_stays "under a connection"

# Attached again, a connection on the program of before is waited for, too.
ok slowlane attach --netns $CLIENT
bg slowlane detach --wait
waiter=$REPLY
wait_for 10 grep -q "1 connection, .* left" "${JOBS[$waiter]}.err" || fail "it does not wait"
ok slowlane status	# the lock is free meanwhile
says "not attached"
scheduler_is default $CLIENT
transfer_release
join "$waiter"
equal "the exit code" "$STATUS" 0
says "no connection is left"
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left
