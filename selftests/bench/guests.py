# SPDX-License-Identifier: GPL-2.0-only
"""Batches of transfers, in guests side by side.

How transfers are put together depends on their list alone, never on the time: the same
list gives the same batches, and a batch the same results.
"""
import dataclasses
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import arms
import store

LAB_RUN = store.TOP / "selftests/lab/run"
BOOT_S = 12.0  # of one core, with slowlane attached and two transfers to warm up
TRANSFER_S = 0.6  # namespaces and processes
MEGABYTE_S = 0.16  # what 10^6 bytes take
BATCH_S = 110.0
SILENCE_S = 300.0  # without a result, and what the largest transfer may take on top
RETRIES = 2
EXIT_NOT_BUILT, EXIT_SPLAT = 69, 97


class LabError(Exception):
    """No guest can run at all."""


@dataclasses.dataclass
class Transfer:
    """One that is to be made: its key in the cache, its settings, what it costs."""

    key: str
    settings: dict
    arm: arms.Arm
    cost_s: float
    trace: pathlib.Path | None = None  # where its trace goes


@dataclasses.dataclass
class Batch:
    """Transfers for one guest."""

    transfers: list
    tries: int = 0
    said: dict = dataclasses.field(default_factory=dict)  # index: what the guest said

    @property
    def cost_s(self):
        """Seconds of one core, about."""
        return BOOT_S + sum(t.cost_s for t in self.transfers)


def cost_s(cell):
    """Seconds of one core that a transfer of this cell takes, about."""
    return TRANSFER_S + MEGABYTE_S * arms.size(cell) / 1e6


def make_batches(transfers):
    """In order, each of about BATCH_S."""
    batches, cost = [], 0.0
    for t in transfers:
        if not batches or cost + t.cost_s > BATCH_S:
            batches.append(Batch([]))
            cost = 0.0
        batches[-1].transfers.append(t)
        cost += t.cost_s
    return batches


def jobs_text(batch):
    """The file of jobs of a batch, and the BPF objects that it needs."""
    objects = {t.arm.object.name: t.arm.object for t in batch.transfers if t.arm.object}
    setup = {
        "setup": "1",
        "slowlane": "1" if any(t.arm.ours for t in batch.transfers) else "",
        "objects": " ".join(sorted(objects)),
        "ccs": " ".join(sorted({t.settings["cc"] for t in batch.transfers})),
    }
    text = arms.job_text(setup)
    for number, t in enumerate(batch.transfers, 1):
        text += arms.job_text({"id": str(number), **t.settings})
    return text, list(objects.values())


class Guest(threading.Thread):
    """Runs one batch; what happens goes to the queue, as (kind, batch, ...)."""

    def __init__(self, batch, kernel, events):
        super().__init__(daemon=True)
        self.batch, self.kernel, self.events = batch, kernel, events
        self.process = None
        self.heard = time.monotonic()
        self.stopped = ""  # why we ended it

    def run(self):
        with tempfile.TemporaryDirectory(prefix="slowlane-bench.") as directory:
            path = pathlib.Path(directory)
            text, objects = jobs_text(self.batch)
            (path / "jobs").write_text(text, encoding="utf-8")
            limit = 300 + sum(int(t.settings["timeout_s"]) for t in self.batch.transfers)
            command = [LAB_RUN, "--kernel", self.kernel, "--timeout", str(limit)]
            command += ["--out", path / "out"]
            for file in [path / "jobs", *objects]:
                command += ["--in", file]
            command += ["--", "bash", "-c", 'selftests/bench/batch "$IN/jobs"']
            with open(path / "stderr", "w+", encoding="utf-8", errors="replace") as err:
                with subprocess.Popen(
                    command, stdout=subprocess.PIPE, stderr=err, text=True, errors="replace",
                    stdin=subprocess.DEVNULL, start_new_session=True,
                ) as self.process:
                    self.follow(self.process.stdout)
                err.seek(0)
                said = err.read()
            for number, t in enumerate(self.batch.transfers, 1):
                trace = path / f"out/{number}.trace"
                if t.trace and trace.exists():
                    t.trace.parent.mkdir(parents=True, exist_ok=True)
                    shutil.move(trace, t.trace)
        self.events.put(("end", self, self.process.returncode, said))

    def follow(self, lines):
        """Each line is a transfer's."""
        self.heard = time.monotonic()
        for line in lines:
            self.heard = time.monotonic()
            try:
                said = json.loads(line)
                number = said.pop("id")
            except (ValueError, KeyError, AttributeError):
                continue  # half a line of a guest that died
            self.events.put(("said", self, number - 1, said))

    def patience_s(self):
        """How long it may say nothing."""
        return SILENCE_S + 10 * max(t.cost_s for t in self.batch.transfers)

    def stop(self, why):
        """End the guest, and no other."""
        self.stopped = self.stopped or why
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)


