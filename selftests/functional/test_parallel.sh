# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_parallel.sh - twenty connections at once are all right, and all counted.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

ok slowlane attach --no-default
check_parallel slowlane 20
ok slowlane -j stats --netns $CLIENT
json '.counters.sockets_opened.value == 20 and .counters.sockets_closed.value == 20'
json '.counters.sent_bytes.value == 4000000'
ok slowlane -j status
json '.connections == 0'
