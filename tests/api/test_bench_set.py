"""Problems by seed and level: the same ones each time, and graded by what they bring."""

import json

import pytest

import matgrad as mg
from matgrad import recheck
from matgrad.api.bench_set import LEVELS, bench_set
from tests.cli.command import run

ROWS = {level: list(bench_set(30, seed=5, level=level)) for level in LEVELS}
every_level = pytest.mark.parametrize("level", LEVELS)


@every_level
def test_every_solution_has_the_score_one_by_its_own_grader(level: int) -> None:
    for row in ROWS[level]:
        assert mg.grade(row["grader"], row["solution"]).score == 1.0


@every_level
def test_a_wrong_claim_is_no_answer_and_names_its_slip(level: int) -> None:
    wrong = [row for row in ROWS[level] if row["kind"] == "claim" and row["solution"] == "wrong"]
    assert wrong
    for row in wrong:
        asked = {name: value for name, value in row["grader"].items() if name != "claim"}
        assert mg.grade(asked, row["claim"]).score == 0.0
        assert row["slip"]


@every_level
def test_certificates_hold_without_the_engine(level: int) -> None:
    for row in ROWS[level][:10]:
        assert "wrong" not in recheck.recheck(row["certificate"]).values()


def test_the_same_seed_gives_the_same_problems() -> None:
    assert list(bench_set(5, seed=5, level=2)) == ROWS[2][:5]
    assert next(bench_set(1, seed=6, level=2)) != ROWS[2][0]


def test_no_problem_comes_twice_while_there_are_others() -> None:
    graders = [json.dumps(row["grader"]) for row in ROWS[3]]
    assert len({*graders}) == len(graders)


def test_the_command_writes_json_lines() -> None:
    done = run("bench-set", "--number", "3", "--seed", "5")
    assert (done.code, done.err) == (0, "")
    assert [json.loads(line) for line in done.out.splitlines()] == ROWS[1][:3]


def test_an_unknown_level_is_refused() -> None:
    assert run("bench-set", "--level", "4").code == 2
    with pytest.raises(mg.MatgradError):
        next(bench_set(1, level=4))
