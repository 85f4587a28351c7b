# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_connections.sh - each connection and its paths: as ss has them, which is slow, by filter.
. "$(dirname "$0")/lib.sh"

remember
for cmd in connections "connections -H" "connections state slow"; do
	# shellcheck disable=SC2086	# words
	exits 1 slowlane $cmd
	says "not attached"
done
exits 64 slowlane connections dport http
says "'http'" "1 to 65535" "slowlane help connections"
exits 64 slowlane -j connections bogus
json '.error | contains("bogus")'
ok slowlane help connections
says "--no-header" "dst ADDR" "netns" "state slow"
nothing_left

# freeze ID, thaw ID: both ends of the transfer stand still, and what was on its way is there.
freeze() {
	receiver_of "$1"
	RECEIVER=$REPLY
	kill -STOP "$1" "$RECEIVER"
	wait_for 10 is_still || fail "it does not stand still"
}
end() {
	kill -KILL "$1" "$RECEIVER"
	wait "$1" || :
}
is_still() {
	local before

	before=$(ss_paths $CLIENT)
	pause 600
	[ "$(ss_paths $CLIENT)" = "$before" ]
}

# ss_paths NETNS: of each subflow "local peer cwnd sent acked retrans minrtt", sorted.
ss_paths() {
	ss -N "$1" -HtniO state established | grep tcp-ulp-mptcp | awk '{
		delete v
		for (i = 5; i <= NF; i++)
			if (split($i, kv, ":") == 2)
				v[kv[1]] = kv[2]
		printf "%s %s %d %d %d %d %d\n", $3, $4, v["cwnd"], v["bytes_sent"],
			v["bytes_acked"], v["bytes_retrans"], int(v["minrtt"] * 1000 + 0.5)
	}' | sort
}

# as_ss NETNS: ss of that namespace says the same of each path and connection: the latter by
# token, the former by both ends.
as_ss() {
	ss -N "$1" -HMniO | grep -o '^ESTAB.*token:[0-9a-f]*' |
		awk '{ sub(".*token:", "", $NF); print $4, $5, $NF }' | sort >"$WORK/ss"
	jq -r '.connections[] | select(.netns == $ns and .state == "ESTAB") |
		"\(.local) \(.peer) \(.token)"' --arg ns "$1" <<<"$OUT" | sort | diff "$WORK/ss" - ||
		fail "ss has other connections"
	ss_paths "$1" >"$WORK/ss"
	jq -r '.connections[] | select(.netns == $ns) | .subflows[] |
		"\(.local) \(.peer) \(.cwnd_segs) \(.sent_bytes) " +
		"\(.acked_bytes) \(.retrans_bytes) \(.min_rtt_us)"' --arg ns "$1" <<<"$OUT" |
		sort | diff "$WORK/ss" - || fail "ss has other subflows"
	[ -s "$WORK/ss" ] || fail "ss has no subflow"
}

# selected N FILTER...: so many connections.
selected() {
	local n=$1

	shift
	ok slowlane -j connections "$@"
	json '.connections | length == $n' --argjson n "$n"
}

for family in 4 6; do
	echo "# IPv$family, two namespaces: the same as ss says, in the same words."
	net_up 2 $family
	ok slowlane attach --netns $CLIENT --netns $SERVER
	transfer_start slowlane 80000000 rcvbuf_bytes=200000
	id=$REPLY
	wait_for 5 path_carried 2 100000 || fail "path 2 carries nothing"
	freeze "$id"
	ok slowlane -j connections
	json '.connections | length == 2 and ([.[].netns] | sort) == ["sl-c", "sl-s"]'
	json '.connections | all(.inode > 0 and (.subflows | length) == 2)'
	as_ss $CLIENT
	as_ss $SERVER
	end "$id"
	ok slowlane detach
done

echo "# A slow path that is penalised; names with odd bytes."
net_up 2
path_set 1 10 0 30
path_set 2 3 0 100
odd=$'c2\e[1m\xff'
path_rename 2 "$odd"
ok slowlane attach --netns $CLIENT --netns $SERVER
ok slowlane set admission=off
transfer_start slowlane 8000000 sndbuf_bytes=32768 rcvbuf_bytes=1000000
id=$REPLY
is_penalised() {
	slowlane -j connections | jq -e '.connections[].subflows[] |
		select(.slow) | .penalties > 0 and .dev != "c1"' >/dev/null
}
# What is slow may recover before both ends stand still.
one_is_slow() {
	jq -e '[.connections[0].subflows[] | select(.slow)] | length == 1' <<<"$OUT" >/dev/null
}
for _ in {1..5}; do
	wait_for 10 is_penalised || fail "no path is shown slow and penalised"
	freeze "$id"
	ok slowlane -j connections netns $CLIENT
	! one_is_slow || break
	kill -CONT "$id" "$RECEIVER"
done
json '.connections | length == 1'
json '.connections[0] | .limit_us | [.app, .cwnd, .sndbuf, .rwnd, .sched] | add > 100000'
json '.connections[0].last_reason | startswith("picks_") or startswith("waits_")'
json '.connections[0].subflows | length == 2 and ([.[] | select(.slow)] | length) == 1'
json '.connections[0].subflows[] | select(.slow) |
	(.last_reason | test("^(un)?penal")) and .dev == "c2\\x1b[1m\\xff" and
	.rate_mbps < 5 and .pacing_mbps > 0 and .srtt_us >= .min_rtt_us and
	.share_pct == 100 and .cwnd_segs > 0'
json '.connections[0].subflows[] | select(.fastest) | .slow == false and .dev == "c1"'
ok slowlane connections netns $CLIENT
says "SLOW" 'c2\x1b[1m\xff' "penalties" "limited by" "1 connection, 2 subflows"
[[ $OUT != *$'\e'* ]] || fail "an escape character is printed"
ok slowlane connections -H
says_not "connections,"
[ "$(wc -L <<<"$OUT")" -le 120 ] || fail "a line is longer than 120 columns"
ok slowlane connections -p
json '.connections | length == 2'

echo "# Filters."
selected 2
selected 1 netns $CLIENT
selected 1 netns "$(stat -Lc %i /run/netns/$SERVER)"
selected 1 dst $ADDRESS
selected 1 dst 10.8.0.0/15 and sport 1 or dst $ADDRESS:5201
selected 1 src 10.0.2.0/24
selected 2 src 10.0.0.0/8
selected 1 dport 5201
selected 0 dport 5201 sport 5201
selected 2 not dport 5201 or dport 5201
selected 1 dev c1
selected 1 dev "$odd"
selected 1 state slow
selected 0 state backup
selected 0 netns nowhere
selected 2 "(" dev c1 or dev s1 ")" not state stale
ok slowlane connections netns nowhere
says "0 connections"

echo "# Records of another build are not read."
info=$(bpftool -j map dump pinned $PINS/info | jq -r '.[0].value | .[]')
# shellcheck disable=SC2086	# bytes
other=$(sed '69s/.*/0x7f/' <<<"$info")	# sl_info.abi
# shellcheck disable=SC2086	# bytes
bpftool map update pinned $PINS/info key 0 0 0 0 value $other
exits 1 slowlane connections
says "another version" "--replace"
exits 1 slowlane -j monitor
json '.error | contains("another version")'
# shellcheck disable=SC2086	# bytes
bpftool map update pinned $PINS/info key 0 0 0 0 value $info
ok slowlane connections
end "$id"
ok slowlane detach
