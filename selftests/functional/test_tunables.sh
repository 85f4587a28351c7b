# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_tunables.sh - set and get: ranges, all or nothing, and what attach starts with.
. "$(dirname "$0")/lib.sh"

remember
exits 1 slowlane set penalty=off
says "not attached"
exits 1 slowlane get
says "not attached"

ok slowlane attach
ok slowlane -j get
json '.tunables | length > 1 and all(.value == .default and .help != "" and .unit != "")'
ok slowlane get
says penalty cwnd "off|share|cwnd" "10-100 percent"
ok slowlane set penalty=share slow_ratio_pct=40
says "penalty = share (was cwnd)" "slow_ratio_pct = 40 (was 50)"
ok slowlane -j get penalty
json '.tunables | length == 1 and .[0].name == "penalty" and .[0].value == "share"'
ok slowlane get slow_ratio_pct
says " 40 "
ok slowlane -j set penalty=off
json '.tunables == [{"name": "penalty", "previous": "share", "value": "off"}]'
ok slowlane status
says "penalty = off"

# A wrong one: nothing is set, what is wrong and the range are said.
wrong() {
	exits 64 slowlane set slow_ratio_pct=77 "$1"
	says "${@:2}" "slowlane help set"
	exits 64 slowlane -j set "$1"
	ok slowlane -j get slow_ratio_pct
	json '.tunables[0].value == 40'
}
wrong slow_ratio_pct=9 "'9'" "10 to 100" percent
wrong slow_ratio_pct=101 "'101'" "10 to 100" percent
wrong slow_ratio_pct=-1 "'-1'" "10 to 100"
wrong slow_ratio_pct=fast "'fast'" "whole number"
wrong penalty=harsh "'harsh'" "off|share|cwnd"
wrong bogus=1 "'bogus'" penalty
wrong penalty "NAME=VALUE"
exits 64 slowlane set
says "nothing to set"
exits 64 slowlane get bogus
says "'bogus'" penalty
exits 64 slowlane get penalty penalty
says "unexpected"
ok slowlane help set
says "off|share|cwnd" "10-100 percent" "default 50"

# A second attach leaves them, a new attachment starts with the defaults.
ok slowlane attach
ok slowlane get penalty
says " off "
ok slowlane detach
ok slowlane attach
ok slowlane -j get
json '.tunables | all(.value == .default)'
ok slowlane detach
nothing_left
