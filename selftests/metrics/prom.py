# SPDX-License-Identifier: GPL-2.0-only
"""A real Prometheus, from the build root, that scrapes recorded snapshots in turn."""
import contextlib
import http.server
import json
import pathlib
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

TOP = pathlib.Path(__file__).resolve().parents[2]
CHROOT = str(TOP / "selftests/lab/chroot")
INTERVAL_S = 0.5

CONFIG = """\
global:
  scrape_interval: {interval_ms}ms
  scrape_timeout: {interval_ms}ms
  evaluation_interval: {interval_ms}ms
rule_files: [{rules}]
scrape_configs:
  - job_name: slowlane
    static_configs:
      - targets: ["{target}"]
"""


def free_port():
    """A port of the loopback that nobody has now."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Replay(http.server.ThreadingHTTPServer):
    """The next snapshot for each GET of /metrics, the last one for ever."""

    def __init__(self, snapshots):
        self.snapshots = list(snapshots)
        self.served = 0
        super().__init__(("127.0.0.1", 0), ReplayHandler)

    def next(self):
        """What is served now."""
        index = min(self.served, len(self.snapshots) - 1)
        self.served += 1
        return self.snapshots[index]


class ReplayHandler(http.server.BaseHTTPRequestHandler):
    """Answers as slowlane export does."""

    def do_GET(self):  # pylint: disable=invalid-name
        """Only /metrics is asked for."""
        body = self.server.next()
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        """Nothing: stdout and stderr are the test's."""


class Prometheus:
    """The API of one that runs; start is when it did."""

    def __init__(self, process, port, log):
        self.process, self.port, self.log = process, port, log
        self.start = time.time()

    def get(self, path, **arguments):
        """The data of an answer; its error is an error."""
        url = f"http://127.0.0.1:{self.port}/api/v1/{path}?" + urllib.parse.urlencode(arguments)
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as err:
            raise ValueError(f"{path} {arguments}: {err.read().decode()}") from err

    def series(self, query):
        """The series of a query over all of the run."""
        now = time.time()
        data = self.get("query_range", query=query, start=self.start, end=now, step=INTERVAL_S)
        return data["result"]

    def wait_for(self, what, condition, seconds=30):
        """Until the condition is true; what: in words."""
        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(urllib.error.URLError, ConnectionError):
                if condition():
                    return
            assert self.process.poll() is None, f"prometheus ended: {self.log.read_text()}"
            assert time.monotonic() < end, f"not in {seconds} s: {what}; {self.log.read_text()}"
            time.sleep(0.1)


@contextlib.contextmanager
def prometheus(directory, snapshots, rules):
    """One that has scraped all snapshots."""
    with Replay(snapshots) as replay:
        threading.Thread(target=replay.serve_forever, daemon=True).start()
        config, log, port = directory / "prometheus.yml", directory / "prometheus.log", free_port()
        target = f"127.0.0.1:{replay.server_address[1]}"
        config.write_text(
            CONFIG.format(interval_ms=int(INTERVAL_S * 1000), target=target, rules=rules)
        )
        command = [CHROOT, "prometheus", "--log.level=warn", f"--config.file={config}"]
        command += [f"--storage.tsdb.path={directory}/data"]
        command += [f"--web.listen-address=127.0.0.1:{port}"]
        with open(log, "wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out)
        try:
            prom = Prometheus(process, port, log)
            prom.wait_for(
                "all snapshots are scraped", lambda: replay.served > len(snapshots) + 1, 60
            )
            yield prom
        finally:
            process.terminate()
            process.wait()
            replay.shutdown()
