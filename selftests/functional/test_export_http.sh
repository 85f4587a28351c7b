# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_export_http.sh - metrics over HTTP: two pages, no rights, limits, attach and detach.
. "$(dirname "$0")/lib.sh"
. "$HERE/http.sh"

MHD=$(echo /usr/lib/*/libmicrohttpd.so.12)
[ -e "$MHD" ] || fail "libmicrohttpd.so.12 is not there"
trap 'umount "$MHD" 2>/dev/null || :; cleanup' EXIT

# What is wrong is said, with the right form.
exits 77 setpriv --reuid=65534 --regid=65534 --clear-groups slowlane export
says root
exits 64 slowlane export --listen localhost:9818
says "127.0.0.1:9818 or [::1]:9818"
exits 1 slowlane export --listen 192.0.2.1:9818
says "no address of this host"
exits 64 slowlane export --user nosuchuser
says "no such user"
exits 64 slowlane export --user root
says "does not run as root"

# Without the library: its package is named, and the rest works.
mount --bind /dev/null "$MHD"
exits 69 slowlane export
says libmicrohttpd12 --textfile
ok slowlane export --textfile "$WORK/x.prom"
umount "$MHD"
remember

# With no more than what etc/slowlane-export.service leaves it: the pages, before there is
# an attachment.
AS=(setpriv "--bounding-set=-all,+setuid,+setgid,+setpcap" --inh-caps=-all --no-new-privs)
listening
answers 200 GET /metrics
says "Content-Type: text/plain; version=0.0.4"
has slowlane_up 0
has 'slowlane_state{state="detached"}' 1
answers 200 GET /healthz
says ok
answers 200 HEAD /metrics
says_not slowlane_up
for path in / /metrics/ '/%2fmetrics'; do
	answers 404 GET "$path"
done
for method in POST TRACE get; do
	answers 405 "$method" /metrics "Content-Length: 0"
	says "Allow: GET, HEAD"
done
answers 431 GET /metrics "X: $(printf '%20000s' '' | tr ' ' x)"

exits 1 slowlane export
says "127.0.0.1:9818" "in use"

# Neither has a right to lose; the one that talks is nobody.
has_no_rights() {
	local status

	status=$(<"/proc/$1/status")
	for REPLY in CapInh CapPrm CapEff CapBnd CapAmb; do
		[[ $status == *"$REPLY:"$'\t'0000000000000000* ]] || fail "$1 has $REPLY"
	done
	[[ $status == *"NoNewPrivs:"$'\t'1* ]] || fail "$1 may gain rights"
	[[ $status == *"Uid:"$'\t'"$2"$'\t'"$2"$'\t'"$2"$'\t'"$2"$'\n'* ]] || fail "$1 is not user $2"
}
has_no_rights "$SERVING" 65534
has_no_rights "$READING" 0
[ -z "$(sed -n 's/^Groups:[[:space:]]*//p' "/proc/$SERVING/status")" ] || fail "it has groups"

# What is mounted later on is seen, too.
umount /sys/fs/bpf
answers 200 GET /metrics
has 'slowlane_state{state="unreadable"}' 1
mount -t bpf bpf /sys/fs/bpf
answers 200 GET /metrics
has 'slowlane_state{state="detached"}' 1

# Attached, detached, attached again while it runs; nothing is kept of what is detached.
net_up 2 4 5
remember
ok slowlane attach --netns $CLIENT
answers 200 GET /metrics
has slowlane_up 1
has "slowlane_sent_bytes_total{netns=\"$CLIENT\"}" 0
transfer_start slowlane 600000
wait_for 5 path_carried 1 50000 || fail "path 1 carries nothing"
answers 200 GET /metrics
has "slowlane_connections{netns=\"$CLIENT\"}" 1
transfer_end "$REPLY"
answers 200 GET /metrics
has "slowlane_sent_bytes_total{netns=\"$CLIENT\"}" 600000
has "slowlane_connections{netns=\"$CLIENT\"}" 0
ok slowlane detach
nothing_left
answers 200 GET /metrics
has slowlane_up 0
ok slowlane attach --netns $CLIENT
answers 200 GET /metrics
has slowlane_up 1
has "slowlane_sent_bytes_total{netns=\"$CLIENT\"}" 0
ok slowlane detach
nothing_left

# More than it takes at a time, all silent: they are sent away, and it goes on.
silent=()
for ((i = 0; i < 20; i++)); do
	exec {fd}<>"/dev/tcp/$HOST/$PORT"
	silent+=("$fd")
done
answers 200 GET /healthz
for fd in "${silent[@]}"; do
	exec {fd}>&-
done

# SIGTERM ends both.
kill "$SERVING"
join "$SERVING"
equal "its exit code" "$STATUS" 0
wait_for 3 gone "$READING" || fail "the reader stays"

# Killed, the other one ends, too; without the reader it says so.
HOST=::1 PORT=9819 AS=()
listening '[::1]:9819' --user daemon
has_no_rights "$SERVING" "$(id -u daemon)"
answers 200 GET /metrics
kill -9 "$SERVING"
wait_for 3 gone "$READING" || fail "the reader stays"
listening '[::1]:9819'
kill -9 "$READING"
join "$SERVING"
equal "its exit code" "$STATUS" 70
says "start the exporter again"
