# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace_cut.sh - attach --replace killed late: always attached; attach finishes, detach clears.
. "$(dirname "$0")/lib.sh"
. "$HERE/killed.sh"

ip netns add $CLIENT
remember
ok slowlane attach --netns $CLIENT

# cut COMMAND:N: before the N-th bpf(2) of that kind behind the point of no return.
declare -A COMMANDS=([link_create]=28 [link_detach]=34)
cut() {
	replace_dies_at "${COMMANDS[${1%:*}]}:${1#*:}"
	replace_was_cut
	equal "something is left to do" $LEFT true
}

# With all sysctls on the bridge, and the old one still registered.
cut link_detach:1
available slowlane || fail "the old one is unregistered"
replace_finished

# With the old one unregistered, and the new one known by the bridge's name only.
cut link_create:1
available slowlane && fail "the name is taken"
replace_finished

# With the name taken and the sysctls back, and the bridge still there.
cut link_detach:2
available slowlane || fail "the name is not taken"
ok slowlane detach
scheduler_is default $CLIENT
nothing_left
