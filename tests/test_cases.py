"""Real questions and textbook identities: every answer right, verified and short."""

from typing import Any

import pytest

from tests.cases import records
from tests.cases.judge import judge, length

LONGEST = 1.5  # times what a person wrote
ALL = [*records("questions"), *records("identities")]


@pytest.mark.parametrize("record", ALL, ids=[record["id"] for record in ALL])
def test_a_case_is_right_and_verified_and_short(record: dict[str, Any]) -> None:
    found = judge(record)
    assert found.status == "right", found.detail
    assert found.answer is not None
    assert length(found.answer) <= LONGEST * len(record["answer_text"].replace(" ", ""))
