"""What matgrad, Math-Verify and SymPy say of a pair: equal, different, or nothing."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from bench.verdicts import Pair

try:
    import matgrad as mg
except ImportError:  # where only peers are installed
    mg: Any = None
try:
    import math_verify
except ImportError:
    math_verify: Any = None
try:
    import sympy
    from sympy.parsing.latex import parse_latex
except ImportError:
    sympy, parse_latex = None, None

EQUAL, DIFFERENT, UNDECIDED = "equal", "different", "undecided"
SECONDS = 20


class OutOfTime(BaseException):
    """The time for one pair is over."""


@contextmanager
def within(seconds: int) -> Generator[None]:
    """Stop what takes longer."""

    def stop(*_: object) -> None:
        raise OutOfTime

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def of_matgrad(pair: Pair) -> str:
    """`mg.same`; a transpose and a condition that does not hold in general are no equality."""
    found = mg.same(pair.a, pair.b, pair.shapes, pair.assume)
    verdicts = {"same": EQUAL, "same up to layout": EQUAL, "undecided": UNDECIDED}
    return verdicts.get(found.status, DIFFERENT)


def of_math_verify(pair: Pair) -> str:
    """The grader, as its documentation has it: parse both, then verify."""
    gold, answer = (math_verify.parse(f"${_bare(text)}$") for text in (pair.a, pair.b))
    if not gold or not answer:
        return UNDECIDED
    return EQUAL if math_verify.verify(gold, answer) else DIFFERENT


def of_sympy(pair: Pair) -> str:
    """Both read by SymPy's own reader of LaTeX, and their difference simplified."""
    a, b = (parse_latex(_bare(text)) for text in (pair.a, pair.b))
    difference = sympy.simplify(a - b)
    if difference == 0 or getattr(difference, "is_zero_matrix", False):
        return EQUAL
    return DIFFERENT


def _bare(text: str) -> str:
    return text.replace("$", "").strip().rstrip(".")


JUDGES: dict[str, tuple[Any, Callable[[Pair], str]]] = {
    "matgrad": (mg, of_matgrad),
    "math-verify": (math_verify, of_math_verify),
    "sympy": (sympy, of_sympy),
}


def verdict(name: str, pair: Pair) -> str:
    """What a program says of a pair; an error is that it decides nothing."""
    try:
        with within(SECONDS):
            return JUDGES[name][1](pair)
    except (Exception, OutOfTime):
        return UNDECIDED
