# SPDX-License-Identifier: GPL-2.0-only
"""Figures of what happens inside a transfer, from its trace."""
from reporting import traces
from reporting.distributions import LIMIT_COLOURS, LIMITS, fill
from reporting.figures import Cell, Figure, Table, file_name, number
from reporting.gnuplot import LIGHT, Plot, block, quote

PATH_COLOURS = ("blue", "orange", "green", "purple", "vermilion", "sky", "yellow", "grey")
DASHES = ("solid", "2", "4", "3", "5")
FG, MUTED = LIGHT["fg"], LIGHT["muted"]
NO_TRACE = "There are no traces (traces/CELL.ARM.SEED.jsonl) in these results."


def figures(res):
    """All of them; what cannot be drawn says why."""
    found = traces.load(res.folder)
    return [stall(found), windows(found), limits_over_time(found)]


def _both(arms):
    """The arms that are compared, default first."""
    return [a for a in ("default", "slowlane") if a in arms] or sorted(arms)[:2]


def stall(found):
    """Acknowledged bytes over time around the longest time in which the fast path was idle."""
    text = (
        "What was acknowledged, over the whole connection (black) and on each path, around the "
        "longest time in which default's busier path delivered nothing (grey); beside it slowlane "
        "at the same time of the same transfer, with its own longest such time. While the fast "
        "path stands still and the slow one creeps, the connection runs at the slow one's rate."
    )
    plots, rows = [], []
    for cell, arms in found.items():
        names = _both(arms)
        start, end = traces.longest_idle(arms[names[0]][1])
        room = max(3 * (end - start), 0.25)
        over = max(arms[name][1][-1].t_s for name in names)
        span = max(0.0, start - room), min(end + room, over)
        plots.append(_stall_plot(cell, arms, names, span))
        for name in names:
            seed, trace = arms[name]
            idle = traces.longest_idle(trace)
            cells = [Cell(cell), Cell(name), number(seed, "seed", 0)]
            cells.append(number(traces.busiest(trace) + 1, "path", 0))
            cells += [number(idle[0], "idle_at_s", 3)]
            cells.append(number(1000 * (idle[1] - idle[0]), "idle_ms", 1))
            cells.append(number(trace[-1].t_s, "trace_s", 3))
            rows.append(({"cell": cell, "arm": name}, cells))
    head = ("cell", "arm", "seed", "busiest path", "it was idle from s", "for ms", "transfer s")
    return Figure(
        "stall",
        "A stall, and the same moment with slowlane",
        text,
        plots,
        [Table("stall", head, rows, 2)],
        "" if plots else NO_TRACE,
    )


def _multi(width, height, rows, columns):
    """Panels with room for axes."""
    return (
        f"set multiplot layout {rows},{columns} margins {84 / width:.4f},{1 - 16 / width:.4f},"
        f"{64 / height:.4f},{1 - 40 / height:.4f} spacing {88 / width:.4f},{52 / height:.4f}\n"
    )


def _stall_plot(cell, arms, names, span):
    width, height = 550 * len(names), 360
    script = _multi(width, height, 1, len(names))
    inside = {n: [r for r in arms[n][1] if span[0] <= r.t_s <= span[1]] for n in names}
    top = max(_since(inside[n], inside[n][-1])[0] for n in names if inside[n])
    for i, name in enumerate(names):
        rows = traces.thin(inside[name]) if inside[name] else []
        script += block(f"s{i}", [(f"{r.t_s:.5f}", *_since(rows, r)) for r in rows])
        lines = [f"$s{i} using 1:2 with lines lw 2.4 lc rgb '{FG}' title 'connection'"]
        lines += [
            f"$s{i} using 1:{p + 3} with lines lw 1.6 dt {DASHES[p % 5]} "
            f"lc rgb '{LIGHT[PATH_COLOURS[p % 8]]}' title 'path {p + 1}'"
            for p in range(len(arms[name][1][0].cwnd))
        ]
        if not rows:
            lines = ["NaN title 'the transfer is over'"]
        start, end = traces.longest_idle(arms[name][1])
        script += f"""
unset object
set object 1 rectangle from {start:.5f}, graph 0 to {end:.5f}, graph 1 behind \\
  fc rgb '{LIGHT["grid"]}' fs solid 0.6 noborder
set title {quote(f"{cell}: {name}, seed {arms[name][0]}")} font ',12'
set xrange [{span[0]:.4f}:{span[1]:.4f}]
set yrange [0:{1.05 * max(top, 1e-3):.4f}]
set xlabel 's since the start' textcolor rgb '{MUTED}'
set ylabel 'MB acknowledged in this window' textcolor rgb '{MUTED}'
set key top left font ',10'
plot {", ".join(lines)}
"""
    alt = (
        f"{cell}: acknowledged bytes over time with {' and '.join(names)}, "
        f"{span[0]:.2f} to {span[1]:.2f} s after the start."
    )
    return Plot(file_name("stall", cell), width, height, script, alt)


def _since(rows, row):
    """MB acknowledged since the first of the rows: of the connection, and of each path."""
    first = rows[0]
    paths = (b - a for a, b in zip(first.path_acked, row.path_acked))
    return ((row.acked_bytes - first.acked_bytes) / 1e6, *(p / 1e6 for p in paths))


