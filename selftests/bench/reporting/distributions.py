# SPDX-License-Identifier: GPL-2.0-only
"""Figures of whole transfers: how long bytes waited for others, and what limited them."""
from reporting.data import median_list
from reporting.figures import Cell, Figure, Table, by_loss, file_name, label, number
from reporting.gnuplot import ARM_DASHES, LIGHT, Plot, arm_colours, block, quote

# The classes of bpf/limit.h, in its order.
LIMITS = ("app", "cwnd", "sndbuf", "rwnd", "sched")
LIMIT_COLOURS = dict(zip(LIMITS, ("grey", "blue", "orange", "purple", "green")))
MUTED = LIGHT["muted"]
SHOWN = ("default", "slowlane")


def drawn(res, key):
    """Whether a cell is plotted: one direction and cubic are enough, the table has all."""
    return ",cc=" not in key[0] and (key[1] == "up" or (key[0], "up") not in res.settings)


# --- OFO residence -------------------------------------------------------------------


def _cdf(results):
    """[(ms, percent of all bytes that waited at most that)] and percent that waited."""
    held, total = {}, 0
    for r in results:
        if r.get("ofo_residence_hist_us") is None or not r.get("bytes"):
            continue
        total += r["bytes"]
        for upper_us, count in r["ofo_residence_hist_us"]:
            held[upper_us] = held.get(upper_us, 0) + count
    if not total:
        return None
    done = total - sum(held.values())
    points = [(0.01, 100 * done / total)]
    for upper_us in sorted(held):
        done += held[upper_us]
        points.append((max(upper_us, 10) / 1000, 100 * done / total))
    return points


def residence(res):
    """Distribution of the time that bytes waited in the receiver for earlier ones."""
    text = (
        "Of all bytes of a transfer, how many were delivered to the application within this "
        "time of their arrival. Bytes in order wait for nothing, so each curve begins at the "
        "part that came in order; the longer a curve stays low, the more memory and delay the "
        "reordering costs. Plotted are cubic and one direction; the table has all."
    )
    colours, plots, rows = arm_colours(res.arms), [], []
    for key in by_loss(res, res.cells()):
        curves = {a: _cdf(res.good(*key, a)) for a in res.arms_of(*key)}
        curves = {a: c for a, c in curves.items() if c}
        for arm in curves:
            cells = [Cell(key[0]), Cell(key[1]), Cell(arm)]
            cells.append(number(100 - curves[arm][0][1], "ofo_bytes_pct", 2))
            for metric in (
                "ofo_bytes",
                "ofo_residence_p50_us",
                "ofo_residence_p99_us",
                "ofo_residence_max_us",
            ):
                m = res.measured(*key, arm, metric)
                cells.append(number(m and m.value, metric))
            rows.append(({"cell": key[0], "direction": key[1], "arm": arm}, cells))
        curves = {a: c for a, c in curves.items() if c[0][1] < 100}
        if curves and drawn(res, key):
            plots.append(_residence_plot(key, curves, colours))
    head = (
        "cell",
        "direction",
        "arm",
        "bytes that waited %",
        "OFO bytes B",
        "p50 µs",
        "p99 µs",
        "longest µs",
    )
    missing = (
        ""
        if plots
        else (
            "No result has ofo_residence_hist_us: the observer did not run, or "
            "nothing arrived out of order."
        )
    )
    return Figure(
        "residence",
        "Out-of-order residence",
        text,
        plots,
        [Table("residence", head, rows)],
        missing,
    )


def _residence_plot(key, curves, colours):
    end = 1.5 * max(c[-1][0] for c in curves.values())
    low = min(c[0][1] for c in curves.values())
    script, lines = "", []
    for i, (arm, points) in enumerate(curves.items()):
        script += block(f"c{i}", points + [(end, 100.0)])
        lines.append(
            f"$c{i} using 1:2 with steps lw 2 dt {ARM_DASHES.get(arm, 4)} "
            f"lc rgb '{LIGHT[colours[arm]]}' title {quote(arm)}"
        )
    script += f"""
set title {quote(label(*key))} font ',12'
set logscale x
set xrange [0.1:{max(end, 1):.3f}]
set yrange [{max(0, 10 * int(low / 10 - 0.3))}:101]
set xlabel 'waited at most, ms (logarithmic)' textcolor rgb '{MUTED}'
set ylabel '% of all bytes' textcolor rgb '{MUTED}'
set key top left font ',10'
plot {", ".join(lines)}
"""
    words = "; ".join(f"{a}: {100 - c[0][1]:.1f} % of bytes waited" for a, c in curves.items())
    return Plot(
        file_name("residence", *key),
        430,
        290,
        script,
        f"{label(*key)}: distribution of out-of-order residence. {words}.",
    )


# --- limits --------------------------------------------------------------------------


def limits(res):
    """How the time of a connection divides into its limits."""
    text = (
        "What kept the connection from sending more, as a part of its time (medians): the "
        "application, the congestion windows, the send buffer, the receive window, or the "
        "scheduler, that sent nothing although a path had room. "
        "Plotted are cubic and one direction; the table has all."
    )
    bars, rows = [], []
    for key in by_loss(res, res.cells()):
        for arm in res.arms_of(*key):
            spent = median_list(res.good(*key, arm), "limit_us")
            if not spent or not sum(spent.values()):
                continue
            parts = [100 * spent.get(c, 0) / sum(spent.values()) for c in LIMITS]
            if drawn(res, key) and arm in SHOWN:
                bars.append((f"{label(*key)}  {arm}", parts))
            cells = [Cell(key[0]), Cell(key[1]), Cell(arm)]
            cells += [number(spent.get(c, 0), f"limit_us:{c}", 0) for c in LIMITS]
            cells += [number(p, f"limit_pct:{c}", 1) for c, p in zip(LIMITS, parts)]
            rows.append(({"cell": key[0], "direction": key[1], "arm": arm}, cells))
    head = ("cell", "direction", "arm", *(f"{c} µs" for c in LIMITS), *(f"{c} %" for c in LIMITS))
    title = "What limits the connection"
    missing = "" if rows else "No result has limit_us: the observer did not run."
    plots = [_limits_plot(bars)] if bars else []
    return Figure("limits", title, text, plots, [Table("limits", head, rows)], missing)


def _limits_plot(bars):
    data, ticks = [], []
    for y, (name, parts) in enumerate(reversed(bars)):
        edges = [sum(parts[:i]) for i in range(len(parts) + 1)]
        data.append((y, *(f"{e:.3f}" for e in edges)))
        ticks.append(f"{quote(name)} {y}")
    lines = [
        f"$l using {i + 2}:1:{i + 2}:{i + 3}:($1-0.36):($1+0.36) with boxxyerror "
        f"lc rgb '{LIGHT[LIMIT_COLOURS[c]]}' fs {fill(i)} title '{c}'"
        for i, c in enumerate(LIMITS)
    ]
    script = (
        block("l", data)
        + f"""
set xrange [0:100]
set yrange [-0.7:{len(bars) - 0.3}]
set ytics ({", ".join(ticks)}) scale 0 font ',10'
unset grid
set xlabel '% of the time of the connection' textcolor rgb '{MUTED}'
set key outside top center horizontal
plot {", ".join(lines)}
"""
    )
    alt = f"Stacked bars of the time in each limit class, for {len(bars)} cells and arms."
    return Plot("limits", 1100, 110 + 17 * len(bars), script, alt)


def fill(i):
    """Lightness beside the colour, for who does not tell the colours apart."""
    return f"solid {(0.35, 0.9, 0.75, 0.55, 1)[i]:g} border"
