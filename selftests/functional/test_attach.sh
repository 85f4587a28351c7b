# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_attach.sh - attach, status, traffic, stats, detach: there and back.
. "$(dirname "$0")/lib.sh"

net_up 2
remember

# This namespace is the default, and only this one.
ok slowlane attach
says "attached" "was default"
scheduler_is slowlane
scheduler_is default $CLIENT
[ -e $PINS/link ] || fail "$PINS/link is not there"
available slowlane || fail "the kernel does not have it"

# A second one says so, and changes nothing.
pins=$(ls $PINS)
ok slowlane attach
says "already"
equal "what is pinned" "$(ls $PINS)" "$pins"
equal "the number of schedulers" "$(bpf_list | grep -c '^map slowlane$')" 1

# It can add a namespace.
ok slowlane attach --netns $CLIENT
says "already" "$CLIENT"
scheduler_is slowlane $CLIENT
scheduler_is default $SERVER

ok slowlane status
says "attached since" "$CLIENT"
with_module says "module"
ok slowlane -j status
json '.attached and (.version | length > 0) and (.since | length > 0) and .age_s >= 0'
json '[.namespaces[] | select(.scheduler == "slowlane")] | length == 2'
json '.namespaces[] | select(.netns == "sl-c") | .previous == "default"'
json '.connections == 0 and .listeners == 0'

ok slowlane -j stats
json '[.counters[].value] | add == 0'
transfer slowlane 3000000
json '.path_bytes | length == 2 and all(. > 300000)'

ok slowlane stats
says "picks_active" "MPTcpExtOFOQueue" "MPTcpExtMPJoinSynTx"
ok slowlane -j stats --netns $CLIENT
json '.counters | .sockets_opened.value == 1 and .sockets_closed.value == 1'
json '.counters | [.picks_active, .picks_earliest, .picks_spare | .value] | add > 10'
json '.counters.sent_bytes.value == 3000000'
json '.counters | .granted_bytes.value >= .sent_bytes.value'
json '.counters | all(.unit != "" and .help != "")'
json '.mib | .MPTcpExtMPCapableSYNTX == 1 and .MPTcpExtMPJoinSynTx == 1'
# The server's end was not on it.
ok slowlane -j stats --netns $SERVER
json '[.counters[].value] | add == 0'
json '.mib.MPTcpExtMPJoinAckRx == 1'

ok slowlane detach
says "detached" "$CLIENT"
with_module says "unloaded"
scheduler_is default
scheduler_is default $CLIENT
nothing_left
ok slowlane status
says "not attached"
ok slowlane detach
says "not attached"
nothing_left
