# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_monitor_terminal.sh - slowlane monitor on a terminal: events as they come, until Ctrl-C.
. "$(dirname "$0")/lib.sh"
. "$HERE/tmux.sh"

net_up 2
path_set 1 10 0 30
path_set 2 3 0 100
path_rename 2 $'c2\e[31m'
remember
ok slowlane attach --netns $CLIENT
term_open 100 24 slowlane monitor
term_says "watching; Ctrl-C ends it"
transfer slowlane 2000000
term_says "path_added" 'dev c2\x1b[31m' "closed"
term_text -e
[[ $OUT != *$'\e[31m'* ]] || fail "a device's name is a colour"
term_type C-c
term_ended 0
term_close

echo "# In a small one, and detached under it."
term_open 20 5 slowlane monitor
term_says "Ctrl-C"
transfer slowlane 500000
says_closed() { [[ $(tm capture-pane -pJ) == *closed* ]]; }
wait_for 5 says_closed || fail "the screen does not say: closed"
term_resize 60 10
ok slowlane detach
term_says "slowlane: slowlane was detached"
term_ended 1
term_close
nothing_left
