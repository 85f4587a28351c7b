# SPDX-License-Identifier: GPL-2.0-only
"""A folder of results, as the report asks for them: medians per cell, direction and arm."""
import json
import pathlib
import statistics

import bars
import scenario
import summarize

SCENARIOS = pathlib.Path(__file__).resolve().parents[1] / "scenarios"

ARM_ORDER = ("best-path", "path:1", "path:2", "path:3", "worst-path", "default", "slowlane")
VERSIONS = ("kernel", "qemu", "image", "commit")


def known_cells():
    """{id: cell} of all scenarios of the repository."""
    files = sorted(SCENARIOS.glob("*.conf"))
    return {cell.id: cell for path in files for cell in scenario.load(path)}


def settings_of(result, cells):
    """The settings of a result's cell; of a file from elsewhere what the result says."""
    cell = cells.get(result["cell"])
    if cell:
        return cell.values
    given = result.get("scenario") or result.get("swept") or {}
    settings = {k: str(v) for k, v in given.items() if v != scenario.AUTO}
    settings.setdefault("bytes", str(result.get("bytes") or ""))
    return settings


def _number(value, otherwise=None):
    try:
        return float(value)
    except (TypeError, ValueError):
        return otherwise


def paths_of(settings):
    """(rate in Mbit/s, one-way delay in s, flags) of each path."""
    paths = []
    while (rate := _number(settings.get(f"path{len(paths) + 1}_rate_mbit"))) is not None:
        key = f"path{len(paths) + 1}_"
        delay_s = _number(settings.get(key + "delay_ms"), 0.0) / 1000
        paths.append((rate, delay_s, settings.get(key + "flags", "")))
    return paths


def limit_mbps(result, settings):
    """A goodput that no scheduler passes: by T* where it is known, else the paths' sum."""
    limit_s, size = _number(result.get("physical_limit_s")), _number(result.get("bytes"))
    if limit_s and size:
        return size * 8 / limit_s / 1e6
    rates = [rate for rate, _, flags in paths_of(settings) if not flags]
    if not rates or settings.get("per_flow_mbit"):
        return None
    cell = scenario.Cell(result["cell"], {"family": "4", **settings}, [], {})
    return sum(rates) * scenario.payload_share(cell, mptcp=True)


def _slow_srtt_ratio(result, settings):
    """srtt over unloaded RTT, of the slower paths (all but the fastest), the worst of them."""
    paths, srtt_us = paths_of(settings), result.get("srtt_us") or []
    if len(paths) < 2 or len(srtt_us) != len(paths):
        return None
    fastest = max(range(len(paths)), key=lambda i: paths[i][0])
    ratios = [
        srtt / (2e6 * delay_s)
        for i, (srtt, (_, delay_s, _)) in enumerate(zip(srtt_us, paths))
        if i != fastest and delay_s > 0 and srtt
    ]
    return max(ratios, default=None)


def _backup_bytes(result, settings):
    backups = [i for i, p in enumerate(paths_of(settings)) if "backup" in p[2]]
    carried = result.get("path_bytes") or []
    if not backups or len(carried) <= max(backups):
        return None
    return sum(carried[i] for i in backups)


DERIVED = {"slow_srtt_ratio": _slow_srtt_ratio, "backup_bytes": _backup_bytes}


def arm_rank(arm):
    """Sorts the arms as people compare them: one path, then default, then ours."""
    return (ARM_ORDER.index(arm) if arm in ARM_ORDER else len(ARM_ORDER), arm)


