# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_observe.sh - the bench's observer: out-of-order data, and what limits the sender.
. "$(dirname "$0")/lib.sh"

KEPT=/sys/fs/bpf/observe
trap 'rm -rf $KEPT; cleanup' EXIT

# observed [OBSERVE-OPTION]... -- BYTES [KEY=VALUE]...: a transfer by the in-kernel
# scheduler, watched; both lines of JSON as one object.
observed() {
	local options=(--sender-netns "$CLIENT" --receiver-netns "$SERVER") addr

	for addr in "${PATHS[@]}"; do
		options+=(--path "$addr")
	done
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	xfer_args default "$@"
	ok observe "${options[@]}" -- "${XFER[@]}"
	OUT=${OUT/\}$'\n'\{/,}
	json '.ok and .senders == 1'
}

# mostly CLASS: it has most of the time, and all the time is some class's.
mostly() {
	json '.limit_us | (.[$c] / ([.[]] | add)) > 0.6' --arg c "$1"
	json '((([.limit_us[]] | add) + .tail_us) / 1e6 / .duration_s) | . > 0.95 and . < 1.05'
}

# One path: nothing can be out of order.
net_up 1
observed -- 1000000
json '.ofo_segments == 0 and .ofo_segments_bpf == 0 and .ofo_bytes == 0'
json '.ofo_residence_max_us == 0 and .ofo_residence_hist_us == [] and .ofo_byte_s == 0'

# Two unequal ones: as the kernel counts it, and every byte has its residence.
net_up 2
path_set 2 5 25
observed --fast 1 -- 3000000
json '.ofo_segments > 100'
json '(.ofo_segments_bpf - .ofo_segments | fabs) <= .ofo_segments / 100'
json '.stall_us > 10000 and .tail_us > 0'
json '.ofo_untracked_bytes == 0 and ([.ofo_residence_hist_us[][1]] | add) == .ofo_bytes'
json '.ofo_bytes > 1000 * .ofo_segments and .ofo_bytes < .bytes'
json '.ofo_residence_p50_us <= .ofo_residence_p99_us'
json '.ofo_residence_p99_us <= .ofo_residence_max_us * 1.02'

# The same where the receiver throws away what it has no room for.
observed --fast 1 -- 2000000 rcvbuf_bytes=65536
json '(.ofo_segments_bpf - .ofo_segments | fabs) <= .ofo_segments / 100'
json '.ofo_untracked_bytes == 0'

# A path with 100 ms more, and small writes that never fill a buffer: now and then one
# goes the long way, and what follows 2 ms later on the short one waits 98 ms for it,
# the next 96 ms, and so on.
net_up 2 4 50 5
path_set 2 50 105
observed --fast 1 -- 600000 write_bytes=1000 write_gap_us=2000
json '.ofo_residence_max_us > 93000 and .ofo_residence_max_us < 103000'
json '.ofo_residence_p99_us > 90000 and .ofo_residence_p99_us < 103000'
json '.ofo_residence_p50_us > 40000 and .ofo_residence_p50_us < 60000'
json '(.ofo_byte_s * 1e6 / .ofo_bytes) | . > 40000 and . < 60000'
mostly app

# What limits, by construction. 64 KiB each 50 ms over 50 Mbit/s: the application.
net_up 1 4 50 1
observed -- 1500000 write_gap_us=50000
mostly app
json '.stall_us == 0'

# 2 x 250 KB fit into the path and its queue: cwnd.
net_up 1 4 20 20
observed -- 3000000
mostly cwnd

net_up 1 4 50 20
observed -- 1500000 sndbuf_bytes=32768
mostly sndbuf
observed -- 1500000 rcvbuf_bytes=32768
mostly rwnd

# The trace: a row each millisecond at most, in order, to the last byte but the tail.
observed --fast 1 --trace "$WORK/trace" -- 1500000
json '.trace_lost_rows == 0'
rows=$(jq -s . "$WORK/trace")
OUT=$rows
json 'length > 100 and ([range(1; length) as $i | .[$i].t_us - .[$i - 1].t_us] | min) >= 999'
json 'all(.[].subflows[]; .path == 1 and .share_pct == 100 and .cwnd >= .in_flight)'
json '.[0].snd_una == 0 and .[-1].snd_una > 1300000 and .[-1].snd_una <= 1500000'
json '[range(1; length) as $i | .[$i].snd_una >= .[$i - 1].snd_una] | all'
json 'all(.[]; .snd_una <= .snd_nxt and .snd_nxt <= .write_seq)'

# The command's exit code is ours; ours say what is wrong.
exits 7 observe -- sh -c 'exit 7'
exits 143 observe -- sh -c 'kill $$'
exits 69 observe -- /does/not/exist
says "cannot be started"
exits 64 observe
says "no command"
exits 64 observe --sender-netns none -- true
says "network namespace none"
exits 64 observe --fast 2 --path 10.0.0.1 -- true
exits 64 observe --connections 65 -- true

# Kept: one attachment for many runs, gone with its directory; where it cannot be pinned
# nothing stays.
ok observe --keep $KEPT -- true
net_up 2
observed --keep $KEPT -- 500000
json '.ofo_segments_bpf == .ofo_segments'
observed --keep $KEPT -- 500000
json '.ofo_segments_bpf == .ofo_segments and (.limit_us | add) > 10000'
exits 64 observe --keep $KEPT --trace "$WORK/trace" -- true
exits 69 observe --keep "$WORK/kept" -- true
[ ! -e "$WORK/kept" ] || fail "--keep leaves $WORK/kept behind"
rm -r $KEPT
