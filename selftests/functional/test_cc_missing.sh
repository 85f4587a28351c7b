# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_cc_missing.sh - without cgroup v2, or with the names taken, attach goes on and says so.
. "$(dirname "$0")/lib.sh"
. "$HERE/cc.sh"

net_up 2
remember
umount -l /sys/fs/cgroup
trap 'mount -t cgroup2 cgroup /sys/fs/cgroup; cleanup' EXIT
ok slowlane attach --netns $CLIENT
says "warning: cgroup v2: not mounted" "penalty=share"
ok slowlane status
says "penalty = cwnd" "share"
ok slowlane -j status
json '.congestion_control | .sockops == false and .slowlane_cubic'
ok slowlane set penalty=cwnd
says "warning"
hold_transfer slowlane
ccs_are $CLIENT cubic cubic
release_transfer
ok slowlane attach --netns $CLIENT
says_not "warning"
ok slowlane detach
nothing_left
mount -t cgroup2 cgroup /sys/fs/cgroup
trap cleanup EXIT

load_sched sl_cc_taken
taken=$REPLY
ok slowlane attach --netns $CLIENT
says "warning: cannot register slowlane_cubic: one of that name is there" "penalty=share"
ok slowlane -j status
json '.congestion_control | .sockops and .slowlane_reno and (.slowlane_cubic | not)'
hold_transfer slowlane
ccs_are $CLIENT cubic cubic
release_transfer
ok slowlane detach
unload_sched "$taken"
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left
