"""LaTeX as people write it: what is read, what is asked about, and what is refused."""

import pytest

import matgrad as mg
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from tests.cases import CaseFile, Record, records
from tests.syntax.agreement import agree, whole
from tests.syntax.latex.rows import Row, given, rows

TOLD = ("function", "definitions", "asked", "facts")
SURE = "read"


def told(problem: Problem, row: Row) -> Row:
    """What a row says of a problem."""
    symbols = problem.symbols.items()
    facts = {} if "assume" in row else {n: sorted(x.data.facts) for n, x in symbols}
    found = {
        "function": str(problem.function),
        "definitions": {part.symbol.name: str(part.value) for part in problem.definitions},
        "asked": [problem.asked[0], *problem.asked[1]] if problem.asked else [],
        "facts": {name: words for name, words in facts.items() if words},
    }
    return {part: value for part, value in found.items() if value}


@pytest.mark.parametrize("row", rows("read"))
def test_it_is_read(row: Row) -> None:
    problem = mg.parse_latex(row["latex"], **given(row))
    assert told(problem, row) == {part: row[part] for part in TOLD if part in row}
    assert problem.reading.status == row.get("status", SURE)
    assert row.get("note", "") in "\n".join(problem.notes)


@pytest.mark.parametrize("row", [*rows("asked"), *rows("refused")])
def test_it_is_asked_about_or_refused(row: Row) -> None:
    with pytest.raises(MatgradError) as caught:
        mg.parse_latex(row["latex"], **given(row))
    error = caught.value
    assert (error.code, error.message, error.source) == (row["code"], row["words"], row["latex"])
    start, end = error.position or (-1, -1)
    assert 0 <= start <= end <= len(row["latex"])


def verdict(record: Record) -> str:
    """Does the LaTeX of a case mean what its text means? It may be refused, at a place."""
    assume = {name: facts for name, facts in record["assume"].items() if name in record["shapes"]}
    try:
        read = mg.parse_latex(record["latex"], record["shapes"], assume)
    except MatgradError as refusal:
        return "refused" if refusal.position is not None else "refused without a place"
    meant = mg.parse(record["expr"], record["shapes"], assume)
    return "equal" if agree(whole(meant), whole(read)) else "different"


@pytest.mark.parametrize(("file", "share"), [("identities", 0.85), ("questions", 0.6)])
def test_most_formulas_of_the_cases_are_read_and_none_as_another(
    file: CaseFile, share: float
) -> None:
    verdicts = {record["id"]: verdict(record) for record in records(file)}
    odd = {key: v for key, v in verdicts.items() if v not in ("equal", "refused")}
    assert not odd
    assert [*verdicts.values()].count("equal") >= share * len(verdicts)
