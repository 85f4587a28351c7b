# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_cc.sh - MPTCP subflows get the congestion control that can be penalised, others do not.
. "$(dirname "$0")/lib.sh"
. "$HERE/cc.sh"

net_up 2
remember
ok slowlane attach --netns $CLIENT --netns $SERVER
ok slowlane status
says "penalty = cwnd" slowlane_cubic slowlane_reno
ok slowlane -j status
json '.penalty == "cwnd" and (.congestion_control | all)'

echo "# Both ends, the first subflow and the joined one."
hold_transfer slowlane
ccs_are $CLIENT slowlane_cubic slowlane_cubic
ccs_are $SERVER slowlane_cubic slowlane_cubic
release_transfer

echo "# reno where it is the default; bbr stays; what was opened under it, too."
ns_cc $CLIENT reno
hold_transfer slowlane
ccs_are $CLIENT slowlane_reno slowlane_reno
ccs_are $SERVER slowlane_cubic slowlane_cubic
release_transfer
modprobe tcp_bbr
ns_cc $CLIENT bbr
hold_transfer slowlane
ccs_are $CLIENT bbr bbr
release_transfer
ns_cc $CLIENT cubic
rmmod tcp_bbr

echo "# The application's choice; other options are no choice."
hold_transfer slowlane cc=reno
ccs_are $CLIENT reno reno
ccs_are $SERVER reno reno
release_transfer
hold_transfer slowlane sndbuf_bytes=400000 rcvbuf_bytes=400000
ccs_are $CLIENT slowlane_cubic slowlane_cubic
ccs_are $SERVER slowlane_cubic slowlane_cubic
release_transfer

echo "# Plain TCP; MPTCP on another scheduler; MPTCP that fell back to TCP."
transfer slowlane 100000 proto=tcp
json '.cc == "cubic"'
transfer default 100000
json '.cc == "cubic"'
bg ip netns exec $SERVER timeout 30 mptcp_connect -s TCP -t 20 -l -p 7000 0.0.0.0
peer=$REPLY
wait_for 5 listens 7000 || fail "the server does not listen"
kill -STOP "$(pgrep -P "$peer")"
head -c 1000000 /dev/zero | tr '\0' 'x' >"$WORK/sent"
bg ip netns exec $CLIENT timeout 30 mptcp_connect -t 20 -p 7000 -i "$WORK/sent" $ADDRESS
pause 300
ccs_are $CLIENT cubic
kill -CONT "$(pgrep -P "$peer")"
join "$REPLY"
join "$peer"

echo "# Where the cwnd is not to be touched, nothing is put on anything."
ok slowlane set penalty=share
hold_transfer slowlane
ccs_are $CLIENT cubic cubic
release_transfer
ok slowlane set penalty=cwnd

echo "# Under a live connection it stays until that is closed."
hold_transfer slowlane
ok slowlane detach
ccs_are $CLIENT slowlane_cubic slowlane_cubic
[[ $(</proc/sys/net/ipv4/tcp_available_congestion_control) != *slowlane* ]] ||
	fail "it is still registered"
ok slowlane attach --netns $CLIENT
ok slowlane detach
release_transfer
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left

echo "# As a namespace's default it would stay, too."
ok slowlane attach --netns $CLIENT
ns_cc $CLIENT slowlane_cubic
ns_cc $SERVER slowlane_reno
ok slowlane detach
says "tcp_congestion_control = cubic" "tcp_congestion_control = reno"
equal "sl-c's default" \
	"$(ip netns exec $CLIENT cat /proc/sys/net/ipv4/tcp_congestion_control)" cubic
equal "sl-s's default" \
	"$(ip netns exec $SERVER cat /proc/sys/net/ipv4/tcp_congestion_control)" reno
nothing_left
