# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_module.sh - the module does not go while in use, and does when it is not.
. "$(dirname "$0")/lib.sh"
need_module

remember
in_use() {
	exits 1 rmmod $MODULE
	says "in use"
}

# Loaded by hand, it is not attach's to unload.
ok modprobe $MODULE
ok slowlane attach
says_not "module $MODULE loaded"
in_use
ok slowlane detach
[ -e /sys/module/$MODULE ] || fail "a module that attach did not load was unloaded"
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left

# Not even registered, only loaded: somebody has its programs.
load_sched sl_error
in_use
unload_sched "$REPLY"
wait_for 5 unload || fail "the module cannot be unloaded"
nothing_left