def windows(found):
    """Congestion windows, and the part of the bytes on each path, over time."""
    text = (
        "Above, the congestion window of each path in segments; below, the part of the newly "
        "acknowledged bytes that each path carried, in sixty equal steps of the transfer."
    )
    plots = [_window_plot(cell, arms, _both(arms)) for cell, arms in found.items()]
    rows = []
    for cell, arms in found.items():
        for name in _both(arms):
            seed, trace = arms[name]
            carried = trace[-1].path_acked
            for p, part in enumerate(carried):
                cwnd = sorted(r.cwnd[p] for r in trace)
                rows.append(
                    (
                        {"cell": cell, "arm": name, "path": p + 1},
                        [
                            Cell(cell),
                            Cell(name),
                            number(seed, "seed", 0),
                            number(p + 1, "path", 0),
                            number(cwnd[len(cwnd) // 2], "cwnd_median", 0),
                            number(cwnd[-1], "cwnd_max", 0),
                            number(100 * part / (sum(carried) or 1), "share_pct", 1),
                        ],
                    )
                )
    head = ("cell", "arm", "seed", "path", "median cwnd", "largest cwnd", "share of bytes %")
    return Figure(
        "windows",
        "Congestion windows and shares over time",
        text,
        plots,
        [Table("windows", head, rows, 2)],
        "" if plots else NO_TRACE,
    )


def _window_plot(cell, arms, names):
    width, height = 550 * len(names), 580
    script = _multi(width, height, 2, len(names))
    for kind in ("cwnd", "share"):
        top = 1.25 * max(max(r.cwnd) for n in names for r in arms[n][1]) if kind == "cwnd" else 103
        for i, name in enumerate(names):
            trace = arms[name][1]
            count = len(trace[0].cwnd)
            rows = [(f"{r.t_s:.4f}", *r.cwnd) for r in traces.thin(trace)]
            if kind == "share":
                rows = traces.shares(trace)
            script += (
                block(f"{kind}{i}", rows)
                + f"""
set title {quote(f"{cell}: {name}, seed {arms[name][0]}" if kind == "cwnd" else "")} font ',12'
set xrange [0:{max(arms[n][1][-1].t_s for n in names):.4f}]
set yrange [0:{max(top, 1):.4f}]
set xlabel {quote("" if kind == "cwnd" else "s since the start")} textcolor rgb '{MUTED}'
set ylabel {quote("cwnd, segments" if kind == "cwnd" else "% of the bytes")} textcolor rgb '{MUTED}'
set key {"top right horizontal font ',10'" if kind == "cwnd" else "off"}
plot {", ".join(
    f"${kind}{i} using 1:{p + 2} with {'lines' if kind == 'cwnd' else 'steps'} lw 1.8 "
    f"dt {DASHES[p % 5]} lc rgb '{LIGHT[PATH_COLOURS[p % 8]]}' title 'path {p + 1}'"
    for p in range(count))}
"""
            )
    both = " and ".join(names)
    alt = f"{cell}: congestion window and share of the bytes per path over time, {both}."
    return Plot(file_name("windows", cell), width, height, script, alt)


def limits_over_time(found):
    """A band per arm, coloured by what limited the connection."""
    text = "The limit of the connection at every moment of the traced transfers."
    plots, rows = [], []
    for cell, arms in found.items():
        runs = {a: traces.limit_runs(trace) for a, (_, trace) in arms.items()}
        runs = {a: r for a, r in runs.items() if r}
        if not runs:
            continue
        plots.append(_bands_plot(cell, runs))
        for arm in runs:
            spent = {c: sum(e - s for s, e, k in runs[arm] if k == c) for c in LIMITS}
            rows.append(
                (
                    {"cell": cell, "arm": arm},
                    [Cell(cell), Cell(arm)] + [number(spent[c], f"limit_s:{c}", 3) for c in LIMITS],
                )
            )
    head = ("cell", "arm", *(f"{c} s" for c in LIMITS))
    missing = "" if plots else ("No trace names a limit class." if found else NO_TRACE)
    return Figure(
        "limits-time",
        "Limits over time",
        text,
        plots,
        [Table("limits-time", head, rows, 2)],
        missing,
    )


def _bands_plot(cell, runs):
    width, height = 1100, 104 + 38 * len(runs)
    script, lines = "", []
    for i, c in enumerate(LIMITS):
        data = [
            (f"{s:.5f}", f"{e:.5f}", y)
            for y, arm in enumerate(reversed(list(runs)))
            for s, e, k in runs[arm]
            if k == c
        ]
        script += block(f"b{i}", data or [(0, 0, -9)])
        lines.append(
            f"$b{i} using 1:3:1:2:($3-0.4):($3+0.4) with boxxyerror "
            f"lw 0.2 lc rgb '{LIGHT[LIMIT_COLOURS[c]]}' fs {fill(i)} title '{c}'"
        )
    ticks = ", ".join(f"{quote(a)} {y}" for y, a in enumerate(reversed(list(runs))))
    script += f"""
set title {quote(cell)} font ',12'
set xrange [0:{max(r[-1][1] for r in runs.values()):.4f}]
set yrange [-0.6:{len(runs) - 0.4}]
set ytics ({ticks}) scale 0
unset grid
set xlabel 's since the start' textcolor rgb '{MUTED}'
set key outside top right horizontal
plot {", ".join(lines)}
"""
    return Plot(
        file_name("limits-time", cell),
        width,
        height,
        script,
        f"{cell}: bands of the limit class over time, for {', '.join(runs)}.",
    )
