"""Verdicts on pasted backward passes are what finite differences say; see `make fuzz-programs`."""

from random import Random

import pytest

from campaign.backward import Line, Pass, _outcome, judge, passes, spoilt, truth, variants

every_pass = pytest.mark.parametrize("given", passes(), ids=lambda x: x.name)


@every_pass
def test_verdicts_are_those_of_differences(given: Pass) -> None:
    for variant in variants(given, 1, Random(given.name)):
        outcomes = dict.fromkeys(outcome for outcome, _ in judge(variant, "plain"))
        assert not [x for x in outcomes if x.isupper()]
        assert "refused" not in outcomes


@every_pass
def test_the_passes_of_the_table_are_right(given: Pass) -> None:
    assert truth(given)
    assert all(line.is_right for line in truth(given))


def test_spoilt_lines_are_told_from_right_ones() -> None:
    given = next(x for x in passes() if x.name == "linear_mse")
    wrong = [*spoilt("dw = X.T @ dr")]
    assert wrong == ["dw = -(X.T @ dr)", "dw = 2 * (X.T @ dr)", "dw = X @ dr", "dw = dr @ X.T"]
    found = truth(
        Pass(
            given.name, given.inputs, given.one_hot, given.forward, ("dr = 2 * r", "dw = X.T @ dr")
        )
    )
    assert found == [Line("r", False, False), Line("w", False, True)]


@pytest.mark.parametrize(
    ("line", "called", "outcome"),
    [
        (Line("w", True, True), ["right"], "judged"),
        (Line("w", True, True), ["wrong"], "RIGHT, CALLED WRONG"),
        (Line("w", False, False), ["right up to layout"], "WRONG, CALLED RIGHT"),
        (Line("w", False, True), ["right"], "judged"),
        (Line("w", False, False), ["undecided"], "not judged"),
    ],
)
def test_what_becomes_of_a_line(line: Line, called: list[str], outcome: str) -> None:
    assert _outcome(line, called) == outcome
