# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_nine_subflows.sh - nine subflows over nine paths are all used.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

ok slowlane attach --no-default
check_nine_subflows slowlane 4
