# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_config.sh - slowlane.conf: set --save writes it, attach reads it, errors name the line.
. "$(dirname "$0")/lib.sh"

remember
value_is() {
	ok slowlane -j get "$1"
	json ".tunables[0].value == $2"
}
content_is() { equal "$1" "$(<"$1")" "$2"; }
no_temp() { [ -z "$(compgen -G "$1.*")" ] || fail "a temporary file is left behind"; }

# Without an attachment it is for the next one.
ok slowlane set --save penalty=share
says "saved in $CONF" "the next attach"
content_is $CONF "penalty = share"
equal "the mode" "$(stat -c %a $CONF)" 644
ok slowlane attach
says "penalty = share, from $CONF line 1"
value_is penalty '"share"'
value_is slow_ratio_pct 50

# Live and saved; comments, order, owner and mode stay.
printf '# mine\r\n\r\npenalty=cwnd # the best\r\n' >$CONF
chown 7:8 $CONF
chmod 640 $CONF
ok slowlane set penalty=off --save slow_ratio_pct=40
says "penalty = off (was share)" "slow_ratio_pct = 40 (was 50)" "saved in $CONF"
content_is $CONF $'# mine\r\n\r\npenalty=off # the best\r\nslow_ratio_pct = 40\r'
equal "owner and mode" "$(stat -c %u:%g:%a $CONF)" 7:8:640
value_is penalty '"off"'
no_temp $CONF
# Without --save it is the connections' alone.
ok slowlane set penalty=share
grep -q 'penalty=off' $CONF || fail "set without --save changed $CONF"

# Another file, through a symbolic link, which stays one.
ok slowlane set -- penalty=cwnd
echo 'admission = on' >"$WORK/there"
ln -s there "$WORK/here"
ok slowlane -j set penalty=off --save --config "$WORK/here"
json '.saved | endswith("/there")'
[ -L "$WORK/here" ] || fail "the link was replaced"
content_is "$WORK/there" $'admission = on\npenalty = off'

# A second attach leaves the tunables as they are, and says so.
ok slowlane attach --config "$WORK/here"
says "already" "is not used"
ok slowlane detach

ok slowlane attach --config "$WORK/here"
says "penalty = off, from $WORK/here line 2"
value_is penalty '"off"'
ok slowlane detach
ok slowlane attach --no-config
says_not "from "
ok slowlane -j get
json '.tunables | all(.value == .default)'

# A file that cannot be replaced: what is attached stays as it was, too.
exits 1 slowlane set --save --config "$WORK/none/slowlane.conf" penalty=off
says "cannot save $WORK/none/slowlane.conf"
touch "$WORK/mounted"
mount --bind "$WORK/mounted" "$WORK/mounted"
run slowlane set --save --config "$WORK/mounted" penalty=off
umount "$WORK/mounted"
[ "$STATUS" != 0 ] || fail "it was replaced"
says "cannot replace $WORK/mounted"
value_is penalty '"cwnd"'
no_temp "$WORK/mounted"

# Two at a time lose nothing.
rm $CONF
bg slowlane set penalty=off --save
first=$REPLY
bg slowlane set slow_ratio_pct=33 --save
join "$first"
join "$REPLY"
equal "$CONF" "$(sort $CONF)" $'penalty = off\nslow_ratio_pct = 33'
ok slowlane detach
nothing_left

# What is wrong is named with its line and range, and nothing is attached or saved.
refused() {
	local text=$1

	# shellcheck disable=SC2059	# escapes in it are meant
	printf "$text" >$CONF
	for cmd in attach "set --save penalty=share"; do
		# shellcheck disable=SC2086	# words
		exits 78 slowlane $cmd
		says "$CONF: " "${@:2}"
	done
	# shellcheck disable=SC2059
	printf "$text" | cmp - $CONF || fail "$CONF was changed"
	no_temp $CONF
}
refused '# a\nslow_ratio_pct = 9\n' "line 2: slow_ratio_pct cannot be '9'" "10 to 100"
refused 'penalty=off\npenalty=off\n' "line 2: penalty is set in line 1 already"
refused 'penalty = of\r\n' "line 1: penalty cannot be 'of': it is one of off|share|cwnd"
refused 'penalty=off\0\n' "line 1: byte 12 is 0x00"
refused 'speed = 11\n' "line 1: there is no tunable 'speed'; there are: admission"
exits 78 slowlane -j attach
json '.error | contains("line 1")'
# A change must not make it too long.
printf 'penalty = off%1011s\n' '#' >$CONF
before=$(<$CONF)
exits 78 slowlane set --save penalty=share
says "$CONF: line 1: it is longer than 1024 bytes"
content_is $CONF "$before"
no_temp $CONF
{ printf '#%.0s' {1..1025} && echo; } >$CONF
exits 78 slowlane attach
says "line 1: it is longer than 1024 bytes"
head -c 70000 /dev/zero | tr '\0' '#' >$CONF
exits 78 slowlane attach
says "$CONF" "larger than 65536 bytes"
rm $CONF
mkdir "$WORK/dir"
mkfifo "$WORK/fifo"
for file in "$WORK/dir" "$WORK/fifo"; do
	exits 78 slowlane attach --config "$file"
	says "no regular file"
done
exits 1 slowlane attach --config "$WORK/nowhere"
says "cannot read $WORK/nowhere: No such file"
exits 64 slowlane attach --config "$WORK/there" --no-config
exits 64 slowlane set --config "$WORK/there" penalty=off
says "--save"
exits 64 slowlane set --save
nothing_left
