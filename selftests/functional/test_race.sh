# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_race.sh - two attaches at once: one does it, one says it is done; detaches likewise.
. "$(dirname "$0")/lib.sh"

ip netns add $CLIENT
ip netns add $SERVER
remember
bg slowlane -j attach --netns $CLIENT
a=$REPLY
bg slowlane -j attach --netns $SERVER
b=$REPLY
already=''
for id in "$a" "$b"; do
	join "$id"
	equal "the exit code" "$STATUS" 0
	json_value .already
	already+=" $REPLY"
done
[[ " $already " =~ ^\ +(true\ false|false\ true)\ $ ]] ||
	fail "already: $already, not one of each"
scheduler_is slowlane $CLIENT
scheduler_is slowlane $SERVER
equal "the number of schedulers" "$(bpf_list | grep -c '^map slowlane$')" 1

bg slowlane -j detach
a=$REPLY
bg slowlane -j detach
b=$REPLY
was=''
for id in "$a" "$b"; do
	join "$id"
	equal "the exit code" "$STATUS" 0
	json_value .was_attached
	was+=" $REPLY"
done
[[ " $was " =~ ^\ +(true\ false|false\ true)\ $ ]] ||
	fail "was_attached: $was, not one of each"
nothing_left
