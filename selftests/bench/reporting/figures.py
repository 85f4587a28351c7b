# SPDX-License-Identifier: GPL-2.0-only
"""The figures of a bench: plots, and beside each a table with the exact numbers."""
import math
from typing import NamedTuple

import bars
from reporting.data import median_list
from reporting.gnuplot import LIGHT, Plot, arm_colours, block, quote


class Cell(NamedTuple):
    """One number of a table: what is shown, and the value as the JSON has it."""

    text: str
    value: float = None
    metric: str = ""
    lost: bool = False


class Table(NamedTuple):
    """Rows are (key, cells); a key is {cell, direction, arm} or {}."""

    name: str
    head: tuple
    rows: list
    numeric_from: int = 3  # the first column that is a number
    title: str = ""


class Figure(NamedTuple):
    """Plots of one kind. Without plots, `missing` says what is not there."""

    name: str
    title: str
    text: str
    plots: list
    tables: list
    missing: str = ""


def number(value, metric="", decimals=None, lost=False):
    """A Cell; what was not measured is a dash."""
    if value is None:
        return Cell("–", None, metric)
    if decimals is None:
        decimals = bars.METRICS.get(metric, ("", "", 2))[2]
    return Cell(f"{value:.{decimals}f}", value, metric, lost)


def label(cell, direction):
    """A cell's name for a reader; its settings can be wrapped."""
    return f"{cell.replace(',', ', ')} {'↑' if direction == 'up' else '↓'}"


def by_loss(res, keys):
    """Cells in the order of slowlane's goodput beside the best path; the worst come first."""

    def rank(key):
        ratio = res.ratio(*key, "slowlane", "best-path")
        if ratio is None:
            ratio = res.ratio(*key, "slowlane", "default")
        return (ratio is None, ratio or 0, key)

    return sorted(keys, key=rank)


def step(top):
    """A round distance of tics, four or five of them up to top."""
    raw = top / 4
    power = 10 ** math.floor(math.log10(raw))
    return power * max(m for m in (1, 2, 2.5, 5) if m * power <= raw)


def file_name(*parts):
    """A name for files and elements, of what is plotted."""
    return "".join(c if c.isalnum() or c in "-." else "-" for c in "-".join(parts))


# --- every cell at a glance ----------------------------------------------------------

SYMBOLS = {"default": 4, "slowlane": 7}  # open square, filled circle


