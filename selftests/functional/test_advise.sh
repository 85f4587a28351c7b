# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_advise.sh - each thing that limits, made so, is found, with its numbers; and mended.
. "$(dirname "$0")/lib.sh"
. "$HERE/advise.sh"

silent() { "$@" >/dev/null 2>&1; }

remember
ok slowlane advise
says "0 findings" "0 connections" "not attached"
exits 64 slowlane advise bogus
says "'bogus'"
ok slowlane advise -h
says "--exit-code" "dst ADDR"

echo "# A good one gives none, attached or not."
net_up 2
path_set 1 20 10 100
path_set 2 10 20 100
for sched in default slowlane; do
	[ $sched = default ] || ok slowlane attach --netns $CLIENT --netns $SERVER
	carry $sched
	# In its first seconds buffers still grow, and the window is the limit; under default
	# it is for longer, now and then.
	pause 4000
	wait_for 20 silent slowlane advise --exit-code ||
		fail "it has always something to say of $sched"
	ok slowlane advise --exit-code
	says "0 findings; looked at 2 connections in 2 of 3 namespaces"
	ok slowlane -j advise dport 5201
	json '.findings == [] and .connections == 1 and .looked_us > 900000'
	json ".attached == ($(scheduler $CLIENT; echo "\"$REPLY\"") == \"slowlane\")"
	drop
done

echo "# The receiver's buffer is too small: both ends say so, with the same arithmetic."
net_up 2
path_set 1 20 20 100
path_set 2 20 20 100
ip netns exec $SERVER sysctl -qw "net.ipv4.tcp_rmem=4096 65536 131072"
for sched in default slowlane; do
	carry $sched
	finds $CLIENT peer_window
	finding peer_window '.severity == "cost" and .need_bytes * 10 > .have_bytes * 5 and
		.have_bytes < 131072 and .connections == 1 and .connection.peer == "10.9.0.1:5201"'
	finding peer_window '.what | test("needs .* Mbit/s x [0-9.]+ ms = .*; the peer.s window is ")'
	[ $sched = default ] || finding peer_window '.what | test("limits [0-9]+ % of the time")'
	finds $SERVER rmem
	finding rmem '.what | contains("tcp_rmem[2] is 131072")'
	exits 2 slowlane advise --exit-code netns $SERVER
	says "cost rmem, netns sl-s" "what" "why" "ip netns exec sl-s sysctl -w net.ipv4.tcp_rmem='4096 65536 "
	[ $sched = slowlane ] || drop
done
echo "# Typed what it said, and it is no longer found."
ok slowlane -j advise netns $SERVER
mended rmem $SERVER
drop
