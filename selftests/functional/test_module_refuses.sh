# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_module_refuses.sh - a kernel that is not as expected: one clear line, one errno each.
. "$(dirname "$0")/lib.sh"
need_module

# No other kernel is at hand: instead, copies of the module that look for other names.
# Only strings of the same length are changed, so that nothing moves.
original=$(modinfo -n $MODULE)
copy=$WORK/copy.ko

# refuses ERRNO-IN-WORDS MESSAGE SED-SCRIPT
refuses() {
	local words=$1 message=$2 said

	sed "$3" "$original" >"$copy"
	cmp -s "$original" "$copy" && fail "nothing to change: $3"
	dmesg --clear
	exits 1 insmod "$copy"
	says "$words"
	dmesg | grep refused: || fail "dmesg does not say why"
	said=$(dmesg | grep -c refused:)
	equal "lines in dmesg" "$said" 1
	dmesg | grep -q "$MODULE: refused: .*$message" || fail "dmesg does not say: $message"
	nothing_left
}
remember

refuses "Operation not supported" "symbol mptcp_subflow_actXve" \
	's/\x00mptcp_subflow_active\x00/\x00mptcp_subflow_actXve\x00/g'
refuses "Operation not supported" "member mptcp_sock.snd_bXrst" \
	's/\x00snd_burst\x00/\x00snd_bXrst\x00/g'
refuses "Protocol error" "struct bpf_prog has size" \
	's/\x00tcp_sock\x00/\x00bpf_prog\x00/g'
refuses "No data available" "BTF" 's/\x00\.BTF\x00/\x00.XTF\x00/g'
# One that has a struct of the name that the mptcp tree's struct_ops has.
refuses "Operation already in progress" "itself" \
	's/\x00bpf_struct_ops_mptcp_sched_ops\x00/\x00bpf_struct_ops\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00/g'

# The loader hands the kernel's reason on.
sed 's/\x00snd_burst\x00/\x00snd_bXrst\x00/g' "$original" >"$copy"
exits 69 slowlane attach --module "$copy"
says "snd_bXrst" "Operation not supported"
nothing_left
exits 69 slowlane attach --module /nowhere.ko
says "/nowhere.ko" "No such file"
nothing_left
ok slowlane attach --module "$original"
ok slowlane detach
nothing_left