def overview(res):
    """Goodput of default and slowlane as a multiple of the better path's."""
    keys = by_loss(res, res.cells())
    keys = [k for k in keys if any(res.ratio(*k, arm, "best-path") for arm in SYMBOLS)]
    title = "Goodput beside the better path alone"
    text = (
        "Each line is a cell and direction: the square is the in-kernel default, the dot is "
        "slowlane, 1 is plain TCP over the better path alone (medians). The worst for "
        "slowlane comes first. ↑: the side with several addresses sends; ↓: the other."
    )
    if not keys:
        missing = "No cell has both best-path and an MPTCP arm."
        return Figure("overview", title, text, [], [], missing)
    colours, rows, lines = arm_colours(res.arms), [], []
    for y, key in enumerate(reversed(keys)):
        both = [res.ratio(*key, arm, "best-path") for arm in SYMBOLS]
        lines.append((*both, y))
    for key in keys:
        cells = [Cell(key[0]), Cell(key[1])]
        for arm in SYMBOLS:
            ratio = res.ratio(*key, arm, "best-path")
            cells.append(number(ratio, f"ratio_best_path:{arm}", 3, bool(ratio and ratio < 0.97)))
        cells.append(number(res.ratio(*key, "slowlane", "default"), "ratio_default:slowlane", 3))
        rows.append(({"cell": key[0], "direction": key[1]}, cells))
    marks = [
        f"$r using {i}:3 with points pt {symbol} ps 0.9 lw 1.6 "
        f"lc rgb '{LIGHT[colours.get(arm, 'grey')]}' title '{arm}'"
        for i, (arm, symbol) in enumerate(SYMBOLS.items(), 1)
    ]
    ticks = ", ".join(f"{quote(label(*k))} {y}" for y, k in enumerate(reversed(keys)))
    drawn = [r for line in lines for r in line[:2] if r]
    low = min(0.5, 0.9 * min(drawn))
    script = (
        block("r", lines)
        + f"""
set logscale x 2
set xrange [{low:.3f}:{max(2.0, 1.1 * max(drawn)):.3f}]
set yrange [-0.7:{len(keys) - 0.3}]
set xtics (0.0625, 0.125, 0.25, 0.5, '0.75' 0.75, 1, 1.5, 2, 3, 4)
set ytics ({ticks})
set xlabel 'goodput ÷ goodput of the better path alone (logarithmic)' textcolor rgb '{LIGHT["fg"]}'
set key outside top center horizontal
set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb '{LIGHT["fg"]}' lw 1.5
plot $r using 1:3:($2-$1):(0) with vectors nohead lw 2 lc rgb '{LIGHT["muted"]}' notitle, \\
  {", ".join(marks)}
"""
    )
    worse = sum(bool(line[1] and line[1] < 0.97) for line in lines)
    alt = (
        f"Dot plot of {len(keys)} cells: goodput of default and slowlane divided by that of the "
        f"better path alone. slowlane is below 0.97 in {worse} of them."
    )
    plot = Plot("overview", 1100, 110 + 19 * len(keys), script, alt)
    head = ("cell", "direction", "default ÷ best path", "slowlane ÷ best path")
    head += ("slowlane ÷ default",)
    return Figure("overview", title, text, [plot], [Table("overview", head, rows, 2)])


# --- bars per cell -------------------------------------------------------------------

COLUMNS = (
    "goodput_mbps",
    "duration_s",
    "ofo_segments",
    "ofo_bytes",
    "ofo_residence_p50_us",
    "ofo_residence_p99_us",
    "ofo_residence_max_us",
    "stall_us",
    "retrans_mptcp",
    "duplicates",
    "penalties",
)


def cell_bars(res):
    """A small plot per cell: the median of each arm, its interval, every seed."""
    colours = arm_colours(res.arms)
    plots = [_bar_plot(res, key, colours) for key in by_loss(res, res.cells())]
    text = (
        "Bars are medians; the line through each is the 95 % bootstrap interval of the "
        "median, the small marks are the single transfers. The dashed line is the better "
        "path alone; the dotted one, where there is one, the physical limit, that no "
        "scheduler passes."
    )
    return Figure(
        "bars",
        "Goodput of every cell and arm",
        text,
        [p for p in plots if p],
        [_cell_table(res, "cells", res.cells())],
        "No verified transfer outside the grid." if not any(plots) else "",
    )


