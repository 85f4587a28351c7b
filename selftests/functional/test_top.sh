# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_top.sh - slowlane top on a terminal: what it shows, keys, any size, a detach under it.
. "$(dirname "$0")/lib.sh"
. "$HERE/tmux.sh"

net_up 2
path_set 1 10 0 30
path_set 2 3 0 100
path_rename 2 $'c2\e[1m\xff'
remember
ok slowlane attach --netns $CLIENT --netns $SERVER
ok slowlane set admission=off

echo "# A connection that the send buffer stalls, with a slow path."
transfer_start slowlane 40000000 sndbuf_bytes=32768 rcvbuf_bytes=1000000 timeout_s=60
id=$REPLY
term_open 80 12 env NO_COLOR=1 LC_ALL=C slowlane top -d 0.3
term_says "1 stalled" "@" "SLOW"
term_text -e
[[ ! $OUT =~ $'\e['[0-9\;]*3[1-7]m ]] || fail "colours"
[[ $OUT != *█* ]] || fail "not ASCII"
term_type q
term_ended 0
term_close
term_open 100 24 slowlane top -d 0.4
term_says "attached " "every 0.4 s, by stall" "2 connections (1 stalled)" "4 paths (1 slow, 0 stale)" \
	"set: admission=off (default on)" "STALL% BY" "HISTORY" "█" " fastest " " SLOW " \
	'c2\x1b[1m\xff' "F1 Help" "netns $CLIENT"
token=$(slowlane -j connections netns $CLIENT | jq -r '.connections[].token')
# The first row is the one that stalls, and its paths are below it.
stalled() {
	term_text
	grep -A2 -E "^-$token +[0-9]{2}[.0-9]* (sndbuf|rwnd|sched) " <<<"$OUT" | sed -n '2p;3p' |
		awk '{ print $1 }' | paste -sd' ' | grep -qxF 'c1 c2\x1b[1m\xff'
}
wait_for 10 stalled || fail "not a stalled connection and its two paths: $OUT"
row=$(grep -n "^-$token" <<<"$OUT" | cut -d: -f1)
equal "the row of the one that stalls" "$row" 6
term_text -e
[[ $OUT == *$'\e[33mSLOW'* && $OUT == *$'\e[32mfastest'* ]] || fail "no colours"

echo "# Keys."
term_type h
term_says "any key goes back" "kept by neither its application nor its links"
term_type q
term_says_not "any key goes back"
term_type Space
term_says "+$token" " SLOW "
term_says_not "c1 "
term_type Enter
term_says "-$token" "c1 "
term_type '*'
term_says_not "c1 "
term_type '*' Down Down
term_says "reckoned"
term_type F6
term_says "by rate"
term_type '>'
term_says "by flags"
term_type '<' I
term_says "by rate reversed"
term_type I s
term_says_not "reversed"
term_type /
term_enter "dport http"
term_says "'http' is no port" "filter: dport http"
term_type C-u
term_enter "netns $SERVER"
term_says "1 connection (0 stalled)" "filter: netns $SERVER" " s2 "
term_type F4 C-u Enter
term_says "2 connections"
term_type d
term_enter 0
term_says "0.1 to 3600"
term_type BSpace
term_enter 0.3
term_says "every 0.3 s"

echo "# Any size."
for size in "20 5" "7 2" "1 1" "300 60"; do
	# shellcheck disable=SC2086	# words
	term_resize $size
	pause 700
	term_type Down h Down x / Escape
done
term_says "NETNS" "10.0.1.1:" "$CLIENT"
term_resize 20 5
term_says "slowlane 0.1.0 attac" "TOKEN"
term_text
[ "$(wc -L <<<"$OUT")" -le 20 ] || fail "wider than the screen: $OUT"
term_resize 80 24
term_says "LAST" "F10 Quit"

echo "# Detached under it, and attached again: it waits."
ok slowlane detach
term_says "waiting: not attached; 'slowlane attach' attaches it"
receiver_of "$id"
kill -KILL "$id" "$REPLY"
wait "$id" || :
ok slowlane attach --netns $CLIENT --netns $SERVER
term_says "attached " "0 connections"
transfer_start slowlane 4000000 rcvbuf_bytes=200000 timeout_s=60
id=$REPLY
term_says "2 connections"
receiver_of "$id"
receiver=$REPLY
kill -STOP "$receiver"
term_says "(1 stalled)" " rwnd "
term_type F10
term_ended 0
term_close
kill -CONT "$receiver"
transfer_end "$id"
ok slowlane detach
