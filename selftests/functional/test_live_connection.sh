# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_live_connection.sh - detach under a live connection: it finishes, then the module goes.
. "$(dirname "$0")/lib.sh"

net_up 2
remember
ok slowlane attach --netns $CLIENT
transfer_start slowlane 4000000 timeout_s=60
sender=$REPLY
wait_for 5 path_carried 1 500000 || fail "nothing is transferred"
# Held in the middle, so that it is live for as long as the test needs.
receiver_of "$sender"
receiver=$REPLY
kill -STOP "$receiver"

ok slowlane -j status
json '.connections == 1'
ok slowlane detach
says "1 live connection" "stays"
with_module says $MODULE "rmmod"
scheduler_is default $CLIENT
available slowlane && fail "it is still registered"
[ ! -e $PINS ] || fail "$PINS is left behind"
with_module module_stays "under a connection"
with_module exits 1 rmmod $MODULE
ok slowlane status
says "not attached"

# Attached anew while the connection is still on the old program.
ok slowlane attach --netns $CLIENT
ok slowlane -j status
json '.connections == 0'
json '.namespaces[] | select(.netns == "sl-c") | .older_connections == 1'
ok slowlane detach

kill -CONT "$receiver"
transfer_end "$sender"
json '.bytes == 4000000 and .path_bytes[1] > 300000'
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left
