# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_policy_limits.sh - the time in each class of limit, where the class is known.
. "$(dirname "$0")/lib.sh"
. "$HERE/policy.sh"

# mostly CLASS: it has most of the time, and the time is that of the transfer.
mostly() {
	json '.n | (.["limit_" + $c + "_us"] / ([to_entries[] |
		select(.key | startswith("limit_")).value] | add)) > 0.6' --arg c "$1"
	json '([.n | to_entries[] | select(.key | startswith("limit_")).value] | add) / 1e6 /
		.duration_s | . > 0.8 and . < 1.05'
}

ok slowlane attach --no-default

# 64 KiB each 50 ms over 50 Mbit/s, which takes 10.
net_up 1 4 50 1
counted 1500000 write_gap_us=50000
mostly app

# 2 x 20 ms at 20 Mbit/s are 100 KB; the first round trips have a cwnd of less.
net_up 1 4 20 20
counted 3000000
mostly cwnd

# 50 Mbit/s and 40 ms need 250 KB.
net_up 1 4 50 20
counted 1000000 sndbuf_bytes=32768
mostly sndbuf
counted 1000000 rcvbuf_bytes=32768
mostly rwnd

# The same on two paths of different rate.
net_up 2 4 50 20
path_set 2 10 20
counted 1500000 write_gap_us=50000
mostly app
counted 1000000 sndbuf_bytes=65536
mostly sndbuf
counted 1000000 rcvbuf_bytes=32768
mostly rwnd
