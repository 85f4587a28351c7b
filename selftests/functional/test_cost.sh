# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_cost.sh - what one get_send executes with two and with eight subflows. The bench's
# cost-* have the whole of a megabyte.
. "$(dirname "$0")/lib.sh"
. "$HERE/net.sh"

# cost PATHS: of a transfer over bare devices; CALLS and COST are of get_send.
cost() {
	local i

	net_up "$1"
	for ((i = 1; i <= $1; i++)); do
		tc -n $CLIENT qdisc del dev "c$i" root
		tc -n $SERVER qdisc del dev "s$i" root
	done
	ok slowlane attach --no-default	# the programs' statistics begin anew
	xfer_args slowlane 30000000
	ok prog_cost "${XFER[@]}"
	json ".ok and (.subflows | length == $1)"
	read -r _ CALLS COST < <(grep '^slowlane_get_se' <<<"$ERR") || fail "get_send never ran"
	ok slowlane detach
	echo "# $1 subflows: get_send called $CALLS times, $COST instructions each"
	[ "$CALLS" -ge 100 ] || fail "$CALLS calls for 30 MB"
}

# Guards, no more: 3700 to 5100 with two and 9400 to 12700 with eight are usual. Interrupts
# that come meanwhile are in it, so the two are not compared with each other.
cost 2
[ "$COST" -le 6000 ] || fail "$COST instructions with two subflows"
cost 8
[ "$COST" -le 24000 ] || fail "$COST instructions with eight subflows"
