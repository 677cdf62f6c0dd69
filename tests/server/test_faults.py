"""The records H of hostile.jsonl: dawdlers, floods, deaths of workers and of the service."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path

import pytest

from matgrad.server import answering
from matgrad.server.links import Links
from tests.cases.bombs import LAYERS
from tests.server.service import Reply, Service

SLOW = {"input": LAYERS, "kind": "hessian", "wrt": ["x"]}  # takes as long as it may
# Whoever waits too long is looked for all the time, so that no moment goes unseen.
WATCHFUL = "from matgrad.server import pool\npool.AGAIN = 0.001\n"


@pytest.fixture(scope="module")
def brisk() -> Iterator[Service]:
    """A service that waits for nobody."""
    limits = "dict(workers=2, idle_seconds=0.6, body_seconds=0.6, rate=5, burst=40, seconds=0.6)"
    with Service(limits=limits) as running:
        yield running.ready()
        running.stop()


@pytest.fixture(scope="module")
def mortal() -> Iterator[Service]:
    """A service whose processes may be killed, as long as it goes on."""
    with Service("--rate", "0") as running:
        yield running.ready()
        assert running.stop() == 0


def raw(service: Service, text: bytes) -> bytes:
    """What comes back for bytes, until the service closes the connection."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as channel:
        try:
            channel.sendall(text)
            return b"".join(iter(lambda: channel.recv(1 << 16), b""))
        except ConnectionError:
            return b""


