# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_odd_names.sh - devices and namespaces with any bytes for names: all that is printed is text.
. "$(dirname "$0")/lib.sh"
. "$HERE/advise.sh"
. "$HERE/as_text.sh"

echo "# Names that a shell, a terminal, JSON or a label would take amiss; one with all 15 bytes."
first=$'a"b\\$(x)]~\'{`'
second=$'\xc3\xa4\x01\e[31m\xff\x7f\xe2\x82\xac="'
net_up 2
path_set 1 20 10 50
path_set 2 20 10 50
path_rename 1 "$first"
path_rename 2 "$second"
equal "bytes of the second name" "$(printf %s "$second" | LC_ALL=C wc -c)" 15
printf -v odd '%b' 'o"d\\ \e[1m\xff'
ip netns add "$odd"
odd_down() { ip netns del "$odd" 2>/dev/null || :; }
trap 'odd_down; cleanup' EXIT
ok slowlane attach --netns $CLIENT --netns $SERVER --netns "$odd"
is_text attach
watch_events
carry slowlane
each_command
ok slowlane -j connections netns $CLIENT
json '[.connections[0].subflows[].dev] | sort == $names' --argjson names \
	'["\\xc3\\xa4\\x01\\x1b[31m\\xff\\x7f\\xe2\\x82\\xac=\"", "a\"b\\x5c$(x)]~'\''{`"]'
# As they are, and as they are printed.
for dev in "$first" "$second" 'a"b\x5c$(x)]~'\''{`' '\xc3\xa4\x01\x1b[31m\xff\x7f\xe2\x82\xac="'; do
	ok slowlane -j connections dev "$dev"
	json '.connections | length == 1'
	ok slowlane -j advise dev "$dev"
	json '.connections == 1'
done
told '.event == "path_added" and .dev == "\\xc3\\xa4\\x01\\x1b[31m\\xff\\x7f\\xe2\\x82\\xac=\""'
drop
ok slowlane -j status
json 'any(.namespaces[]; .netns == "o\"d\\x5c\\x20\\x1b[1m\\xff")'
ip -n $CLIENT mptcp endpoint flush
carry slowlane
finds $CLIENT no_subflow_endpoint
type_it no_subflow_endpoint
pause 300
finds $CLIENT
drop
ok slowlane detach
is_text detach
