# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_killed.sh - attach killed at any moment: status tells the truth, detach clears it up.
. "$(dirname "$0")/lib.sh"

ip netns add $CLIENT
remember
# until_test TEST-ARGS...: until it is so, or attach is done.
until_test() {
	until [ "$@" ] || [ ! -e "/proc/$pid" ]; do
		pause 1
	done
}
until_registered() {
	until available slowlane || [ ! -e "/proc/$pid" ]; do
		pause 1
	done
}
# With longer pauses, as it takes a process to look into a namespace.
until_switched() {
	REPLY=''
	until [ "$REPLY" = slowlane ] || [ ! -e "/proc/$pid" ]; do
		pause 30
		scheduler $CLIENT
	done
}
moments=(
	"until_test -e $PINS"
	"until_test -e /sys/module/$MODULE"
	"until_registered"
	"until_switched"
)
# And whatever is under way after so many ms; modprobe inside finit_module() for one.
for ((ms = 5; ms <= 125; ms += 8)); do
	moments+=("pause $ms")
done

# Idle: on the one CPU of a guest it would be done before this looks again.
start() {
	bg chrt --idle 0 slowlane attach --netns $CLIENT
	pid=$REPLY
}
kill_it() {
	kill -9 "$pid" 2>/dev/null || :
	wait "$pid" 2>/dev/null || :
}
for moment in "${moments[@]}"; do
	start
	# shellcheck disable=SC2086	# words
	$moment
	kill_it
	echo "killed at: $moment"
	ls $PINS 2>/dev/null || :

	ok slowlane -j status
	json_value .attached
	attached=$REPLY
	if available slowlane; then
		equal "status's attached" "$attached" true
	else
		equal "status's attached" "$attached" false
	fi
	ok slowlane detach
	scheduler_is default $CLIENT
	nothing_left
done

# Or attach goes on from what is there.
start
until_test -e $PINS/info
kill_it
ok slowlane attach --netns $CLIENT
scheduler_is slowlane $CLIENT
ok slowlane detach
nothing_left

# A signal that can be caught undoes all of it.
start
until_test -e $PINS/info
kill -TERM "$pid"
join "$pid"
[ "$STATUS" != 0 ] || fail "it went on after SIGTERM"
nothing_left
