# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# tmux.sh - a terminal that a test looks at and types into; after lib.sh.
#
# One at a time. What runs in it is under a shell that notes how it ended and what it left
# of the terminal's settings.

tm() { LC_ALL=C.UTF-8 tmux -f /dev/null -S "$WORK/tmux" "$@"; }

# term_open COLUMNS LINES CMD...: with UTF-8 and colours; env(1) before CMD has it otherwise.
term_open() {
	local size=(-x "$1" -y "$2")

	shift 2
	printf '$ %s (in a terminal)\n' "$*"
	rm -f "$WORK"/term.{rc,before,after}
	cat >"$WORK/term.sh" <<-EOF
	unset NO_COLOR
	stty -g >$WORK/term.before
	$(printf '%q ' "$@")
	echo \$? >$WORK/term.rc
	stty -g >$WORK/term.after
	exec sleep 1000
	EOF
	tm new-session -d "${size[@]}" "bash $WORK/term.sh"
}

# Whatever happens, as a test ends its jobs and its terminal.
term_close() { tm kill-server 2>/dev/null || :; }
trap 'term_close; cleanup' EXIT

term_type() { tm send-keys "$@"; }

# term_enter TEXT: as it is, and Enter.
term_enter() {
	tm send-keys -l "$1"
	tm send-keys Enter
}
term_resize() { tm resize-window -x "$1" -y "$2"; }

# The process of CMD, into REPLY.
term_pid() { REPLY=$(pgrep -P "$(tm display -p '#{pane_pid}')"); }

# term_text: into OUT, as it is now; -e with its colours.
# shellcheck disable=SC2120	# by the tests
term_text() { OUT=$(tm capture-pane -p "$@"); }

# term_says TEXT...: each of them is on the screen, soon.
term_says() {
	local text

	for text in "$@"; do
		wait_for 10 term_has "$text" || {
			printf '%s\n' "$OUT"
			fail "the screen does not say: $text"
		}
	done
}
term_has() { term_text && [[ $OUT == *"$1"* ]]; }

# term_says_not TEXT: or no more, soon.
term_says_not() {
	wait_for 10 term_has_not "$1" || {
		printf '%s\n' "$OUT"
		fail "the screen says: $1"
	}
}
term_has_not() { term_text && [[ $OUT != *"$1"* ]]; }

# term_ended CODE: and the terminal is as it was before.
term_ended() {
	wait_for 5 test -s "$WORK/term.after" || fail "it does not end"
	equal "its exit code" "$(<"$WORK/term.rc")" "$1"
	diff "$WORK"/term.before "$WORK"/term.after || fail "the terminal's settings are changed"
	equal "alternate screen, cursor" "$(tm display -p '#{alternate_on} #{cursor_flag}')" "0 1"
}
