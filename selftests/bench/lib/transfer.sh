# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# transfer.sh - the transfer of the job in SC, from nothing to its line of JSON.

# transfer_args: fills XFER_ARGS.
transfer_args() {
	local sender=$TOPO_CLIENT key n

	XFER_ARGS=("client=$TOPO_CLIENT" "server=$TOPO_SERVER" "port=$TOPO_PORT")
	[ "${SC[direction]}" = up ] || sender=$TOPO_SERVER
	topo_addr 0
	XFER_ARGS+=("address=$REPLY")
	for n in ${SC[paths]}; do
		topo_addr "$n"
		XFER_ARGS+=("path=$REPLY")
	done
	if [ "${SC[bottleneck]}" = router ]; then
		[ "${SC[family]}" = 4 ] && n=net.ipv4.ip_forward || n=net.ipv6.conf.all.forwarding
		XFER_ARGS+=("sysctl=$TOPO_ROUTER:$n=1")
	fi
	if [ "${SC[kind]}" = tcp ]; then
		topo_addr "${SC[paths]}"
		XFER_ARGS+=(proto=tcp "bind=$REPLY" "dev=c${SC[paths]}")
	else
		n=${SC[scheduler]-}
		[ -z "${SC[object]-}" ] || n=${ARM_OBJECTS[${SC[object]}]}
		XFER_ARGS+=("sysctl=$sender:net.mptcp.scheduler=$n")
	fi
	XFER_ARGS+=("sysctl=$sender:net.ipv4.tcp_congestion_control=${SC[cc]}")
	for key in direction seed start_us timeout_s bytes requests request_bytes connections \
		interval_ms sndbuf_bytes rcvbuf_bytes; do
		[ -z "${SC[$key]-}" ] || XFER_ARGS+=("$key=${SC[$key]}")
	done
	[ -z "${SC[duration_s]-}" ] || XFER_ARGS+=("duration_ms=${SC[duration_s]}000")
	for ((n = 1; ${SC[event${n}_path]-0}; n++)); do
		topo_event $n "${SC[seed]}"
		XFER_ARGS+=("event=${SC[event${n}_at_us]}:$REPLY")
	done
}

# observer_args: the words before xfer's, in OBSERVER; none for TCP, nor without observer.
# To load it takes longer than a short transfer: once for all, but for those with a trace.
observer_args() {
	local sender=$TOPO_CLIENT receiver=$TOPO_SERVER n

	OBSERVER=()
	[ -n "$ARM_OBSERVE" ] && [ "${SC[kind]}" = mptcp ] || return 0
	[ "${SC[direction]}" = up ] || sender=$TOPO_SERVER receiver=$TOPO_CLIENT
	OBSERVER=(observe --sender-netns "$sender" --receiver-netns "$receiver"
		--fast "${SC[best]}" --connections "${SC[connections]}")
	if [ -n "${SC[trace]-}" ]; then
		OBSERVER+=(--trace "$OUT/${SC[id]}.trace")
	else
		OBSERVER+=(--keep "$ARM_OBSERVE")
	fi
	for n in ${SC[paths]}; do
		topo_addr "$n"
		OBSERVER+=(--path "$REPLY")
	done
	OBSERVER+=(--)
}

# transfer_counters: what slowlane has counted in the sender's namespace so far, if it is
# the scheduler; else nothing.
transfer_counters() {
	local sender=$TOPO_CLIENT

	[ "${SC[scheduler]-}" = slowlane ] || return 0
	[ "${SC[direction]}" = up ] || sender=$TOPO_SERVER
	slowlane -j stats --netns $sender
}

# transfer_counted: two answers of transfer_counters to the difference.  The namespace is
# as new as the transfer, but not its inode's number, by which it is counted.
transfer_counted() {
	jq -cs '.[0].counters as $before | .[1].counters | if . == null then null else
		with_entries(.value = .value.value - $before[.key].value) end'
}

# transfer: prints the line; 1 if the transfer failed.
transfer() {
	local out='' status=0 before counters=null

	# shellcheck disable=SC2034	# arms.sh's
	ARM_UNDO=()
	transfer_args
	observer_args
	if [ -n "${SC[tune]-}" ]; then
		# shellcheck disable=SC2086	# several words
		arm_tune ${SC[tune]} || status=1
	fi
	if [ $status = 0 ] && topo_up "${SC[seed]}"; then
		before=$(transfer_counters) || status=1
		# With an observer two lines: two objects, of which one is made.
		out=$("${OBSERVER[@]}" xfer "${XFER_ARGS[@]}") || status=1
		out=${out/\}$'\n'\{/,}
		counters=$({ printf '%s' "$before"; transfer_counters; } | transfer_counted) ||
			counters=null
	fi
	topo_down
	arm_untune || status=1
	if [ -z "$out" ]; then
		out='{"ok":false,"error":"nothing was transferred, see stderr"}' status=1
	fi
	printf '{"id":%d,"counters":%s,%s\n' "${SC[id]}" "${counters:-null}" "${out#\{}"
	return $status
}
