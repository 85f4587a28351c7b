# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios: small files of key=value lines, and the cells that they describe.

load(path) reads one file and gives its cells: one, or as many as its sweeps make. This
is the only parser; the guest gets settings that are checked and complete.
"""
import dataclasses
import itertools
import math
import pathlib
import re

MAX_PATHS = 8
MTU_BYTES = 1500
# What netem counts for one packet of the MTU (with the Ethernet header), and what of it
# is payload: IPv4 and TCP with timestamps; MPTCP's DSS takes 20 bytes more (measured:
# 18.80 Mbit/s of 2 x 10); IPv6 takes 20 too.
FRAME_BYTES = MTU_BYTES + 14
TCP_PAYLOAD_BYTES = MTU_BYTES - 52
DSS_BYTES = 20
IPV6_BYTES = 20

RATE = r"0*[1-9]\d{0,5}(\.\d{1,6})?|0\.0{0,5}[1-9]\d{0,5}"
DECIMAL = r"\d{1,6}(\.\d{1,3})?"
PERCENT = r"100|\d{1,2}(\.\d{1,4})?"
COUNT = r"[1-9]\d{0,11}"

# key (pathN_: of path N, 1 to 8), its form, what it is in words
KEYS = {
    "pathN_rate_mbit": (RATE, "a rate in Mbit/s above 0, such as 10 or 0.064"),
    "pathN_delay_ms": (DECIMAL, "a one-way delay in ms, such as 25 or 0.5"),
    "pathN_jitter_ms": (DECIMAL, "a variation of the delay in ms, such as 2"),
    "pathN_loss_pct": (PERCENT, "a loss in percent, each way, from 0 to 100"),
    "pathN_queue_pkts": (
        COUNT + r"|bdp\+\d{1,6}",
        "a queue limit in packets (those on the way count), such as 30, or bdp+50: "
        "rate x 2 x delay in packets of 1500 bytes, and 50 more",
    ),
    "pathN_flags": ("backup", "backup"),
    "bottleneck": (
        "host|router|none",
        "host (netem on the sender's own egress), router, or none (bare veth pairs: what "
        "limits is the CPU)",
    ),
    "paths": (r"[2-8]", "how many bare paths bottleneck=none has, 2 to 8"),
    "per_flow_mbit": (RATE, "a cap in Mbit/s on each TCP flow of a path, such as 10"),
    "server_ports": (r"[1-8]", "how many more ports the server signals, 1 to 8"),
    "sndbuf_bytes": (COUNT, "a SO_SNDBUF of the sender in bytes, such as 65536"),
    "rcvbuf_bytes": (COUNT, "a SO_RCVBUF of the receiver in bytes, such as 131072"),
    "bytes": (COUNT, "what each connection carries, in bytes, such as 16777216"),
    "duration_s": (r"[1-9]\d{0,3}", "for how long to send, in whole seconds, such as 60"),
    "requests": (COUNT, "how many answers are asked for, one after the other, such as 200"),
    "request_bytes": (COUNT, "the size of an answer in bytes, such as 100000"),
    "connections": (r"[1-9]|[1-5]\d|6[0-4]", "how many connections at once, 1 to 64"),
    "direction": (
        "up|down|both",
        "up (the side with several addresses sends), down or both",
    ),
    "cc": (r"[a-z0-9_]{1,15}", "a congestion control of the sender, such as cubic"),
    "family": ("[46]", "4 or 6"),
}
REPEATED = ("event", "sweep")
OPTIONAL_BUFFERS = ("sndbuf_bytes", "rcvbuf_bytes")
EVENT_FORM = "event=12.5s path1 down|up, or event=30s path2 rate_mbit=5 delay_ms=40"
EVENT_KEYS = ("rate_mbit", "delay_ms", "jitter_ms", "loss_pct")
SWEEP_FORM = "sweep=KEY VALUE VALUE..., or sweep=KEY+KEY VALUE... for keys that go together"
AUTO = "auto"  # in a sweep of buffers: not set, so autotuned
# A swept value that is the default is not in the cell's name.
DEFAULTS = {"family": "4", "cc": "cubic", "connections": "1"}


class ScenarioError(Exception):
    """What is wrong with a scenario, and where: FILE:LINE: words."""

    def __init__(self, where, text):
        super().__init__(f"{where}: {text}")


@dataclasses.dataclass(frozen=True)
class Event:
    """From at_s on, path has the settings; None as a setting's value: as before."""

    at_s: float
    path: int
    changes: dict
    where: str


