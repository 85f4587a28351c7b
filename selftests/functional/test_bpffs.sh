# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_bpffs.sh - no BPF file system, or foreign files where the pins go.
. "$(dirname "$0")/lib.sh"

without_bpffs() { unshare --mount sh -c 'umount /sys/fs/bpf && exec "$@"' sh "$@"; }

remember
for cmd in attach detach status stats probe; do
	exits 69 without_bpffs slowlane $cmd
	says "/sys/fs/bpf" "mount -t bpf"
	nothing_left
done

# A directory of that name with somebody else's object in it.
mkdir $PINS
bpftool map create $PINS/link type array key 4 value 4 entries 1 name theirs
remember
exits 1 slowlane attach
says "$PINS/link is not ours"
nothing_left
ok slowlane status
says "not attached" "$PINS/link is not ours"
ok slowlane detach
says "$PINS/link is not ours"
nothing_left
rm $PINS/link

# One that is none of our names, beside.
bpftool map create $PINS/other type array key 4 value 4 entries 1 name theirs
remember
exits 1 slowlane attach
says "$PINS/other is not ours"
nothing_left
rm -r $PINS

# A plain map where the directory should be.
bpftool map create $PINS type array key 4 value 4 entries 1 name theirs
remember
exits 1 slowlane attach
says "$PINS is not ours"
nothing_left
rm $PINS

# Two objects of our names swapped: each is looked at, not only its name.
ok slowlane attach
mv $PINS/link $PINS/tmp
mv $PINS/sched $PINS/link
mv $PINS/tmp $PINS/sched
run slowlane status
run slowlane detach
mv $PINS/sched $PINS/tmp 2>/dev/null || fail "a pin under another's name was taken for ours"
mv $PINS/link $PINS/sched
mv $PINS/tmp $PINS/link
ok slowlane detach
