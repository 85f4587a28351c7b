# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# checks.sh - what a scheduler must do, whichever it is: the same checks that slowlane
# passes must fail for the broken ones. Each takes a scheduler's name and exits with 1
# if it is not good enough; no check takes longer than its transfer's timeout.
# shellcheck disable=SC2034	# PATH_FLAGS is for net.sh

# Both of two equal paths carry a fair part; nothing is lost or doubled on the way.
check_two_paths() {
	PATH_FLAGS=()
	net_up 2 "${2:-4}"
	transfer "$1" 3000000 timeout_s=10
	json '.path_bytes | length == 2 and all(. > 600000)'
}

# Beside a fast path a slow one that costs more than it carries: is it used, or spared?
check_thin_path() {
	local -A bytes=([used]="> 40000" [spared]="== 0")

	PATH_FLAGS=()
	net_up 2
	path_thin 2
	transfer "$1" 1000000
	json ".path_bytes[1] ${bytes[$2]}"
}

# A path that swallows everything in mid-transfer: the rest goes by the other.
check_path_break() {
	PATH_FLAGS=()
	net_up 2 4 20
	transfer_start "$1" 4000000 timeout_s=40
	wait_for 5 path_carried 1 500000 || fail "path 1 carries nothing"
	path_break 1
	transfer_end "$REPLY"
	json '.path_bytes[1] > 1000000'
}

# Unequal paths and a writer that pauses until all is acknowledged: who declines to send
# then is never asked again.
check_pauses() {
	PATH_FLAGS=()
	net_up 2
	path_set 1 10 5
	path_set 2 1 100
	transfer "$1" 786432 write_gap_us=200000 timeout_s=10
}

# A backup carries no payload while another subflow can.
check_backup_rests() {
	PATH_FLAGS=([2]=backup)
	net_up 2
	transfer "$1" 2000000 timeout_s=10
	json '(.subflows | length == 2) and .path_bytes[0] >= 2000000 and .path_bytes[1] == 0'
}

# ... and all of it when the other cannot any more.
check_backup_works() {
	PATH_FLAGS=([2]=backup)
	net_up 2 4 20
	transfer_start "$1" 4000000 timeout_s=40
	wait_for 5 path_carried 1 500000 || fail "path 1 carries nothing"
	"$2" 1
	transfer_end "$REPLY"
	json '.path_bytes[1] > 1000000'
}

# The receiver stops reading until its window is closed, and goes on later.
check_zero_window() {
	local sender receiver

	PATH_FLAGS=()
	net_up 2
	transfer_start "$1" 4000000 rcvbuf_bytes=131072 timeout_s=40
	sender=$REPLY
	wait_for 5 path_carried 1 500000 || fail "path 1 carries nothing"
	receiver_of "$sender"
	receiver=$REPLY
	kill -STOP "$receiver"
	pause 3000
	kill -CONT "$receiver"
	transfer_end "$sender"
}

# Nine subflows: each of them carries something.
check_nine_subflows() {
	PATH_FLAGS=()
	net_up 9 "${2:-4}" 10
	transfer "$1" 6000000
	json '.subflows | length == 9 and all(.bytes_acked > 1000)'
}

# Many connections at once, each verified.
check_parallel() {
	local i ids=()

	PATH_FLAGS=()
	net_up 2
	for ((i = 0; i < $2; i++)); do
		transfer_start "$1" 200000 port=$((6000 + i)) seed=$i
		ids+=("$REPLY")
	done
	for i in "${ids[@]}"; do
		transfer_end "$i"
	done
}

# The other end knows no MPTCP: a plain TCP connection, whatever the scheduler.
check_fallback() {
	local peer

	PATH_FLAGS=()
	net_up 2
	head -c 1000000 /dev/zero | tr '\0' 'x' >"$WORK/sent"
	ip netns exec "$CLIENT" sysctl -qw "net.mptcp.scheduler=$1"
	bg ip netns exec "$SERVER" timeout 30 mptcp_connect -s TCP -t 20 -l -p 7000 0.0.0.0
	peer=$REPLY
	wait_for 5 listens 7000 || fail "the server does not listen"
	ok ip netns exec "$CLIENT" timeout 30 mptcp_connect -t 20 -p 7000 -i "$WORK/sent" \
		"$ADDRESS"
	wait "$peer" || fail "the server failed"
	cmp "$WORK/sent" "${JOBS[$peer]}.out" || fail "the payload is not what was sent"
}
