# SPDX-License-Identifier: GPL-2.0-only
"""The cache of results: what a transfer said, under a hash of all that it depends on."""
import hashlib
import json
import os
import pathlib
import subprocess

TOP = pathlib.Path(__file__).resolve().parents[2]
LAB = TOP / "build/lab"
BIN = LAB / "out/bin"


def digest(*chunks):
    """Of bytes and texts; where one ends and the next begins counts."""
    h = hashlib.sha256()
    for chunk in chunks:
        data = chunk.encode() if isinstance(chunk, str) else chunk
        h.update(b"%d:" % len(data))
        h.update(data)
    return h.hexdigest()


def file_digest(path):
    """Of a file's content; "-" if there is none."""
    try:
        return digest(pathlib.Path(path).read_bytes())
    except FileNotFoundError:
        return "-"


def qemu_version():
    """What `qemu-system-x86_64 --version` says, without the words around it."""
    said = subprocess.run(
        ["qemu-system-x86_64", "--version"], capture_output=True, text=True, check=True
    ).stdout
    return said.split("version ")[1].split()[0]


def git_commit():
    """Of the project's tree; "-dirty" when something is not committed."""
    git = ["git", "-c", f"safe.directory={TOP}", "-C", str(TOP)]
    try:
        return subprocess.run(
            git + ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
            capture_output=True, text=True, check=True,
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"  # a source package


class Machine:
    """What all transfers are made with: kernel, image, programs."""

    def __init__(self, kernel):
        image = LAB / "kernel" / kernel
        bench = TOP / "selftests/bench"
        self.release = (image / "release").read_text(encoding="utf-8").strip()
        self.image = file_digest(LAB / "guest.cpio")
        self.versions = {
            "kernel": self.release,
            "qemu": qemu_version(),
            "image": self.image[:12],
            "commit": git_commit(),
        }
        files = [image / "vmlinuz", image / "modules.cpio", BIN / "xfer"]
        files += [bench / "batch", TOP / "selftests/lab/qemu.sh"]
        files += sorted((bench / "lib").glob("*.sh"))
        self.base = digest(self.image, self.versions["qemu"], *map(file_digest, files))
        self.module = file_digest(LAB / f"out/kmod/{self.release}/mptcp_bpf_sched.ko")
        # Its sources: what is built of them has all of vmlinux.h's types in it too.
        sources = sorted(bench.glob("observe*.[ch]")) + [TOP / "bpf/limit.h"]
        self.observer = digest(str((BIN / "observe").exists()), *map(file_digest, sources))
        # What decides, and the tunables' defaults; the loader's other commands do not count.
        parts = [*sorted((LAB / "out").glob("*.bpf.o")), TOP / "loader/tunables.c"]
        self.slowlane = digest(*map(file_digest, parts))
        self.loader = file_digest(BIN / "sched_load")

    def key(self, settings, arm):
        """The name of a transfer's result: nothing but what it uses is in it."""
        parts = [self.base, json.dumps(settings, sort_keys=True)]
        if not arm.path:
            parts += [self.observer]
        if arm.ours:
            parts += [self.module, self.slowlane]
        if arm.object:
            parts += [self.module, self.loader, file_digest(arm.object)]
        return digest(*parts)


class Cache:
    """Results in a directory; None for no cache."""

    def __init__(self, directory):
        self.directory = directory and pathlib.Path(directory)

    def path(self, key):
        """Where a result is."""
        return self.directory / key[:2] / f"{key}.json"

    def get(self, key):
        """What the guest said, or None."""
        if not self.directory:
            return None
        try:
            return json.loads(self.path(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def put(self, key, said):
        """Whole or not at all."""
        if not self.directory:
            return
        path = self.path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}")
        temporary.write_text(json.dumps(said), encoding="utf-8")
        temporary.replace(path)

    def drop(self, key):
        """For a result that turned out to be wrong."""
        if self.directory:
            self.path(key).unlink(missing_ok=True)
