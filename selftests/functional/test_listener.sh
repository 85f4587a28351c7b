# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_listener.sh - a listener keeps the scheduler it was opened with, and that is said.
. "$(dirname "$0")/lib.sh"

net_up 1
# It accepts two connections, and ends after the second.
listen() {
	bg ip netns exec $SERVER mptcp_connect -t 60 -l -I 2 -p "$1" 0.0.0.0
	wait_for 5 listens "$1" || fail "the server does not listen on port $1"
}
call() { ok ip netns exec $CLIENT mptcp_connect -t 20 -p "$1" $ADDRESS <<<"hello"; }
remember

listen 7001
older=$REPLY
ok slowlane attach --netns $SERVER
says "listener" "restart"
ok slowlane status
says "0.0.0.0:7001" "default"
ok slowlane -j status
json '.namespaces[] | select(.netns == "sl-s") | .older_listeners ==
	[{"address": "0.0.0.0:7001", "scheduler": "default"}]'

# What it accepts is not on slowlane; what a new one accepts is.
call 7001
ok slowlane -j stats --netns $SERVER
json '.counters.sockets_opened.value == 0'
listen 7002
newer=$REPLY
call 7002
ok slowlane -j stats --netns $SERVER
json '.counters.sockets_opened.value == 2 and .counters.sent_bytes.value == 0'
ok slowlane -j status
json '.listeners == 1'

# The new one holds the program, and so the module.
ok slowlane detach
says "1 listener" "restart"
with_module says $MODULE
with_module module_stays "under a listener"
scheduler_is default $SERVER
with_module exits 1 rmmod $MODULE

# Attached again, it is an older one in its turn.
ok slowlane attach --netns $SERVER
ok slowlane status
says "0.0.0.0:7002" "older slowlane"
ok slowlane detach
call 7001
call 7002
wait "$older" "$newer" || fail "a server failed"
ok slowlane detach
says "not attached"
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left
