# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_monitor.sh - what changes is told as it happens: once, to one reader, or it is counted.
. "$(dirname "$0")/lib.sh"

net_up 2
path_set 1 10 0 30
path_set 2 3 0 100
ip -n $CLIENT link set lo up
remember
exits 1 slowlane monitor
says "not attached"
exits 64 slowlane monitor dport http
says "'http'"
nothing_left

# monitor WORDS...: in the background; its id in MONITOR.  Watching once it says so, or, with
# -j, once it has the lock.
monitor() {
	bg slowlane monitor "$@"
	MONITOR=$REPLY
	wait_for 5 is_read || fail "it does not watch"
}
is_read() {
	bpftool -j map dump pinned $PINS/watch | jq -e '.[0].value[0:8] | any(. != "0x00")' \
		>/dev/null
}

# told FILTER: an event of which this is true; it need not be there yet.
told() { wait_for 20 has_event "$1" || fail "no event: $1; there are: $(cat "$(events)")"; }
has_event() { jq -se "any($1)" "$(events)" >/dev/null; }
events() { echo "${JOBS[$MONITOR]}.out"; }

no_connections() { slowlane -j connections | jq -e '.connections == []' >/dev/null; }

stop_monitor() {
	kill "$MONITOR"
	join "$MONITOR"
	equal "the monitor's exit code" "$STATUS" 0
}

ok slowlane attach --netns $CLIENT --netns $SERVER
ok slowlane set admission=off

echo "# A connection from the beginning to the end."
monitor -j netns $CLIENT
exits 1 slowlane monitor
says "another"
transfer_start slowlane 8000000 sndbuf_bytes=32768 rcvbuf_bytes=1000000
id=$REPLY
told '.event == "path_added" and .dev == "c1" and (.local | startswith("10.0.1.1:"))'
told '.event == "path_added" and .dev == "c2" and (.local | startswith("10.0.2.1%c2:"))'
told '.event == "slow" and .dev == "c2" and .slow and .rate_mbps < .fastest_mbps / 2'
told '.event == "penalised" and .dev == "c2" and .reason == "penalties_cwnd" and .cwnd_segs > 0'
told '.event == "limited" and (.limit_us | add) >= 1000000 and .before == null'
token=$(jq -rs 'map(.token) | unique | join(" ")' "$(events)")
equal "the connection's token" "$token" "$(slowlane -j connections netns $CLIENT |
	jq -r '.connections[].token')"

echo "# The slow path becomes a fast one: it recovers, and is let off."
path_set 2 10 0 30
told '.event == "recovered" and .dev == "c2" and (.slow | not)'
told '.event == "let_off" and .dev == "c2"'

echo "# The first path breaks, and comes back."
transfer_end "$id"
transfer_start slowlane 12000000 timeout_s=60
id=$REPLY
has_sent() { slowlane -j connections dev c1 |
	jq -e 'any(.connections[]; .state == "ESTAB" and .sent_bytes > 200000)' >/dev/null; }
wait_for 5 has_sent || fail "path 1 carries nothing"
path_break 1
told '.event == "stale" and .dev == "c1" and .stale'
tc -n $CLIENT qdisc change dev c1 root netem limit 30 rate 10mbit loss 0%
tc -n $SERVER qdisc change dev s1 root netem limit 30 rate 10mbit loss 0%
told '.event == "revived" and .dev == "c1"'

echo "# A path goes, then the connection."
ip -n $CLIENT mptcp endpoint flush
told '.event == "path_closed" and (.local | startswith("10.0.2.1%c2:"))'
transfer_end "$id"
told '.event == "closed"'
ok slowlane -j connections
stop_monitor
jq -se 'all(.time and .token and .netns == "sl-c" and .inode > 0)' <<<"$OUT" >/dev/null ||
	fail "an event lacks something"
jq -se '[.[] | select(.event == "path_added")] | length == 4' <<<"$OUT" >/dev/null ||
	fail "a path was added more or less than once"

echo "# Killed, it leaves nothing on, and the next one gets nothing old."
monitor
says_watching() { grep -q watching "${JOBS[$MONITOR]}.err"; }
wait_for 5 says_watching || fail "it does not say that it watches"
kill -9 "$MONITOR"
wait "$MONITOR" || :
pause 2500
transfer slowlane 100000
monitor -j
pause 500
[ ! -s "$(events)" ] || fail "old events: $(cat "$(events)")"

echo "# Who cannot keep up is told how many were lost."
kill -STOP "$MONITOR"
ok ip netns exec $CLIENT many_connections 900 </dev/null
kill -CONT "$MONITOR"
told '.event == "lost" and .events > 0'
jq -se 'map(select(.event != "lost")) | length > 1500' "$(events)" >/dev/null ||
	fail "not what the buffer holds"

echo "# It does not hold a detach up."
wait_for 90 no_connections || fail "connections do not end"
ok slowlane detach
with_module says "unloaded"
join "$MONITOR"
equal "the monitor's exit code" "$STATUS" 1
json -s 'last | .error | contains("detached")'
nothing_left
