# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_path_break.sh - a path that swallows everything in mid-transfer: the other finishes it.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

ok slowlane attach --no-default
check_path_break slowlane