class Results:
    """results.jsonl and summary.json of a folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        name = self.folder / "results.jsonl"
        with open(name, encoding="utf-8") as lines:
            self.results = summarize.read(lines, name)
        self.groups = {}
        for r in self.results:
            self.groups.setdefault((r["cell"], r["direction"], r["arm"]), []).append(r)
        self.rows = {(r["cell"], r["direction"], r["arm"]): r for r in self._summary()}
        cells, self.settings = known_cells(), {}
        for r in self.results:
            key = r["cell"], r["direction"]
            if key not in self.settings:
                self.settings[key] = settings_of(r, cells)
        self._medians = {}

    def _summary(self):
        """The runner's rows if they are of these results, else the same statistics here."""
        try:
            text = (self.folder / "summary.json").read_text(encoding="utf-8")
            rows = json.loads(text)
            rows = rows if isinstance(rows, list) else rows["rows"]
            if {(r["cell"], r["direction"], r["arm"]) for r in rows} == set(self.groups) and sum(
                r["n"] + r["failed"] for r in rows
            ) == len(self.results):
                return rows
        except (OSError, ValueError, KeyError, TypeError):
            pass
        return summarize.summarize(self.results)

    @property
    def arms(self):
        """All arms, in the order in which they are shown."""
        return sorted({arm for _, _, arm in self.groups}, key=arm_rank)

    def arms_of(self, cell, direction):
        """The arms of one cell."""
        return [a for a in self.arms if (cell, direction, a) in self.groups]

    def good(self, cell, direction, arm):
        """The verified results of a group."""
        return [r for r in self.groups.get((cell, direction, arm), []) if r["ok"]]

    def values(self, cell, direction, arm, metric):
        """A metric of every verified result that has it."""
        derive = DERIVED.get(metric)
        out = []
        for r in self.good(cell, direction, arm):
            value = derive(r, self.settings[cell, direction]) if derive else r.get(metric)
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                out.append(value)
        return out

    def measured(self, cell, direction, arm, metric):
        """The median of a metric, None if nothing has it. `limit` is an arm here."""
        key = cell, direction, arm, metric
        if key not in self._medians:
            self._medians[key] = self._measure(*key)
        return self._medians[key]

    def _measure(self, cell, direction, arm, metric):
        if arm == "limit":
            limit = self.limit_mbps(cell, direction)
            return None if limit is None else bars.Measured(limit, 0)
        row = self.rows.get((cell, direction, arm))
        if row is None:
            return None
        values = self.values(cell, direction, arm, metric)
        error = "; ".join(row.get("errors", []))
        if not values:
            return bars.Measured(None, 0, row["failed"], error=error) if row["failed"] else None
        low, high = row.get(f"{metric}_ci_low"), row.get(f"{metric}_ci_high")
        value = row.get(metric)
        if not isinstance(value, (int, float)):
            value = statistics.median(values)
        return bars.Measured(value, len(values), row["failed"], low, high, error)

    def limit_mbps(self, cell, direction):
        """What no scheduler passes in a cell, None where it is not known."""
        for arm in sorted(self.arms_of(cell, direction), key=lambda a: "path" in a):
            for r in self.good(cell, direction, arm)[:1]:
                return limit_mbps(r, self.settings[cell, direction])
        return None

    def ratio(self, cell, direction, arm, reference, metric="goodput_mbps"):
        """Of the medians of two arms, None where one is missing."""
        a, b = (self.measured(cell, direction, x, metric) for x in (arm, reference))
        if not a or not b or a.value is None or not b.value:
            return None
        return a.value / b.value

    def verdicts(self):
        """All bars, judged."""
        return bars.judge(self.settings, self.measured, expected_cells())

    def cells(self, grid=False):
        """(cell, direction) of the grid, or of all else."""
        return [k for k in self.settings if (bars.name_of(k[0]) == "grid") == grid]

    def versions(self):
        """{name: values}; more than one value means results of several of them."""
        found = {}
        for r in self.results:
            given = {**r, **r["versions"]} if isinstance(r.get("versions"), dict) else r
            for name in VERSIONS:
                if given.get(name):
                    found.setdefault(name, set()).add(str(given[name]))
        return {name: sorted(values) for name, values in found.items()}

    def seeds(self):
        """All seeds that there are results of."""
        return sorted({r["seed"] for r in self.results})


def expected_cells():
    """{(id, direction): settings} of every scenario of the repository."""
    return {(c.id, d): c.values for c in known_cells().values() for d in c.directions}


def median_list(results, field):
    """Medians of a field that is a list or {name: number}, None where no result has it."""
    return summarize.median([r.get(field) or None for r in results])
