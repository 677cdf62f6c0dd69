"""A small campaign of random problems in every test run, and the proof that it would notice."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.case import FIXED, Case, case, operator_case
from campaign.expressions import Garden, pairs
from campaign.hunt import READ_ALIKE, misread, names, problem
from campaign.judge import FINDINGS, MISMATCH, PASSES, REFUSED, judge
from campaign.makers import makers
from campaign.minimise import minimised
from campaign.run import TooFew, campaign, run_chunk
from campaign.tally import Tally
from matgrad.core.expr import catalogue
from matgrad.core.shape import shape_of
from matgrad.core.walk import postorder
from matgrad.ops import sin, tanh

CHUNKS, EACH = 8, 25
UNREAD = {"vcat", "hcat", "part"}  # LaTeX indices such as n + 1 are not read back so far
UNDECIDED = 3  # at most, in a chunk: functions that have a kink or no value at every point


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_problems_are_answered_rightly_or_not_at_all(chunk: int) -> None:
    tally = run_chunk(FIXED, chunk * EACH, (chunk + 1) * EACH)
    assert tally.total == EACH
    assert tally.findings == []
    assert len(tally.undecided) <= UNDECIDED
    assert sum(tally.statuses[status] for status in PASSES) > EACH // 2


@pytest.mark.parametrize("name", makers())
@pytest.mark.parametrize("shape", [(2, 1), (1, 1), ("m", "n")], ids=str)
def test_what_an_operator_makes_has_the_shape_that_was_wanted(name: str, shape) -> None:
    wanted = shape_of(*shape)
    for seed in range(8):
        made = Garden(Random(seed)).apply(name, wanted, 2)
        assert made is None or made.shape == wanted


@pytest.mark.parametrize("name", makers())
@pytest.mark.parametrize("kind", ["gradient", "jacobian"])
def test_every_operator_is_differentiated(name: str, kind: str) -> None:
    outcome = judge(operator_case(name, kind))
    allowed = (*PASSES, REFUSED, "undecided") if name in UNREAD else (*PASSES, REFUSED)
    assert outcome.status in allowed, outcome


@pytest.mark.parametrize("name", [n for n in names() if n.startswith(("chosen:", "network:"))])
def test_chosen_spellings_and_networks_read_back_and_run(name: str) -> None:
    assert judge(problem(name)).status in PASSES


@pytest.mark.parametrize(("text", "bracketed"), READ_ALIKE)
def test_signs_bind_as_brackets_say(text: str, bracketed: str) -> None:
    assert not misread(text, bracketed)


def test_every_operator_of_single_matrices_can_be_drawn() -> None:
    single = (op for op in catalogue.values() if op.axes is None and not op.is_leaf)
    assert {op.name for op in single} <= set(makers())


@given(st.integers(1, 10), st.integers(0, 10_000))
def test_a_case_is_a_function_of_its_seed_and_number(seed: int, index: int) -> None:
    one, two = case(seed, index), case(seed, index)
    assert one == two
    assert set(one.wrt) <= set(one.symbols)


def test_cases_share_parts_and_name_some_of_them() -> None:
    drawn = [case(5, index) for index in range(300)]
    assert any(c.definitions for c in drawn)
    assert any(s.data.facts for c in drawn for s in c.symbols.values())
    assert {c.kind for c in drawn} == {"gradient", "differential", "jacobian", "hessian"}
    assert len(set().union(*(pairs(c.function) for c in drawn))) > 300


# ---------------------------------------------------------------- would it notice?


@pytest.fixture
def wrong_rule():
    """The derivative of tanh loses its square, for as long as the test runs."""
    right = tanh.partials
    object.__setattr__(tanh, "partials", (lambda Y, X, dX: dX - Y * 0 if Y.is_scalar else dX,))
    yield
    object.__setattr__(tanh, "partials", right)


def test_a_wrong_rule_makes_the_campaign_fail(wrong_rule) -> None:
    touched = (i for i in range(2000) if uses(case(FIXED, i), "tanh"))
    tally = Tally()
    for index in (next(touched) for _ in range(8)):
        drawn = case(FIXED, index)
        tally.count(index, drawn, judge(drawn))
    assert tally.statuses[MISMATCH] > 0
    assert all(finding["status"] in FINDINGS for finding in tally.findings)


def uses(drawn: Case, name: str) -> bool:
    return any(node.op.name == name for node in postorder(*drawn.roots))


def test_a_finding_is_made_small() -> None:
    long = next(c for i in range(500) if uses(c := case(7, i), "sin") and not c.definitions)
    small = minimised(replace(long, wrt=long.wrt[:1]), lambda c: uses(c, "sin"))
    assert any(node.op is sin for node in postorder(small.function))
    assert small.function.size <= 15


def test_a_campaign_that_runs_too_few_cases_fails(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("campaign.tally.Tally.total", 3)
    with pytest.raises(TooFew):
        campaign(FIXED, 0, tmp_path, 1)
