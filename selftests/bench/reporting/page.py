# SPDX-License-Identifier: GPL-2.0-only
"""The report as one page: no network, no script, light and dark."""
import html

import bars
from reporting import gnuplot, heatmap

STYLE = """
:root{color-scheme:light dark;%(light)s--soft:#f5f6f8;--line:#dfe2e6;--bad:#a83200;--good:#00664a;
--warn:#7a5c00}
@media(prefers-color-scheme:dark){:root{%(dark)s--soft:#1f2228;--line:#363b43;--bad:#ff9b66;
--good:#4fd6aa;--warn:#e6c35a}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:0 1.25rem 4rem;background:var(--paper);color:var(--fg);
font:16px/1.55 system-ui,sans-serif}
h1{font-size:1.9rem;line-height:1.2;margin:2.2rem 0 .3rem}
h2{font-size:1.35rem;margin:3rem 0 .4rem;padding-top:.6rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.6rem 0 .5rem}
p{max-width:76ch;margin:.4rem 0 .9rem}.sub{color:var(--muted)}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem;margin:1rem 0}a{color:var(--blue)}
.tiles{display:flex;flex-wrap:wrap;gap:.8rem;margin:1.2rem 0;padding:0;list-style:none}
.tiles li{flex:1 1 9rem;background:var(--soft);border:1px solid var(--line);border-radius:10px;
padding:.7rem 1rem}.tiles b{display:block;font-size:1.8rem;line-height:1.2;
font-variant-numeric:tabular-nums}
figure{margin:1rem 0}figure svg{max-width:100%%;height:auto;display:block}
.many{display:grid;grid-template-columns:repeat(auto-fill,minmax(330px,1fr));gap:.9rem}
.many figure{margin:0;background:var(--soft);border-radius:8px;padding:.4rem}
.scroll{overflow:auto;max-height:34rem;border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;font-size:.86rem;width:100%%;font-variant-numeric:tabular-nums}
th,td{padding:.28rem .6rem;text-align:left;white-space:nowrap;border-bottom:1px solid var(--line)}
td.w{white-space:normal;min-width:11rem}
th{position:sticky;top:0;background:var(--soft);vertical-align:bottom;font-weight:600;
white-space:normal;z-index:1}
.n{text-align:right}tr:last-child td{border-bottom:0}tbody tr:hover{background:var(--soft)}
.lost,.missed{color:var(--bad);font-weight:650}.met{color:var(--good)}.few{color:var(--warn)}
details{margin:.6rem 0 1rem}summary{cursor:pointer;color:var(--blue);padding:.25rem 0}
.none{background:var(--soft);border-left:4px solid var(--muted);padding:.6rem 1rem;max-width:76ch}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;max-width:80ch}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
code{font-size:.92em;background:var(--soft);padding:.1em .3em;border-radius:4px}
@media print{.scroll{max-height:none;overflow:visible}details{display:block}}
"""

TITLE = "<title>slowlane: bench</title>"
MARKS = {bars.MET: "met", bars.FEW: "few", bars.MISSED: "missed", bars.UNMEASURED: ""}
SIGNS = {bars.MET: "✓", bars.FEW: "✓", bars.MISSED: "✗", bars.UNMEASURED: "–"}


def esc(text):
    """Text as HTML."""
    return html.escape(str(text), quote=True)


def _attributes(key):
    return "".join(f' data-{name}="{esc(value)}"' for name, value in key.items())


def table(tab):
    """A figures.Table; every number carries the value of the JSON."""
    out = [f'<div class="scroll" tabindex="0"><table data-table="{esc(tab.name)}"><thead><tr>']
    for i, text in enumerate(tab.head):
        out.append(f'<th scope="col"{_right(i, tab)}>{esc(text)}</th>')
    out.append("</tr></thead><tbody>")
    for key, cells in tab.rows:
        out.append(f"<tr{_attributes(key)}>")
        for i, cell in enumerate(cells):
            data = f' data-metric="{esc(cell.metric)}"' if cell.metric else ""
            data += "" if cell.value is None else f' data-value="{cell.value!r}"'
            classes = " ".join(
                filter(None, ["n" if i >= tab.numeric_from else "", "lost" if cell.lost else ""])
            )
            classes = f' class="{classes}"' if classes else ""
            out.append(f"<td{classes}{data}>{esc(cell.text)}</td>")
        out.append("</tr>\n")
    out.append("</tbody></table></div>")
    return "".join(out)


def _right(i, tab):
    return ' class="n"' if i >= tab.numeric_from else ""


def figure(fig, inline):
    """A section: words, plots, and the tables folded below them."""
    out = [f'<section id="{esc(fig.name)}"><h2>{esc(fig.title)}</h2><p>{esc(fig.text)}</p>']
    if fig.missing:
        out.append(f'<p class="none">{esc(fig.missing)}</p>')
    many = fig.plots and all(p.width < 600 for p in fig.plots)
    out.append('<div class="many">' if many else "<div>")
    out += [f"<figure>{inline[p.name]}</figure>" for p in fig.plots]
    out.append("</div>")
    for tab in fig.tables:
        if tab.title:  # tables that are the figure
            out.append(f"<h3>{esc(tab.title)}</h3>{table(tab)}")
        elif tab.rows:
            out.append(
                f"<details><summary>Exact numbers ({len(tab.rows)} rows, losses first)"
                f"</summary>{table(tab)}</details>"
            )
    out.append("</section>")
    return "".join(out)


