# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_policy.sh - waits end, and each gate of a penalty is shut and opened by real traffic.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"
. "$HERE/policy.sh"

ok slowlane attach --no-default

# pair: 10 and 3 Mbit/s, where a send buffer of 64 KiB is what is scarce.
pair() {
	PATH_FLAGS=()
	net_up 2
	path_set 1 10 0 30
	path_set 2 3 0 100
}
scarce=sndbuf_bytes=65536

echo "# It waits for the fast path, and the transfer ends for all that."
check_pauses slowlane
counted 1000000 sndbuf_bytes=262144
json '.n | .waits_late + .waits_pin > 0'

echo "# Nobody is slow: equal paths, one path, a slow backup."
net_up 2 4 10 5
counted 700000 $scarce
nobody_penalised
net_up 1 4 10 5
counted 500000 $scarce
nobody_penalised
json '[.n | to_entries[] | select(.key | startswith("unpenalised_")).value] | add == 0'
PATH_FLAGS=([2]=backup)
net_up 2
path_set 1 10 0 30
path_set 2 1 0 100
counted 700000 $scarce
nobody_penalised
json '.path_bytes[1] == 0 and .n.picks_backup == 0 and .n.picks_earliest > 0'

ok slowlane set admission=off
pair
echo "# The peer's window is what limits, or nothing is scarce: no penalty."
path_set 2 3 25 100
counted 700000 rcvbuf_bytes=65536
nobody_penalised
json '.n | .unpenalised_rwnd > 5 and .limit_rwnd_us > .limit_sndbuf_us'
counted 1500000
nobody_penalised
json '.n.unpenalised_sndbuf > 5'

echo "# The send buffer is: by the companion, by share where it is not on, or not at all."
path_set 2 3 0 100
counted 1000000 $scarce
json '.n | .penalties_cwnd > 0 and .penalties_share == 0 and .unpenalised_rtt > 0'
counted 1000000 $scarce cc=reno
json '.n | .penalties_share > 0 and .penalties_cwnd == 0'
ok slowlane set penalty=share
counted 1000000 $scarce
json '.n | .penalties_share > 0 and .penalties_cwnd == 0'
ok slowlane set penalty=off
counted 500000 $scarce
nobody_penalised
json '[.n | to_entries[] | select(.key | startswith("unpenalised_")).value] | add == 0'

# judged: penalties, and reasons for none, so far; live connections included. sent: bytes.
judged() {
	counters | jq '[to_entries[] | select(.key | test("^(un)?penal")).value] | add'
}
penalties() { counters | jq '.penalties_cwnd + .penalties_share'; }
sent() { counters | jq .granted_bytes; }
more() { [ "$($1)" -gt "$2" ]; }

# nobody_is_judged: while it sends on.
nobody_is_judged() {
	local before

	before=$(judged)
	wait_for 5 more sent $(($(sent) + 300000)) || fail "it does not send on"
	equal "penalties and reasons for none" "$(judged)" "$before"
}

echo "# On, off and on again under a live connection, whose buffer is scarce all the time."
ok slowlane set penalty=cwnd
before=$(penalties)
transfer_start slowlane 8000000 sndbuf_bytes=32768 rcvbuf_bytes=1000000
id=$REPLY
wait_for 5 more penalties "$before" || fail "no penalty"
ok slowlane set penalty=off
before=$(penalties)
nobody_is_judged
ok slowlane set penalty=cwnd
wait_for 5 more penalties "$before" || fail "no penalty after it is on again"
transfer_end "$id"