@dataclasses.dataclass
class Cell:
    """One cell: settings as checked texts, with all defaults and derived values."""

    id: str
    values: dict
    events: list
    swept: dict

    @property
    def paths(self):
        """Its paths' numbers."""
        if self.bare:
            return list(range(1, int(self.values["paths"]) + 1))
        return [n for n in range(1, MAX_PATHS + 1) if f"path{n}_rate_mbit" in self.values]

    @property
    def bare(self):
        """Has it nothing but the CPU to limit it?"""
        return self.values["bottleneck"] == "none"

    @property
    def directions(self):
        """up, down, or both of them."""
        way = self.values["direction"]
        return ["up", "down"] if way == "both" else [way]

    def number(self, key, default=0.0):
        """A setting as a number."""
        return float(self.values.get(key, default))


def check_value(where, key, value):
    """Raise unless key may have this value; keys of paths included."""
    generic = re.sub(r"^path[1-8]_", "pathN_", key)
    if generic not in KEYS:
        known = " ".join([*KEYS, *REPEATED])
        raise ScenarioError(where, f"unknown key '{key}'; the keys are {known} (N: 1 to 8)")
    form, words = KEYS[generic]
    if not re.fullmatch(form, value):
        raise ScenarioError(where, f"{key}={value}: it must be {words}")


def parse_event(where, text):
    """The event of one line."""
    words = text.split()
    time = re.fullmatch(rf"({DECIMAL})s", words[0]) if words else None
    path = re.fullmatch(r"path([1-8])", words[1]) if len(words) > 2 else None
    if not time or not path:
        raise ScenarioError(where, f"event={text}: the form is {EVENT_FORM}")
    changes = {}
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if word in ("down", "up") and len(words) == 3:
            changes["down"] = word == "down"
        elif equals and key in EVENT_KEYS and key not in changes:
            check_value(where, f"path{path[1]}_{key}", value)
            changes[key] = value
        else:
            raise ScenarioError(where, f"event={text}: '{word}'; the form is {EVENT_FORM}")
    return Event(float(time[1]), int(path[1]), changes, where)


def parse_sweep(where, text):
    """(keys, values) of one line."""
    keys, *values = text.split() or [""]
    keys = keys.split("+")
    if len(values) < 2 or len(set(values)) != len(values):
        raise ScenarioError(where, f"sweep={text}: two or more different values are needed; "
                                   f"the form is {SWEEP_FORM}")
    for key, value in itertools.product(keys, values):
        if value != AUTO or key not in OPTIONAL_BUFFERS:
            check_value(where, key, value)
    return keys, values


