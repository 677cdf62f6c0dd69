"""Reasons and examples have the numbers of the program, though it is compared at smaller sizes."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code

DATA = "X = np.random.randn(100, 20)\nw = np.random.randn(20)\ny = np.random.randn(100)\n"
REASONS = [  # the loss, the claim, why it is wrong
    ("np.sum((X @ w - y)**2) / 100", "X.T @ (X @ w - y) / 50 + w / 100",
     "the term w/100 is too much"),
    ("np.sum((X @ w - y)**2) / 100", "X.T @ (X @ w - y) / 100",
     "the claim is 1/2 times the right answer"),
    ("np.sum((X @ w - y)**2) + 100 * np.sum(w**2)", "2 * X.T @ (X @ w - y) + 100 * w",
     "the claim has 1/2 times the term 200w"),
    ("np.mean((X @ w - y)**2)", "2 * X.T @ (X @ w - y) / 20",
     "the claim is 5 times the right answer"),
    ("np.mean((X @ w - y)**2)", "2 * X.T @ (X @ w - y)",
     "the claim is 100 times the right answer"),
    ("np.var(X @ w)", "X.T @ (X @ w - np.mean(X @ w)) / 100",
     "the claim is 1/2 times the right answer"),
]  # fmt: skip


@pytest.mark.parametrize(("loss", "claim", "reason"), REASONS)
def test_numbers_in_reasons_are_those_of_the_program(loss: str, claim: str, reason: str) -> None:
    (found,) = ask(code(f"{DATA}loss = {loss}\ndw = {claim}")).claims
    assert (found.status, found.words) == ("wrong", reason)


RIGHT = [
    ("np.sum((X @ w - y)**2) + 100 * np.sum(w**2)", "2 * X.T @ (X @ w - y) + 200 * w"),
    ("np.mean((X @ w - y)**2) + 20 * np.sum(w**2)", "X.T @ (X @ w - y) / 50 + 40 * w"),
    ("np.var(X @ w)", "2 * X.T @ (X @ w - np.mean(X @ w)) / 100"),
]


@pytest.mark.parametrize(("loss", "claim"), RIGHT)
def test_numbers_that_are_sizes_are_right(loss: str, claim: str) -> None:
    assert [x.status for x in ask(code(f"{DATA}loss = {loss}\ndw = {claim}")).claims] == ["right"]


def test_an_example_has_the_numbers_of_the_claim() -> None:
    program = f"{DATA}loss = np.sum((X @ w - y)**2) / 100\ndw = X.T @ (X @ w - y) / 100"
    (found,) = ask(code(program)).claims
    assert found.report is not None
    assert found.report.counterexample is not None
    assert found.report.counterexample.claimed == [["1/50"]]
    assert found.report.counterexample.true == [["1/25"]]


def test_a_mean_of_fewer_entries_is_no_example() -> None:
    program = f"{DATA}loss = np.mean((X @ w - y)**2)\ndw = X.T @ (X @ w - y)"
    (found,) = ask(code(program)).claims
    assert found.report is not None
    assert found.report.counterexample is None
