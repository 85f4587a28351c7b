# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_foreign_sysctl.sh - a sysctl that somebody else has changed meanwhile is left alone.
. "$(dirname "$0")/lib.sh"

net_up 1
load_sched sl_error
remember
ok slowlane attach --netns $CLIENT --netns $SERVER
says_not "loaded"	# the module was there already
ip netns exec $CLIENT sysctl -qw net.mptcp.scheduler=sl_error
ok slowlane detach
says "netns $CLIENT" "left alone" "netns $SERVER: net.mptcp.scheduler = default"
scheduler_is sl_error $CLIENT
scheduler_is default $SERVER
with_module module_stays "though attach did not load it"
ip netns exec $CLIENT sysctl -qw net.mptcp.scheduler=default
nothing_left
