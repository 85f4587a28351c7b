# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_arrivals.sh - "observe": what a receiver gets out of order, as MIB, ss and sender have it.
. "$(dirname "$0")/lib.sh"

remember
for wrong in "--for 5" "--interval 0s" "--connections 0" "--connections 1x" "state slow" \
	"dport http"; do
	# shellcheck disable=SC2086	# words
	exits 64 slowlane observe $wrong
	says "slowlane help"
done
exits 77 setpriv --reuid=65534 --regid=65534 --clear-groups slowlane observe
says "root"
exits 69 unshare -m sh -c 'mount -t tmpfs none /sys/kernel/btf && slowlane observe'
says "kernel BTF" "CONFIG_DEBUG_INFO_BTF"
nothing_left

# observe WORDS...: in the background; its id in OBSERVER. observe_end: let it come to its
# end; each line of its JSON in OUT.
observe() {
	bg slowlane observe -j "$@"
	OBSERVER=$REPLY
	wait_for 10 is_attached || fail "it does not observe"
}
is_attached() { bpf_list | grep -q arrivals_end; }
observe_end() {
	kill "$OBSERVER"
	join "$OBSERVER"
	equal "the observer's exit code" "$STATUS" 0
}
# lines FILTER: of all lines as an array.
lines() {
	jq -se "$1" <<<"$OUT" >/dev/null || fail "not so in its lines: $1"
}
has_closed() { jq -se 'any(.event == "closed")' "${JOBS[$OBSERVER]}.out" >/dev/null; }

# received SCHEDULER BYTES [KEY=VALUE]...: carry a transfer, observe its receiver; what is
# true of any: into OUT its one line with what the transfer said as .transfer.
received() {
	local transfer

	observe netns $SERVER
	transfer "$@"
	transfer=$OUT
	wait_for 10 has_closed || fail "the connection is not closed"
	observe_end
	lines 'map(.event) == ["closed", "summary"]'
	lines '.[1] | .connections == 1 and .lost_deliveries + .lost_connections + .lost_calls == 0'
	lines '.[0].ofo_segments == .[1].ofo_segments and .[0].ofo_bytes == .[1].ofo_bytes'
	OUT=$(jq -sc --argjson t "$transfer" '.[0] + { transfer: $t }' <<<"$OUT")
	json '.netns == "sl-s" and .state == null and .subflows_omitted == 0'
	json '.received_bytes == .transfer.bytes and .observed_bytes == .transfer.bytes'
	json '.ofo_segments == .transfer.ofo_segments'
	json '.ofo_segments_now == 0 and .ofo_bytes_now == 0 and .ofo_lost_bytes == 0'
	# All that TCP has got is the connection's, or was thrown away; a FIN counts one, and
	# of what overlaps in part the kernel skips the part, which nobody sees.
	json '(.duplicate_bytes + .beyond_window_bytes) as $thrown |
		([.subflows[].received_bytes] | add) - .received_bytes - $thrown |
		. >= 0 and . <= 4 + $thrown / 10'
	json 'if .ofo_segments == 0
		then .ofo_residence_max_us == null and .ofo_bytes == 0
		else .ofo_residence_p50_us > 0 and .ofo_bytes > 1000 * .ofo_segments and
			.ofo_residence_p50_us <= .ofo_residence_p99_us and
			.ofo_residence_p99_us <= .ofo_residence_max_us
		end'
}

echo "# One path: nothing can be out of order."
net_up 1
received default 1000000
json '.ofo_segments == 0 and (.subflows | length == 1) and .duplicate_bytes == 0'

echo "# Two unequal paths."
net_up 2
path_set 2 5 25
received default 3000000
json '.ofo_segments > 100 and (.subflows | length == 2 and all(.received_bytes > 100000))'
json '.window_full_segments < 5'

echo "# The same where the receiver's buffer limits."
received default 4000000 rcvbuf_bytes=65536
json '.ofo_segments > 10 and .window_full_segments > 8'

echo "# A path that becomes slow: what was sent again on the other arrives twice."
net_up 2 4 20
turns_slow() { wait_for 5 path_carried 2 500000 && path_set 2 20 700; }
bg turns_slow
received default 4000000
json '.transfer.duplicates > 0 and .duplicate_bytes > 1000'

