"""Campaigns in parts: begun and continued, put together, with workers that die."""

import json
import os

import pytest

import matgrad as mg
from campaign.case import Case, case
from campaign.judge import UNDECIDED, judge
from campaign.oracles import AGREES, CANNOT, SHARES, opinion, oracles_for
from campaign.pool import results
from campaign.run import Mixed, State, campaign, merged, run_chunk
from campaign.tally import gaps, joined
from matgrad.ops import norm2, symbol
from matgrad.optional import available
from matgrad.verify.functions import COMPOSED

SEED = 5
LIBRARIES = [
    pytest.param(name, marks=pytest.mark.skipif(not available(package), reason=f"no {package}"))
    for name, package in (("PyTorch autograd", "torch"), ("JAX jvp", "jax"))
]


def state_of(*ranges: tuple[int, int]) -> State:
    state = State(SEED)
    for start, stop in ranges:
        state.add({"ranges": [[start, stop]], "tally": run_chunk(SEED, start, stop).data()})
    return state


def test_what_was_begun_is_continued(tmp_path):
    state_of((0, 3)).write(tmp_path / "state-5.json")
    found = campaign(SEED, 5, tmp_path, 1)
    assert found["generated"] == 5
    assert found["complete"]
    written = json.loads((tmp_path / "manifest-5.json").read_text(encoding="utf-8"))
    assert written["outcomes"] == dict(run_chunk(SEED, 0, 5).statuses)


def test_what_is_not_finished_says_so(tmp_path):
    assert not campaign(SEED, 5, tmp_path, 1, minutes=0)["complete"]


def test_a_state_of_another_commit_is_not_continued(tmp_path):
    State(SEED, "another").write(tmp_path / "state-5.json")
    with pytest.raises(Mixed):
        campaign(SEED, 5, tmp_path, 1)


def test_parts_are_put_together(tmp_path):
    for i, part in enumerate([(0, 2), (2, 4)]):
        state_of(part).write(tmp_path / f"{i}.json")
    whole = merged([tmp_path / "0.json", tmp_path / "1.json"])
    assert whole.ranges == [[0, 4]]
    assert whole.tally.pairs == run_chunk(SEED, 0, 4).pairs


def test_a_part_begins_where_it_is_told_and_goes_together_with_the_rest(tmp_path):
    paths = [tmp_path / str(first) / "state-5.json" for first in (0, 2)]
    for path, part in zip(paths, [(0, 2), (2, 5)], strict=True):
        path.parent.mkdir()
        state_of(part).write(path)
    found = campaign(SEED, 3, tmp_path / "2", 1, first=2)  # nothing is left to do
    assert found["complete"] and found["command"].endswith("--cases 3 --seed 5 --first 2")
    assert not campaign(SEED, 4, tmp_path / "2", 1, minutes=0, first=2)["complete"]
    assert merged(paths).ranges == [[0, 5]]


def test_cases_are_not_counted_twice():
    with pytest.raises(ValueError, match="twice"):
        joined([[0, 5], [4, 9]])
    assert gaps([[2, 4], [6, 7]], 10) == [(0, 2), (4, 6), (7, 10)]
    assert gaps([[0, 4], [6, 9]], 8, first=5) == [(5, 6)]


def dies_at_two(task: int) -> int:
    if task == 2:
        os._exit(1)
    return task * task


def test_a_process_that_dies_is_noticed_and_replaced():
    assert dict(results(dies_at_two, iter(range(5)), 2, 60)) == {0: 0, 1: 1, 2: None, 3: 9, 4: 16}


def test_undecided_cases_have_a_reason():
    x = symbol("x", "n")
    outcome = judge(Case("gradient", ("x",), norm2(x - x)))
    assert (outcome.status, outcome.details) == (UNDECIDED, "division by zero")


@pytest.mark.parametrize("oracle", LIBRARIES)
def test_other_libraries_agree_with_the_series_and_notice_wrong_ones(oracle, monkeypatch):
    d = mg.gradient("sum(sigmoid(A*x))", "x")
    assert opinion(oracle, d, d.problem) == AGREES
    monkeypatch.setitem(COMPOSED, "sigmoid", lambda R, x: R.function("sin", x))
    assert opinion(oracle, d, d.problem) not in (AGREES, CANNOT)


def test_each_oracle_is_asked_about_its_share():
    assert all(name in SHARES for name in oracles_for(0))
    assert oracles_for(7) == ()


def test_options_and_spellings_are_drawn():
    drawn = [case(SEED, index) for index in range(400)]
    assert {c.spelling for c in drawn} == {"text", "LaTeX"}
    given = {option for c in drawn for option in c.options}
    assert given == {
        ("order", "columns"), ("order", "rows"), ("layout", "numerator"), ("layout", "denominator"),
        ("structure", "projected"), ("structure", "independent"), ("structure", "free"),
    }  # fmt: skip
    assert any(c.problem for c in drawn)  # networks
