# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace.sh - attach --replace: the old connections on the old program, the new on the new.
. "$(dirname "$0")/lib.sh"

schedulers() { bpf_list | grep -c '^map slowlane$'; }
schedulers_are() { [ "$(schedulers)" = "$1" ]; }

net_up 2
remember

# Nothing to replace: as attach.
ok slowlane -j attach --replace --netns $CLIENT
json '.replaced == false and .already == false'
ok slowlane set penalty=share slow_ratio_pct=40
transfer_hold

# The program changes under the live connection; the sysctls and tunables do not.
ok slowlane -j attach --replace
json '.replaced and .connections_left == 1 and .listeners_left == 0'
scheduler_is slowlane $CLIENT
scheduler_is default
available slowlane_next && fail "the bridge is still there"
[ ! -e $PINS-replace ] || fail "$PINS-replace is left behind"
ok slowlane -j get
json '[.tunables[] | select(.name == "penalty") | .value] == ["share"]'
json '[.tunables[] | select(.name == "slow_ratio_pct") | .value] == [40]'
ok slowlane -j status
json '.connections == 0 and (.replace_pending | not)'
json '.namespaces[] | select(.netns == "sl-c") |
	.previous == "default" and .older_connections == 1'
ok slowlane -j stats
json '.counters.sockets_opened.value == 0'

# New connections are the new program's, and all of its are counted.
transfer slowlane 1000000 port=7000
ok slowlane -j stats --netns $CLIENT
json '.counters | .sockets_opened.value == 1 and .sent_bytes.value == 1000000'

# The old one ends well, counts nothing in the new one, and its program goes with it.
equal "programs while the old one has a connection" "$(schedulers)" 2
transfer_release
wait_for 5 schedulers_are 1 || fail "the old program is still there"
ok slowlane -j stats --netns $CLIENT
json '.counters.sockets_opened.value == 1'

# Companion congestion controls are the new program's, too.
ok slowlane set penalty=cwnd
transfer slowlane 300000 port=7001
json '.cc == "slowlane_cubic"'

# A namespace named with it is switched, too; one that cannot be leaves all as it was.
ok slowlane -j attach --replace --netns $SERVER
json '.replaced and ([.namespaces[].netns] == ["sl-s"])'
scheduler_is slowlane $SERVER
before=$(slowlane -j status | jq .sched_map_id)
exits 1 slowlane attach --replace --netns nowhere
equal "the program" "$(slowlane -j status | jq .sched_map_id)" "$before"
[ ! -e $PINS-replace ] || fail "$PINS-replace is left behind"

ok slowlane detach
scheduler_is default $CLIENT
scheduler_is default $SERVER
nothing_left
