# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_advise_paths.sh - no second path: the reason is found, and what is to be typed mends it.
. "$(dirname "$0")/lib.sh"
. "$HERE/advise.sh"

two_subflows() { ss -N $CLIENT -Htn state established | awk '{ print $3 }' | grep -c 10.0.2.1; }

# up: paths with queues that are no longer than a round trip.
up() {
	net_up 2
	path_set 1 20 10 50
	path_set 2 20 10 50
}

echo "# MPTCP is off."
up
ip netns exec $CLIENT sysctl -qw net.mptcp.enabled=0
ok slowlane -j advise
finding disabled '.netns == "sl-c" and .severity == "fault" and .connection == null'
type_it disabled
ok slowlane -j advise
json '.findings == []'

echo "# The peer has none."
bg ip netns exec $SERVER timeout 30 mptcp_connect -s TCP -t 20 -l -p 7000 0.0.0.0
wait_for 5 listens 7000 || fail "the server does not listen"
bg bash -c "{ echo x; sleep 10; } |
	ip netns exec $CLIENT timeout 30 mptcp_connect -t 20 -p 7000 $ADDRESS"
has_fallback() { ss -N $CLIENT -HMni | grep -q fallback; }
wait_for 5 has_fallback || fail "there is no fallback"
finds $CLIENT fallback
finding fallback '.do[0].host == "10.9.0.1" and .connection.peer == "10.9.0.1:7000"'

echo "# No endpoint on the other link, whose device has an odd name; on a live connection."
up
path_rename 2 $'a"b\\\'$(x)\xc3\xa4'
ip -n $CLIENT mptcp endpoint flush
carry default
finds $SERVER one_subflow
finds $CLIENT no_subflow_endpoint
finding no_subflow_endpoint '.what | contains("10.0.2.1 on a\"b\\x5c")'
[ "$(two_subflows || :)" = 0 ] || fail "there is a second subflow already"
type_it no_subflow_endpoint
pause 200
finds $CLIENT
equal "subflows on path 2" "$(two_subflows)" 1
drop

echo "# One that has another flag."
up
ip -n $CLIENT mptcp endpoint flush
ip -n $CLIENT mptcp endpoint add 10.0.2.1 dev c2 backup
carry default
finds $CLIENT no_subflow_endpoint
type_it no_subflow_endpoint
pause 200
finds $CLIENT
drop

echo "# Limits: our own, then the peer's."
ip -n $CLIENT mptcp limits set subflows 0 add_addr_accepted 0
carry default
finds $CLIENT subflow_limit
type_it subflow_limit
drop
ip -n $SERVER mptcp limits set subflows 0 add_addr_accepted 0
carry default
finds $SERVER subflow_limit
finds $CLIENT join_failed
finding join_failed '.what | contains("MPJoinSynTx")'
type_it join_failed
drop
carry default
finds $SERVER
drop

echo "# The server has another address, and does not say so."
up
ip -n $CLIENT mptcp endpoint flush
ip -n $CLIENT addr flush dev c2
ip -n $SERVER addr add 10.0.2.9/24 dev s2
PATHS=(10.0.1.1)
carry default
finds $SERVER no_signal_endpoint
finds $CLIENT one_subflow
finding one_subflow '.severity == "hint" and .do[0].host == "10.9.0.1"'
ok slowlane -j advise netns $SERVER
type_it no_signal_endpoint
ok ip -n $SERVER mptcp endpoint show
says "10.0.2.9 id 1 signal dev s2"
drop
