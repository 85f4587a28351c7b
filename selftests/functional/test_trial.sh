# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_trial.sh - attach --trial detaches by itself, unless confirmed, whatever happens.
. "$(dirname "$0")/lib.sh"

ip netns add $CLIENT
remember

detached() { [ ! -e $PINS ] && ! available slowlane; }
watcher() {
	ok slowlane -j status
	json_value .trial.watcher_pid
}
gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.*Z' "/proc/$1/status"; }

# The session that began it ends, its terminal and all of its process group: it detaches
# all the same, with what was there before and the module.
exits 129 setsid bash -c "slowlane attach --trial 4s --netns $CLIENT
	trap '' TERM; kill -TERM 0; kill -HUP 0"
says "on trial" "detaches in 4 s" "slowlane confirm"
scheduler_is slowlane $CLIENT
watcher
json '.trial | .watched and .left_s >= 0 and .left_s <= 4'
[ "$(ps -o tty= -p "$REPLY")" = '?' ] || fail "the watcher has a terminal"
equal "its session" "$(ps -o sid= -p "$REPLY" | tr -d ' ')" "$REPLY"
[ "$(readlink "/proc/$REPLY/cwd")" = / ] || fail "it holds a folder"
equal "what it has open" "$(readlink "/proc/$REPLY"/fd/* | sort -u)" /dev/null
exits 1 slowlane attach --trial 3s
says "attached already"
wait_for 20 detached || fail "it did not detach by itself"
scheduler_is default $CLIENT
nothing_left
exits 1 slowlane confirm
says "not attached"

# Confirmed: the watcher goes, and the attachment stays when its time is over.
ok slowlane attach --trial 3s
ok slowlane status
says "on trial: detaches by itself in "
watcher
ok slowlane confirm
says "stays attached"
gone "$REPLY" || fail "the watcher is still there"
pause 4000
ok slowlane -j status
json '.attached and .trial == null'
ok slowlane confirm
says "no trial"
ok slowlane detach
nothing_left

# The watcher is killed: nothing detaches, and status says that.
ok slowlane attach --trial 2s
watcher
kill -9 "$REPLY"
wait_for 5 gone "$REPLY" || fail "it lives on"
pause 3000
ok slowlane status
says "process $REPLY" "is gone" "slowlane confirm" "slowlane detach"
ok slowlane -j status
json '(.trial.watched | not) and (.warnings | length > 0)'
# A replacement makes it neither endless nor ends it.
exits 1 slowlane attach --replace
says "the time of its trial is over" "slowlane confirm" "slowlane detach" "--trial TIME"
ok slowlane detach
nothing_left

# Attach killed as soon as the sysctl is set: the watcher is there by then. Attach gets
# what CPU time the loop leaves, so it gets no further. Detach ends the watcher.
bg chrt --idle 0 slowlane attach --trial 1h
pid=$REPLY
until available slowlane || [ ! -e "/proc/$pid" ]; do
	pause 1
done
until read -r REPLY </proc/sys/net/mptcp/scheduler && [ "$REPLY" = slowlane ]; do
	[ -e "/proc/$pid" ] || fail "attach ended, and the sysctl is not set"
done
kill -9 "$pid"
wait "$pid" 2>/dev/null || :
watcher
json '.trial | .watched and .left_s > 3000'
ok slowlane detach
says "its trial is over"
gone "$REPLY" || fail "the watcher is still there"
scheduler_is default
nothing_left

# An attach that fails takes its watcher with it.
exits 77 unshare --mount sh -c 'mount --bind /proc/sys /proc/sys &&
	mount -o remount,ro,bind /proc/sys && exec slowlane attach --trial 10s'
! pgrep -x slowlane-trial || fail "a watcher is left behind"
nothing_left

for time in 0s 5 5d 25h -5m 99999999999999999999h ''; do
	exits 64 slowlane attach "--trial=$time"
	says "--trial: '$time'"
done
exits 64 slowlane confirm extra
nothing_left
