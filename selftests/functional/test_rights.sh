# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_rights.sh - without root or a capability: which one is missing, and nothing done.
. "$(dirname "$0")/lib.sh"

refused() {
	exits 77 "$@"
	says "root"
	nothing_left
}
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
without() { capsh "--drop=$1" -- -c "exec slowlane ${*:2}"; }

ip netns add $CLIENT
remember
refused nobody slowlane attach
refused nobody slowlane attach --netns $CLIENT
refused without cap_bpf,cap_sys_admin attach
says "CAP_BPF"
with_module refused without cap_sys_module attach
with_module says "CAP_SYS_MODULE"
# Programs of a scheduler need these, too.
refused without cap_perfmon,cap_sys_admin attach
says "CAP_PERFMON"

# With the module there, its capability is not asked for; the sysctl is root's to write.
with_module ok modprobe $MODULE
remember
ok without cap_sys_module attach
ok slowlane detach
nothing_left

# What is attached is not everybody's to see, or to end.
ok slowlane attach --netns $CLIENT
remember
for cmd in attach detach status stats connections monitor advise; do
	refused nobody slowlane $cmd
done
ok slowlane detach