class Draft:
    """A file's lines, before they are cells."""

    def __init__(self, name):
        self.name = name
        self.values, self.origin = {}, {}
        self.events, self.sweeps = [], []

    def add(self, where, text):
        """One line without its comment."""
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise ScenarioError(where, f"'{text}' is not of the form key=value")
        if key == "event":
            self.events.append(parse_event(where, value))
            return
        if key == "sweep":
            keys, values = parse_sweep(where, value)
            self.sweeps.append((keys, values))
            for swept in keys:
                self.claim(where, swept)
            return
        check_value(where, key, value)
        self.claim(where, key)
        self.values[key] = value

    def claim(self, where, key):
        """Each key has one line."""
        if key in self.origin:
            raise ScenarioError(where, f"{key} is set already, at {self.origin[key]}")
        self.origin[key] = where

    def where(self, key):
        """The line that has the key, or the file."""
        return self.origin.get(key, self.name)

    def cells(self, stem):
        """The cells, checked."""
        for choice in itertools.product(*(values for _, values in self.sweeps)):
            values, swept, words = dict(self.values), {}, [stem]
            for (keys, _), value in zip(self.sweeps, choice):
                if value != AUTO and any(DEFAULTS.get(key) != value for key in keys):
                    words.append(f"{'+'.join(keys)}={value}")
                swept.update((key, value) for key in keys)
            values.update((k, v) for k, v in swept.items() if v != AUTO)
            self.check(values)
            derive(values)
            yield Cell(",".join(words), values, sorted(self.events, key=lambda e: e.at_s), swept)

    def check(self, values):
        """What one line cannot show."""
        for key in ("bottleneck", "direction"):
            if key not in values:
                raise ScenarioError(self.name, f"{key}= is missing: {KEYS[key][1]}")
        self.check_amount(values)
        if values["bottleneck"] == "none":
            self.check_bare(values)
            return
        if "paths" in values:
            raise ScenarioError(
                self.where("paths"),
                f"paths= is for bottleneck=none; with {values['bottleneck']} paths are those "
                "that have a pathN_rate_mbit=",
            )
        count = self.check_paths(values)
        self.check_caps(values, count)
        self.check_events(values, count)

    def check_amount(self, values):
        """One of bytes, duration_s, and requests with request_bytes."""
        if ("requests" in values) != ("request_bytes" in values):
            one, other = ("requests", "request_bytes")[:: 1 if "requests" in values else -1]
            raise ScenarioError(self.where(one), f"{one}= needs {other}= beside it")
        given = [key for key in ("bytes", "duration_s", "requests") if key in values]
        if not given:
            raise ScenarioError(
                self.name, "bytes=, duration_s=, or requests= and request_bytes= is missing"
            )
        if len(given) > 1:
            raise ScenarioError(
                self.where(given[-1]),
                f"{given[-1]}= contradicts {given[0]}= ({self.where(given[0])}): keep one",
            )
        if "requests" in values:
            n = int(values["requests"]) * int(values.get("connections", 1))
            if n > 65536:
                raise ScenarioError(
                    self.where("requests"), f"requests= is {n} in all: at most 65536"
                )

    def check_bare(self, values):
        """Nothing that needs a netem; a size, for without a rate a time says nothing."""
        for key in ("paths", "bytes"):
            if key not in values:
                raise ScenarioError(self.name, f"{key}= is missing: bottleneck=none needs it")
        for key in values:
            if key.startswith("path") and key != "paths" or key == "per_flow_mbit":
                raise ScenarioError(
                    self.where(key), f"{key}= contradicts bottleneck=none: nothing is shaped"
                )
        if self.events:
            raise ScenarioError(
                self.events[0].where, "event= contradicts bottleneck=none: nothing is shaped"
            )

    def check_paths(self, values):
        """Paths without a gap, each with all it needs; how many."""
        count = max(
            (n for n in range(1, MAX_PATHS + 1) if f"path{n}_rate_mbit" in values), default=0
        )
        if count < 1 or count < 2 and "server_ports" not in values:
            raise ScenarioError(
                self.name,
                "2 to 8 paths are needed: path1_rate_mbit=, path2_rate_mbit= "
                "(or one, and server_ports=)",
            )
        for n, key in itertools.product(range(1, count + 1), ("rate_mbit", "queue_pkts")):
            if f"path{n}_{key}" not in values:
                raise ScenarioError(self.name, f"path{n}_{key}= is missing ({count} paths)")
        for key in values:
            path = re.match(r"path([1-8])_", key)
            if path and int(path[1]) > count:
                raise ScenarioError(
                    self.where(key), f"{key}: there is no path{path[1]}_rate_mbit="
                )
        for n in range(1, count + 1):
            jitter = float(values.get(f"path{n}_jitter_ms", 0))
            if jitter > float(values.get(f"path{n}_delay_ms", 0)):
                raise ScenarioError(
                    self.where(f"path{n}_jitter_ms"),
                    f"path{n}_jitter_ms= is above path{n}_delay_ms=: it varies the delay, "
                    "which cannot be negative",
                )
        if "path1_flags" in values:
            raise ScenarioError(
                self.where("path1_flags"),
                "path 1 carries the first subflow: it cannot be a backup; number the paths "
                "the other way round",
            )
        return count

    def check_caps(self, values, count):
        """A cap has a class for each of the server's ports, with a netem of its own."""
        if "per_flow_mbit" not in values:
            return
        where = self.where("per_flow_mbit")
        if values.get("connections", "1") != "1":
            raise ScenarioError(
                where, "per_flow_mbit= knows a flow by its server port: not with connections="
            )
        for n in range(1, count + 1):
            if float(values["per_flow_mbit"]) > float(values[f"path{n}_rate_mbit"]):
                raise ScenarioError(where, f"per_flow_mbit= is above path{n}_rate_mbit=")
        if self.events:
            raise ScenarioError(
                self.events[0].where, f"event= and per_flow_mbit= ({where}) do not go together"
            )

    def check_events(self, values, count):
        """Events of paths that exist, in the time there is, that change something."""
        down = set()
        for event in sorted(self.events, key=lambda e: e.at_s):
            if event.path > count:
                raise ScenarioError(
                    event.where, f"there is no path{event.path}_rate_mbit= for this event"
                )
            if event.at_s >= float(values.get("duration_s", math.inf)):
                raise ScenarioError(
                    event.where,
                    f"an event at {event.at_s:g} s, but duration_s={values['duration_s']}",
                )
            if event.changes.get("down") is True:
                if event.path in down:
                    raise ScenarioError(event.where, f"path {event.path} is down already")
                down.add(event.path)
            elif event.changes.get("down") is False:
                if event.path not in down:
                    raise ScenarioError(event.where, f"path {event.path} is not down")
                down.remove(event.path)


