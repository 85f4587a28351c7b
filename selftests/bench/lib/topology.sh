# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# topology.sh - the namespaces of one transfer, from the job in SC (see lib/job.sh).
#
# bottleneck=host: netem on both ends of a path, so on the sender's own egress, as in
# the kernel's simult_flows.sh.  TSQ sees that queue and keeps it short.
#
#	  client			    server
#	  c1 10.0.1.1 [netem] ----- [netem] s1
#	  c2 10.0.2.1 [netem] ----- [netem] s2	  10.0.0.1 on lo
#	  ...
#
# bottleneck=router: the same netem one hop away, where the sender does not see it.
#
#	  client		  router		     server
#	  c1 10.0.1.1 ------ a1 [netem]	 [netem] b1 ------ s1
#	  c2 10.0.2.1 ------ a2 [netem]	 [netem] b2 ------ s2	 10.0.0.1 on lo
#	  ...
#
# bottleneck=none: as host, without the netem, and with segmentation offload.
#
# A netem has the path's rate, one-way delay, loss and queue limit; it is the same
# both ways.  The limit counts the packets on the way too.  With per_flow_mbit it is an
# HTB: a class for each port of the server, with a netem below each.  Segmentation offload is
# off, so that a packet is a packet.  Addresses are static down to the neighbours: no
# ARP, ND or DAD packet is in a queue, and the first round trip is only a round trip.
# A bound device picks the path: the client's routes differ in the metric alone.
#
# Few processes, as each run of ip(8) is 5 million instructions to the guest: a batch
# of ip(8) or tc(8) for each namespace.

TOPO_CLIENT=sl-client TOPO_SERVER=sl-server TOPO_ROUTER=sl-router
TOPO_PORT=5201	# the server's; those that it signals follow
TOPO_UP=''	# lines for ip -batch that remove what is there

