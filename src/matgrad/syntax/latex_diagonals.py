r"""\operatorname{diag}(M) of a matrix: the column of its diagonal, or M without all other entries.

The text language has `diag` for the first and `diagonal_part` for the second. People write diag for
both, as in 2X^{-1} - \operatorname{diag}(X^{-1}), where only the second fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from matgrad import ops
from matgrad.core.expr import number_value
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.errors import DoubtError, MatgradError, ShapeError
from matgrad.syntax.latex_choices import Choices, settle
from matgrad.syntax.tokens import Kind, Token

NOTE = "diag of a matrix is read as its diagonal part, a matrix: nothing else fits"
_PART = "diagonal_part"


def as_parts(tokens: Iterable[Token]) -> list[Token]:
    """The tokens with diagonal parts where diag is written."""
    return [t._replace(text=_PART) if _is_diagonal(t) else t for t in tokens]


def has_diagonals(tokens: Iterable[Token]) -> bool:
    """Is a function diag called here?"""
    return any(map(_is_diagonal, tokens))


def settled(
    tokens: Callable[[Choices], list[Token]], build: Callable[[list[Token], Choices], Problem]
) -> Problem:
    """The problem of the tokens; by diagonal parts where it fits else not, or only for numbers."""
    found: set[str] = set()

    def usual(choices: Choices) -> Problem:
        read = tokens(choices)
        found.update(t.text for t in read if _is_diagonal(t))
        return build(read, choices)

    def by_parts() -> Problem | None:
        return _sound(lambda choices: build(as_parts(tokens(choices)), choices)) if found else None

    try:
        problem = settle(usual)
    except (ShapeError, DoubtError) as error:
        other = by_parts()
        if other is None:
            raise error from None
        return other
    return (by_parts() if _of_numbers(problem) else None) or problem


def _sound(read: Callable[[Choices], Problem]) -> Problem | None:
    try:
        problem = settle(read)
    except MatgradError:
        return None
    return None if _of_numbers(problem) else replace(problem, notes=(*problem.notes, NOTE))


def _of_numbers(problem: Problem) -> bool:
    """Is the diagonal of an unknown number taken, which nobody would write?"""
    roots = [*(each.value for each in problem.definitions), problem.function]
    diagonals = (node.args[0] for node in postorder(*roots) if node.op is ops.diag)
    return any(arg.is_scalar and number_value(arg) is None for arg in diagonals)


def _is_diagonal(token: Token) -> bool:
    return token.kind is Kind.NAME and token.text in ("diag", "Diag")
