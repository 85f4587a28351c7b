# SPDX-License-Identifier: GPL-2.0-only
"""Published figures beside ours, and what ours were measured on.

The sources: the kernel list's RFC of the penalty and its review, the comparison of MPTCP
with CMT-SCTP, the PostgreSQL proposal for MPTCP, upstream's simult_flows.sh.
"""
import json

import bars
from reporting.data import VERSIONS, median_list, paths_of
from reporting.figures import NOTE_LIMIT, Cell, Figure, Table, number

# cell: what its source says of the penalty there
RFC = {
    "rfc-sndbuf": "OFO −18 to −23 % of segments at equal throughput",
    "rfc-rwnd": "without the guard twice as slow",
    "rfc-both": "without the guard twice as slow",
    "rfc-auto": "OFO a few percent worse",
    "rfc-snd-gt-rcv": "asked for in the review, no figure",
    "rfc-bloat": "asked for in the review (RTTs shown), no figure",
}

# cell: Mbit/s of the paths' sum, path A alone, MPTCP, CMT-SCTP; None: not published
COMPARISON = {
    "tbl-het": (50.5, 42.1, 41.8, 38.6),
    "tbl-sym": (54.6, None, 48.2, 50.1),
    "tbl-outage": (None, None, 40.9, 35.2),
}

# what, seconds alone, seconds over four paths, the kind of cell it is
POSTGRES = (("COPY of 82 MB", 42.1, 14.4, "pg-cap"), ("pg_basebackup", 86.8, 30.5, "pg-cap"))


MPTCP_ARMS = ("default", "slowlane")


def _of(res, name):
    """Cells of a name that were run, or (name, "–") when none was."""
    return [k for k in res.settings if bars.name_of(k[0]) == name] or [(name, "–")]


def _median(res, key, arm, metric="goodput_mbps"):
    m = res.measured(*key, arm, metric)
    return m.value if m else None


def _change(res, key, metric):
    ratio = res.ratio(*key, "slowlane", "default", metric)
    return None if ratio is None else 100 * (ratio - 1)


def _srtt(res, key, arm):
    """srtt of each path in ms, with its unloaded RTT."""
    srtt_us = median_list(res.good(*key, arm), "srtt_us")
    if not srtt_us:
        return "–"
    unloaded = [2000 * d for _, d, _ in paths_of(res.settings[key])]
    unloaded = unloaded if len(unloaded) == len(srtt_us) else ["?"] * len(srtt_us)
    return ", ".join(
        f"{s / 1000:.0f} ({u:g})" if u != "?" else f"{s / 1000:.0f}"
        for s, u in zip(srtt_us, unloaded)
    )


def rfc(res):
    """The four regimes of the RFC and the two of its review."""
    head = (
        "cell",
        "direction",
        "the source says",
        "OFO segments, change %",
        "OFO bytes, change %",
        "goodput, change %",
        "time, change %",
        "srtt of default, ms (unloaded)",
        "srtt of slowlane, ms (unloaded)",
    )
    rows = []
    for name, says in RFC.items():
        for key in _of(res, name):
            cells = [Cell(key[0]), Cell(key[1]), Cell(says)]
            for metric in ("ofo_segments", "ofo_bytes", "goodput_mbps", "duration_s"):
                change = _change(res, key, metric)
                more_is_worse = metric != "goodput_mbps"
                lost = change is not None and (change > 0.5 if more_is_worse else change < -0.5)
                text = number(change, f"change:{metric}", 1, lost)
                cells.append(text if change is None else text._replace(text=f"{change:+.1f}"))
            cells += [Cell(_srtt(res, key, arm)) for arm in ("default", "slowlane")]
            rows.append(({"cell": key[0], "direction": key[1]}, cells))
    return Table("rfc", head, _losses_first(rows), 3)


def _losses_first(rows):
    """What lost, then what won, then what was not run."""

    def rank(row):
        cells = row[1]
        unmeasured = all(c.value is None for c in cells)
        return (unmeasured, -sum(c.lost for c in cells))

    return sorted(rows, key=rank)


def comparison(res):
    """MPTCP against CMT-SCTP, theirs and ours in the same columns."""
    head = ("cell", "who", "sum of the paths", "path A alone", "MPTCP (default)", "CMT-SCTP")
    head += ("slowlane", "default ÷ sum", "slowlane ÷ sum")
    for name in ("p99 completion ms", "slow path's bytes %"):
        head += tuple(f"{name} ({arm})" for arm in MPTCP_ARMS)
    rows = []
    for name, (total, alone, mptcp, sctp) in COMPARISON.items():
        efficiency = mptcp / total if total else None
        theirs = [number(v) for v in (total, alone, mptcp, sctp, None)]
        theirs += [number(efficiency, "", 3), *[number(None)] * 5]
        rows.append(({"cell": name}, [Cell(name), Cell("published"), *theirs]))
        rows += [_our_comparison(res, key) for key in _of(res, name)]
    return Table("comparison", head, rows, 2)


