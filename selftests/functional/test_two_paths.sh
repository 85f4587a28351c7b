# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_two_paths.sh - two equal paths both carry their part, IPv4 and IPv6.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

ok slowlane attach --no-default
check_two_paths slowlane 4
check_two_paths slowlane 6

ok slowlane -j stats
json '.counters | [.picks_active, .picks_earliest, .picks_spare | .value] | add > 10'
json '.counters.sent_bytes.value == 6000000'
