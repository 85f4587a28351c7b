# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash source-path=SCRIPTDIR
#
# test_advise_sender.sh - the sender's buffers, tcp_notsent_lowat, and paths that cost.
. "$(dirname "$0")/lib.sh"
. "$HERE/advise.sh"

net_up 2
path_set 1 20 20 100
path_set 2 20 20 100

echo "# SO_SNDBUF, which no sysctl mends."
carry default sndbuf_bytes=32768
finds $CLIENT wmem
finding wmem '.have_bytes == 65536 and (.do[0].command | contains("SO_SNDBUF"))'
drop

echo "# tcp_wmem, which one does."
ip netns exec $CLIENT sysctl -qw "net.ipv4.tcp_wmem=4096 16384 32768"
carry default
finds $CLIENT wmem
finding wmem '.what | contains("tcp_wmem[2] is 32768")'
mended wmem
drop

echo "# tcp_notsent_lowat, with effect at once."
ip netns exec $CLIENT sysctl -qw net.ipv4.tcp_notsent_lowat=16384
carry default
finds $CLIENT notsent_lowat
finding notsent_lowat '.have_bytes == 16384 and .need_bytes > 131072'
type_it notsent_lowat
finds $CLIENT
drop

echo "# A path of which a round trip is more than the buffers take."
path_set 2 5 150 100
carry default sndbuf_bytes=65536
ok slowlane -j advise netns $CLIENT
finding path_costs '.subflow.local | startswith("10.0.2.1%c2:")'
finding path_costs '.have_bytes == 131072 and .need_bytes > 131072'
type_it path_costs
ok slowlane -j advise netns $CLIENT
json '[.findings[].id] | index("path_costs") == null'
drop

echo "# One that adds less than a 64th, as slowlane measured."
net_up 2
path_set 1 50 5 200
path_set 2 1 50 20
ok slowlane attach --netns $CLIENT
ok slowlane set admission=off
carry slowlane
path_set 2 0.3 50 20
pause 4000
ok slowlane -j advise netns $CLIENT
finding path_costs '.what | contains("Mbit/s beside")'
drop
