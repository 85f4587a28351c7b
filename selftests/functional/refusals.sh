# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# refusals.sh - what the module has to refuse, each with an errno of its own.
#
# name|what sed makes of kernel.c|errno, as insmod says it|words in dmesg.  A kernel
# that lacks something is a module that asks for something no kernel has.
REFUSALS=(
	'native|s/"bpf_struct_ops_mptcp_sched_ops"/"bpf_struct_ops_tcp_congestion_ops"/|Operation already in progress|this kernel has mptcp_sched_ops for BPF itself'
	'symbol|s/FUNCTION(mptcp_subflow_active, 1)/{ "mptcp_no_such", 1, update_mptcp_subflow_active }/|Operation not supported|no symbol mptcp_no_such'
	'field|s/"timer_ival"/"timer_no_such"/|Operation not supported|no member mptcp_sock.timer_no_such'
	'size|s/"snd_burst", sizeof(int)/"snd_burst", sizeof(long)/|Protocol error|mptcp_sock.snd_burst has size 4 in this kernel, not 8'
)
