# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_missing_netns.sh - a namespace that does not exist: nothing is done for the others.
. "$(dirname "$0")/lib.sh"

ip netns add $CLIENT
remember
exits 1 slowlane attach --netns nowhere
says "nowhere" "ip netns list"
nothing_left
exits 1 slowlane attach --netns $CLIENT --netns nowhere
says "nowhere"
scheduler_is default $CLIENT
nothing_left
: >/run/netns/file
exits 1 slowlane attach --netns file
says "file" "no network namespace"
rm /run/netns/file
nothing_left
for name in '' . .. a/b pid: pid:0 pid:x "$(printf '%064d' 0)"; do
	exits 64 slowlane attach --netns "$name"
	nothing_left
done
exits 1 slowlane attach --netns pid:4194304
says "4194304" "lsns"
exits 1 slowlane attach --netns /run/netns/nowhere
says "/run/netns/nowhere" "No such file"
mkfifo "$WORK/fifo"
for path in / /dev/null "$WORK/fifo" /proc/self/ns/mnt; do
	exits 1 timeout 5 slowlane attach --netns "$path"
	says "$path is no network namespace"
	nothing_left
done
exits 1 slowlane stats --netns nowhere
says "nowhere" "ip netns list"

# MPTCP that is switched off there.
ip netns exec $CLIENT sysctl -qw net.mptcp.enabled=0
exits 69 slowlane attach --netns $CLIENT
says "$CLIENT" "net.mptcp.enabled"
nothing_left

# Attached already, an attach that fails leaves all as it was.
ok slowlane attach
remember
exits 1 slowlane attach --netns nowhere
nothing_left
exits 69 slowlane attach --netns $CLIENT
nothing_left
ok slowlane detach
