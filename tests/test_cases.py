"""Real questions and textbook identities: every answer right and verified."""

from typing import Any

import pytest

from tests.cases import records
from tests.cases.judge import judge

ALL = [*records("questions"), *records("identities")]


@pytest.mark.parametrize("record", ALL, ids=[record["id"] for record in ALL])
def test_a_case_is_right_and_verified(record: dict[str, Any]) -> None:
    found = judge(record)
    assert found.status == "right", found.detail
