# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_simult.sh - namespaces that upstream's scripts make have the scheduler asked for.
. "$(dirname "$0")/lib.sh"
bench=$HERE/../bench

load_sched rr
IP=$(command -v ip)
export IP SCHEDULER=rr NAMED=$WORK/named

# The ip(8) that simult_flows.sh finds first.
ok "$bench/wrap/ip" netns add $CLIENT
scheduler_is rr $CLIENT
equal "what was named" "$(<"$NAMED")" $CLIENT
ok "$bench/wrap/ip" -n $CLIENT link set lo up
exits 1 "$bench/wrap/ip" netns add $CLIENT
says "File exists"
export SCHEDULER=sl_none
run "$bench/wrap/ip" netns add $SERVER
[ "$STATUS" != 0 ] || fail "a scheduler that is not there was taken"
equal "what was named" "$(<"$NAMED")" $CLIENT
ok "$IP" netns add sl-plain
scheduler_is default sl-plain
ok "$IP" netns del sl-plain

exits 64 "$bench/simult_guest"
exits 64 "$bench/simult_guest" obj:none.bpf.o
says "no such file"
exits 69 env PATH=/usr/sbin:/usr/bin "$bench/simult_guest" default
says "xfer is not in PATH"
net_down
