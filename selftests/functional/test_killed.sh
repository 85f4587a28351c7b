# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_killed.sh - attach killed at any moment: status tells the truth, detach clears it up.
. "$(dirname "$0")/lib.sh"
. "$HERE/killed.sh"

ip netns add $CLIENT
remember
moments=(
	"until_test -e $PINS"
	"until_test -e /sys/module/$MODULE"
	"until_true available slowlane"
	"until_switched slowlane"
)
# And whatever is under way after so many ms; modprobe inside finit_module() for one.
for ((ms = 5; ms <= 125; ms += 8)); do
	moments+=("pause $ms")
done

for moment in "${moments[@]}"; do
	start slowlane attach --netns $CLIENT
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
start slowlane attach --netns $CLIENT
until_test -e $PINS/info
kill_it
ok slowlane attach --netns $CLIENT
scheduler_is slowlane $CLIENT
ok slowlane detach
nothing_left

# A signal that can be caught undoes all of it.
start slowlane attach --netns $CLIENT
until_test -e $PINS/info
kill -TERM "$pid"
join "$pid"
[ "$STATUS" != 0 ] || fail "it went on after SIGTERM"
nothing_left
