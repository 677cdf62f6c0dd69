"""The LaTeX of the cases, as people wrote it, means what their text means, or is refused."""

from collections import Counter

import pytest

from matgrad.errors import MatgradError
from matgrad.syntax import parse_latex, parse_problem
from tests.cases import CaseFile, Record, records
from tests.syntax.agreement import agree, whole


def verdict(record: Record) -> str:
    """Equal, different or undecided, or the code of the refusal."""
    assume = {name: facts for name, facts in record["assume"].items() if name in record["shapes"]}
    try:
        read = parse_latex(record["latex"], record["shapes"], assume)
    except MatgradError as refusal:
        assert refusal.message
        assert refusal.source == record["latex"]
        assert refusal.position is not None, record["id"]
        return refusal.code
    meant = parse_problem(record["expr"], record["shapes"], assume)
    answers = {True: "equal", False: "different", None: "undecided"}
    return answers[agree(whole(meant), whole(read))]


@pytest.mark.parametrize(("file", "share"), [("identities", 0.85), ("questions", 0.6)])
def test_most_formulas_are_read_and_none_is_read_as_another(file: CaseFile, share: float):
    verdicts = {record["id"]: verdict(record) for record in records(file)}
    wrong = {key: v for key, v in verdicts.items() if v in ("different", "undecided")}
    assert not wrong
    assert Counter(verdicts.values())["equal"] >= share * len(verdicts)
