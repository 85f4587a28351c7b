# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# policy.sh - for the tests of the policy: what a transfer counted.

counters() { slowlane -j stats | jq -c '.counters | map_values(.value)'; }

# counted BYTES [KEY=VALUE]...: a transfer by slowlane; OUT is its result, with what was
# counted meanwhile.
counted() {
	local before after

	before=$(counters)
	transfer slowlane "$@"
	after=$(counters)
	OUT=$(jq -c --argjson a "$before" --argjson b "$after" \
		'. + {n: ($b | with_entries(.value -= $a[.key]))}' <<<"$OUT")
	jq -c '{goodput_mbps, path_bytes, n: (.n | with_entries(select(.value > 0)))}' <<<"$OUT"
}

# nobody_penalised: no penalty, and none let off.
nobody_penalised() {
	json '.n | .penalties_cwnd == 0 and .penalties_share == 0 and .penalties_over == 0'
}
