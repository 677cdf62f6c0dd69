"""The records I of hostile.jsonl against the running service: nothing that is sent is obeyed."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from matgrad.server.gate import POLICY
from tests.cases import Record, records
from tests.server.service import Service

BY_ID = {record["id"]: record for record in records("hostile")}
TEXTS = [
    pytest.param(record, text, id=f"{record['id']} {text[:30]!a}")
    for record in BY_ID.values()
    if record["id"][0] == "I" and record["expect"].startswith("E_PARSE")
    for text in ([record["in"]] if isinstance(record.get("in"), str) else record.get("in", ()))
]
BIDI = [chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
QUICKLY = 1.0  # seconds; the limit is 0.05, on a machine that does nothing else


@pytest.mark.parametrize("task", ["preview", "derive"])
@pytest.mark.parametrize(("record", "text"), TEXTS)
def test_what_would_run_elsewhere_is_not_even_read(
    service: Service, record: Record, text: str, task: str
) -> None:
    code = service.ask(task, text, mode=record.get("mode", "auto")).code
    assert code in record["expect"].partition(";")[0].split("/")


@pytest.mark.parametrize(("text", "read"), [("x.real", "x"), ("(lambda:1)()", "1")])
def test_code_is_read_as_a_formula_and_not_run(service: Service, text: str, read: str) -> None:
    assert service.ask("preview", text).data["latex"] == f"f = {read}"


@pytest.mark.parametrize("name", BY_ID["I04"]["decl_names"])
def test_a_name_is_only_a_name(service: Service, name: str) -> None:
    assert service.ask("preview", "x'*x", shapes={name: ["n"]}).code == "E_NAME"
    assert service.ask("derive", "x'*x", wrt=[name]).code == "E_NAME"


def test_a_function_cannot_be_redefined(service: Service) -> None:
    shapes = {"exp": ["n"], "x": ["n"]}
    assert service.ask("preview", "exp(x)", shapes=shapes).code == "E_NAME"


@pytest.mark.parametrize("char", BIDI)
def test_no_name_hides_its_direction(service: Service, char: str) -> None:
    assert service.ask("preview", f"a{char}b'*x").code == "E_PARSE"


@pytest.mark.parametrize(
    "path",
    [
        "/?e=%3Cscript%3E", "/?e=%0d%0aSet-Cookie:x", "/?id=../../secret", "/?e=%00", "/?e=%FF%FE",
        "/api/links/..%2f..%2fsecret", "/api/links/%00", "/static/../../pyproject.toml",
        "/static/..%2f..%2f..%2f__init__.py", "/static/%2e%2e/settings.py", "/%0d%0aSet-Cookie:x",
        "/s/..%2f..%2fsecret",
    ],
)  # fmt: skip
def test_no_address_reads_a_file_or_splits_a_header(service: Service, path: str) -> None:
    found = service.get(path)
    assert found.status in (200, 400, 404)
    assert "set-cookie" not in found.headers
    if found.status == 200:
        assert found.body == service.get("/").body


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(nested(40_000), id="nested arrays"),
        pytest.param(b'{"input": ' + nested(40_000) + b"}", id="nested inside"),
        pytest.param(b'{"input": "x", "input": "y"}', id="a key twice"),
        pytest.param(b'{"input": NaN}', id="NaN"),
        pytest.param(b'{"input": "x", "seed": Infinity}', id="Infinity"),
        pytest.param(b'{"input": "x", "seed": 1e400}', id="1e400"),
        pytest.param(b'{"input": "x\\ud800"}', id="half a character"),
        pytest.param(b'{"input": "x", "seed": ' + b"9" * 5000 + b"}", id="5000 digits"),
        pytest.param(b'{"input": "x", "__proto__": {"a": 1}}', id="__proto__"),
        pytest.param(b'{"input": 7}', id="a number for a text"),
        pytest.param(b'{"input": "\xff\xfe"}', id="not UTF-8"),
        pytest.param(b'"x"', id="not an object"),
        pytest.param(b"{}", id="nothing"),
        pytest.param(b"", id="empty"),
    ],
)
def test_json_that_is_not_json_is_refused_at_once(service: Service, body: bytes) -> None:
    begun = time.monotonic()
    found = service.post("/api/evaluate", body)
    assert found.status == 400 and found.code == "E_REQUEST"
    assert time.monotonic() - begun < QUICKLY


def test_a_refusal_repeats_nothing_of_the_request(service: Service) -> None:
    found = service.post("/api/derive", b'{"input": "x", "<script>": 1}')
    assert found.status == 400 and b"script" not in found.body.replace(b'"field": "<script>"', b"")


def test_an_echo_is_data_and_never_a_page(service: Service) -> None:
    found = service.ask("derive", "<script>alert(1)</script>")
    assert found.headers["content-type"] == "application/json"
    assert found.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/", "/docs", "/healthz", "/api/examples", "/nothing", "/metrics"]
)
def test_every_answer_carries_the_policy(service: Service, path: str) -> None:
    headers = service.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-frame-options"] == "DENY" and headers["referrer-policy"] == "no-referrer"
    assert "unsafe" not in POLICY and "http" not in POLICY


def test_the_log_is_lines_of_json_without_what_was_asked(service: Service) -> None:
    service.ask("preview", "zebra'*zebra\nINFO fake log line\x1b[2J")
    service.get("/zebra?zebra=zebra")
    time.sleep(0.3)
    lines = Path(service.log).read_text(encoding="utf-8").splitlines()
    events = [json.loads(line)["event"] for line in lines]
    assert "request" in events
    assert not any("zebra" in line or "fake" in line or "\x1b" in line for line in lines)


def test_what_is_stored_is_only_text(service: Service) -> None:
    state = "x'); DROP TABLE links;--"
    name = service.post("/api/links", {"state": state}).data["id"]
    assert service.get(f"/api/links/{name}").data["state"] == state
    assert service.post("/api/links", {"state": "again"}).status == 201
