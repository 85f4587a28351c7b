# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_usage.sh - wrong words: 64, what was wrong and the right form; help and version: 0.
. "$(dirname "$0")/lib.sh"

remember
# wrong TEXT WORDS...: TEXT is what was wrong; the right form is always shown.
wrong() {
	local text=$1

	shift
	exits 64 slowlane "$@"
	says "$text"
	[[ $ERR =~ "usage: slowlane"|"slowlane help" ]] || fail "the right form is not shown"
	[ -z "$OUT" ] || fail "an error is on stdout"
	exits 64 slowlane -j "$@"
	# shellcheck disable=SC2016	# jq's
	json '.error | contains($text)' --arg text "$text"
	[ -z "$ERR" ] || fail "with -j, something is on stderr"
}

wrong "no command"
wrong "'bogus'" bogus
wrong "'--bogus'" --bogus
wrong "'-x'" -x
wrong "'--bogus'" attach --bogus
wrong "'--netns'" attach --netns
wrong "'-n'" attach -n
wrong "'extra'" attach extra
wrong "'extra'" detach extra
wrong "'--wait'" attach --wait
wrong "'5 parsecs'" detach "--wait=5 parsecs"
wrong "'0s'" detach --wait=0s
wrong "'5'" detach --wait=5
wrong "'extra'" detach --wait extra
wrong "'extra'" status extra
wrong "'--netns'" probe --netns a
wrong "'--json'" --json=yes status
wrong "'--no-default'" stats --no-default
wrong "'extra'" probe extra
wrong "'bogus'" help bogus
wrong "'bogus'" advise bogus
nothing_left

# Both at once would be a contradiction; two of one kind are, too.
exits 64 slowlane attach --no-default --netns a
says "--netns" "--no-default"
exits 64 slowlane detach --netns a --wait
says "--netns" "--wait"
exits 64 slowlane stats --netns a --netns b
says "--netns"
nothing_left

for word in -h --help help; do
	ok slowlane $word
	says "usage: slowlane" attach detach status stats probe set get watch report "exit codes"
	[ -z "$ERR" ] || fail "help is on stderr"
done
for cmd in attach detach status stats connections monitor observe advise probe set get watch report; do
	ok slowlane $cmd --help
	says "usage: slowlane $cmd" "options:" "--json" "--help"
	run slowlane help $cmd
	equal "the exit code" "$STATUS" 0
	says "usage: slowlane $cmd"
done
ok slowlane attach -h
says "--netns" "--no-default" "--replace" "pid:PID"
ok slowlane detach -h
says "--wait[=TIME]"
ok slowlane -V
says "slowlane 0."
ok slowlane --version
ok slowlane -j -V
json '.version | test("^[0-9]+[.][0-9]+[.][0-9]+$")'

# -j on every command, attached or not; -p is the same for people.
for state in detached attached; do
	[ $state = detached ] || ok slowlane attach
	for cmd in probe status stats connections advise get help version; do
		run slowlane -j $cmd
		json 'type == "object"'
		[ "$STATUS" = 0 ] || json '.error | length > 0'
		equal "lines of -j" "$(wc -l <<<"$OUT")" 1
		run slowlane $cmd -p
		json 'type == "object"'
		[ "$(wc -l <<<"$OUT")" -gt 1 ] || fail "-p is not indented"
	done
	ok slowlane probe
	ok slowlane -j probe
	json '.usable and (.features | length > 5 and all(.name and .verdict and .detail))'
done
ok slowlane -j attach
json '.attached and .already'
ok slowlane -j detach
json '.attached == false and .was_attached'
with_module json '.module_unloaded'
ok slowlane -j attach
json '.attached and (.already | not) and .namespaces[0].previous == "default"'
with_module json '.module_loaded'
ok slowlane detach -j
json '.namespaces[0] | .restored and .scheduler == "default"'
exits 1 slowlane -j attach --netns nowhere
json '.error | contains("nowhere")'
exits 1 slowlane stats -j
json '.error | contains("not attached")'
nothing_left
