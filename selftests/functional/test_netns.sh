# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_netns.sh - two namespaces by name: each gets back what it had, no other is touched.
. "$(dirname "$0")/lib.sh"

net_up 2
load_sched sl_error
other=$REPLY
ip netns exec $SERVER sysctl -qw net.mptcp.scheduler=sl_error
remember

ok slowlane attach --netns $CLIENT --netns $SERVER
says "netns $CLIENT" "was default" "netns $SERVER" "was sl_error"
scheduler_is default
scheduler_is slowlane $CLIENT
scheduler_is slowlane $SERVER

# Both ends are on it: the client's namespace has the picks of an upload, the server's
# those of a download.
transfer slowlane 1000000 seed=1
ok slowlane -j stats --netns $CLIENT
json '.counters.sent_bytes.value == 1000000'
ok slowlane -j stats --netns $SERVER
json '.counters.sent_bytes.value < 1000 and .counters.sockets_opened.value == 2'
transfer slowlane 1000000 seed=2 direction=down
ok slowlane -j stats --netns $SERVER
json '.counters.sent_bytes.value >= 1000000'
ok slowlane -j stats
json '.all_namespaces and .counters.sent_bytes.value >= 2000000'

ok slowlane -j status
json '[.namespaces[] | select(.previous) | .netns] == ["sl-c", "sl-s"]'

ok slowlane -j detach
json '.namespaces | length == 2 and all(.restored)'
json '.module_unloaded == false'
scheduler_is default
scheduler_is default $CLIENT
scheduler_is sl_error $SERVER
nothing_left

# A namespace that is gone by then is no error.
ok slowlane attach --netns $CLIENT --netns $SERVER
ip netns del $CLIENT
ok slowlane status
says "gone"
ok slowlane detach
scheduler_is sl_error $SERVER

# One whose previous scheduler is gone by then gets the kernel's.
ok slowlane attach --netns $SERVER
unload_sched "$other"
ok slowlane detach
says "sl_error"
scheduler_is default $SERVER
