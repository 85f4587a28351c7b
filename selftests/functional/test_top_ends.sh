# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_top_ends.sh - slowlane top: whatever ends it, the terminal is right; without one, plain text.
. "$(dirname "$0")/lib.sh"
. "$HERE/tmux.sh"

net_up 2
remember
exits 1 slowlane top
says "not attached"
exits 64 slowlane top -d 0
says "0.1 to 3600"
exits 64 slowlane top -n some
says "whole number"
exits 64 slowlane top -s cwnd
says "'cwnd'" "slowlane help top"
exits 64 slowlane top dport http
says "'http'"
ok slowlane help top
says "sort by: token stall rate" "F10" "state slow"
term_open 80 24 slowlane top
term_says "not attached"
term_ended 1
term_close
nothing_left

ok slowlane attach --netns $CLIENT --netns $SERVER
transfer_hold

echo "# Ended by a key, by a signal, by a crash: the terminal is as before."
ends() {
	term_open 80 24 slowlane top
	term_says "2 connections"
	equal "alternate screen, cursor" "$(tm display -p '#{alternate_on} #{cursor_flag}')" "1 0"
	term_pid
	"$@"
}
ends term_type q
term_ended 0
term_close
ends term_type C-c
term_ended 0
term_close
for sig in TERM HUP; do
	ends eval "kill -$sig \$REPLY"
	term_ended 0
	term_close
done
for sig in SEGV ABRT; do
	ends eval "kill -$sig \$REPLY"
	term_ended $((128 + $(kill -l $sig)))
	term_close
done
ends eval 'kill -STOP $REPLY; kill -TERM $REPLY; kill -TERM $REPLY; kill -CONT $REPLY'
wait_for 5 test -s "$WORK/term.after" || fail "it does not end"
term_close
ends tm kill-server
gone() { ! kill -0 "$REPLY" 2>/dev/null; }
wait_for 5 gone || fail "it goes on without a terminal"

echo "# Terminals that can do little, or are not known; and so many readings."
term_open 100 24 slowlane top -d 0.3 -n 12
term_says "1 stalled"
term_says_not "stalled"
term_ended 0
term_close
for term in dumb '' $'no\e[1m'; do
	term_open 140 24 env "TERM=$term" slowlane top -d 0.2
	term_says "2 connections (1 stalled)" "NETNS"
	term_ended 0
	[ -z "${term%dumb}" ] || term_says 'terminal '\''no\x1b[1m'\'
	term_close
done

echo "# Not to a terminal: snapshots, with no escape in them."
ok slowlane top -d 0.3 -n 2 -s token netns $CLIENT
says "every 0.3 s, by token, filter: netns $CLIENT" "1 connection (1 stalled)" "rwnd"
equal "snapshots" "$(grep -c '^TOKEN' <<<"$OUT")" 2
[[ $OUT != *$'\e'* ]] || fail "an escape character is printed"
[ "$(wc -L <<<"$OUT")" -le 132 ] || fail "a line is longer than 132 columns"
ok slowlane -j top -d 0.5 netns $CLIENT
json '.connections | length == 1'
json '.connections[0] | .netns == "sl-c" and .interval_us > 450000 and .stall_us > 400000 and
	.sent_mbps == 0 and (.subflows | length) == 2 and .limit_us.rwnd > 0'
bg slowlane top -d 0.2 -n 0 -j
id=$REPLY
snapshots() { [ "$(grep -c connections "${JOBS[$id]}.out")" -ge "$1" ]; }
wait_for 5 snapshots 3 || fail "no snapshots"

echo "# An attach or a detach that is at work is waited for; after a detach it is an error."
exec {lock}</sys/fs/bpf
flock "$lock"
snapshots_now() { grep -c connections "${JOBS[$id]}.out"; }
pause 300
before=$(snapshots_now)
pause 700
equal "snapshots while it is locked" "$(snapshots_now)" "$before"
exec {lock}<&-
wait_for 5 snapshots $((before + 1)) || fail "no more snapshots"
transfer_release
ok slowlane detach
join "$id"
equal "its exit code" "$STATUS" 1
json -s 'last | .error | contains("not attached")'