def reason(code, said):
    """Why a guest ended, in one line."""
    lines = [line.removeprefix("lab: ") for line in said.splitlines() if line.strip()]
    starts = ("kernel splat", "timeout:", "the guest died", "what is in")
    for at, line in enumerate(lines):
        if line.startswith(starts):
            return " ".join([line, *lines[at + 1 : at + 2]])[:300]
    return f"exit code {code}" + (f": {lines[-1][:200]}" if lines else "")


class Pool:
    """So many guests at once."""

    def __init__(self, kernel, jobs, on_result, on_wrong):
        """on_result(transfer, what it said, final); on_wrong(text) for what went wrong."""
        self.kernel, self.jobs = kernel, jobs
        self.on_result, self.on_wrong = on_result, on_wrong
        self.events = queue.Queue()
        self.running = []
        self.waiting = []

    def run(self, batches, on_wait):
        """All of them; on_wait() at least every second."""
        self.waiting = list(batches)
        try:
            while self.waiting or self.running:
                while self.waiting and len(self.running) < self.jobs:
                    guest = Guest(self.waiting.pop(0), self.kernel, self.events)
                    self.running.append(guest)
                    guest.start()
                self.step(1.0)
                on_wait()
        finally:
            self.stop()

    def step(self, patience_s):
        """Take what one guest has to say."""
        try:
            kind, guest, *rest = self.events.get(timeout=patience_s)
        except queue.Empty:
            for guest in self.running:
                if time.monotonic() - guest.heard > guest.patience_s():
                    guest.stop(f"no result for {guest.patience_s():.0f} s")
            return
        if kind == "said":
            index, said = rest
            guest.batch.said[index] = said
            self.on_result(guest.batch.transfers[index], said, bool(said.get("ok")))
        else:
            self.running.remove(guest)
            self.ended(guest, *rest)

    def ended(self, guest, code, said):
        """A guest is gone: what it did not do is failed, or tried in another one."""
        batch = guest.batch
        missing = [i for i in range(len(batch.transfers)) if i not in batch.said]
        if code == EXIT_NOT_BUILT:
            raise LabError(said.strip())
        if not missing and code in (0, 1):
            if code:
                self.on_wrong(said.strip())
            return
        why = guest.stopped or reason(code, said)
        self.on_wrong(f"a guest ended early: {why}\n{said.strip()[-3000:]}")
        if code == EXIT_SPLAT:
            # Nobody knows whose it was.
            missing = range(len(batch.transfers))
        elif batch.tries < RETRIES and len(missing) > 1:
            self.waiting.insert(
                0, Batch([batch.transfers[i] for i in missing[1:]], batch.tries + 1)
            )
            missing = missing[:1]
        for i in missing:
            self.on_result(batch.transfers[i], {"ok": False, "error": f"guest: {why}"}, False)

    def stop(self):
        """End the guests; what they said until then counts."""
        for guest in self.running:
            guest.stop("interrupted")
        for guest in self.running:
            guest.join(timeout=20)
        while not self.events.empty():
            kind, guest, *rest = self.events.get()
            if kind == "said":
                index, said = rest
                self.on_result(guest.batch.transfers[index], said, bool(said.get("ok")))
        self.running = []
