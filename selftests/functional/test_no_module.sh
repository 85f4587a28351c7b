# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_no_module.sh - no module on disk: attach says what to install, probe says 69.
. "$(dirname "$0")/lib.sh"
need_module

without_module() {
	unshare --mount sh -c 'mount -t tmpfs none /lib/modules && exec "$@"' sh "$@"
}
remember
exits 69 without_module slowlane probe
says $MODULE "DKMS"
exits 69 without_module slowlane attach
says $MODULE "DKMS"
nothing_left
