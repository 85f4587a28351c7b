# SPDX-License-Identifier: GPL-2.0-only
"""The line of results.jsonl that a transfer becomes."""
import arms
import scenario

# In this order, in every line; null where nobody measured it.
FIELDS = (
    "ok", "error", "goodput_mbps", "duration_s", "bytes", "path_bytes", "ofo_segments",
    "ofo_bytes", "ofo_residence_p50_us", "ofo_residence_p99_us", "ofo_residence_max_us",
    "stall_us", "retrans_mptcp", "duplicates", "penalties", "srtt_us", "limit_us",
    "requests", "completion_p50_us", "completion_p99_us", "recovery_s", "physical_limit_s",
    "instructions_per_mb",
)
PENALTIES = ("penalties_cwnd", "penalties_share")  # of SL_COUNTERS in bpf/slowlane.h
RECOVERED = 0.9  # of the sum of the paths, over WINDOW_MS
WINDOW_MS = 1000


def recovery_s(cell, said):
    """Seconds from a path's last return until the sum of all paths is there again.

    At the end of the first second that carries 90 % of it. None if no path returns, or
    the sum is not reached.
    """
    ups = [e.at_s for e in cell.events if e.changes.get("down") is False]
    series, step_ms = said.get("interval_bytes"), said.get("interval_ms")
    if not ups or not series:
        return None
    rates = sum(cell.number(f"path{n}_rate_mbit") for n in cell.paths)
    enough = RECOVERED * rates * scenario.payload_share(cell, mptcp=True) * 1e6 / 8
    enough *= WINDOW_MS / 1000
    window, first = WINDOW_MS // step_ms, round(ups[-1] * 1000 / step_ms)
    for begin in range(first, len(series) - window + 1):
        if sum(series[begin : begin + window]) >= enough:
            return round((begin + window - first) * step_ms / 1000, 3)
    return None


def instructions_per_mb(cell, said):
    """What both ends and the kernel between execute for 10^6 bytes of payload.

    In the deterministic lab an instruction is 1 ns, and over bare veth pairs the CPU is
    never idle. None for cells with something else to wait for.
    """
    if not cell.bare or not said.get("duration_s"):
        return None
    return round(said["duration_s"] * 1e9 / (arms.size(cell) / 1e6))


def penalties(said):
    """How often slowlane penalised a path, by its own counters."""
    counters = said.get("counters") or {}
    counted = [counters[name] for name in PENALTIES if name in counters]
    return sum(counted) if counted else None


def by_path(cell, settings, values):
    """A list with an element for each path of the cell, from one of those used."""
    if values is None:
        return None
    found = dict(zip(map(int, settings["paths"].split()), values))
    return [found.get(n, 0) for n in cell.paths]


def line(cell, arm, seed, direction, said):
    """said: what the guest said, and the versions that it was made with."""
    settings = arms.settings(cell, arm, seed, direction)
    out = {"cell": cell.id, "arm": arm.label, "seed": seed, "direction": direction}
    own = {
        **said,
        "path_bytes": by_path(cell, settings, said.get("path_bytes")),
        "srtt_us": by_path(cell, settings, said.get("srtt_us")),
        "penalties": penalties(said),
        "recovery_s": recovery_s(cell, said),
        "physical_limit_s": scenario.limit_s(cell),
        "instructions_per_mb": instructions_per_mb(cell, said),
    }
    out.update((field, own.pop(field, None)) for field in FIELDS)
    path = arms.arm_path(cell, arm)
    if path:
        out["arm_path"] = path
    out["swept"] = cell.swept
    out.update(own)
    return out