def verdict_cells(v):
    """What is shown of a verdict: texts of value, required, ratio and remark."""
    _, unit, decimals = bars.METRICS[v.bar.metric]
    value, bound = (
        "–" if x is None else f"{x:.{decimals}f} {unit}".rstrip() for x in (v.value, v.bound)
    )
    ratio = "–" if v.ratio is None else f"{v.ratio:.3f}"
    note = v.note
    if v.bar.goal:
        note = "; ".join(filter(None, ["a goal, not a bar", note]))
    return value, bound, ratio, note


def bars_table(res, verdicts, statuses):
    """The verdicts of these statuses."""
    out = ['<div class="scroll" tabindex="0"><table data-table="bars"><thead><tr>']
    for text in ("", "bar", "cell", "direction", "asked"):
        out.append(f'<th scope="col">{text}</th>')
    for text in ("measured", "bound", "÷ reference", "seeds"):
        out.append(f'<th scope="col" class="n">{text}</th>')
    out.append('<th scope="col">remark</th></tr></thead><tbody>')
    for v in verdicts:
        if v.status not in statuses:
            continue
        value, bound, ratio, note = verdict_cells(v)
        mark = MARKS[v.status]
        data = "" if v.value is None else f' data-value="{v.value!r}"'
        cell = heatmap.words(v.cell, res.settings.get((v.cell, v.direction), {}))
        out.append(
            f'<tr data-bar="{v.bar.id}" data-cell="{esc(v.cell)}" data-direction="{v.direction}" '
            f'data-status="{v.status}"><td class="{mark}">{SIGNS[v.status]} {v.status}</td>'
            f'<td>{v.bar.id}</td><td class="w">{esc(cell)}</td>'
            f'<td>{v.direction}</td><td class="w">{esc(bars.describe(v.bar))}</td>'
            f'<td class="n" data-metric="{v.bar.metric}"{data}>{value}</td>'
            f'<td class="n">{bound}</td><td class="n {mark}">{ratio}</td>'
            f'<td class="n">{v.n}</td><td class="w">{esc(note)}</td></tr>\n'
        )
    out.append("</tbody></table></div>")
    return "".join(out)


def unmeasured_table(verdicts):
    """What was not measured, a line for each bar and reason."""
    out = ['<div class="scroll" tabindex="0"><table data-table="unmeasured"><thead><tr>']
    out += [f'<th scope="col">{t}</th>' for t in ("bar", "asked", "why", "cells")]
    out.append("</tr></thead><tbody>")
    for bar, why, names in bars.fold(verdicts):
        out.append(
            f'<tr data-bar="{bar.id}"><td>{bar.id}</td><td class="w">{esc(bars.describe(bar))}'
            f'</td><td class="w">{esc(why)}</td><td class="w">{esc(bars.listed(names))}</td></tr>\n'
        )
    out.append("</tbody></table></div>")
    return "".join(out)


def tiles(res, verdicts):
    """The counts on top."""
    counts = bars.counts(verdicts)
    failed = sum(not r["ok"] for r in res.results)
    items = [(counts[s], f"bars × cells {s}", MARKS[s]) for s in bars.ORDER]
    items += [
        (len(res.settings), "cells and directions", ""),
        (len(res.results), "transfers", ""),
        (failed, "transfers failed", "missed" if failed else ""),
    ]
    return (
        '<ul class="tiles">'
        + "".join(f'<li><b class="{mark}">{n}</b>{text}</li>' for n, text, mark in items)
        + "</ul>"
    )


def page(res, verdicts, figures, inline, how):
    """The whole page."""
    counts = bars.counts(verdicts)
    style = STYLE % {"light": gnuplot.variables(0), "dark": gnuplot.variables(1)}
    links = [("missed", "What falls short"), ("unmeasured", "Not measured"), ("met", "What is met")]
    links += [(f.name, f.title) for f in figures] + [("how", "How this was measured")]
    body = [
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">{TITLE}'
        # Nothing may come from elsewhere; a browser says so if something tries.
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:\">"
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<link rel="icon" href="data:,"><style>{style}</style></head><body>',
        "<h1>slowlane: does a slow path ever cost the connection?</h1>",
        f'<p class="sub">{len(res.arms)} arms side by side: {esc(", ".join(res.arms))}.</p>',
        tiles(res, verdicts),
        "<nav>",
        *(f'<a href="#{name}">{esc(text)}</a>' for name, text in links),
        "</nav>",
        '<section id="missed"><h2>What falls short</h2>'
        "<p>What the policy has to reach, cell by cell. A loss is shown as a loss, the largest "
        "first.</p>",
        bars_table(res, verdicts, (bars.MISSED,))
        if counts[bars.MISSED]
        else '<p class="none">Nothing of what was measured.</p>',
        '</section><section id="unmeasured"><h2>What was not measured</h2><p>A bar without data is '
        "not measured, never met.</p>",
        unmeasured_table(verdicts)
        if counts[bars.UNMEASURED]
        else '<p class="none">Everything was measured.</p>',
        f'</section><section id="met"><h2>What is met</h2><p>On few seeds: fewer than '
        f"{bars.SEEDS_ASKED}.</p><details><summary>All {counts[bars.FEW] + counts[bars.MET]}"
        "</summary>",
        bars_table(res, verdicts, (bars.FEW, bars.MET)),
        "</details></section>",
        *(figure(f, inline) for f in figures),
        '<section id="how"><h2>How this was measured</h2><dl>',
        *(f"<dt>{esc(name)}</dt><dd>{esc(value)}</dd>" for name, value in how),
        "</dl></section></body></html>\n",
    ]
    return "".join(body)
