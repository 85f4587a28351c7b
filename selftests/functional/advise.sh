# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# advise.sh - what the tests of "slowlane advise" share.

# carry SCHEDULER [KEY=VALUE]...: a transfer that goes on until drop.
carry() {
	transfer_start "$1" 400000000 timeout_s=60 "${@:2}"
	CARRIER=$REPLY
	wait_for 5 is_carrying || fail "nothing is transferred"
	pause 1500
}

is_carrying() { ss -N $CLIENT -HMni state established | grep -q bytes_acked:; }

# With a small buffer full of what nobody reads, both ends would linger for a minute.
drop() {
	receiver_of "$CARRIER"
	kill -KILL "$CARRIER" "$REPLY" || :
	wait "$CARRIER" || :
	ss -N $CLIENT -HtK >/dev/null
	ss -N $SERVER -HtK >/dev/null
	wait_for 5 no_connection || fail "the connection does not end"
}
no_connection() { [ -z "$(ss -N $CLIENT -HMn; ss -N $SERVER -HMn)" ]; }

# finds NETNS [ID]...: exactly these, no more and no less.
finds() {
	local netns=$1 ids

	shift
	ok slowlane -j advise netns "$netns"
	ids=$(jq -r '[.findings[].id] | sort | join(" ")' <<<"$OUT")
	[ "$ids" = "$(printf '%s\n' "$@" | sort | paste -sd ' ')" ] || {
		ss -N "$netns" -HMniOm | cut -c1-300
		ss -N "$netns" -HtniOm | head -n 4
		fail "what is found in $netns is '$ids', not '$*'"
	}
}

# mended ID: after a few times of "typed and once more" it is no longer found in the
# client's namespace, or in that of the server.
mended() {
	local netns=${2:-$CLIENT}

	for _ in 1 2 3 4; do
		type_it "$1"
		drop
		carry default
		ok slowlane -j advise netns "$netns"
		jq -e '.findings != []' <<<"$OUT" >/dev/null || return 0
	done
	fail "$1 is still found"
}

# finding ID FILTER: true of it, in what was found last.
finding() { json ".findings[] | select(.id == \"$1\") | $2"; }

# type_it ID: what it says is to be typed, here or on the other host, and is no comment.
type_it() {
	local host command

	while IFS=$'\t' read -r host command; do
		[[ $command != '#'* ]] || continue
		[ "$host" = null ] || command="ip netns exec $SERVER $command"
		ok bash -c "$command"
	done < <(jq -r --arg id "$1" '.findings[] | select(.id == $id) | .do[] |
		[.host // "null", .command] | join("\t")' <<<"$OUT")
}
