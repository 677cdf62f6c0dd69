"""Arrays of zeros and ones, however words say it: each entry is its own square."""

import time

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.programs.stated import masks_in
from tests.ask.programs.programs import code
from tests.ask.programs.verdicts import verdicts

PROSE = [
    "with $M$ of zeros and ones",
    "where $M$ contains only 0s and 1s",
    "where $M$ is a matrix of zeros and ones",
    r"where $M$ is an $m \times n$ matrix of ones and zeros",
    "where $M$ has only zeros and ones as entries",
    "where $M$ is an indicator matrix",
    "where $M$ is a 0-1 matrix",
    "where every entry of $M$ is either 0 or 1",
    r"with $M\in\{0,1\}^{m\times n}$",
]
OTHERS = ["where $M$ is arbitrary", "where $M$ has no zeros", "where $M$ is a matrix of weights"]
ASKED = (
    r"Let $f(U) = \|M \odot (R - UV^T)\|_F^2$ {0}."
    r" Is $\nabla f = -2(M\odot(R-UV^T))V$ right?"
)


@pytest.mark.parametrize("said", PROSE)
def test_entries_are_their_own_squares(said: str) -> None:
    assert [x.status for x in ask(ASKED.format(said)).claims] == ["right"]


@pytest.mark.parametrize("said", OTHERS)
def test_of_other_matrices_nothing_is_known(said: str) -> None:
    assert [x.status for x in ask(ASKED.format(said)).claims] == ["wrong"]


PROGRAM = "E = M * (R - U @ V.T)\nloss = np.sum(E**2)\ngrad_U = -2 * E @ V"
WORDS = [
    "R is (m, n), M is (m, n) of zeros and ones, U is (m, k), V is (n, k).",
    "M contains only 0s and 1s.",
    "M is (m, n), zeros and ones.",
    "The entries of M are 0 or 1.",
    "M is boolean.",
    "M is an indicator matrix.",
    "M has entries in {0, 1}.",
    "M is the observed-entries mask.",
    "M is a (m, n) array with 1 where a rating is observed and 0 elsewhere.",
    "M[i, j] is 1 if the rating is known and 0 otherwise.",
]


@pytest.mark.parametrize("words", WORDS)
def test_so_are_those_of_programs(words: str) -> None:
    assert verdicts(ask(code(PROGRAM, f"{words} Right?"))) == "r"


@pytest.mark.parametrize(
    "words", ["M is not a matrix of zeros and ones.", "M has no zeros.", "M is (m, n)."]
)
def test_what_is_denied_is_not_taken(words: str) -> None:
    assert verdicts(ask(code(PROGRAM, f"{words} Right?"))) == "w"


LONG = ["a " * 20_000, "M (m, n) " * 5_000, "M" + " " * 4_000, "M is 1 where " * 3_000]


@pytest.mark.parametrize("words", LONG, ids=range(len(LONG)))
def test_long_texts_take_no_time(words: str) -> None:
    started = time.perf_counter()
    masks_in(words)
    assert time.perf_counter() - started < 20
