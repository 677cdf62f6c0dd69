"""A service in a process of its own, and a client that sends whatever a test wants."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

STARTS = 60.0  # seconds that a service may take on a busy machine


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of the error, or "" if there is none."""
        error = self.data.get("error")
        return error["code"] if error else ""


BY_HAND = """
import resource, sys
from pathlib import Path
from matgrad.server.run import listen, serve
from matgrad.server.settings import Settings
listening = listen("127.0.0.1", 0)
print(f":{listening.getsockname()[1]}/", file=sys.stderr, flush=True)
serve(listening, Settings(**%s))
"""


class Service:
    """`matgrad serve` on a free port, or a service with other limits."""

    def __init__(
        self, *options: str, log: Path | None = None, limits: str = "", first: str = ""
    ) -> None:
        command = [sys.executable, "-m", "matgrad", "serve", "--port", "0", *options]
        if limits:
            command = [sys.executable, "-c", first + BY_HAND % limits]
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        assert self.process.stderr is not None
        first = self.process.stderr.readline().decode()
        found = re.search(r":(\d+)/", first)
        assert found, first + self.process.communicate()[1].decode()
        self.port = int(found[1])
        self.log = log or Path(os.devnull)
        with self.log.open("wb") as kept:
            self.copy = subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=kept)
        self.process.stderr.close()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        """A test that fails leaves nothing behind that other tests could stumble over."""
        self.stop(signal.SIGKILL)

    def ready(self) -> Service:
        """Wait until there are workers."""
        end = time.monotonic() + STARTS
        while time.monotonic() < end:
            try:
                if self.get("/healthz").data["ok"]:
                    return self
            except OSError:
                pass
            time.sleep(0.05)
        raise AssertionError("the service does not become ready")

    def connect(self, source: str = "127.0.0.1") -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=STARTS, source_address=(source, 0)
        )

    def send(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> Reply:
        connection = self.connect(source)
        try:
            connection.request(method, path, body, headers or {})
            found = connection.getresponse()
            names = {name.lower(): value for name, value in found.getheaders()}
            return Reply(found.status, names, found.read())
        finally:
            connection.close()

    def get(self, path: str) -> Reply:
        return self.send("GET", path)

    def post(self, path: str, data: dict[str, Any] | bytes) -> Reply:
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        return self.send("POST", path, body, {"content-type": "application/json"})

    def ask(self, task: str, text: str, **more: Any) -> Reply:
        return self.post(f"/api/{task}", {"input": text, **more})

    def number(self, name: str) -> float:
        """A number of /metrics."""
        lines = self.get("/metrics").body.decode().splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(name + " "))

    def workers(self) -> list[int]:
        """The processes of the workers: children of the nursery, which is a child of the front."""
        nurseries = self.nurseries()
        return [pid for pid, parent in _parents().items() if parent in nurseries]

    def nurseries(self) -> list[int]:
        """The process that workers are forked from."""
        return [pid for pid, parent in _parents().items() if parent == self.process.pid]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End it, if it still runs, and what its exit code is."""
        self.process.send_signal(how)
        code = self.process.wait(timeout=15)
        self.copy.wait(timeout=15)
        return code


def _parents() -> dict[int, int]:
    found: dict[int, int] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        found[int(place.parent.name)] = int(fields[1])
    return found
