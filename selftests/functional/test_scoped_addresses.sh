# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_scoped_addresses.sh - a subflow from a link's own address: shown, told and filtered with its device.
. "$(dirname "$0")/lib.sh"
. "$HERE/advise.sh"
. "$HERE/as_text.sh"

echo "# A subflow from a link's own address, to which its device belongs."
net_up 2 6
path_set 1 20 10 50
path_set 2 20 10 50
ip -n $CLIENT addr add fe80::2/64 nodad dev c2
ip -n $SERVER addr add fe80::9/64 nodad dev s2
ip -n $SERVER neigh add fe80::2 lladdr 02:00:00:00:02:01 dev s2 nud permanent
ip -n $CLIENT mptcp endpoint flush
ip -n $CLIENT mptcp endpoint add fe80::2 dev c2 subflow
ok slowlane attach --netns $CLIENT --netns $SERVER
watch_events
carry slowlane
each_command
ok slowlane -j connections netns $CLIENT
json 'any(.connections[0].subflows[].local; test("^\\[fe80::2\\]%c2:[0-9]+$"))'
json '.connections[0].subflows | all(.sent_bytes > 100000)'
json_value '.connections[0].subflows[].local | select(startswith("[fe80"))'
for address in "$REPLY" fe80::2%c2 '[fe80::2]%c2' '[fe80::2%c2]' fe80::2 fe80::/64 '[fe80::]%c2/64'; do
	for cmd in connections advise; do
		ok slowlane -j $cmd src "$address"
		json '.connections | (numbers // length) == 1'
	done
done
for address in fe80::2%c1 fe80::3%c2 fe80::2%c2:1; do
	ok slowlane -j connections src "$address"
	json '.connections == []'
	ok slowlane -j advise src "$address"
	json '.connections == 0'
done
ok slowlane -j connections dst fe80::2%s2
json '.connections | length == 1'
told '.event == "path_added" and (.local | startswith("[fe80::2]%c2:"))'
ok slowlane report
says_not "fe80::2"
drop
ok slowlane detach
