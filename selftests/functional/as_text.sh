# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# as_text.sh - is what a command prints text, JSON or metrics, whatever the names are?

# is_text: printable ASCII and line ends, whatever the names are.
is_text() {
	! LC_ALL=C grep -q $'[^\t -~]' <<<"$OUT$ERR" || fail "there are bytes that are no text: $*"
}

# each_command: what is printed is text, and of -j JSON.
each_command() {
	local cmd

	for cmd in connections advise status stats "report --with-addresses"; do
		# shellcheck disable=SC2086	# words
		ok slowlane $cmd
		is_text "$cmd"
		# shellcheck disable=SC2086	# words
		ok slowlane -j $cmd
		is_text "-j $cmd"
		json 'type == "object" and (.error | not)'
	done
	ok slowlane export --textfile "$WORK/x.prom"
	! grep -avE '^(# (HELP|TYPE) [a-z_]+ [ -~]+|[a-z_]+(\{([a-z]+="([^"\\]|\\[\\n"])*",?)*\})? [0-9.e+-]+)$' \
		"$WORK/x.prom" || fail "that is no metric"
	# jq reads what is no UTF-8 as U+FFFD.
	[ "$(jq -Rs 'test("\ufffd")' "$WORK/x.prom")" = false ] || fail "the metrics are no UTF-8"
}

# watch_events: a monitor from here on, its events in ${JOBS[$MONITOR]}.out.
watch_events() {
	bg slowlane monitor -j
	MONITOR=$REPLY
	pause 300
}

# told FILTER: an event of which this is true.
told() {
	kill "$MONITOR"
	join "$MONITOR"
	is_text monitor
	jq -se "any($1)" <<<"$OUT" >/dev/null || fail "no such event: $1"
}
