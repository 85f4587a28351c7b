# SPDX-License-Identifier: GPL-2.0-only
"""docs/RESULTS.md: the bars, the published tables, and how to repeat it."""
import pathlib

import bars
from reporting import heatmap, published
from reporting.figures import by_loss, number
from reporting.page import verdict_cells

PARITY = pathlib.Path(__file__).with_name("parity.md")

TITLES = {
    bars.MISSED: "Missed",
    bars.UNMEASURED: "Not measured",
    bars.FEW: f"Met, by fewer than {bars.SEEDS_ASKED} seeds",
    bars.MET: "Met",
}


def table(head, rows, left=4, right=0):
    """A Markdown table; all columns but the first and the last few are numbers."""
    align = ["---" if i < left or i >= len(head) - right else "--:" for i in range(len(head))]
    lines = [head, align, *rows]
    return (
        "\n".join(
            "| " + " | ".join(str(c).replace("|", "\\|") for c in line) + " |" for line in lines
        )
        + "\n"
    )


def _bars_row(res, v):
    value, bound, ratio, note = verdict_cells(v)
    cell = heatmap.words(v.cell, res.settings.get((v.cell, v.direction), {}))
    return v.bar.id, cell, v.direction, bars.describe(v.bar), value, bound, ratio, v.n, note


def _verdicts(res, verdicts):
    out = []
    head = ("bar", "cell", "dir", "asked", "measured", "bound", "÷ ref.", "seeds", "remark")
    for status in bars.ORDER:
        rows = [_bars_row(res, v) for v in verdicts if v.status == status]
        goals = sum(v.status == status and v.bar.goal for v in verdicts)
        also = f", and goals: {goals}" if goals else ""
        out.append(f"### {TITLES[status]}: {len(rows) - goals}{also}\n")
        if not rows:
            out.append("None.\n")
        elif status == bars.MISSED:
            out.append(table(head, rows, right=1))
        elif status == bars.UNMEASURED:
            folded = [
                (bar.id, bars.describe(bar), why, bars.listed(names))
                for bar, why, names in bars.fold(verdicts)
            ]
            out.append(table(("bar", "asked", "why", "cells"), folded, 4))
        else:
            out.append(_met(res, verdicts, status, head))
    return out


def _met(res, verdicts, status, head):
    """What is met, in full but for the bars that every cell has: of those, the tightest."""
    rows, folded = [], {}
    for v in verdicts:
        if v.status == status and "*" in v.bar.cells:
            folded.setdefault(v.bar.id, []).append(v)
        elif v.status == status:
            rows.append(_bars_row(res, v))
    for group in folded.values():
        worst = max(group, key=lambda v: v.shortfall)
        row = list(_bars_row(res, worst))
        row[1] += f" (the tightest of {len(group)} cells)" if len(group) > 1 else ""
        rows.append(row)
    return table(head, sorted(map(tuple, rows), key=lambda r: r[0]), right=1)


def _cells(res):
    head = [
        "cell",
        "dir",
        "best path",
        "default",
        "slowlane",
        "95 %",
        "÷ best",
        "÷ default",
        "OFO default",
        "OFO slowlane",
        "transfers",
        "failed",
    ]
    rows = []
    for key in by_loss(res, res.cells()):
        groups = [res.rows.get((*key, a)) for a in ("best-path", "default", "slowlane")]
        median = [
            res.measured(*key, a, "goodput_mbps") for a in ("best-path", "default", "slowlane")
        ]
        ofo = [res.measured(*key, a, "ofo_segments") for a in ("default", "slowlane")]
        ours = median[2]
        known = ours and None not in (ours.low, ours.high)
        rows.append(
            [
                *key,
                *(number(m and m.value).text for m in median),
                f"{ours.low:.2f}–{ours.high:.2f}" if known else "–",
                number(res.ratio(*key, "slowlane", "best-path"), "", 3).text,
                number(res.ratio(*key, "slowlane", "default"), "", 3).text,
                *(number(m and m.value, "ofo_segments").text for m in ofo),
                sum(g["n"] for g in groups if g),
                sum(g["failed"] for g in groups if g),
            ]
        )
    return table(head, rows, 2)


def _arms(res):
    """Cells that have further arms: goodput of each, and OFO segments."""
    everywhere = set.intersection(*(set(res.arms_of(*key)) for key in res.settings))
    keys = [k for k in by_loss(res, res.cells()) if set(res.arms_of(*k)) - everywhere]
    if not keys:
        return "None.\n"
    shown = [a for a in res.arms if any(a in res.arms_of(*k) for k in keys)]
    rows = []
    for key in keys:
        row = list(key)
        for arm in shown:
            mbps, ofo = (res.measured(*key, arm, m) for m in ("goodput_mbps", "ofo_segments"))
            text = number(mbps and mbps.value).text
            row.append(f"{text} ({ofo.value:.0f})" if ofo and ofo.value is not None else text)
        rows.append(row)
    return table(["cell", "dir", *shown], rows, 2)


def page(res, verdicts, how):
    """The file's text."""
    counts = bars.counts(verdicts)
    said = ", ".join(f"{counts[s]} {s}" for s in bars.ORDER)
    out = [
        "# Figures\n",
        "Generated by `selftests/bench/report` from the results of `make bench`; edit that, not "
        "this. Medians; intervals are 95 % bootstrap intervals of the median.\n",
        table(("what", "value"), how, 2),
        "## The bars\n",
        f"What the policy has to reach, cell by cell: {said}. A loss is reported as a loss, the "
        "largest first; without data a bar is not measured, never met. *÷ ref.* is ours divided "
        "by what the bar compares with. `up`: the side with several addresses sends.\n",
        *_verdicts(res, verdicts),
        "## Cells\n",
        "Goodput in Mbit/s, the worst beside the better path first; OFO: segments that the "
        "receiver had to hold. The grid is on the page that the same command writes.\n",
        _cells(res),
        "## Arms side by side\n",
        "Cells with further arms: Mbit/s, and OFO segments in brackets. "
        "`slowlane:penalty=off` is admission alone, `slowlane:admission=off` the penalty "
        "alone, with both off it does as `default`.\n",
        _arms(res),
        "## Published tables, and ours\n",
        "– is not measured.\n",
    ]
    for title, make, note in published.TITLES:
        tab = make(res)
        out += [
            f"### {title}\n",
            note + "\n",
            table(tab.head, [[c.text for c in cells] for _, cells in tab.rows], tab.numeric_from),
        ]
    out.append(PARITY.read_text(encoding="utf-8"))
    return "\n".join(out)
