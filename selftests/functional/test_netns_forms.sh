# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_netns_forms.sh - namespaces by process, by path and all of them; each is put back.
. "$(dirname "$0")/lib.sh"

# One with a name, one with MPTCP off, one with only a process, one with only a mount.
ip netns add $CLIENT
ip netns add $SERVER
ip netns exec $SERVER sysctl -qw net.mptcp.enabled=0
lives_in() { [ "$(readlink "/proc/$1/ns/net")" != "$(readlink /proc/self/ns/net)" ]; }
unshared() {
	bg unshare --net sleep 1000
	wait_for 5 lives_in "$REPLY" || fail "no namespace for process $REPLY"
}
unshared
tenant=$REPLY
unshared
: >"$WORK/mounted"
mount --bind "/proc/$REPLY/ns/net" "$WORK/mounted"
kill "$REPLY"
wait "$REPLY" || :
trap 'umount "$WORK/mounted"; cleanup' EXIT

# scheduler_of FILE SHOULD
scheduler_of() { equal "$1" "$(nsenter --net="$1" cat /proc/sys/net/mptcp/scheduler)" "$2"; }
all_are() {
	scheduler_is "$1"
	scheduler_is "$1" $CLIENT
	scheduler_of "/proc/$tenant/ns/net" "$1"
	scheduler_of "$WORK/mounted" "$1"
	scheduler_is default $SERVER
}
all_are default
remember

ok slowlane attach --netns "pid:$tenant" --netns "$WORK/mounted" --netns "/proc/$tenant/ns/net"
scheduler_of "/proc/$tenant/ns/net" slowlane
scheduler_of "$WORK/mounted" slowlane
scheduler_is default
scheduler_is default $CLIENT

ok slowlane -j status --netns "pid:$tenant" --netns $CLIENT
json '[.namespaces[] | [.netns, .scheduler, .previous]] ==
	[["sl-c", "default", null], [null, "slowlane", "default"]]'
ok slowlane -j stats --netns "$WORK/mounted"
json '.all_namespaces == false'
ok slowlane -j stats --netns all
json '.all_namespaces'

# One of several fails, here all: nothing is switched.
readonly_sys() {
	unshare --mount sh -c 'mount --bind /proc/sys /proc/sys &&
		mount -o remount,ro,bind /proc/sys && exec "$@"' sh "$@"
}
exits 77 readonly_sys slowlane attach --netns all
scheduler_is default $CLIENT

ok slowlane attach --netns all
says "netns $CLIENT: net.mptcp.scheduler = slowlane" "netns $SERVER: MPTCP is disabled"
all_are slowlane

# Some only, with the scheduler still there for the others.
ok slowlane -j detach --netns "pid:$tenant"
json '.attached and (.namespaces | length == 1 and .[0].restored)'
scheduler_of "/proc/$tenant/ns/net" default
scheduler_of "$WORK/mounted" slowlane
ok slowlane detach --netns $SERVER
says "not switched"
exits 1 slowlane detach --netns nowhere
says "nowhere"
ok slowlane -j detach --netns all
json '.attached and (.namespaces | length == 3 and all(.restored))'
all_are default
available slowlane || fail "it was unregistered"

# The process is gone by then, and its namespace: no error.
ok slowlane attach --netns all
kill "$tenant"
wait "$tenant" || :
ok slowlane detach
scheduler_is default
scheduler_of "$WORK/mounted" default
exits 1 slowlane detach --netns $CLIENT
says "not attached"
nothing_left
