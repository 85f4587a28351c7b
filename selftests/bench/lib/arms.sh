# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# arms.sh - what the arms of a batch need: slowlane attached, schedulers of BPF objects
# registered, congestion controls there.  No arm is a namespace's default: each transfer
# chooses its own in namespaces of its own.

# shellcheck disable=SC2034	# transfer.sh's
declare -A ARM_OBJECTS=()	# object: its scheduler's name
ARM_LOADERS=() ARM_UNDO=() ARM_SLOWLANE='' ARM_OBSERVE=''

# arm_load FILE: register the scheduler of a BPF object, until arms_down; its name into
# REPLY.
arm_load() {
	local out line=''

	# Stock kernels have the struct_ops from our module.
	grep -qas bpf_struct_ops_mptcp_sched_ops /sys/kernel/btf/vmlinux ||
		modprobe mptcp_bpf_sched || return 1
	exec {out}< <(exec sched_load "$1")
	ARM_LOADERS+=($!)
	IFS= read -r line <&"$out" || true
	exec {out}<&-
	REPLY=${line% registered}
	[ "$REPLY" != "$line" ] || {
		echo "bench: arm obj:${1##*/}: no scheduler was registered" >&2
		return 1
	}
}

# arms_up: what the job in SC says.
arms_up() {
	local object cc

	for cc in ${SC[ccs]-}; do
		modprobe -q "tcp_$cc" || true
	done
	# In other namespaces only what is allowed here can be the default.
	sysctl -qw net.ipv4.tcp_allowed_congestion_control="$(</proc/sys/net/ipv4/tcp_available_congestion_control)"
	if [ -n "${SC[slowlane]-}" ]; then
		slowlane attach --no-default >&2
		ARM_SLOWLANE=1
	fi
	for object in ${SC[objects]-}; do
		arm_load "$IN/$object"
		ARM_OBJECTS[$object]=$REPLY
	done
	# Without an observer, or where it cannot work, its fields are not there.
	if command -v observe >/dev/null && observe --check >&2; then
		ARM_OBSERVE=/sys/fs/bpf/sl-observe
	fi
}

arms_down() {
	[ ${#ARM_LOADERS[@]} = 0 ] || kill "${ARM_LOADERS[@]}" || true
	[ -z "$ARM_SLOWLANE" ] || slowlane detach >&2 || true
	[ -z "$ARM_OBSERVE" ] || rm -rf "$ARM_OBSERVE"
}

# arm_tune KEY=VALUE...: for the next transfer; what undoes it, into ARM_UNDO.
arm_tune() {
	local key

	ARM_UNDO=()
	for key in "${@%%=*}"; do
		ARM_UNDO+=("$key=$(slowlane -j get "$key" | jq -r '.tunables[0].value')")
	done
	slowlane set "$@" >&2
}

# arm_untune: back to what it was.
arm_untune() { [ ${#ARM_UNDO[@]} = 0 ] || slowlane set "${ARM_UNDO[@]}" >&2; }
