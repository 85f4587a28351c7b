# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace_cut.sh - attach --replace killed late: always attached; attach finishes, detach clears.
. "$(dirname "$0")/lib.sh"
. "$HERE/killed.sh"

ip netns add $CLIENT
remember
not_available() { ! available slowlane; }

ok slowlane attach --netns $CLIENT
replace_cut until_test -e $PINS/bridge
replace_finished
replace_cut until_switched slowlane_next
replace_finished
replace_cut until_test -e $PINS/link -a -e $PINS/bridge
replace_finished
replace_cut until_true not_available
ok slowlane detach
scheduler_is default $CLIENT
nothing_left
