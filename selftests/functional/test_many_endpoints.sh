# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_many_endpoints.sh - 300 subflow endpoints in a namespace, and a connection with many subflows.
. "$(dirname "$0")/lib.sh"
. "$HERE/advise.sh"

net_up 2
path_set 1 4 10 50
path_set 2 4 10 100
ip -n $CLIENT mptcp endpoint flush
ip -n $CLIENT mptcp limits set subflows 64 add_addr_accepted 8
ip -n $SERVER mptcp limits set subflows 64 add_addr_accepted 8
addresses='' endpoints=''
for ((i = 0; i < 300; i++)); do
	address=10.1.$((i / 100)).$((i % 100 + 1))
	addresses+="addr add $address/32 dev c2"$'\n'
	endpoints+="mptcp endpoint add $address dev c2 subflow"$'\n'
done
ip -n $CLIENT -batch - <<<"$addresses"
ip -n $SERVER route add 10.1.0.0/16 dev s2 src $ADDRESS

echo "# None of them is an endpoint yet: a few are named, and the number of the others."
ok slowlane attach --netns $CLIENT --netns $SERVER
carry slowlane
finds $CLIENT no_subflow_endpoint
finding no_subflow_endpoint '(.what | contains("10.1.0.1 on c2") and contains("and 297 more")) and
	(.do | length == 4)'
ok slowlane advise netns $CLIENT
drop

echo "# All of them; the kernel has 8 bits for their numbers (7.3), and refuses some."
ip -n $CLIENT -force -batch - <<<"$endpoints" >"$WORK/refused" 2>&1 || :
there=$(ip -n $CLIENT mptcp endpoint show | wc -l)
echo "there are $there of 300"
[ "$there" -ge 64 ] || fail "only $there endpoints could be added"
bg slowlane monitor -j
monitor=$REPLY
carry slowlane
ok slowlane -j connections netns $CLIENT
json_value '.connections[0].subflows | length'
many=$REPLY
[ "$many" -gt 9 ] || fail "only $many subflows"
json '[.connections[0].subflows[].local] | unique | length == $n' --argjson n "$many"
ok slowlane -j advise netns $CLIENT
json '.connections == 1 and all(.findings[]; .id != "no_subflow_endpoint")'
ok slowlane -j connections src 10.1.0.1/32
json '.connections | length == 1'
ok slowlane connections netns $CLIENT
says "1 connection, $many subflows"
ok slowlane export --textfile "$WORK/x.prom"
grep -q "^slowlane_connections{netns=\"$CLIENT\"} 1$" "$WORK/x.prom" || fail "no such metric"
ok slowlane report
says "MPTCP endpoints and limits, netns $CLIENT"
equal "endpoints in the report" "$(grep -c ' subflow dev c2' <<<"$OUT")" "$there"
says_not "10.1."
kill "$monitor"
join "$monitor"
equal "paths that were added" "$(jq -sr '[.[] | select(.event == "path_added" and .netns == "sl-c")] |
	length' <<<"$OUT")" "$many"
drop
ok slowlane detach