echo "# A path with 100 ms more: what follows on the other waits for it."
net_up 2 4 50 5
path_set 2 50 105
received default 600000 write_bytes=1000 write_gap_us=2000
json '.ofo_residence_max_us > 93000 and .ofo_residence_max_us < 103000'
json '.ofo_residence_p99_us > 90000'
json '.ofo_residence_p50_us > 40000 and .ofo_residence_p50_us < 60000'
net_down
nothing_left

echo "# A connection that is open, and was before: as ss has it."
net_up 2 6 20
path_set 2 5 100
transfer_start default 80000000 rcvbuf_bytes=400000
id=$REPLY
wait_for 5 path_carried 2 100000 || fail "path 2 carries nothing"
observe --interval 1s dst "${PATHS[1]}"
has_waiting() {
	jq -se 'any(.event == "interval" and .ofo_segments_now > 0 and .ofo_bytes_now > 0)' \
		"${JOBS[$OBSERVER]}.out" >/dev/null
}
wait_for 5 has_waiting || fail "nothing waits at any time"
receiver_of "$id"
receiver=$REPLY
kill -STOP "$receiver"
# ss_paths: of each subflow of the server "local peer received"; ss_conn: of the connection.
ss_paths() { ss_words -tniO | sort; }
ss_conn() { ss_words -MniO; }
ss_words() {
	ss -N $SERVER -H "$1" state established | awk '{
		delete v
		for (i = 3; i <= NF; i++)
			if (split($i, kv, ":") == 2)
				v[kv[1]] = kv[2]
		print $3, $4, v["bytes_received"], v["token"]
	}'
}
is_still() {
	local before

	before=$(ss_paths)
	pause 600
	[ "$(ss_paths)" = "$before" ]
}
wait_for 10 is_still || fail "it does not stand still"
ss_before=$(ss_paths)
observe_end
lines 'map(.event) | .[-1] == "summary" and .[-2] == "end" and (.[:-2] | all(. == "interval"))'
OUT=$(jq -sc '.[-2]' <<<"$OUT")
json '.state == "ESTAB" and .observed_bytes > 0 and .observed_bytes < .received_bytes'
json_value '"\(.local) \(.peer) \(.received_bytes) \(.token)"'
equal "what ss has" "$(ss_conn)" "$REPLY"
json_value '[.subflows[] | "\(.local) \(.peer) \(.received_bytes)"] | sort | .[]'
# A probe of the closed window is a byte, and may come meanwhile: never less than ss said
# before the last reading, never more than it says after it.
paste -d' ' - <(awk '{ print $3 }' <<<"$ss_before") <(ss_paths | awk '{ print $1, $2, $3 }') \
	<<<"$REPLY" | awk '$1 != $5 || $2 != $6 || $3 < $4 || $3 > $7 { exit 1 }' ||
	fail "ss has of subflows '$ss_before', then '$(ss_paths)', and it says '$REPLY'"
ok slowlane observe --for 1s netns nowhere
says "0 connections,"
kill -KILL "$id" "$receiver"
wait "$id" || :

echo "# As text, at most one connection at a time; --for ends it."
net_up 2
bg slowlane observe --connections 1 --for 4s netns $SERVER
OBSERVER=$REPLY
wait_for 10 is_attached || fail "it does not observe"
transfer_start default 8000000 port=6000
id=$REPLY
wait_for 5 path_carried 2 100000 || fail "path 2 carries nothing"
transfer default 400000 port=6001
transfer_end "$id"
join "$OBSERVER"
equal "the observer's exit code" "$STATUS" 0
says "closed 10.9.0.1:6000" "received 8.0 MB" "out of order" "waited p50" "dev s2 closed" \
	"1 connection," "deliveries not seen" "--connections"
[ "$(wc -L <<<"$OUT")" -le 120 ] || fail "a line is longer than 120 columns"

echo "# Killed, it leaves nothing."
observe
kill -9 "$OBSERVER"
wait "$OBSERVER" || :
net_down
nothing_left

echo "# Under slowlane."
net_up 2
path_set 2 20 10
ok slowlane attach --netns $CLIENT
received slowlane 3000000
json '.ofo_segments > 0'
ok slowlane detach
net_down
nothing_left
