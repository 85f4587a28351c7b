# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_report.sh - report: every source, addresses masked, and what fails is said.
. "$(dirname "$0")/lib.sh"

net_up 2
remember
report() {
	unshare --uts sh -c 'echo bonn-7.example.net >/proc/sys/kernel/hostname &&
		exec slowlane "$@"' sh "$@"
}

# Nothing attached is worth a report, too.
ok report report
says "== versions ==" "== slowlane status ==" "not attached"
nothing_left

printf '# asked at 10.9.0.1\npenalty = share\n' >$CONF
ok slowlane attach --trial 1h --netns $CLIENT
transfer slowlane 100000
echo "slowlane test: from bonn-7 10.9.0.1 at 02:00:00:00:01:01, ::ffff:10.9.0.1" >/dev/kmsg
ok report report
says "== kernel configuration ==" "== slowlane probe ==" "usable" "== kernel log ==" \
	"on trial: detaches by itself in" \
	"== slowlane stats ==" "picks_earliest" "== slowlane get ==" "slow_ratio_pct" \
	"== slowlane advise ==" "0 findings; looked at" \
	"== $CONF ==" "# asked at ip4-" "penalty = share" \
	"== sysctls, netns $CLIENT ==" "net.mptcp.scheduler = slowlane" "net.ipv4.tcp_rmem = " \
	"== MPTCP endpoints and limits, netns $CLIENT ==" "subflows 8" "$(uname -r)"
with_module says "== module $MODULE ==" "uses "
[[ $OUT =~ "slowlane test: from host-"[0-9]+" "(ip4-[0-9]+)" at mac-1, ::ffff:"(ip4-[0-9]+) ]] ||
	fail "the line in the kernel's log is not as it should be"
equal "the mask of the same address" "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}"
[[ $OUT =~ (ip4-[0-9]+)" id "[0-9]+" subflow dev c2" ]] || fail "the endpoint is not masked"
for secret in 10.9.0 10.0.2 bonn-7 02:00:00; do
	says_not "$secret"
done

# As they are, if asked; into a file that only its owner may read, and no other's.
ok report report --with-addresses "$WORK/report"
equal "what is printed" "$OUT" ""
equal "its mode" "$(stat -c %a "$WORK/report")" 600
OUT=$(<"$WORK/report")
says "10.9.0.1 at 02:00:00:00:01:01" bonn-7 "10.0.2.1 id"
exits 1 slowlane report "$WORK/report"
says "$WORK/report" "File exists" "name another"
ok slowlane -j report
json '.sections | length >= 10 and all(.title != "" and .text != "")'
exits 64 slowlane -j report "$WORK/other"
exits 64 slowlane report a b

# A source that is not there is said, and the others are.
without_ip() { PATH=$(dirname "$(command -v slowlane)") "$(command -v slowlane)" report; }
ok without_ip
says "cannot run ip" "== slowlane status ==" "net.mptcp.scheduler = slowlane"
without_bpffs() { unshare --mount sh -c 'umount /sys/fs/bpf && exec slowlane report'; }
ok without_bpffs
says "no BPF file system" "(status: exit code 69)"
ok slowlane detach
