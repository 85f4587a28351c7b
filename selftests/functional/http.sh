# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# http.sh - ask "slowlane export --listen", with bash alone.
# shellcheck disable=SC2034	# OUT is for lib.sh

HOST=127.0.0.1 PORT=9818
trap '' PIPE	# who is refused early is not read to the end

# http METHOD PATH [LINE]...: the answer, its head included, is in OUT.
http() {
	local fd method=$1 path=$2

	shift 2
	printf '$ %s %s\n' "$method" "$path"
	exec {fd}<>"/dev/tcp/$HOST/$PORT" || fail "nobody listens on $HOST:$PORT"
	printf '%s\r\n' "$method $path HTTP/1.1" "Host: $HOST" "$@" '' >&$fd || :
	OUT=$(tr -d '\r' <&$fd || :) ERR=''
	exec {fd}>&-
	printf '%s\n' "${OUT:0:200}"
}

# answers CODE METHOD PATH [LINE]...
answers() {
	local code=$1

	shift
	http "$@"
	[[ $OUT == "HTTP/1.1 $code "* ]] || fail "the answer to $1 $2 is not $code"
}

# has METRIC VALUE: in the answer, or in what was read last.
has() { [[ $'\n'$OUT$'\n' == *$'\n'"$1 $2"$'\n'* ]] || fail "no line: $1 $2"; }

# listening [ADDR:PORT [ARG]...]: an exporter in the background, started by way of AS;
# SERVING and READING are the ids of its two processes.
AS=()
listening() {
	bg "${AS[@]}" slowlane export ${1+--listen "$1"} "${@:2}"
	SERVING=$REPLY
	wait_for 10 grep -q http: "${JOBS[$SERVING]}.out" || {
		join "$SERVING"
		fail "the exporter does not start"
	}
	READING=$(pgrep -P "$SERVING")
}

# gone ID: no such process, or one that nobody waited for.
gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"; }
