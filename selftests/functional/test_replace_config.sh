# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_replace_config.sh - a replacement keeps the tunables, unless told what to start with.
. "$(dirname "$0")/lib.sh"

# values_are PENALTY PERCENT
values_are() {
	ok slowlane -j get
	# shellcheck disable=SC2016	# jq's
	json '[.tunables[] | select(.name == "penalty" or .name == "slow_ratio_pct").value] ==
		[$penalty, $percent]' --arg penalty "$1" --argjson percent "$2"
}

remember
echo 'penalty = share' >$CONF
ok slowlane attach
ok slowlane set slow_ratio_pct=40

# What is in the file since is for the next first attach: it is not even read.
echo 'penalty = wrong' >$CONF
ok slowlane attach --replace
says "the tunables stay as they are" $CONF "--config FILE"
values_are share 40
ok slowlane attach

# A file that is named, or none, is as at a first attach.
echo 'slow_ratio_pct = 30' >"$WORK/conf"
ok slowlane -j attach --replace --config "$WORK/conf"
json '.replaced and (.tunables_carried | not) and (.config | endswith("/conf"))'
values_are cwnd 30
ok slowlane set penalty=off
ok slowlane attach --replace --no-config
values_are cwnd 50

# One that is wrong leaves all as it was.
before=$(slowlane -j status | jq .sched_map_id)
exits 78 slowlane attach --replace --config $CONF
says "$CONF: line 1: penalty cannot be 'wrong'"
equal "the program" "$(slowlane -j status | jq .sched_map_id)" "$before"
[ ! -e $PINS-replace ] || fail "$PINS-replace is left behind"
ok slowlane detach
nothing_left
