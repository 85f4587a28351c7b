# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_no_default.sh - --no-default sets no sysctl; who chose it by hand gets default back.
. "$(dirname "$0")/lib.sh"

net_up 2
remember
ok slowlane attach --no-default
says "sysctl"
scheduler_is default
scheduler_is default $CLIENT
available slowlane || fail "it is not registered"

transfer slowlane 500000	# which sets the sysctl
scheduler_is slowlane $CLIENT
ok slowlane -j stats
json '.counters.sent_bytes.value == 500000'

# A name that no scheduler has any more would be a lie.
ok slowlane detach
scheduler_is default $CLIENT
nothing_left
