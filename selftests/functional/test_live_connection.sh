# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_live_connection.sh - detach under a live connection: it finishes, then the module goes.
. "$(dirname "$0")/lib.sh"

net_up 2
remember
ok slowlane attach --netns $CLIENT
transfer_hold

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

transfer_release
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left
