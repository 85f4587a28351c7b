# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_backup.sh - a backup rests while another subflow is active, and works when none is.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

ok slowlane attach --no-default
check_backup_rests slowlane
ok slowlane -j stats
json '.counters.picks_backup.value == 0'
json '.counters | [.picks_active, .picks_earliest, .picks_spare | .value] | add > 10'

check_backup_works slowlane path_break
check_backup_works slowlane path_cut
ok slowlane -j stats
json '.counters.picks_backup.value > 10'
