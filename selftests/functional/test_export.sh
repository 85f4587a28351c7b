# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_export.sh - metrics as a file: whole at any time, equal to stats, up 0 if detached.
. "$(dirname "$0")/lib.sh"
. "$HERE/http.sh"

DIR=$WORK/textfiles FILE=$WORK/textfiles/slowlane.prom
mkdir "$DIR"
trap 'umount "$DIR" 2>/dev/null || :; cleanup' EXIT

export_file() {
	ok slowlane export --textfile "$FILE"
	OUT=$(<"$FILE")
}

only_file() { equal "what is in the folder" "$(ls -A "$DIR")" "$1"; }

# Who may, and what is refused: nothing is written.
exits 77 setpriv --reuid=65534 --regid=65534 --clear-groups slowlane export --textfile "$FILE"
says root
exits 64 slowlane export --textfile "$FILE" --listen 127.0.0.1:9818
exits 64 slowlane export --textfile "$FILE" --user nobody
exits 64 slowlane export --textfile "$DIR/"
exits 64 slowlane export --textfile "$DIR"
exits 64 slowlane export --textfile /dev/null
[ -c /dev/null ] || fail "/dev/null is replaced"
exits 1 slowlane export --textfile "$WORK/none/x.prom"
says "$WORK/none" "folder"
only_file ''

# Not attached: a file that says so.
remember
export_file
has slowlane_up 0
has 'slowlane_state{state="detached"}' 1
says_not _total
equal "its mode" "$(stat -c %a "$FILE")" 644
only_file slowlane.prom

# Attached: what stats says, by namespace.
net_up 2
remember
ok slowlane attach --netns $CLIENT
ok slowlane set penalty=share slow_ratio_pct=35
transfer slowlane 1000000
export_file
has slowlane_up 1
has 'slowlane_state{state="attached"}' 1
has 'slowlane_build_info{version="0.1.0"}' 1
has "slowlane_sent_bytes_total{netns=\"$CLIENT\"}" 1000000
has "slowlane_sockets_opened_total{netns=\"$CLIENT\"}" 1
has "slowlane_connections{netns=\"$CLIENT\"}" 0
has 'slowlane_sent_bytes_total{netns="other"}' 0
has 'slowlane_tunable_penalty{value="share"}' 1
has 'slowlane_tunable_penalty{value="cwnd"}' 0
has slowlane_tunable_slow_ratio 0.35
metrics=$OUT
ok slowlane -j stats --netns $CLIENT
for name in all_full late pin; do
	json_value ".counters.waits_$name.value"
	OUT=$metrics has "slowlane_waits_total{netns=\"$CLIENT\",reason=\"$name\"}" "$REPLY"
done
json_value '.counters.limit_cwnd_us.value | . / 1000000 | floor'
[[ $metrics == *"slowlane_limited_seconds_total{netns=\"$CLIENT\",class=\"cwnd\"} $REPLY."* ]] ||
	fail "limit_cwnd_us of stats are not $REPLY s"

# The old file is whole for whoever has it open, the new one is another.
exec {old}<"$FILE"
ok slowlane set slow_ratio_pct=40
export_file
has slowlane_tunable_slow_ratio 0.40
[ "$(cat <&"$old")" = "$metrics" ] || fail "the file was written into"
exec {old}<&-

# A reader never finds a part of one, however often it is written.
write_often() {
	for ((i = 0; i < 15; i++)); do
		slowlane export --textfile "$FILE"
	done
}
is_whole() {
	[[ $1 == '# HELP slowlane_up '*$'\n'"slowlane_retrans_bytes_total{netns=\"$CLIENT\"} "+([0-9]) ]]
}
shopt -s extglob
bg write_often
writer=$REPLY reads=0
while kill -0 "$writer" 2>/dev/null; do
	text=$(<"$FILE")
	is_whole "$text" || fail "a part of a file: ${text:0:80} ... ${text: -80}"
	reads=$((reads + 1))
done
join "$writer"
[ "$reads" -gt 0 ] || fail "nothing was read while it was written"
only_file slowlane.prom

# No room for a second one: the first stays.
mount -t tmpfs -o size=20k none "$DIR"
export_file
before=$OUT
exits 71 slowlane export --textfile "$FILE"
says "No space left" "as it was"
[ "$(<"$FILE")" = "$before" ] || fail "the file is not as it was"
only_file slowlane.prom
umount "$DIR"

# Read-only, as services see /sys.
unshare -m sh -c 'mount -o remount,bind,ro /sys/fs/bpf && slowlane export --textfile "$1"' \
	sh "$FILE" || fail "it cannot read a bpffs that is read-only"
OUT=$(<"$FILE")
has slowlane_up 1

# An attach or detach at work: said, after a while.
exec {lock}</sys/fs/bpf
flock "$lock"
export_file
has slowlane_up 0
has 'slowlane_state{state="busy"}' 1
exec {lock}<&-

# A part of an attachment.
rm $PINS/closed
export_file
has 'slowlane_state{state="incomplete"}' 1
ok slowlane detach
nothing_left
