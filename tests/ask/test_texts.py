"""Questions as people write them, with the answers and verdicts that were looked at by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from matgrad.app.ask import ask

TEXTS: list[dict[str, Any]] = [
    json.loads(line)
    for line in (Path(__file__).parent / "texts.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", TEXTS, ids=range(len(TEXTS)))
def test_a_text_is_understood(case: dict[str, Any]) -> None:
    reply = ask(case["text"])
    assert {name: str(x) for name, x in reply.results.items()} == case["results"]
    assert [d.kind for d in reply.derivations] == case["kind"]
    assert all(d.verdict.ok for d in reply.derivations)
    assert [[claim.status, claim.words] for claim in reply.claims] == case["claims"]
    assert reply.questions == case.get("questions", [])
