# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_rounds.sh - twelve rounds of load, attach, transfer, detach, unload.
. "$(dirname "$0")/lib.sh"

net_up 2
remember
for ((round = 1; round <= 12; round++)); do
	ok slowlane attach --netns $CLIENT --netns $SERVER
	transfer slowlane 300000 seed=$round
	ok slowlane -j stats --netns $CLIENT
	json '.counters.sent_bytes.value == 300000'
	ok slowlane -j detach
	with_module json '.module_unloaded'
done
nothing_left
