# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# net.sh - two hosts and up to nine paths between them, and transfers over these.
#
#	  client (sl-c)			     server (sl-s)
#	  c1 10.0.1.1 [netem] ----- [netem] s1
#	  c2 10.0.2.1 [netem] ----- [netem] s2	 10.9.0.1 on lo
#	  ...
#
# IPv6: fd00:0:0:1::1, ... and fd00:9::1. The neighbours are static: no test is about
# ARP, and an address on lo does not answer ND.

CLIENT=sl-c SERVER=sl-s
ADDRESS='' PATHS=()		# the server's; the client's
declare -A PATH_FLAGS=()	# of path N's endpoint, such as "backup"; for net_up

net_down() {
	local netns

	for netns in $CLIENT $SERVER; do
		[ ! -e "/run/netns/$netns" ] || ip netns del "$netns"
	done
}

# net_up PATHS [FAMILY] [RATE_MBIT] [DELAY_MS]
net_up() {
	local family=${2:-4} netem="netem limit 1000 rate ${3:-50}mbit delay ${4:-1}ms"
	local i addr len=32 link='' client server ctc='' stc=''

	net_down
	ADDRESS=10.9.0.1 PATHS=()
	[ "$family" = 4 ] || ADDRESS=fd00:9::1 len=128
	client="mptcp limits set subflows 8 add_addr_accepted 8"$'\n'"link set lo up"$'\n'
	server=$client"addr add $ADDRESS/$len dev lo"$'\n'
	for ((i = 1; i <= $1; i++)); do
		addr=10.0.$i.1
		[ "$family" = 4 ] || addr=fd00:0:0:$i::1
		PATHS+=("$addr")
		link+="link add c$i netns $CLIENT address 02:00:00:00:0$i:01 type veth peer name s$i netns $SERVER address 02:00:00:00:0$i:02
"
		client+="link set c$i addrgenmode none up
addr add $addr/$len dev c$i
route add $ADDRESS dev c$i src $addr metric $((100 + i))
neigh add $ADDRESS lladdr 02:00:00:00:0$i:02 dev c$i nud permanent
"
		[ "$i" = 1 ] || client+="mptcp endpoint add $addr dev c$i subflow ${PATH_FLAGS[$i]-}
"
		server+="link set s$i addrgenmode none up
route add $addr dev s$i src $ADDRESS
neigh add $addr lladdr 02:00:00:00:0$i:01 dev s$i nud permanent
"
		ctc+="qdisc add dev c$i root $netem"$'\n'
		stc+="qdisc add dev s$i root $netem"$'\n'
	done
	[ "$family" = 4 ] || client=${client//"/$len dev c"/"/$len nodad dev c"}
	ip netns add $CLIENT
	ip netns add $SERVER
	ip -batch - <<<"$link"
	ip "-$family" -n $CLIENT -batch - <<<"$client"
	ip "-$family" -n $SERVER -batch - <<<"$server"
	tc -n $CLIENT -batch - <<<"$ctc"
	tc -n $SERVER -batch - <<<"$stc"
	# A connection that was cut off is kept for a minute otherwise, and with it the
	# scheduler and the module; what it had on a broken path for two, and with it the
	# congestion control.
	ip netns exec $CLIENT sysctl -qw net.mptcp.close_timeout=1 net.ipv4.tcp_orphan_retries=1
	ip netns exec $SERVER sysctl -qw net.mptcp.close_timeout=1 net.ipv4.tcp_orphan_retries=1
}

# path_thin N: it is a slow one from now on.
path_thin() {
	local thin=(root netem limit 100 rate 2mbit delay 20ms)

	tc -n $CLIENT qdisc change dev "c$1" "${thin[@]}"
	tc -n $SERVER qdisc change dev "s$1" "${thin[@]}"
}

# path_set N RATE_MBIT DELAY_MS [LIMIT_PKTS]: of both directions.
path_set() {
	local netem="limit ${4:-1000} rate $2mbit delay $3ms"

	# shellcheck disable=SC2086	# words
	tc -n $CLIENT qdisc change dev "c$1" root netem $netem
	# shellcheck disable=SC2086	# words
	tc -n $SERVER qdisc change dev "s$1" root netem $netem
}

# path_break N: nothing gets through any more, and nobody is told. path_cut N: the
# client's own device goes down.
path_break() {
	tc -n $CLIENT qdisc change dev "c$1" root netem loss 100%
	tc -n $SERVER qdisc change dev "s$1" root netem loss 100%
}

path_cut() { ip -n $CLIENT link set "c$1" down; }

# path_rename N NAME: the client's device; its name may hold what would move a cursor.
path_rename() {
	local addr=${PATHS[$1 - 1]}

	ip -n $CLIENT link set "c$1" down
	ip -n $CLIENT link set "c$1" name "$2"
	ip -n $CLIENT link set "$2" up
	[[ $addr != *:* ]] || ip -n $CLIENT addr add "$addr/128" nodad dev "$2"
	ip -n $CLIENT route add $ADDRESS dev "$2" src "$addr" metric $((100 + $1))
	ip -n $CLIENT neigh add $ADDRESS lladdr "02:00:00:00:0$1:02" dev "$2" nud permanent
}

# path_carried N BYTES: has the client sent that much on it? The first time is cheap.
path_carried() {
	local sent

	sent=$(ip netns exec $CLIENT cat "/sys/class/net/c$1/statistics/tx_bytes" 2>/dev/null) &&
		[ "$sent" -ge "$2" ]
}

# xfer_args SCHEDULER BYTES [KEY=VALUE]...: fills XFER, the command of a transfer.
xfer_args() {
	local addr sched=$1 bytes=$2

	shift 2
	XFER=(xfer "client=$CLIENT" "server=$SERVER" "address=$ADDRESS" "bytes=$bytes"
		timeout_s=30 "sysctl=$CLIENT:net.mptcp.scheduler=$sched")
	for addr in "${PATHS[@]:0:8}"; do	# it takes 8
		XFER+=("path=$addr")
	done
	XFER+=("$@")
}

# transfer SCHEDULER BYTES [KEY=VALUE]...: it is right, or the test has failed.
transfer() {
	xfer_args "$@"
	start_offset
	ok "${XFER[@]}"
	json '.ok'
}

# transfer_start SCHEDULER BYTES [KEY=VALUE]...: its id in REPLY; transfer_end ID.
transfer_start() {
	xfer_args "$@"
	start_offset
	bg "${XFER[@]}"
}

transfer_end() {
	join "$1"
	[ "$STATUS" = 0 ] || fail "the transfer failed"
	json '.ok'
}

# transfer_hold: start one that is stopped in the middle, live for as long as a test
# needs; transfer_release: let it go on to its end.
transfer_hold() {
	transfer_start slowlane 4000000 timeout_s=60
	HELD=$REPLY
	wait_for 5 path_carried 1 500000 || fail "nothing is transferred"
	receiver_of "$HELD"
	HELD_RECEIVER=$REPLY
	kill -STOP "$HELD_RECEIVER"
}

transfer_release() {
	kill -CONT "$HELD_RECEIVER"
	transfer_end "$HELD"
	json '.bytes == 4000000 and .path_bytes[1] > 300000'
}

# The receiver of a transfer that goes up is the child of the process started.
receiver_of() { REPLY=$(pgrep -P "$1"); }

# listens PORT [NETNS]
listens() { ss -N "${2:-$SERVER}" -Htln "sport = $1" | grep -q .; }
