# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_penalty.sh - asked for a penalty, a subflow's cwnd is halved once, and comes back.
. "$(dirname "$0")/lib.sh"
. "$HERE/cc.sh"

# One path, which the scheduler itself never penalises; 100 ms there and back, and a
# queue that the first slow start fills.
NETEM="netem limit 150 rate 20mbit delay 50ms"

start() {
	net_up 1
	# shellcheck disable=SC2086	# words
	tc -n $CLIENT qdisc change dev c1 root $NETEM
	# shellcheck disable=SC2086	# words
	tc -n $SERVER qdisc change dev s1 root $NETEM
	ns_cc $CLIENT "$1"
	transfer_start slowlane 80000000 timeout_s=60
	SENDER=$REPLY
	# The first flight; a few round trips later slow start is over.
	wait_for 5 path_carried 1 10000 || fail "nothing is transferred"
}

# The kernel keeps a connection whose ends are both gone, and of which not all is read,
# for a minute (7.3: TCP_TIMEWAIT_LEN); its subflow has the congestion control until then.
stop() {
	kill "$SENDER"
	wait "$SENDER" || :
	wait_for 70 no_subflow || fail "the connection does not end"
}
no_subflow() { [ -z "$(penalize)" ]; }

# ask PENALTIES FLOOR RELAXES: as penalize; the cwnd before and after is in W and CWND,
# what is so then in OUT, for json.
ask() {
	ok penalize "$@" 500
	json -s '.[0].wrapped == 1 and .[1].wrapped == 1'
	W=$(jq -s '.[0].cwnd' <<<"$OUT")
	OUT=$(tail -n 1 <<<"$OUT")
	json_value .cwnd
	CWND=$REPLY
}

now() { ask 0 0 0; }

# served HALVED: all is, and it was that many times halved.
served() {
	json ".pending == 0 and .halved == $1"
	json "$2"
}

# ca_state_is STATE: 0 is Open, 4 Loss. avoids: Open, and past slow start.
ca_state_is() { penalize | jq -e ".ca_state == $1" >/dev/null; }
avoids() { penalize | jq -e '.ca_state == 0 and .cwnd >= .ssthresh' >/dev/null; }

# ordered WHAT A B...: none is below the one before it.
ordered() {
	local last=$2 what=$1 i

	for i in "${@:3}"; do
		[ "$i" -ge "$last" ] || fail "$what: not ordered: ${*:2}"
		last=$i
	done
}

ok slowlane attach --no-default

echo "# In slow start: half, however often it was asked for before the next ACK."
start cubic
ask 3 4 0
served 1 '.from_cwnd == 0 and .ssthresh > 1000000'
ordered "half" $((W / 2)) "$CWND" $((W / 2 + 12))
stop

for cc in cubic reno; do
	echo "# $cc, past slow start: half, once, and from there on slowly."
	start $cc
	wait_for 20 avoids || fail "it does not come out of slow start"
	ask 1 4 0
	before=$W
	served 1 ".from_cwnd >= $before and .ssthresh <= .cwnd and .ssthresh >= $((before / 2))"
	ordered "half" $((before / 2)) "$CWND" $((before / 2 + 4))
	pause 1000
	now
	served 1 '.ca_state == 0'
	ordered "after a second" $((before / 2)) "$CWND" $((before / 2 + 20))

	echo "# Relaxed, it grows back in slow start to where it was."
	ask 0 0 1
	served 1 ".ssthresh >= $before and .from_cwnd == 0"
	ordered "not at once" "$W" "$CWND" $((W + 4))
	wait_for 20 avoids || fail "it does not come out of slow start"
	now
	ordered "where it was" $((before * 9 / 10)) "$CWND"

	echo "# Not below the floor; at the floor nothing is taken."
	floor=$((CWND - 5))
	ask 1 $floor 0
	served 2 ".ssthresh == $floor"
	ordered "floor" $floor "$CWND" $((floor + 4))
	ask 1 1000 0
	served 2 ".ssthresh == $floor"
	ordered "nothing" "$W" "$CWND"

	echo "# Not where the switch says share."
	ok slowlane set penalty=share
	ask 1 4 0
	served 2 ".ssthresh == $floor"
	ok slowlane set penalty=cwnd

	echo "# Not in recovery, nor later for what was asked for then."
	path_break 1
	wait_for 10 ca_state_is 4 || fail "it does not notice the loss"
	ask 1 2 0
	json '.ca_state == 4 and .halved == 2 and .from_cwnd == 0'
	# shellcheck disable=SC2086	# words
	tc -n $CLIENT qdisc change dev c1 root $NETEM loss 0%
	# shellcheck disable=SC2086	# words
	tc -n $SERVER qdisc change dev s1 root $NETEM loss 0%
	wait_for 20 ca_state_is 0 || fail "it does not recover"
	now
	served 2 '.from_cwnd == 0'
	stop
done
