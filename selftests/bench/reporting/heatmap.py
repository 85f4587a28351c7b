# SPDX-License-Identifier: GPL-2.0-only
"""The grid as heat maps: goodput of an arm divided by that of the better path alone."""
import math
from typing import NamedTuple

import bars
from reporting.data import paths_of
from reporting.figures import Cell, Figure, Table, by_loss, number
from reporting.gnuplot import LIGHT, Plot, block, quote

# Multiples of the better path's goodput: up to which value, which colour. Orange is
# worse, blue better, and both differ in lightness too.
RAMP = (
    (0.25, "#7f3b08"),
    (0.5, "#b35806"),
    (0.75, "#e08214"),
    (0.9, "#fdb863"),
    (0.97, "#fee0b6"),
    (1.03, "#f2f2f2"),
    (1.2, "#d1e5f0"),
    (1.5, "#92c5de"),
    (1.8, "#4393c3"),
    (math.inf, "#2166ac"),
)
LOST = 0.97
COMPARED = (("default", "best-path"), ("slowlane", "best-path"), ("slowlane", "default"))


def ramp(ratio):
    """The colour of a ratio, and that of text on it."""
    colour = next(c for top, c in RAMP if ratio < top)
    luma = sum(w * int(colour[i : i + 2], 16) for w, i in ((0.3, 1), (0.59, 3), (0.11, 5)))
    return colour, "#111111" if luma > 140 else "#fefefe"


def grid_axes(settings):
    """(rate ratio, RTT ratio, loss, buffer, size) of a cell of the grid."""
    paths = paths_of(settings)
    if len(paths) < 2:
        return None
    (rate1, delay1, _), (rate2, delay2, _) = paths[:2]
    buffer = settings.get("sndbuf_bytes") or settings.get("rcvbuf_bytes")
    return (
        round(rate1 / rate2, 1),
        round(delay2 / delay1, 1) if delay1 else 0.0,
        float(settings.get("path2_loss_pct") or 0),
        int(buffer) if buffer else 0,  # 0: autotuned
        int(float(settings.get("bytes") or 0)),
    )


def words(cell, settings):
    """A cell's id for a reader: a cell of the grid by its axes."""
    axes = grid_axes(settings) if bars.name_of(cell) == "grid" else None
    if not axes:
        return cell.replace(",", ", ")
    rate, rtt, loss, buffer, size = axes
    return (
        f"grid: rates {rate:g}:1, RTTs 1:{rtt:g}, loss {loss:g} %, buffers {_buffer(buffer)}, "
        f"{_size(size)}"
    )


def _size(count):
    return f"{count / 1e6:g} MB" if count >= 1e6 else f"{count / 1e3:g} kB"


def _buffer(count):
    return f"{count // 1024} KiB" if count else "autotuned"


def grid(res):
    """Heat maps of the ratio to the better path: one plot for each size of transfer."""
    title = "The grid: where a second path helps, and where it costs"
    text = (
        "Goodput divided by that of the better path alone, left with the in-kernel default, "
        "right with slowlane; a panel for each loss on the slow path (rows) and size of the "
        "buffers (columns). Orange is slower than one path, blue is faster, white is the same. "
        "Fast path: 20 Mbit/s, RTT 10 ms."
    )
    at = {}
    for key in res.cells(grid=True):
        axes = grid_axes(res.settings[key])
        if axes:
            at[axes] = key
    arms = [a for a in ("default", "slowlane") if a in res.arms]
    if not at or not arms or "best-path" not in res.arms:
        return Figure("grid", title, text, [], [], "The grid was not run.")
    plots = [_heat_map(res, at, size, arms) for size in sorted({a[4] for a in at})]
    return Figure("grid", title, text, plots, [_grid_table(res, at)])


