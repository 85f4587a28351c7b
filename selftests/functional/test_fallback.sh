# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_fallback.sh - with a peer that knows no MPTCP it is plain TCP, and works.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

ok slowlane attach --no-default
check_fallback slowlane
ok slowlane -j stats --netns $CLIENT
json '.mib.MPTcpExtMPCapableFallbackSYNACK == 1'
