# SPDX-License-Identifier: GPL-2.0-only
"""Plots by gnuplot: as PNG, as SVG that stands alone, and as SVG for inside a page.

One process draws them all. The colours of a script are those of the light theme; in SVG
they become CSS variables, so that one picture serves light and dark.
"""
import html
import re
import subprocess
from typing import NamedTuple

# name: (light, dark). Okabe and Ito's set, which colour-blind people tell apart; every
# series also has its own dash or symbol. Darkened where it had too little contrast.
COLOURS = {
    "fg": ("#1a1a1a", "#e8e8e8"),
    "muted": ("#6b6b6b", "#a3a3a3"),
    "grid": ("#d9d9d9", "#3d3d3d"),
    "paper": ("#ffffff", "#16181c"),
    "grey": ("#8c8c8c", "#9c9c9c"),
    "orange": ("#d98200", "#f0a830"),
    "blue": ("#0072b2", "#4aa8e0"),
    "sky": ("#56b4e9", "#8fd0f5"),
    "green": ("#009e73", "#2cc79b"),
    "vermilion": ("#d55e00", "#f2803a"),
    "purple": ("#b5628f", "#dd96bf"),
    "yellow": ("#c9b800", "#f0e442"),
}
LIGHT = {name: light for name, (light, _) in COLOURS.items()}

ARM_COLOURS = {
    "best-path": "grey",
    "worst-path": "muted",
    "default": "orange",
    "slowlane": "blue",
    "slowlane:penalty=off": "sky",
}
# Beside the colour: what is compared most is solid and dashed, one path alone is dotted.
ARM_DASHES = {"slowlane": "solid", "default": "2", "best-path": "3", "worst-path": "3"}
OTHER_COLOURS = ("green", "purple", "vermilion", "yellow", "sky")


def arm_colours(arms):
    """{arm: name of its colour}, the same in every plot of a report."""
    others = [a for a in arms if a not in ARM_COLOURS]
    return {
        a: ARM_COLOURS.get(a) or OTHER_COLOURS[others.index(a) % len(OTHER_COLOURS)] for a in arms
    }


class Plot(NamedTuple):
    """What gnuplot draws, and the words for who cannot see it."""

    name: str  # of the files, and of the element in the page
    width: int
    height: int
    script: str
    alt: str


def quote(text):
    """A text as gnuplot takes it, between single quotes."""
    return "'" + str(text).replace("'", "''") + "'"


def block(name, rows):
    """A data block; None becomes a missing value."""
    lines = [" ".join("NaN" if v is None else str(v) for v in row) for row in rows]
    return "\n".join([f"${name} << EOD", *lines, "EOD", ""])


PRELUDE = f"""reset session
set encoding utf8
set datafile missing 'NaN'
set termoption noenhanced
set border 3 lc rgb '{LIGHT["muted"]}'
set tics nomirror out scale 0.5 textcolor rgb '{LIGHT["fg"]}'
set grid lc rgb '{LIGHT["grid"]}' dt solid lw 0.7
set key noenhanced reverse Left samplen 2.5 textcolor rgb '{LIGHT["fg"]}'
set title textcolor rgb '{LIGHT["fg"]}'
"""


def draw(plots, out):
    """Write NAME.svg and NAME.png of each plot; {name: SVG for inside a page}."""
    script = []
    for p in plots:
        for terminal, suffix in (
            (f"svg size {p.width},{p.height} font 'sans,12' linewidth 1", "svg"),
            (
                f"pngcairo size {p.width * 2},{p.height * 2} font 'sans,12' fontscale 2"
                " linewidth 2 pointscale 2 background '#ffffff'",
                "png",
            ),
        ):
            script += [
                f"set terminal {terminal}",
                f"set output {quote(out / f'{p.name}.{suffix}')}",
            ]
            script += [PRELUDE, p.script, "unset multiplot", "set output"]
    try:
        subprocess.run(
            ["gnuplot", "-"],
            input="\n".join(script),
            text=True,
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
    except FileNotFoundError:
        raise RuntimeError("gnuplot is not installed: apt-get install gnuplot-nox") from None
    except subprocess.CalledProcessError as err:
        raise RuntimeError(f"gnuplot: {err.stderr.strip()}") from None
    inline = {}
    for p in plots:
        path = out / f"{p.name}.svg"
        inline[p.name] = themed(p, path.read_text(encoding="utf-8"))
        path.write_text(standalone(inline[p.name]), encoding="utf-8")
    return inline


def variables(theme):
    """CSS of the colours; theme is 0 for light, 1 for dark."""
    return "".join(f"--{name}:{both[theme]};" for name, both in COLOURS.items())


def _rgb(colour):
    """A pattern for #0072b2 as gnuplot writes it into SVG, whose spaces vary."""
    parts = (str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    return r"rgb\( *" + r", *".join(parts) + r" *\)"


def themed(plot, svg):
    """gnuplot's SVG with colours from CSS, ids of its own, words, and no dead weight."""
    body = svg[svg.index("</desc>") + len("</desc>") :]
    body = re.sub(r"<filter.*?</filter>\s*", "", body, flags=re.S)
    if not re.search(r"<use xlink:href='#gp\w+' transform", body):
        body = re.sub(r"<defs>.*?</defs>", "", body, count=1, flags=re.S)  # no symbol is used
    body = re.sub(r'<g fill="none"[^>]*>\s*</g>\s*', "", body)
    body = re.sub(r"<title>[^<]*</title>", "", body)
    body = re.sub(r'font-family="sans"', "", body)
    body = re.sub(r"<tspan\s*>([^<]*)</tspan>", r"\1", body)
    body = re.sub(r"\bid=(['\"])", rf"id=\1{plot.name}-", body)
    body = body.replace("xlink:href='#", f"href='#{plot.name}-")
    body = body.replace("'black'", "'var(--fg)'").replace('"black"', '"var(--fg)"')
    for name, (light, _) in COLOURS.items():
        body = re.sub(_rgb(light), f"var(--{name})", body)
    body = re.sub(r"\n\s*", "\n", body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {plot.width} {plot.height}" '
        f'width="{plot.width}" height="{plot.height}" role="img" '
        f'aria-labelledby="{plot.name}-alt" font-family="system-ui, sans-serif">'
        f'<title id="{plot.name}-alt">{html.escape(plot.alt)}</title>{body}'
    )


def standalone(svg):
    """The same picture with its colours and its paper, for a file of its own."""
    style = (
        f"<style>svg{{{variables(0)}}}"
        f"@media(prefers-color-scheme:dark){{svg{{{variables(1)}}}}}</style>"
        '<rect width="100%" height="100%" fill="var(--paper)"/>'
    )
    return svg.replace("</title>", "</title>" + style, 1)
