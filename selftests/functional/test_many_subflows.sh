# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_many_subflows.sh - twelve subflows; the last ones carry on when the first nine break.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

# alias N I: one more address on path N, which is one more subflow.
alias_address() {
	local addr=10.0.$1.$2

	ip -n $CLIENT addr add "$addr/32" dev "c$1"
	ip -n $SERVER route add "$addr" dev "s$1" src "$ADDRESS"
	ip -n $SERVER neigh add "$addr" lladdr "02:00:00:00:0$1:01" dev "s$1" nud permanent
	ip -n $CLIENT mptcp endpoint add "$addr" dev "c$1" subflow
}

ok slowlane attach --no-default
net_up 2 4 10
ip -n $CLIENT mptcp limits set subflows 64 add_addr_accepted 8
ip -n $SERVER mptcp limits set subflows 64 add_addr_accepted 8
ip -n $CLIENT mptcp endpoint flush
for i in {2..9}; do
	alias_address 1 "$i"
done
ip -n $CLIENT mptcp endpoint add 10.0.2.1 dev c2 subflow
alias_address 2 2
alias_address 2 3

transfer slowlane 4000000
# xfer lists the first ten.
json '.subflows | length == 10'
json '[.subflows[] | select(.local | startswith("10.0.2.")) | .bytes_acked] | add > 500000'

transfer_start slowlane 4000000
sender=$REPLY
pause 700
path_break 1
transfer_end "$sender"
