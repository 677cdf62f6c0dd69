"""Derivatives that a program computes, or that the words around it claim, get verdicts."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import CASES, Case, code

LETTERS = {
    "right": "r",
    "wrong": "w",
    "right up to a factor": "f",
    "not checked": "n",
    "undecided": "u",
    "right up to layout": "l",
}


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_claims_about_programs_are_judged(case: Case) -> None:
    found = ask(case.text)
    assert "".join(LETTERS[claim.status] for claim in found.claims) == case.verdicts


def test_what_only_a_wrong_line_above_makes_wrong_is_told() -> None:
    program = "z = X @ w\nr = z - y\nloss = r @ r\ndz = r\ndw = X.T @ dz"
    first, second = ask(code(program)).claims
    assert first.words == "the claim is 1/2 times the right answer"
    assert second.words.startswith("right with the right dz")


SILENT = [  # what is no claim of the asker's
    "The residual is X @ w - y. What is the gradient wrt w?",
    "`np.allclose(jax.grad(loss)(w), manual(w))` fails. What is the gradient wrt w?",
    "What is the gradient wrt w? At w = 0 the gradient is -2*X.T @ y.",
    "What is the gradient wrt w? I get 2*X.T @ (X @ w - y) times n.",
]


@pytest.mark.parametrize("words", SILENT, ids=range(len(SILENT)))
def test_other_expressions_are_not_judged(words: str) -> None:
    reply = ask(code("r = X @ w - y\nloss = r @ r", words))
    assert "w" in reply.results
    assert not [claim for claim in reply.claims if claim.status in ("right", "wrong")]