# sc_kbit MBIT: a rate in kbit/s, into REPLY.
sc_kbit() {
	local whole=${1%.*} part=000

	[[ $1 != *.* ]] || part=${1#*.}000
	REPLY=$((10#$whole * 1000 + 10#${part:0:3}))
}

# topo_addr N: the client's address on path N; the server's for 0.  Into REPLY.
topo_addr() {
	REPLY=10.0.$1.1
	[ "${SC[family]}" = 4 ] || REPLY=fd00:0:0:$1::1
}

# topo_batch COMMAND NETNS LINES: NETNS may be empty, for this one.
topo_batch() {
	local flags=()

	[ "$1" = tc ] || flags=("-${SC[family]}")
	"$1" "${flags[@]}" ${2:+-n "$2"} -batch - <<<"$3" || {
		printf 'bench: %s refused a line of the topology of %s\n' "$1" "${2:-this namespace}" >&2
		return 1
	}
}

topo_down() {
	[ -n "$TOPO_UP" ] || return 0
	ip -force -batch - <<<"$TOPO_UP" || true
	TOPO_UP=
}

# A veth pair is made where it belongs: nothing is ever in our own namespace.
topo_link() {
	local gso=' gso_max_segs 0'

	[ "${SC[bottleneck]}" != none ] || gso=
	LINKS+="link add $2 netns $1 address $3$gso type veth"
	LINKS+=" peer name $5 netns $4 address $6$gso"$'\n'
}

# topo_netem DEV VERB PARENT N SEED [PREFIX]: the qdisc that makes DEV an end of path N,
# with the settings PREFIX_rate_mbit and so on (default: pathN).  A line in REPLY.
topo_netem() {
	local p=${6:-path$4} rate jitter loss

	rate=${SC[${p}_rate_mbit]} jitter=${SC[${p}_jitter_ms]-} loss=${SC[${p}_loss_pct]-}
	[ "$3" = root ] || rate=
	REPLY="qdisc $2 dev $1 $3 netem${rate:+ rate ${rate}mbit}"
	REPLY+=" limit ${SC[path$4_queue_pkts]} delay ${SC[${p}_delay_ms]}ms"
	REPLY+="${jitter:+ ${jitter}ms}${loss:+ loss ${loss}%} seed $5"
}

# topo_capped DEV N SEED: the same, each flow of the server's ports with a cap of its
# own.  Which port it is, a map says, not a hash: no two flows ever share a class.
topo_capped() {
	local dev=$1 key=proto-src port lines out='' protocol=ip

	[[ $dev != [bc]* ]] || key=proto-dst	# packets to the server
	[ "${SC[family]}" = 4 ] || protocol=ipv6
	sc_kbit "${SC[path$2_rate_mbit]}"
	lines="qdisc add dev $dev root handle 1: htb default 11
class add dev $dev parent 1: classid 1:1 htb rate ${REPLY}kbit
"
	for ((port = TOPO_PORT; port <= TOPO_PORT + ${SC[server_ports]:-0}; port++)); do
		printf -v out '%x' $((16 + port % 16))
		sc_kbit "${SC[per_flow_mbit]}"
		lines+="class add dev $dev parent 1:1 classid 1:$out htb rate 8kbit ceil ${REPLY}kbit
"
		topo_netem "$dev" add "parent 1:$out" "$2" "$3"
		lines+=$REPLY$'\n'
	done
	REPLY=$lines
	REPLY+="filter add dev $dev parent 1: protocol $protocol handle 1 flow map key $key"
	REPLY+=" divisor 16 baseclass 1:10"
}

# topo_end DEV N SEED: lines that make DEV an end of path N.  Into REPLY.
topo_end() {
	REPLY=''
	[ "${SC[bottleneck]}" != none ] || return 0
	if [ -n "${SC[per_flow_mbit]-}" ]; then
		topo_capped "$@"
	else
		topo_netem "$1" add root "$2" "$3"
	fi
	REPLY+=$'\n'
}

# topo_ends N: the two ends' namespaces and devices, to the server and back.  TOPO_ENDS.
topo_ends() {
	TOPO_ENDS=("$TOPO_CLIENT" "c$1" "$TOPO_SERVER" "s$1")
	[ "${SC[bottleneck]}" != router ] ||
		TOPO_ENDS=("$TOPO_ROUTER" "b$1" "$TOPO_ROUTER" "a$1")
}

# topo_event K SEED: the command of event K, into REPLY.
topo_event() {
	local n=${SC[event$1_path]} seed to

	seed=$(($2 * 32 + 2 * n + 65536 * $1))
	topo_ends "$n"
	topo_netem "${TOPO_ENDS[1]}" change root "$n" "$seed" "event$1"
	to="tc -n ${TOPO_ENDS[0]} $REPLY"
	topo_netem "${TOPO_ENDS[3]}" change root "$n" $((seed + 1)) "event$1"
	REPLY="$to && tc -n ${TOPO_ENDS[2]} $REPLY"
}

# topo_path N SEED: path N's lines, added to topo_up's variables.
topo_path() {
	local n=$1 addr mac=02:00:00:00:0$1 cmac smac

	topo_addr "$n"
	addr=$REPLY
	if [ "${SC[bottleneck]}" != router ]; then
		cmac=$mac:02 smac=$mac:01	# the neighbour of each end
		topo_link $TOPO_CLIENT "c$n" "$mac:01" $TOPO_SERVER "s$n" "$mac:02"
		topo_end "c$n" "$n" $(($2 * 32 + 2 * n)) && CLIENT_TC+=$REPLY
		topo_end "s$n" "$n" $(($2 * 32 + 2 * n + 1)) && SERVER_TC+=$REPLY
	else
		cmac=$mac:03 smac=$mac:04
		topo_link $TOPO_CLIENT "c$n" "$mac:01" $TOPO_ROUTER "a$n" "$cmac"
		topo_link $TOPO_ROUTER "b$n" "$smac" $TOPO_SERVER "s$n" "$mac:02"
		topo_end "b$n" "$n" $(($2 * 32 + 2 * n)) && ROUTER_TC+=$REPLY
		topo_end "a$n" "$n" $(($2 * 32 + 2 * n + 1)) && ROUTER_TC+=$REPLY
		ROUTER+="link set a$n addrgenmode none up
link set b$n addrgenmode none up
route add $addr dev a$n
neigh add $addr lladdr $mac:01 dev a$n nud permanent
rule add iif a$n lookup $((100 + n))
route add $SERVER_ADDR dev b$n table $((100 + n))
neigh add $SERVER_ADDR lladdr $mac:02 dev b$n nud permanent
"
	fi
	CLIENT+="link set c$n addrgenmode none up
addr add $addr/$PREFIX dev c$n$NODAD
route add $SERVER_ADDR dev c$n src $addr metric $((100 + n))
neigh add $SERVER_ADDR lladdr $cmac dev c$n nud permanent
"
	[ "$n" = 1 ] || CLIENT+="mptcp endpoint add $addr dev c$n subflow ${SC[path${n}_flags]-}
"
	SERVER+="link set s$n addrgenmode none up
route add $addr dev s$n src $SERVER_ADDR
neigh add $addr lladdr $smac dev s$n nud permanent
"
}

# topo_up SEED: build what SC says.
topo_up() {
	local LINKS='' CLIENT SERVER ROUTER='' CLIENT_TC='' SERVER_TC='' ROUTER_TC=''
	local SERVER_ADDR PREFIX=32 NODAD='' netns n

	[ "${SC[family]}" = 4 ] || PREFIX=128 NODAD=' nodad'
	topo_addr 0
	SERVER_ADDR=$REPLY
	CLIENT="mptcp limits set subflows 8 add_addr_accepted ${SC[server_ports]:-0}"$'\n'
	SERVER="mptcp limits set subflows 8 add_addr_accepted 0
link set lo up
addr add $SERVER_ADDR/$PREFIX dev lo$NODAD
"
	for ((n = 1; n <= ${SC[server_ports]:-0}; n++)); do
		SERVER+="mptcp endpoint add $SERVER_ADDR port $((TOPO_PORT + n)) signal"$'\n'
	done
	for n in ${SC[paths]}; do
		topo_path "$n" "$1"
	done
	for netns in $TOPO_CLIENT $TOPO_SERVER ${ROUTER:+$TOPO_ROUTER}; do
		[ ! -e "/run/netns/$netns" ] || {
			echo "bench: network namespace $netns exists: another run? ip netns del $netns" >&2
			return 1
		}
		LINKS="netns add $netns"$'\n'"$LINKS"
		TOPO_UP+="netns del $netns"$'\n'
	done
	topo_batch ip '' "$LINKS" || return 1
	topo_batch ip $TOPO_CLIENT "$CLIENT" || return 1
	topo_batch ip $TOPO_SERVER "$SERVER" || return 1
	if [ -n "$ROUTER" ]; then
		topo_batch ip $TOPO_ROUTER "$ROUTER" && topo_batch tc $TOPO_ROUTER "$ROUTER_TC"
	else
		topo_batch tc $TOPO_CLIENT "$CLIENT_TC" && topo_batch tc $TOPO_SERVER "$SERVER_TC"
	fi
}
