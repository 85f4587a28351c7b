# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_watch.sh - watch: namespaces that appear later get the scheduler, and all are put back.
. "$(dirname "$0")/lib.sh"

is_on() { scheduler "$1" && [ "$REPLY" = slowlane ]; }
process_is_on() {
	[ "$(nsenter --net="/proc/$1/ns/net" cat /proc/sys/net/mptcp/scheduler)" = slowlane ]
}
ip netns add $CLIENT
remember

exits 1 slowlane watch
says "not attached"
ok slowlane attach
bg slowlane watch
watcher=$REPLY
wait_for 10 is_on $CLIENT || fail "a namespace that is there is not switched"

# One with a name, and one that only a process lives in.
ip netns add $SERVER
wait_for 10 is_on $SERVER || fail "a new namespace is not switched"
bg unshare --net sleep 1000
tenant=$REPLY
wait_for 20 process_is_on "$tenant" || fail "a namespace without a name is not switched"

# What was put back by hand stays, though others come; one that has the inode of one that
# is gone is a new one.
ip netns exec $CLIENT sysctl -qw net.mptcp.scheduler=default
inode() { stat -L -c %i /run/netns/$SERVER; }
before=$(inode)
for _ in 1 2 3 4 5; do
	ip netns del $SERVER
	pause 200	# it is freed by a work queue, and its inode's number with it
	ip netns add $SERVER
	[ "$(inode)" != "$before" ] || break
done
equal "the inode of the new namespace" "$(inode)" "$before"
wait_for 10 is_on $SERVER || fail "a namespace in the place of another is not switched"
scheduler_is default $CLIENT
ok slowlane -j status
json '[.namespaces[] | select(.previous == "default")] | length >= 4'

kill -TERM "$watcher"
join "$watcher"
equal "the exit code" "$STATUS" 0
says "netns $CLIENT: net.mptcp.scheduler = slowlane (was default)" "netns $SERVER"

# It ends by itself when there is nothing to switch to any more; detach puts all back.
bg slowlane -j watch
watcher=$REPLY
pause 1000
scheduler_is default $CLIENT
ok slowlane detach
join "$watcher"
equal "the exit code" "$STATUS" 1
says "not attached (any more)"
scheduler_is default
scheduler_is default $SERVER
process_is_on "$tenant" && fail "process $tenant is still on slowlane"

# The end of a trial puts back what was switched meanwhile, too, and watch ends.
ok slowlane attach --trial 10s
bg slowlane watch
watcher=$REPLY
wait_for 10 process_is_on "$tenant" || fail "a namespace is not switched during a trial"
join "$watcher"
equal "the exit code" "$STATUS" 1
says "not attached (any more)"
scheduler_is default
scheduler_is default $SERVER
process_is_on "$tenant" && fail "process $tenant is still on slowlane after the trial"
kill "$tenant"
ip netns del $SERVER
nothing_left
