# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_proc_readonly.sh - a sysctl that cannot be written: all that was done is undone.
. "$(dirname "$0")/lib.sh"

ip netns add $CLIENT
readonly_sys() {
	unshare --mount sh -c 'mount --bind /proc/sys /proc/sys &&
		mount -o remount,ro,bind /proc/sys && exec "$@"' sh "$@"
}

remember
exits 77 readonly_sys slowlane attach
says "net.mptcp.scheduler" "Read-only file system"
nothing_left
exits 77 readonly_sys slowlane attach --netns $CLIENT
says "net.mptcp.scheduler" "Read-only file system"
nothing_left

# The second of two fails: the first is put back, the attachment stays.
ok slowlane attach
remember
exits 77 readonly_sys slowlane attach --netns $CLIENT
nothing_left
# And a detach that cannot put the sysctl back says so, and is not done with it.
exits 77 readonly_sys slowlane detach
says "net.mptcp.scheduler" "Read-only file system"
ok slowlane detach
scheduler_is default
available slowlane && fail "it is still registered"
[ ! -e $PINS ] || fail "$PINS is left behind"

# --no-default needs no sysctl.
ok readonly_sys slowlane attach --no-default
ok slowlane detach
