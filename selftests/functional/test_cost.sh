# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_cost.sh - what one get_send executes with two subflows, and that it only grows by
# what each further subflow takes. The bench's cost-* have the whole of a megabyte.
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

# The first bound is no more than a guard: 3700 to 5100 are usual. Interrupts that come
# meanwhile are in all of them, so what is compared is measured once more before it fails.
for last in '' 1; do
	cost 2
	TWO=$COST
	[ "$TWO" -le 6000 ] || fail "$TWO instructions with two subflows"
	cost 8
	[ "$COST" -gt $((4 * TWO)) ] || break
	[ -z "$last" ] || fail "$COST instructions with eight subflows, $TWO with two"
done
