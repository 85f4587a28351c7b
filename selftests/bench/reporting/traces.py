# SPDX-License-Identifier: GPL-2.0-only
"""Traces of single transfers: rows over time, of what the observer wrote."""
import json
import re
from typing import NamedTuple

HEADLINE = ("rfc-sndbuf", "gh-381", "nsdi-bloat", "tbl-het", "rfc-rwnd", "sim-3")
CELLS_SHOWN = 6
POINTS = 500  # of a line; more are not seen


class Row(NamedTuple):
    """One moment. Bytes since the start; limit is a class or ""."""

    t_s: float
    acked_bytes: float
    limit: str
    cwnd: tuple
    path_acked: tuple


def _row(raw):
    per_path = {}
    for at, s in enumerate(raw["subflows"], 1):
        cwnd, acked = per_path.get(s.get("path") or at, (0, 0))
        per_path[s.get("path") or at] = cwnd + s["cwnd"], acked + s["bytes_acked"]
    columns = [per_path.get(n, (0, 0)) for n in range(1, max(per_path, default=0) + 1)]
    cwnd, acked = (tuple(map(float, c)) for c in (zip(*columns) if columns else ((), ())))
    return Row(raw["t_us"] / 1e6, float(raw["snd_una"]), raw["limit"], cwnd, acked)


def read(path):
    """The rows of a file, from time and sequence 0 on; ValueError names a bad line."""
    rows = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                raw = json.loads(line)
                if raw.get("connection", 1) == 1:  # of several, the first stands for all
                    rows.append(_row(raw))
            except (ValueError, TypeError, KeyError, AttributeError) as err:
                raise ValueError(f"{path}:{number}: not a row of a trace: {err}") from err
    if not rows:
        return []
    t0, acked0 = rows[0].t_s, rows[0].acked_bytes
    width = max(len(r.cwnd) for r in rows)

    def pad(values):
        return values + (0.0,) * (width - len(values))

    return [
        r._replace(
            t_s=r.t_s - t0,
            acked_bytes=r.acked_bytes - acked0,
            cwnd=pad(r.cwnd),
            path_acked=pad(r.path_acked),
        )
        for r in rows
    ]


def load(folder):
    """{cell: {arm: (seed, rows)}}, the smallest seed that most arms have."""
    found = {}
    for path in sorted((folder / "traces").glob("*.jsonl")):
        name = re.fullmatch(r"(.+)\.([^.]+)\.(\d+)", path.stem)
        if name:
            cell, arm, seed = name.groups()
            found.setdefault(cell, {}).setdefault(int(seed), {})[arm] = path
    cells = {}
    for cell in sorted(found, key=_rank)[:CELLS_SHOWN]:
        seed = max(found[cell], key=lambda s, of=found[cell]: (len(of[s]), -s))
        arms = {arm: (seed, read(path)) for arm, path in found[cell][seed].items()}
        cells[cell] = {arm: t for arm, t in arms.items() if len(t[1]) > 1}
    return {cell: arms for cell, arms in cells.items() if arms}


def _rank(cell):
    name = re.split("[,.]", cell, maxsplit=1)[0]
    return (HEADLINE.index(name) if name in HEADLINE else len(HEADLINE), cell)


def thin(rows):
    """At most POINTS of them, the last among them."""
    step = max(1, len(rows) // POINTS)
    kept = rows[::step]
    return kept if kept[-1] is rows[-1] else kept + [rows[-1]]


def busiest(rows):
    """The index of the path that carried most."""
    carried = rows[-1].path_acked
    return carried.index(max(carried))


def longest_idle(rows):
    """(start, end) in s of the longest time in which the busiest path delivered nothing."""
    path = busiest(rows)
    best, since = (0.0, 0.0), rows[0]
    for r in rows[1:]:
        if r.t_s - since.t_s > best[1] - best[0]:
            best = (since.t_s, r.t_s)
        if r.path_acked[path] > since.path_acked[path]:
            since = r
    return best


def shares(rows, bins=60):
    """(time, percent of the newly acknowledged bytes per path) in equal steps of time."""
    end, out, i = rows[-1].t_s, [], 0
    last = rows[0]
    for step in range(1, bins + 1):
        while i + 1 < len(rows) and rows[i + 1].t_s <= end * step / bins:
            i += 1
        new = [b - a for a, b in zip(last.path_acked, rows[i].path_acked)]
        if sum(new) > 0:
            out.append((end * (step - 0.5) / bins, *(100 * n / sum(new) for n in new)))
        last = rows[i]
    return out


def limit_runs(rows):
    """(start, end, class) of each stretch of one limit class."""
    runs = []
    for a, b in zip(rows, rows[1:]):
        if runs and runs[-1][2] == a.limit:
            runs[-1][1] = b.t_s
        else:
            runs.append([a.t_s, b.t_s, a.limit])
    return [tuple(r) for r in runs if r[2]]
