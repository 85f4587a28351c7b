# SPDX-License-Identifier: GPL-2.0-only
"""Arms, and the job that one transfer of a cell with an arm is to the guest.

An arm is what carries the bytes: path:N, best-path or worst-path (plain TCP over that
path alone), the name of an MPTCP scheduler that the kernel has or slowlane registers,
slowlane:KEY=VALUE[:KEY=VALUE...] (with tunables), or obj:FILE.o (the scheduler of that
BPF object; of our own, such as obj:rr.bpf.o, the name will do).
"""
import dataclasses
import pathlib
import re

import scenario
import store

OWN_OBJECTS = store.BIN / "schedulers"
FORMS = (
    "path:N, best-path, worst-path, default, slowlane, slowlane:KEY=VALUE, "
    "a scheduler's name, or obj:FILE.o"
)
PATH_KEYS = ("rate_mbit", "delay_ms", "jitter_ms", "loss_pct", "queue_pkts", "flags")
EVENT_STATE = ("rate_mbit", "delay_ms", "jitter_ms", "loss_pct")
TRANSFER_KEYS = (
    "bottleneck", "per_flow_mbit", "server_ports", "sndbuf_bytes", "rcvbuf_bytes", "bytes",
    "duration_s", "requests", "request_bytes", "connections", "cc", "family",
)
INTERVAL_MS = 100


class ArmError(Exception):
    """An arm that is none, in words."""


@dataclasses.dataclass(frozen=True)
class Arm:
    """label: as results have it."""

    label: str
    path: str = ""  # "best", "worst" or a number; else it is MPTCP
    scheduler: str = ""
    tune: tuple = ()
    object: pathlib.Path | None = None

    @property
    def ours(self):
        """Does it need slowlane attached?"""
        return self.scheduler == "slowlane"


def parse(text):
    """The arm of one word."""
    if text in ("best-path", "worst-path"):
        return Arm(text, path=text.partition("-")[0])
    if re.fullmatch(r"path:[1-8]", text):
        return Arm(text, path=text[5:])
    if text.startswith("obj:"):
        path = pathlib.Path(text[4:])
        if not path.is_file() and path.name == str(path):
            path = OWN_OBJECTS / path
        if not path.is_file() or not re.fullmatch(r"[\w.+-]+\.o", path.name):
            raise ArmError(
                f"arm '{text}': no BPF object (*.o) of that name, nor in {OWN_OBJECTS}; "
                "our own are built by: make lab"
            )
        return Arm(f"obj:{path.name}", object=path)
    name, *tune = text.split(":")
    if name == "path":
        raise ArmError(f"arm '{text}': it must be {FORMS} (N: 1 to 8)")
    if tune and (name != "slowlane" or not all(re.fullmatch(r"\w+=[\w.]+", t) for t in tune)):
        raise ArmError(f"arm '{text}': tunables are slowlane:KEY=VALUE[:KEY=VALUE...]")
    if not re.fullmatch(r"[\w.-]{1,15}", name):
        raise ArmError(f"arm '{text}': it must be {FORMS}")
    return Arm(text, scheduler=name, tune=tuple(tune))


def parse_list(text):
    """The arms of a list with commas."""
    found = [parse(word) for word in text.split(",")]
    labels = [arm.label for arm in found]
    for label in labels:
        if labels.count(label) > 1:
            raise ArmError(f"arm '{label}' is in the list twice")
    return found


def arm_path(cell, arm):
    """The path of a plain TCP arm; 0 for MPTCP."""
    if not arm.path:
        return 0
    if arm.path in ("best", "worst"):
        return scenario.rank(cell)[0 if arm.path == "best" else -1]
    if int(arm.path) not in cell.paths:
        raise ArmError(f"arm '{arm.label}': {cell.id} has {len(cell.paths)} paths")
    return int(arm.path)


def timeout_s(cell, path):
    """Twenty times what the one path needs is not slow any more, it hangs."""
    if "duration_s" in cell.values:
        return 60 + 2 * int(cell.values["duration_s"])
    if cell.bare:
        return 60
    rate = cell.number(f"path{path}_rate_mbit")
    rate = min(rate, cell.number("per_flow_mbit", rate))
    return int(60 + max((e.at_s for e in cell.events), default=0) + 20 * 8e-6 * size(cell) / rate)


def size(cell):
    """The bytes of all connections; for a duration, what all paths could carry."""
    v = cell.values
    if "duration_s" in v:
        rate = sum(cell.number(f"path{n}_rate_mbit") for n in cell.paths)
        return int(rate * 1e6 / 8 * int(v["duration_s"]))
    each = int(v.get("bytes", 0)) or int(v["requests"]) * int(v["request_bytes"])
    return each * int(v["connections"])


def event_settings(cell, paths):
    """eventK_*: each with all settings of its path from then on."""
    state = {
        n: {key: cell.values.get(f"path{n}_{key}", "") for key in EVENT_STATE} for n in paths
    }
    down, out, k = set(), {}, 0
    for event in cell.events:
        if event.path not in paths:
            continue
        changes = dict(event.changes)
        if changes.pop("down", None) is not None:
            (down.add if event.changes["down"] else down.discard)(event.path)
        state[event.path].update(changes)
        now = dict(state[event.path])
        if event.path in down:
            now["loss_pct"] = "100"
        k += 1
        out[f"event{k}_at_us"] = str(round(event.at_s * 1e6))
        out[f"event{k}_path"] = str(event.path)
        out.update((f"event{k}_{key}", value) for key, value in now.items() if value)
    return out


def settings(cell, arm, seed, direction):
    """All that a transfer depends on, as key: text; for a TCP arm its own path only."""
    path = arm_path(cell, arm)
    paths = [path] if path else cell.paths
    out = {"kind": "tcp" if path else "mptcp", "direction": direction, "seed": str(seed)}
    out["paths"] = " ".join(map(str, paths))
    out["best"] = str(path or scenario.rank(cell)[0])
    for key in TRANSFER_KEYS:
        if key in cell.values:
            out[key] = cell.values[key]
    if path:
        out.pop("server_ports", None)
    for n in paths:
        for key in PATH_KEYS:
            if f"path{n}_{key}" in cell.values:
                out[f"path{n}_{key}"] = cell.values[f"path{n}_{key}"]
    if arm.object:
        out["object"] = arm.object.name
    elif not path:
        out["scheduler"] = arm.scheduler
    if arm.tune:
        out["tune"] = " ".join(arm.tune)
    out.update(event_settings(cell, paths))
    if cell.events or "duration_s" in cell.values:
        out["interval_ms"] = str(INTERVAL_MS)
    out["timeout_s"] = str(timeout_s(cell, path or scenario.rank(cell)[0]))
    # Where in 50 ms of the kernel's ticks and timers this seed starts.
    out["start_us"] = str(seed * 2654435761 % 2**32 * 50000 // 2**32)
    return out


def job_text(values):
    """A job as selftests/bench/lib/job.sh reads it."""
    return "".join(f"{key}={value}\n" for key, value in values.items()) + "\n"
