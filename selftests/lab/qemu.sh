# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# qemu.sh - how QEMU is called: the machine, its two kinds of time, its core.

# qemu_machine VMLINUZ INITRD DISK: the arguments that are always the same, in QEMU, and
# the kernel's command line, in APPEND.
qemu_machine() {
	QEMU=(-nodefaults -display none -nic none -no-reboot -m 1024 -smp 1
		-kernel "$1" -initrd "$2"
		-drive "file=$3,format=raw,if=virtio,cache=unsafe,discard=off"
		-rtc "base=2026-01-01T00:00:00,clock=vm")
	# nokaslr: addresses, and so caches and hashes, the same every time. init_on_alloc,
	# mitigations and the crypto self-tests (RSA and more, in the background, 0.8 G
	# instructions into the first transfers) cost time and change nothing here.
	APPEND="rdinit=/init console=ttyS0,115200 nokaslr panic=-1 oops=panic loglevel=5"
	APPEND+=" init_on_alloc=0 mitigations=off random.trust_bootloader=off"
	APPEND+=" cryptomgr.notests rcupdate.rcu_cpu_stall_timeout=20"
}

# Time by instruction count. rr=record not for the record, but for the lock that comes
# with it: without, QEMU's main loop now and then finds the CPU halted before its last
# instructions are counted, and time jumps too far by them (+211 ns, once or so in a
# minute with two guests side by side; 0 of 18 runs with it). The TSC is 1 GHz by
# definition; to measure it and the local APIC timer against it takes the kernel a third
# of the boot.
qemu_exact() {
	QEMU+=(-accel 'tcg,thread=single' -icount 'shift=0,sleep=off,rr=record,rrfile=/dev/null'
		-cpu 'max,-rdrand,-rdseed')
	APPEND+=" nolapic_timer tsc_early_khz=1000000 lpj=4000000 tsc=reliable"
}

# The host's clock; KVM if it works. thread=single: QEMU 7.2 crashes the guest while
# kernel text is patched with more.
qemu_live() {
	if kvm_works "$1"; then
		QEMU+=(-accel kvm -cpu host)
	else
		QEMU+=(-accel 'tcg,thread=single' -cpu max)
	fi
}

# kvm_works VMLINUZ: can KVM here boot this kernel? To have /dev/kvm is not enough: in
# some clouds it lacks instructions. Tried once, with the kernel's way to the panic for
# want of a root; the answer is kept.
kvm_works() {
	local answer=no

	[ -w /dev/kvm ] || return 1
	if [ ! -e "$LAB/kvm" ]; then
		say "trying whether KVM works here (20 s at most)"
		timeout 20 qemu-system-x86_64 -nodefaults -display none -nic none -no-reboot \
			-m 512 -accel kvm -cpu host -kernel "$1" -append "panic=-1" \
			>/dev/null 2>&1 </dev/null && answer=yes
		[ "$answer" = yes ] || say "it does not; emulating"
		printf '%s\n' "$answer" >"$LAB/kvm"
	fi
	[ "$(<"$LAB/kvm")" = yes ]
}

# pin_core: a core for this guest alone, as PIN to put before QEMU; empty if all are
# taken. Its threads hand over to each other at every idle moment of the guest, which
# between cores costs a fifth of the time. The lock goes with this process.
# shellcheck disable=SC2034	# PIN is for the caller
pin_core() {
	local core

	PIN=()
	[ -w "$LAB" ] || return 0	# made by root, run by somebody else
	for ((core = 0; core < $(nproc); core++)); do
		exec {PIN_LOCK}>"$LAB/core.$core"
		if flock -n "$PIN_LOCK" && taskset -c "$core" true 2>/dev/null; then
			PIN=(taskset -c "$core")
			return
		fi
		exec {PIN_LOCK}>&-
	done
}
