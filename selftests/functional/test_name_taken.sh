# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_name_taken.sh - a scheduler of our name from elsewhere is neither used nor removed.
. "$(dirname "$0")/lib.sh"

load_sched sl_taken
theirs=$REPLY
remember
exits 1 slowlane attach
says "slowlane is registered already" "not by this program"
nothing_left
ok slowlane status
says "not attached" "not by this program"
ok slowlane detach
says "not attached"
nothing_left
available slowlane || fail "somebody else's scheduler was removed"

# With the sysctl on theirs, too, that is theirs.
echo slowlane >/proc/sys/net/mptcp/scheduler
remember
exits 1 slowlane attach
ok slowlane detach
nothing_left
echo default >/proc/sys/net/mptcp/scheduler
unload_sched "$theirs"
