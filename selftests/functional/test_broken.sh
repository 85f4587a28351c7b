# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_broken.sh - schedulers that are wrong on purpose fail the checks slowlane passes.
. "$(dirname "$0")/lib.sh"
. "$HERE/checks.sh"

# caught SCHEDULER CHECK...: the check says no, and within its own time.
caught() {
	local sched=$1 code=0

	shift
	load_sched "$sched"
	(
		JOBS=()
		trap kill_jobs EXIT
		"$1" "$sched" "${@:2}"
	) || code=$?
	equal "exit code of '$*' with $sched" $code 1
	net_down
	unload_sched "$REPLY"
	echo "caught: $sched by $*"
}

caught sl_error check_two_paths
# Without the module's guard this one takes the CPU away for good (up to 7.3).
with_module caught sl_nothing check_two_paths
caught sl_inactive check_two_paths
caught sl_inactive check_path_break
caught sl_anybackup check_backup_rests
caught sl_wait check_pauses

# It is the schedulers, not the checks: the kernel's own passes.
check_two_paths default
check_path_break default
check_backup_rests default
check_pauses default
