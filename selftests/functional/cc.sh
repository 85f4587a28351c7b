# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# cc.sh - for the tests of the companion congestion controls: who has which.

# hold_transfer SCHEDULER [KEY=VALUE]...: one that stays in its middle; release_transfer.
hold_transfer() {
	local before

	before=$(ip netns exec $CLIENT cat /sys/class/net/c1/statistics/tx_bytes)
	transfer_start "$1" 4000000 timeout_s=90 "${@:2}"
	SENDER=$REPLY
	wait_for 10 path_carried 1 $((before + 300000)) || fail "nothing is transferred"
	receiver_of "$SENDER"
	RECEIVER=$REPLY
	kill -STOP "$RECEIVER"
}

release_transfer() {
	kill -CONT "$RECEIVER"
	transfer_end "$SENDER"
}

# ccs_are NETNS NAME...: the congestion controls of its connected TCP sockets, sorted.
ccs_are() {
	local netns=$1 found

	shift
	found=$(ss -N "$netns" -Htin state established |
		sed -nE 's/.*[[:space:]](slowlane_cubic|slowlane_reno|cubic|reno|bbr) wscale:.*/\1/p' |
		sort | tr '\n' ' ')
	equal "what the TCP sockets of $netns have" "${found% }" "$*"
}

ns_cc() { ip netns exec "$1" sysctl -qw "net.ipv4.tcp_congestion_control=$2"; }
