# SPDX-License-Identifier: GPL-2.0-only
"""A made-up folder of results for the report's own test; the numbers mean nothing."""
import itertools
import json
import random

import scenario
from reporting import data

VERSIONS = {"kernel": "0.0-made-up", "qemu": "0.0", "image": "00000000", "commit": "made up"}
# cell: goodput of default and slowlane beside the better path's
FACTORS = {
    "sim-1": (1.96, 1.96),
    "sim-3": (1.25, 1.27),
    "rfc-sndbuf,cc=reno": (0.89, 1.11),
    "rfc-sndbuf": (0.89, 1.11),
    "rfc-bloat,sndbuf_bytes=262144": (1.1, 1.12),
    "gh-381,bytes=1000000,path2_delay_ms=0.5": (0.18, 0.91),
    "gh-315": (1.0, 1.0),
    "tbl-het": (0.55, 1.12),
}
LOSS = "gh-381,bytes=1000000,path2_delay_ms=0.5"  # slowlane loses here, and says so
FAILED = "rfc-bloat,sndbuf_bytes=262144"  # a transfer of slowlane fails here
FEW = "tbl-het"  # three seeds only
GRID = {  # the part of the grid that is here
    "path2_loss_pct": ("0", "1"),
    "sndbuf_bytes": ("65536", "auto"),
    "bytes": ("100000", "1000000"),
}
ARMS = ("best-path", "worst-path", "default", "slowlane", "slowlane:penalty=off")


def _result(cell, arm, seed, direction, goodput, rng):
    size = int(cell.values.get("bytes", 10_000_000))
    one = arm.endswith("-path")
    share = 1.0 if one else rng.uniform(0.66, 0.7)
    ofo = 0 if one else int(size * (0.3 if arm == "default" else 0.1))
    span_us = size * 8 / goodput
    split = (0.02, 0.5, 0.4, 0.06, 0.02) if arm == "default" else (0.03, 0.85, 0.05, 0.02, 0.05)
    return {
        "cell": cell.id,
        "arm": arm,
        "seed": seed,
        "direction": direction,
        "ok": True,
        "error": "",
        "bytes": size,
        "duration_s": round(span_us / 1e6, 6),
        "goodput_mbps": round(goodput, 4),
        "path_bytes": [size] if one else [int(size * share), size - int(size * share)],
        "srtt_us": [10000] if one else [21000, 18000 if arm == "slowlane" else 91000],
        "ofo_segments": ofo // 1428,
        "ofo_bytes": ofo,
        "ofo_residence_p50_us": 0 if one else 9000,
        "ofo_residence_p99_us": 0 if one else 90000,
        "ofo_residence_max_us": 0 if one else 130000,
        "ofo_residence_hist_us": [] if one else [[1000 * 2**i, ofo // 8] for i in range(8)],
        "stall_us": None if one else int(span_us * split[2] / 2),
        "retrans_mptcp": 0,
        "duplicates": 0,
        "penalties": 12 if arm == "slowlane" else None,
        "limit_us": None
        if one
        else dict(zip(("app", "cwnd", "sndbuf", "rwnd", "sched"), (int(span_us * s) for s in split))),
        "swept": cell.swept,
        "physical_limit_s": scenario.limit_s(cell),
        "versions": VERSIONS,
    }


def _alone(cell, arm):
    """Goodput of plain TCP over the better or the worse path."""
    rates = [cell.number(f"path{n}_rate_mbit") for n in cell.paths]
    return (min if arm == "worst-path" else max)(rates) * scenario.payload_share(cell, False)


def _named(cells, rng):
    for name, factors in FACTORS.items():
        cell = cells[name]
        factor = dict(zip(ARMS[2:], (*factors, factors[0])))
        seeds = range(1, 4 if name == FEW else 11)
        for direction, seed, arm in itertools.product(cell.directions, seeds, ARMS):
            goodput = _alone(cell, arm) * factor.get(arm, 1) * rng.gauss(1, 0.015)
            r = _result(cell, arm, seed, direction, goodput, rng)
            if name == "gh-315" and not arm.endswith("-path"):
                r["path_bytes"] = [r["bytes"], 0]
            if (name, arm, seed) == (FAILED, "slowlane", 4):
                r = {k: r[k] for k in ("cell", "arm", "seed", "direction", "swept")}
                r.update(ok=False, error="payload differs at byte 4711")
            yield r


def _grid(cells, rng):
    for cell in cells.values():
        if not cell.id.startswith("grid") or any(
            cell.swept[key] not in values for key, values in GRID.items()
        ):
            continue
        gain = 1 + 0.9 * cell.number("path2_rate_mbit") / 20 / (1 + cell.number("path2_loss_pct"))
        hurt = 0.3 if "sndbuf_bytes" in cell.values and cell.number("path2_delay_ms") > 5 else 1.0
        factor = {"default": gain * hurt, "slowlane": max(gain * hurt, 0.99)}
        for arm, seed in itertools.product(("best-path", "default", "slowlane"), (1,)):
            goodput = _alone(cell, arm) * factor.get(arm, 1) * rng.gauss(1, 0.01)
            yield _result(cell, arm, seed, "up", goodput, rng)


def _trace(arm, rng):
    """Two paths for 4 s; default stands still now and then, slowlane does not."""
    carried, acked, cwnd = [0.0, 0.0], 0.0, [10.0, 10.0]
    for ms in range(0, 4000, 5):
        stalled = arm == "default" and ms % 1300 > 900
        for p, rate in enumerate((1.25e6, 0.375e6)):
            if not (stalled and p == 0):
                carried[p] += rate * 0.005 * rng.uniform(0.9, 1.1)
            cwnd[p] = min(cwnd[p] + 0.2, 60) if rng.random() > 0.01 else cwnd[p] * 0.7
        if not stalled:
            acked = sum(carried)
        yield {
            "t_us": 1000 * ms,
            "snd_una": int(acked),
            "connection": 1,
            "limit": "sndbuf" if stalled else "cwnd" if ms % 400 else "app",
            "subflows": [
                {"path": p + 1, "cwnd": int(cwnd[p]), "bytes_acked": int(carried[p])}
                for p in (0, 1)
            ],
        }


def write(folder):
    """Make the folder; what is in it is always the same."""
    rng, cells = random.Random(1), data.known_cells()
    (folder / "traces").mkdir(parents=True)
    with open(folder / "results.jsonl", "w", encoding="utf-8") as out:
        for r in itertools.chain(_named(cells, rng), _grid(cells, rng)):
            print(json.dumps(r), file=out)
    for cell, arm in itertools.product(("rfc-sndbuf", LOSS), ("default", "slowlane")):
        rows = "\n".join(json.dumps(row) for row in _trace(arm, rng))
        (folder / f"traces/{cell}.{arm}.1.jsonl").write_text(rows + "\n", encoding="utf-8")
