# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# lib.sh - what the lab's scripts share: where things are, apt, messages.
#
# Everything the lab makes is below $LAB (build/lab); nothing is written elsewhere.

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
LAB=${LAB:-$TOP/build/lab}
SUITE=trixie			# the Debian release of the lab's roots
# shellcheck disable=SC2034	# used by mkkernel
RELEASE=13			# its number, which its kernels have in their names
NEXT=forky			# the one after it, for libbpf >= 1.7 alone
KERNEL=${KERNEL:-7.3}		# newest of this series; a full 7.3.4 works too
export LC_ALL=C

# Progress on stderr, so that stdout stays the command's own.
say() { printf 'lab: %s\n' "$*" >&2; }
die() { printf 'lab: %s\n' "$*" >&2; exit 1; }

# need CMD PACKAGE: a command the host must have, and where it comes from.
need() {
	command -v "$1" >/dev/null || PATH=$PATH:/usr/sbin command -v "$1" >/dev/null ||
		die "$1 not found: apt-get install $2 (or: make setup)"
}

need_root() {
	[ "$(id -u)" = 0 ] || die "making a Debian root needs root: sudo make lab"
}

# The host's own Debian mirror, so that a proxy or local mirror is respected.
mirror() {
	local m=${MIRROR:-}

	[ -n "$m" ] || m=$(apt-get indextargets --format '$(REPO_URI) $(LABEL)' \
		'Created-By: Packages' | awk '$2 == "Debian" { print $1; exit }')
	[ -n "$m" ] || die "no Debian mirror in apt's configuration: apt-get update, or MIRROR=URL make lab"
	printf '%s\n' "${m%/}"
}

keyring() {
	local k=/usr/share/keyrings/debian-archive-keyring.gpg

	[ -r "$k" ] || die "$k is missing: apt-get install debian-archive-keyring"
	printf '%s\n' "$k"
}

sources() {
	local m

	m=$(mirror)
	for s in "$SUITE" "$SUITE-backports" "$NEXT"; do
		printf 'deb [signed-by=%s] %s %s main\n' "$(keyring)" "$m" "$s"
	done
}

# The host's transport settings (proxy, timeouts, clock checks), for mmdebstrap.
host_acquire() {
	apt-config dump | grep -E '^Acquire::(http|https|Check-|Retries|ForceIPv|Max-)' || true
}

# The lab's own apt: what it knows, and where that is. apt.conf comes last.
apt_setup() {
	local apt=$LAB/apt

	sources >"$apt/sources.list"
	: >"$apt/status"
	cat >"$apt/apt.conf.new" <<-EOF
	Dir::Etc::SourceList "$apt/sources.list";
	Dir::Etc::SourceParts "/dev/null";
	Dir::State "$apt";
	Dir::State::Lists "$apt/lists";
	Dir::State::Status "$apt/status";
	Dir::Cache "$apt/cache";
	APT::Sandbox::User "root";
	Acquire::Languages "none";
	Dpkg::Post-Invoke "";
	APT::Update::Post-Invoke-Success "";
	EOF
	APT_CONFIG=$apt/apt.conf.new apt-get -qq update ||
		die "apt-get update failed for $(mirror): is the mirror reachable?"
	mv "$apt/apt.conf.new" "$apt/apt.conf"
}

# lab_apt apt-get|apt-cache ARGS: apt on the lab's own state, never the host's. make builds
# side by side what needs it: one sets it up, the others wait, for while apt updates its
# lists it knows no package.
lab_apt() {
	local apt=$LAB/apt

	if [ ! -e "$apt/apt.conf" ]; then
		mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
		(
			flock 9
			[ -e "$apt/apt.conf" ] || apt_setup
		) 9>"$apt/setup.lock" || exit
	fi
	APT_CONFIG=$apt/apt.conf "$@"
}

# fetch DIR PACKAGE...: download packages, print the files' names.
fetch() {
	local dir=$1 p
	shift

	lab_apt true
	mkdir -p "$dir"
	(cd "$dir" && lab_apt apt-get -qq download "$@") >&2 || die "cannot download $*"
	for p in "$@"; do
		p=${p%/*}
		printf '%s\n' "$dir/${p%%=*}"_*.deb
	done
}

# unpack DEB DIR: extract a package over a root, keeping its symlinks.
unpack() {
	mkdir -p "$2"
	dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --keep-directory-symlink
}

# The newest package NAME-REGEX, by version sort of its name; nothing if there is none.
newest() {
	lab_apt true
	lab_apt apt-cache pkgnames linux- | { grep -E "^$1\$" || true; } | sort -V | tail -n 1
}
