#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Summarize the results of selftests/bench/run: a row for a cell, direction and arm.

As a module: read() the lines, summarize() them, and take the rows. All statistics of
the bench are here.
"""
import argparse
import json
import random
import statistics
import sys

RESAMPLES = 2000
COVERAGE = 0.95
# What differs by less is the same for everybody: no win and no loss.
MARGIN = 0.01
BASES = (("best", "best-path"), ("default", "default"))

# Counters whose median is shown: name in the result, heading of the table.
COUNTERS = (
    ("ofo_segments", "OFO"),
    ("duplicates", "dup"),
    ("retrans_mptcp", "retr"),
)
# More medians of each row.
MEDIANS = (
    "duration_s", "bytes", "ofo_bytes", "ofo_residence_p50_us", "ofo_residence_p99_us",
    "ofo_residence_max_us", "stall_us", "penalties", "completion_p50_us",
    "completion_p99_us", "recovery_s", "physical_limit_s",
)


def resample(values, key):
    """Bootstrap medians of the values; the same values and key give the same."""
    if len(set(values)) == 1:
        return [values[0]] * RESAMPLES
    rng = random.Random(key)
    return [statistics.median(rng.choices(values, k=len(values))) for _ in range(RESAMPLES)]


def interval(samples):
    """What holds the middle COVERAGE of the samples."""
    ordered = sorted(samples)
    tail = round(len(ordered) * (1 - COVERAGE) / 2)
    return ordered[tail], ordered[-1 - tail]


def verdict(low, high):
    """What an interval of a ratio to something says: faster, slower or same."""
    if low > 1 + MARGIN:
        return "faster"
    return "slower" if high < 1 - MARGIN else "same"


def median(values):
    """Of those that are there; lists element by element; None if there is none."""
    values = [v for v in values if v is not None]
    if not values:
        return None
    if isinstance(values[0], list):
        return [statistics.median(column) for column in zip(*values)]
    if isinstance(values[0], dict):
        return {k: median([v.get(k) for v in values]) for k in values[0]}
    return statistics.median(values)


def byte_shares(result):
    """What part of the bytes came over each path, in percent."""
    total = sum(result["path_bytes"])
    return [100 * b / total if total else 0 for b in result["path_bytes"]]


def summarize_group(results):
    """One row, of the results of one cell, direction and arm; and bootstrap medians."""
    good = [r for r in results if r["ok"]]
    row = {key: results[0][key] for key in ("cell", "direction", "arm")}
    row["swept"] = results[0].get("swept", {})
    row.update(
        n=len(good),
        failed=len(results) - len(good),
        errors=sorted({r["error"] for r in results if not r["ok"]}),
        seeds=sorted(r["seed"] for r in good),
    )
    if not good:
        return row, None
    goodput = [r["goodput_mbps"] for r in good]
    samples = resample(goodput, f"{row['cell']} {row['direction']} {row['arm']}")
    low, high = interval(samples)
    row.update(
        goodput_mbps=statistics.median(goodput),
        goodput_mbps_min=min(goodput),
        goodput_mbps_max=max(goodput),
        goodput_mbps_ci_low=low,
        goodput_mbps_ci_high=high,
        path_share_pct=median([byte_shares(r) for r in good]),
    )
    for name in [name for name, _ in COUNTERS] + [*MEDIANS, "srtt_us", "limit_us"]:
        row[name] = median([r.get(name) for r in good])
    limit_s = row["physical_limit_s"]
    row["physical_limit_ratio"] = limit_s / row["duration_s"] if limit_s else None
    return row, samples


def add_ratios(row, samples, bases):
    """To the rows of best-path and default of the same cell and direction."""
    for name, (base, base_samples) in bases.items():
        if not (row["n"] and base["n"]) or row is base:
            continue
        low, high = interval([a / b for a, b in zip(samples, base_samples)])
        row[f"ratio_{name}"] = row["goodput_mbps"] / base["goodput_mbps"]
        row[f"ratio_{name}_ci_low"] = low
        row[f"ratio_{name}_ci_high"] = high
        row[f"against_{name}"] = verdict(low, high)


def summarize(results):
    """Rows in the order in which their cell, direction and arm were first seen."""
    groups = {}
    for r in results:
        cell = groups.setdefault((r["cell"], r["direction"]), {})
        cell.setdefault(r["arm"], []).append(r)
    rows = []
    for cell in groups.values():
        found = {arm: summarize_group(of_arm) for arm, of_arm in cell.items()}
        bases = {name: found[arm] for name, arm in BASES if arm in found}
        for row, samples in found.values():
            add_ratios(row, samples, bases)
            rows.append(row)
    return rows


def read(lines, name="stdin"):
    """The results in lines of JSON; ValueError names the line that is none."""
    results = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            result = json.loads(line)
            for key in ("cell", "direction", "arm", "seed", "ok", "error"):
                result[key]
        except (ValueError, TypeError, KeyError) as err:
            raise ValueError(f"{name}:{number}: not a result of the bench: {err}") from err
        results.append(result)
    return results


def format_ratio(row, name):
    """A ratio, marked when the interval is on one side of 1."""
    if f"ratio_{name}" not in row:
        return ""
    mark = {"faster": "+", "slower": "-", "same": " "}[row[f"against_{name}"]]
    return f"{row[f'ratio_{name}']:.3f}{mark}"


def format_row(row):
    """The texts of one row of the table."""
    texts = [row["cell"], row["direction"], row["arm"], f"{row['n']}"]
    if row["n"]:
        limit = row["physical_limit_ratio"]
        texts += [
            f"{row['goodput_mbps']:.2f}",
            f"{row['goodput_mbps_ci_low']:.2f}-{row['goodput_mbps_ci_high']:.2f}",
            f"{row['goodput_mbps_min']:.2f}-{row['goodput_mbps_max']:.2f}",
            format_ratio(row, "best"),
            format_ratio(row, "default"),
            f"{limit:.2f}" if limit else "",
            *(f"{row[name]:.0f}" if row[name] is not None else "" for name, _ in COUNTERS),
            "/".join(f"{s:.1f}" for s in row["path_share_pct"]),
        ]
    return texts


def table(rows):
    """The rows as aligned text."""
    head = ["cell", "dir", "arm", "n", "Mbit/s", "95 %", "min-max", "/best", "/default", "T*/T"]
    head += [heading for _, heading in COUNTERS] + ["shares %"]
    lines = [head] + [format_row(row) for row in rows]
    widths = [max(len(t[i]) for t in lines if i < len(t)) for i in range(len(head))]
    out = []
    for texts, row in zip(lines, [{"failed": 0}] + rows):
        padded = [
            t.ljust(w) if i < 3 else t.rjust(w) for i, (t, w) in enumerate(zip(texts, widths))
        ]
        if row["failed"]:
            padded.append(f"{row['failed']} FAILED: {'; '.join(row['errors'])}")
        out.append("  ".join(padded).rstrip())
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog="Exit code: 1 if a transfer failed."
    )
    parser.add_argument("-j", "--json", action="store_true", help="JSON instead of a table")
    parser.add_argument("file", nargs="*", help="JSON lines (default: standard input)")
    args = parser.parse_args()
    results = []
    try:
        for name in args.file:
            with open(name, encoding="utf-8") as lines:
                results += read(lines, name)
        if not args.file:
            results = read(sys.stdin)
    except (OSError, ValueError) as err:
        sys.exit(f"summarize: {err}")
    rows = summarize(results)
    print(json.dumps(rows, indent=1) if args.json else table(rows))
    return 1 if any(row["failed"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