def _bar_plot(res, key, colours):
    arms = [a for a in res.arms_of(*key) if res.measured(*key, a, "goodput_mbps")]
    rows, points, drawn = [], [], []
    for y, arm in enumerate(reversed(arms)):
        m = res.measured(*key, arm, "goodput_mbps")
        if m.value is None:
            continue
        spread = res.values(*key, arm, "goodput_mbps")
        low, high = (m.value if v is None else v for v in (m.low, m.high))
        rows.append((m.value, y, low, high, int(LIGHT[colours[arm]][1:], 16), max(spread + [high])))
        points += [(v, y) for v in spread]
        drawn.append(f"{arm} {m.value:.2f}")
    if not rows:
        return None
    limit = res.limit_mbps(*key)
    best = res.measured(*key, "best-path", "goodput_mbps")
    lines = [(best.value, "2", "fg")] if best and best.value else []
    lines += [(limit, "3", "muted")] if limit else []
    arrows = "".join(
        f"set arrow from {x}, graph 0 to {x}, graph 1 nohead dt {dash} lc rgb '{LIGHT[c]}' "
        "lw 1.2 front\n"
        for x, dash, c in lines
    )
    ticks = ", ".join(f"{quote(a)} {y}" for y, a in enumerate(reversed(arms)))
    top = 1.05 * max([r[5] for r in rows] + [x for x, _, _ in lines])
    arrows += "".join(
        f"set label '{r[0]:.2f}' at graph 1.02, first {r[1]} left font ',10' "
        f"textcolor rgb '{LIGHT['fg']}'\n"
        for r in rows
    )
    script = (
        block("b", rows)
        + block("p", points)
        + arrows
        + f"""
set title {quote(label(*key))} font ',12'
set rmargin 8
set xrange [0:{top:.4f}]
set yrange [-0.6:{len(arms) - 0.4}]
set ytics ({ticks}) scale 0
unset grid
set grid x lc rgb '{LIGHT["grid"]}' dt solid lw 0.7
set style fill solid 0.85 noborder
set xtics {step(top):g}
set xlabel 'Mbit/s' textcolor rgb '{LIGHT["muted"]}'
unset key
plot $b using (0):2:(0):1:($2-0.32):($2+0.32):5 with boxxyerror lc rgb variable, \\
  $p using 1:2 with points pt 6 ps 0.35 lc rgb '{LIGHT["fg"]}', \\
  $b using 1:2:3:4 with xerrorbars pt 0 lw 1.4 lc rgb '{LIGHT["fg"]}', \\
  $b using 6:2:7 with labels left offset 0.7,0 textcolor rgb '{LIGHT["fg"]}' font ',10'
"""
    )
    alt = f"{label(*key)}: median goodput in Mbit/s: {', '.join(reversed(drawn))}."
    return Plot(file_name("bars", *key), 430, 92 + 24 * len(arms), script, alt)


def _cell_table(res, name, keys):
    """Every metric of every arm, losses first."""
    head = [
        "cell",
        "direction",
        "arm",
        "transfers",
        "failed",
        "95 % interval",
        "÷ best path",
        "÷ default",
        "so, at 95 %",
        "share of bytes %",
    ]
    head += [" ".join(filter(None, (bars.METRICS[m][0], bars.METRICS[m][1]))) for m in COLUMNS]
    rows = []
    for key in by_loss(res, keys):
        for arm in res.arms_of(*key):
            row = res.rows[(*key, arm)]
            cells = [
                Cell(key[0]),
                Cell(key[1]),
                Cell(arm),
                Cell(str(row["n"]), row["n"], "n"),
                Cell(str(row["failed"]), row["failed"], "failed", row["failed"] > 0),
            ]
            m = res.measured(*key, arm, "goodput_mbps")
            known = m and None not in (m.low, m.high)
            cells.append(Cell(f"{m.low:.2f}–{m.high:.2f}" if known else "–"))
            for other in ("best-path", "default"):
                ratio = None if arm == other else res.ratio(*key, arm, other)
                lost = arm == "slowlane" and ratio is not None and ratio < 0.97
                cells.append(number(ratio, f"ratio_{other.replace('-', '_')}", 3, lost))
            cells.append(Cell(row.get("against_default", "–")))
            cells.append(Cell(_shares(res, key, arm)))
            for metric in COLUMNS:
                m = res.measured(*key, arm, metric)
                cells.append(number(m and m.value, metric))
            rows.append(({"cell": key[0], "direction": key[1], "arm": arm}, cells))
    return Table(name, tuple(head), rows)


def _shares(res, key, arm):
    medians = median_list(res.good(*key, arm), "path_bytes")
    if not medians or not sum(medians):
        return "–"
    return "/".join(f"{100 * m / sum(medians):.1f}" for m in medians)


NOTE_LIMIT = (
    "T*, the time in which the paths, each from its own delay on, could carry the transfer's "
    "payload without a loss; where that is not known (losses, events, a duration) their rates added"
)