def memory(service: Service) -> int:
    """Kilobytes that the front holds."""
    status = Path(f"/proc/{service.process.pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def lose_everybody(service: Service) -> None:
    """Kill the nursery and all workers."""
    for pid in [*service.nurseries(), *service.workers()]:
        os.kill(pid, signal.SIGKILL)


# ---------------------------------------------------------------- H01, H02: connections and bodies


@pytest.mark.parametrize(
    "text",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: x\r\nx-slow:", b"GET /healthz HTTP/1.1\r\n\r\n"],
    ids=["idle", "slow line", "slow header", "kept alive"],
)
def test_a_connection_that_dawdles_is_closed(brisk: Service, text: bytes) -> None:
    begun = time.monotonic()
    raw(brisk, text)
    assert time.monotonic() - begun < 5


def test_a_body_that_dawdles_is_refused(brisk: Service) -> None:
    head = b"POST /api/derive HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    assert b" 408 " in raw(brisk, head + b"content-length: 20\r\n\r\n{").split(b"\r\n")[0]


def test_many_idle_connections_disturb_nobody(brisk: Service) -> None:
    idle = [socket.create_connection(("127.0.0.1", brisk.port)) for _ in range(300)]
    try:
        assert brisk.ask("derive", "x'*x + 1").data["ok"]
    finally:
        for each in idle:
            each.close()


def test_endless_headers_are_cut_off(brisk: Service) -> None:
    assert b" 200 " not in raw(brisk, b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 60_000)


def test_large_bodies_are_refused_before_they_arrive(brisk: Service) -> None:
    before = memory(brisk)
    head = b"POST /api/derive HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    announced = raw(brisk, head + b"content-length: 104857600\r\n\r\n")
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    endless = raw(brisk, head + b"transfer-encoding: chunked\r\n\r\n" + chunk * 40)
    assert b" 413 " in announced.split(b"\r\n")[0]
    assert not endless or b" 413 " in endless.split(b"\r\n")[0]
    assert memory(brisk) - before < 5_000


def test_compressed_bodies_are_not_opened(brisk: Service) -> None:
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    assert brisk.send("POST", "/api/derive", b"\x1f\x8b", headers).status == 415


# ---------------------------------------------------------------- H07, H08: floods and memory


def test_one_client_cannot_take_everything(brisk: Service) -> None:
    body = [json.dumps({"input": f"{i}*x'*x"}).encode() for i in range(120)]
    headers = {"content-type": "application/json"}
    found = [brisk.send("POST", "/api/preview", b, headers, "127.0.0.7") for b in body]
    refused = [reply for reply in found if reply.status == 429]
    assert refused and all(int(reply.headers["retry-after"]) >= 1 for reply in refused)
    assert all(r.headers["retry-after"] == str(r.data["error"]["retry_after"]) for r in refused)
    other = brisk.send("POST", "/api/preview", body[0], headers, "127.0.0.8")
    assert other.status == 200


def test_a_worker_cannot_take_more_memory_than_it_may() -> None:
    program = (
        "from matgrad.server.worker import confine\n"
        "confine(512 << 20)\n"
        "try: bytearray(1 << 30)\n"
        "except MemoryError: print('refused')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "refused\n"


def test_too_much_memory_is_a_limit_and_the_worker_makes_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hungry(_: object) -> dict[str, object]:
        raise MemoryError

    monkeypatch.setitem(answering.TASKS, "derive", hungry)
    head = {"task": "derive", "seconds": 2, "response": 1000, "file": 1000}
    meta, body = answering.answer(head, {"input": "x"})
    assert meta["last"] and json.loads(body)["error"]["code"] == "E_LIMIT"


def test_our_own_mistakes_are_logged_without_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> dict[str, object]:
        raise KeyError("zebra")

    monkeypatch.setitem(answering.TASKS, "derive", broken)
    head = {"task": "derive", "seconds": 2, "response": 1000, "file": 1000}
    meta, body = answering.answer(head, {"input": "zebra"})
    assert meta["status"] == 500 and "zebra" not in str(meta) and b"zebra" not in body


def test_what_takes_too_long_is_a_limit_and_others_go_on(brisk: Service) -> None:
    found: list[Reply] = []
    slow = [
        threading.Thread(
            target=lambda i=i: found.append(
                brisk.post("/api/derive", {**SLOW, "code": ["numpy"] * i})
            )
        )
        for i in range(1, 4)
    ]
    for thread in slow:
        thread.start()
    time.sleep(0.2)
    assert brisk.ask("derive", "x'*x + 2").data["ok"]
    for thread in slow:
        thread.join()
    assert [reply.code for reply in found] == ["E_LIMIT"] * 3


# ---------------------------------------------------------------- H03, H06: deaths


def test_no_request_fails_when_workers_are_killed(mortal: Service) -> None:
    replies: list[Reply] = []

    def ask(start: int) -> None:
        for i in range(start, start + 40):
            replies.append(mortal.ask("derive", f"{i}*norm2(A*x - b)^2"))

    askers = [threading.Thread(target=ask, args=(1000 * k,)) for k in range(3)]
    for asker in askers:
        asker.start()
    killed, answered = 0, 0
    while any(asker.is_alive() for asker in askers) and killed < 12:
        for pid in mortal.workers()[:1]:
            os.kill(pid, signal.SIGKILL)
            killed += 1
        while any(asker.is_alive() for asker in askers) and len(replies) < answered + 3:
            time.sleep(0.02)  # on a slow machine the same request would be hit again and again
        answered = len(replies)
    for asker in askers:
        asker.join()
    assert killed > 3
    assert [reply.status for reply in replies] == [200] * 120
    assert mortal.number("matgrad_pool_died_total") > 0


def test_a_lost_nursery_is_replaced_and_nobody_is_refused_meanwhile() -> None:
    with Service(limits="dict(rate=0, queue_seconds=0.2)", first=WATCHFUL) as service:
        lose_everybody(service.ready())
        assert service.ask("derive", "x'*x").data["ok"]
        assert service.number("matgrad_pool_refused_total") == 0
        assert service.stop() == 0


def test_those_who_waited_for_a_nursery_may_still_wait_for_each_other() -> None:
    with Service(limits="dict(rate=0, queue_seconds=1, workers=1)", first=WATCHFUL) as service:
        lose_everybody(service.ready())
        with ThreadPoolExecutor() as askers:
            found = list(askers.map(lambda i: service.ask("derive", f"{i}*x'*x"), (1, 2, 3)))
        assert [reply.status for reply in found] == [200] * 3


def test_sigterm_finishes_what_runs() -> None:
    with Service("--rate", "0") as service:
        service.ready()
        found: list[Reply] = []
        asker = threading.Thread(target=lambda: found.append(service.post("/api/derive", SLOW)))
        asker.start()
        time.sleep(0.3)
        assert service.stop() == 0  # soon: it is not waited for longer
        asker.join()
        assert found[0].status in (200, 503)


def test_nothing_is_left_behind_when_the_service_is_killed() -> None:
    with Service() as service:
        workers = service.ready().workers()
        service.stop(signal.SIGKILL)
    end = time.monotonic() + 5
    while time.monotonic() < end and any(Path(f"/proc/{pid}").exists() for pid in workers):
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def test_work_that_nobody_waits_for_is_stopped(service: Service) -> None:
    before = service.number("matgrad_pool_abandoned_total")
    connection = service.connect()
    body = json.dumps({**SLOW, "level": "short"})
    connection.request("POST", "/api/derive", body, {"content-type": "application/json"})
    time.sleep(0.3)
    connection.close()
    end = time.monotonic() + 3
    while time.monotonic() < end and service.number("matgrad_pool_abandoned_total") == before:
        time.sleep(0.05)
    assert service.number("matgrad_pool_abandoned_total") == before + 1
    assert service.get("/healthz").data["ok"]


# ---------------------------------------------------------------- H04, H05: links


def test_no_acknowledged_link_is_lost_when_the_service_is_killed(tmp_path: Path) -> None:
    store, kept = tmp_path / "links.db", dict[str, str]()
    for turn in range(2):
        with Service("--links", str(store), "--rate", "0") as service:

            def write(turn: int = turn, service: Service = service) -> None:
                for i in range(10_000):
                    state = f"{turn}/{i}"
                    try:
                        kept[service.post("/api/links", {"state": state}).data["id"]] = state
                    except (OSError, HTTPException, ValueError, KeyError):  # cut off by the kill
                        return

            writer = threading.Thread(target=write)
            writer.start()
            end = time.monotonic() + 10
            while len(kept) < 30 * (turn + 1) and time.monotonic() < end:
                time.sleep(0.01)
            service.stop(signal.SIGKILL)
            writer.join()
    links = Links(store)
    assert len(kept) >= 60 and links.is_sound()
    assert {name: links.get(name) for name in kept} == kept
    links.close()


def test_a_full_disk_stops_links_and_nothing_else(tmp_path: Path) -> None:
    first = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))\n"
    limits = f"dict(links=Path({str(tmp_path / 'links.db')!r}), rate=0)"
    with Service(limits=limits, first=first) as service:
        service.ready()
        found = [service.post("/api/links", {"state": "x" * 8000}).status for _ in range(30)]
        assert found[0] == 201 and found[-1] == 507
        assert service.ask("derive", "x'*x").data["ok"]
        assert service.stop() == 0


def test_a_place_for_links_that_cannot_be_written_stops_nothing_else(tmp_path: Path) -> None:
    with Service("--links", str(tmp_path / "nowhere" / "links.db")) as service:
        assert service.ready().post("/api/links", {"state": "x"}).status == 507
        assert service.ask("derive", "x'*x").data["ok"]
        assert service.stop(signal.SIGINT) == 0


def test_without_a_file_there_are_no_links(mortal: Service) -> None:
    assert mortal.post("/api/links", {"state": "x"}).status == 404
    assert not mortal.get("/api/config").data["links"]


# ---------------------------------------------------------------- what the service says of itself


def test_the_same_question_is_computed_once(service: Service) -> None:
    jobs = service.number("matgrad_pool_jobs_total")
    one, two = (service.ask("derive", "3.25*x'*x") for _ in range(2))
    assert one.body == two.body
    assert service.number("matgrad_pool_jobs_total") == jobs + 1


def test_numbers_for_prometheus_name_no_paths_of_strangers(service: Service) -> None:
    service.get("/zebra")
    text = service.get("/metrics").body.decode()
    assert 'path="/*"' in text and "zebra" not in text
