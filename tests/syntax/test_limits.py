"""Each limit has its own message, and no input breaks the reader without limits."""

from collections.abc import Callable

import pytest

from matgrad.syntax import Limits, parse_problem
from tests.syntax.reading import error, outcome

BOMBS: dict[str, Callable[[], str]] = {
    "parentheses": lambda: "(" * 100_000 + "x" + ")" * 100_000,
    "sum": lambda: "+".join(["x"] * 2000),
    "transposes": lambda: "x" + "'" * 4000,
    "calls": lambda: "sin(" * 5000 + "x" + ")" * 5000,
    "product": lambda: "*".join(["(x'*x)"] * 500),
    "space": lambda: " " * 1_000_000,
    "name": lambda: "x" * 1_000_000,
    "variables": lambda: "+".join(f"x{i}" for i in range(10_000)),
    "digits": lambda: "1" * 50_000 + "!",
    "words": lambda: "word " * 50_000,
    "letters": lambda: "a " * 1500,
    "braces": lambda: "x_{" * 50_000,
    "minus": lambda: "-" * 50_000 + "x",
    "tower": lambda: "x" + "^2" * 3000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_limits_stop_bombs(bomb: str):
    assert outcome(BOMBS[bomb](), limits=Limits()) == "E_LIMIT"


@pytest.mark.parametrize("bomb", BOMBS)
def test_bombs_are_harmless_without_limits(bomb: str):
    outcome(BOMBS[bomb]())


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("x" * 5000, "bytes"),
        ("+".join(["x"] * 1200), "tokens"),
        ("x" + "'" * 1500, "depth"),
        ("+".join(f"x{i}" for i in range(65)), "variables"),
        ("0." + "1" * 41, "digits"),
        ("2^2000", "bits"),
    ],
)
def test_each_limit_names_itself(text: str, word: str):
    assert word in error(text, limits=Limits()).message


def test_the_seed_question_is_far_below_the_limits():
    assert parse_problem("norm2(sin(W2*cos(W1*x)))^2", limits=Limits()).function.is_scalar