def derive(values):
    """Defaults, and queues that are given by the path's rate and delay."""
    for key, value in DEFAULTS.items():
        values.setdefault(key, value)
    for n in range(1, MAX_PATHS + 1):
        if f"path{n}_rate_mbit" not in values:
            break
        delay_ms = float(values.setdefault(f"path{n}_delay_ms", "0"))
        queue = values[f"path{n}_queue_pkts"]
        if queue.startswith("bdp+"):
            bits = float(values[f"path{n}_rate_mbit"]) * 1e6 * 2 * delay_ms / 1e3
            packets = math.ceil(round(bits / 8 / MTU_BYTES, 6))
            values[f"path{n}_queue_pkts"] = str(packets + int(queue[4:]))


def load(path):
    """The cells of one file; ScenarioError or OSError."""
    path = pathlib.Path(path)
    if path.suffix != ".conf":
        raise ScenarioError(path, "a scenario's name ends in .conf")
    draft = Draft(str(path))
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        line = line.partition("#")[0].strip()
        if line:
            draft.add(f"{path}:{number}", line)
    return list(draft.cells(path.stem))


def payload_share(cell, mptcp):
    """What part of a path's rate is payload."""
    payload = TCP_PAYLOAD_BYTES - (DSS_BYTES if mptcp else 0)
    payload -= IPV6_BYTES if cell.values["family"] == "6" else 0
    return payload / FRAME_BYTES


def expected_mbit(cell, n):
    """What one TCP connection may get of a path: its rate, or what its loss leaves.

    The loss's part is the square-root law, 1.22 MSS / (RTT sqrt(p)); only its order of
    magnitude is meant, to tell the better path.
    """
    rate = cell.number(f"path{n}_rate_mbit")
    loss = cell.number(f"path{n}_loss_pct") / 100
    rtt_s = 2 * cell.number(f"path{n}_delay_ms") / 1e3
    if loss and rtt_s:
        rate = min(rate, 1.22 * TCP_PAYLOAD_BYTES * 8 / 1e6 / (rtt_s * math.sqrt(loss)))
    return rate


def rank(cell):
    """Paths, the better first: by expected_mbit, then the lower delay, then the number."""
    return sorted(
        cell.paths,
        key=lambda n: (-expected_mbit(cell, n), cell.number(f"path{n}_delay_ms"), n),
    )


def limit_s(cell):
    """The time below which physics lets nobody carry a cell's bytes; None if unknown.

    A path of capacity C and one-way delay d delivers C (T - d) bytes by the time T. The
    least T at which all paths together have delivered S is, for two paths,
    (S + C1 d1 + C2 d2) / (C1 + C2), or S / C1 + d1 if the second does not help.
    """
    if cell.bare:
        return None
    plain = not cell.events and "bytes" in cell.values and "per_flow_mbit" not in cell.values
    for n in cell.paths:
        for key in ("loss_pct", "jitter_ms"):
            plain = plain and not cell.number(f"path{n}_{key}")
    paths = [n for n in cell.paths if f"path{n}_flags" not in cell.values]
    if not plain:
        return None
    share = payload_share(cell, mptcp=True) * 1e6 / 8
    size = cell.number("bytes") * cell.number("connections")
    best, rates, shift = math.inf, 0.0, 0.0
    for n in sorted(paths, key=lambda n: cell.number(f"path{n}_delay_ms")):
        rate = cell.number(f"path{n}_rate_mbit") * share
        rates += rate
        shift += rate * cell.number(f"path{n}_delay_ms") / 1e3
        best = min(best, (size + shift) / rates)
    return best
