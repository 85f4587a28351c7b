# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_zero_window.sh - a receiver that stops reading and goes on later gets it all.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

ok slowlane attach --no-default
check_zero_window slowlane
ok slowlane -j stats
json '.counters.picks_window_full.value > 0'