def _heat_map(res, at, size, arms):
    axis = [sorted({a[i] for a in at}) for i in range(4)]
    axis[3].sort(key=lambda b: b or 1 << 60)  # autotuned is the largest
    rates, rtts, losses, buffers = axis
    columns, rows = len(buffers) * len(arms), len(losses)
    width, height = max(920, 96 + 168 * columns), 150 + 142 * rows
    left, right, top, bottom = 78 / width, 1 - 18 / width, 1 - 104 / height, 54 / height
    script = [
        f"set multiplot layout {rows},{columns} margins {left:.4f},{right:.4f},"
        f"{bottom:.4f},{top:.4f} spacing {12 / width:.4f},{12 / height:.4f}",
        "unset key",
        "unset grid",
        "set tics scale 0",
        f"set xrange [-0.5:{len(rates) - 0.5}]",
        f"set yrange [-0.5:{len(rtts) - 0.5}]",
        "set style fill solid 1 noborder",
    ]
    script += _heading(size, width, height)
    lost = {a: 0 for a in arms}
    drawn = 0
    for r, loss in enumerate(losses):
        for c in range(columns):
            arm, buffer = arms[c // len(buffers)], buffers[c % len(buffers)]
            cells = []
            for x, rate in enumerate(rates):
                for y, rtt in enumerate(rtts):
                    key = at.get((rate, rtt, loss, buffer, size))
                    ratio = key and res.ratio(*key, arm, "best-path")
                    if ratio:
                        lost[arm] += ratio < LOST
                        drawn += 1
                        fill, ink = ramp(ratio)
                        cells.append((x, y, int(fill[1:], 16), int(ink[1:], 16), f'"{ratio:.2f}"'))
                    elif key:
                        cells.append((x, y, 0x8C8C8C, 0x111111, '"–"'))
            script += _panel(f"g{r}_{c}", cells, rates, rtts)
            edge = _Edge(r, c, r == rows - 1, c % len(buffers) == len(buffers) // 2)
            script += _panel_labels(edge, loss, buffer, arm)
            script.append(
                f"plot $g{r}_{c} using 1:2:($1-0.49):($1+0.49):($2-0.49):($2+0.49):3 with "
                f"boxxyerror lc rgb variable, $g{r}_{c} using 1:2:5:4 with labels tc rgb "
                "variable font ',9'"
                if cells
                else "plot NaN"
            )
    alt = (
        f"Heat maps of the grid for transfers of {_size(size)}: "
        + "; ".join(
            f"{a} is below {LOST} of the better path alone in {n} cells" for a, n in lost.items()
        )
        + f". {drawn // len(arms)} cells were measured."
    )
    return Plot(f"grid-{size}", width, height, "\n".join(script) + "\n", alt)


def _heading(size, width, height):
    """Size of the transfers and the key of the colours; the first panel draws them."""
    y = 1 - 22 / height
    ink = f"textcolor rgb '{LIGHT['fg']}'"
    out = [
        f"set label 8 {quote('transfers of ' + _size(size))} at screen {78 / width:.4f}, "
        f"screen {y:.4f} left font ',15' {ink}"
    ]
    left = width - 18 - 62 * len(RAMP)
    for i, (top, colour) in enumerate(RAMP):
        x = (left + 62 * i) / width
        out.append(
            f"set object {i + 1} rectangle from screen {x:.4f}, screen {y - 8 / height:.4f} "
            f"to screen {x + 62 / width:.4f}, screen {y + 8 / height:.4f} fc rgb '{colour}' "
            "fs solid 1 noborder"
        )
        text = f"< {top:g}" if i == 0 else "above" if math.isinf(top) else f"to {top:g}"
        out.append(
            f"set label {i + 20} '{text}' at screen {x + 31 / width:.4f}, screen {y:.4f} "
            f"center front font ',9' textcolor rgb '{ramp(min(top, 9) - 0.001)[1]}'"
        )
    return out


def _panel(name, cells, rates, rtts):
    return [
        block(name, cells),
        "set xtics ({}) font ',9'".format(", ".join(f"'{r:g}' {i}" for i, r in enumerate(rates))),
        "set ytics ({}) font ',9'".format(", ".join(f"'{r:g}' {i}" for i, r in enumerate(rtts))),
    ]


class _Edge(NamedTuple):
    """Where a panel is, which says what words it gets."""

    row: int
    column: int
    last_row: bool
    middle_of_arm: bool


def _panel_labels(edge, loss, buffer, arm):
    """Words at the edges only: arms and buffers above, loss at the left, axes below."""
    out = [] if edge.row == edge.column == 0 else ["unset label", "unset object"]
    out += ["unset title", "unset xlabel", "unset ylabel"]
    ink = f"textcolor rgb '{LIGHT['fg']}'"
    if edge.row == 0:
        out.append(f"set title {quote('buffers ' + _buffer(buffer))} font ',10' offset 0,-0.6")
        if edge.middle_of_arm:
            out.append(
                f"set label 9 {quote(arm)} at graph 0.5, graph 1 center offset 0,2.6 "
                f"font ',14' {ink}"
            )
    if edge.column == 0:
        out.append(f"set ylabel \"loss {loss:g} %\\nRTT ratio\" font ',10' {ink}")
    else:
        out.append("set ytics ('' 0)")
    if edge.last_row:
        out.append(f"set xlabel 'rate ratio' font ',10' {ink}")
    else:
        out.append("set xtics ('' 0)")
    return out


def _grid_table(res, at):
    head = (
        "rate ratio",
        "RTT ratio",
        "loss %",
        "buffers",
        "size",
        "best path Mbit/s",
        "default Mbit/s",
        "slowlane Mbit/s",
        "default ÷ best path",
        "slowlane ÷ best path",
        "slowlane ÷ default",
        "limit Mbit/s",
    )
    order = {k: i for i, k in enumerate(by_loss(res, at.values()))}
    rows = []
    for axes, key in sorted(at.items(), key=lambda item: order[item[1]]):
        cells = [Cell(f"{a:g}") for a in axes[:3]] + [Cell(_buffer(axes[3])), Cell(_size(axes[4]))]
        for arm in ("best-path", "default", "slowlane"):
            m = res.measured(*key, arm, "goodput_mbps")
            cells.append(number(m and m.value, f"goodput_mbps:{arm}", 2))
        for arm, other in COMPARED:
            ratio = res.ratio(*key, arm, other)
            lost = arm == "slowlane" and ratio is not None and ratio < LOST
            cells.append(number(ratio, f"ratio_{other.replace('-', '_')}:{arm}", 3, lost))
        cells.append(number(res.limit_mbps(*key), "limit_mbps", 2))
        rows.append(({"cell": key[0], "direction": key[1]}, cells))
    return Table("grid", head, rows, 0)