def _our_comparison(res, key):
    """The row of ours."""
    parts = [_median(res, key, a) for a in ("best-path", "worst-path")]
    total = sum(parts) if None not in parts else None
    ours = {a: _median(res, key, a) for a in MPTCP_ARMS}
    lost = bool(ours["slowlane"] and parts[0] and ours["slowlane"] < parts[0])
    cells = [Cell(key[0]), Cell("ours"), number(total, "sum_mbps")]
    cells.append(number(parts[0], "goodput_mbps:best-path"))
    cells += [number(ours["default"], "goodput_mbps:default"), number(None)]
    cells.append(number(ours["slowlane"], "goodput_mbps:slowlane", None, lost))
    for arm, mbps in ours.items():
        cells.append(number(mbps / total if mbps and total else None, f"efficiency:{arm}", 3))
    for arm in ours:
        # A stream has no completion; the same paths have blocks too.
        p99_us = _median(res, (f"{key[0]}-blocks", key[1]), arm, "completion_p99_us")
        cells.append(number(p99_us / 1000 if p99_us else None, f"completion_p99_ms:{arm}", 1))
    cells += [number(_slow_share(res, key, a), f"slow_share_pct:{a}", 1) for a in ours]
    return {"cell": key[0], "direction": key[1]}, cells


def _slow_share(res, key, arm):
    """Percent of the bytes that the slowest path carried."""
    carried = median_list(res.good(*key, arm), "path_bytes")
    rates = [r for r, _, _ in paths_of(res.settings.get(key, {}))]
    if not carried or len(carried) != len(rates) or not sum(carried):
        return None
    return 100 * carried[rates.index(min(rates))] / sum(carried)


def postgres(res):
    """One link with a cap per flow: seconds, and how many times faster."""
    head = ("what", "who", "alone s", "MPTCP s", "times faster", "slowlane s", "times faster ")
    rows = []
    for what, alone, four, name in POSTGRES:
        rows.append(
            (
                {},
                [
                    Cell(what),
                    Cell("published"),
                    number(alone, "", 1),
                    number(four, "", 1),
                    number(alone / four),
                    number(None),
                    number(None),
                ],
            )
        )
    for key in _of(res, POSTGRES[0][3]):
        one, default, ours = (
            _median(res, key, a, "duration_s") for a in ("best-path", "default", "slowlane")
        )
        rows.append(
            (
                {"cell": key[0]},
                [
                    Cell(key[0]),
                    Cell("ours"),
                    number(one, "duration_s:best-path", 1),
                    number(default, "duration_s:default", 1),
                    number(one / default if one and default else None),
                    number(
                        ours, "duration_s:slowlane", 1, bool(ours and default and ours > default)
                    ),
                    number(one / ours if one and ours else None),
                ],
            )
        )
    return Table("postgres", head, rows, 2)


def simult(res):
    """Upstream's simult_flows.sh, run unmodified: how often it passed."""
    head = ("scheduler", "runs", "passed", "failed", "no verdict")
    rows = []
    try:
        found = json.loads((res.folder / "simult.json").read_text(encoding="utf-8"))
        for r in found["schedulers"]:
            passed, failed, none = r["passed"], r["failed"], r["error"]
            cells = [Cell(r["scheduler"]), number(r["runs"], "runs", 0)]
            cells += [number(passed, "passed", 0), number(failed, "failed", 0, failed > 0)]
            cells.append(number(none, "error", 0, none > 0))
            rows.append(({"arm": r["scheduler"]}, cells))
    except OSError:
        pass
    except (ValueError, KeyError, TypeError) as err:
        raise ValueError(f"{res.folder}/simult.json: not what bench/simult prints: {err}") from err
    if not rows:
        rows = [({}, [Cell(name), *[number(None)] * 4]) for name in ("default", "slowlane")]
    return Table("simult", head, rows, 1)


TITLES = (
    (
        "The RFC's regimes, and those its review asked for",
        rfc,
        "slowlane against default; the RFC's patch against its own default.",
    ),
    ("MPTCP and CMT-SCTP", comparison, "Mbit/s. Published on real machines, ours in the lab."),
    (
        "One link with a cap per flow (PostgreSQL)",
        postgres,
        "10 Mbit/s per flow; published with four ports.",
    ),
    ("simult_flows.sh of the kernel's selftests", simult, "Unmodified, from the kernel's source."),
)


def figures(res):
    """A section for the page: tables only."""
    text = "What others published for these cells, and ours in the same units. –: not measured."
    tables = [make(res)._replace(title=f"{title}. {note}") for title, make, note in TITLES]
    return [Figure("published", "Published tables, and ours", text, [], tables)]


def how(res):
    """(name, value): what to know to repeat it."""
    versions = res.versions()
    seeds = res.seeds()
    rows = [
        (
            "machine",
            "the lab: QEMU's TCG, one core, time by instruction count; the host does " "not matter",
        )
    ]
    rows += [
        (name, ", ".join(versions.get(name, ["not said by the results"]))) for name in VERSIONS
    ]
    rows += [
        ("seeds", _ranges(seeds) + ", the same for all arms of a cell"),
        (
            "statistics",
            "medians over the seeds; intervals are 95 % bootstrap intervals of the "
            "median (2000 resamples); ratios are ratios of medians",
        ),
        ("physical limit", NOTE_LIMIT),
        (
            "repeat it",
            "make bench (all cells) or make bench-quick (headline cells), or "
            "selftests/bench/run --seeds N FILE.conf...; then selftests/bench/report",
        ),
    ]
    return rows


def _ranges(numbers):
    """1-3, 7 of [1, 2, 3, 7]."""
    runs = []
    for n in numbers:
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ", ".join(f"{a}-{b}" if a != b else f"{a}" for a, b in runs)
