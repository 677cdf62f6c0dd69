r"""Bars around a square matrix inside of a logarithm or a power: |\Sigma|^{-1/2}, \log|X|.

As absolute values they would make a matrix of the whole function; as a determinant, a number.
"""

from __future__ import annotations

from collections.abc import Sequence

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.syntax.inference import convention
from matgrad.syntax.plausible import COUNTS

_AROUND = frozenset({"log", "power", "matrix_power", "inv", "sqrt"})


def is_determinant(by_entries: Sequence[Problem], with_determinants: Sequence[Problem]) -> bool:
    """Are determinants meant, of these readings?"""
    return (
        bool(by_entries and with_determinants)
        and all(problem.function.is_scalar for problem in with_determinants)
        and not any(problem.function.is_scalar for problem in by_entries)
        and all(_is_inside(problem) for problem in by_entries)
    )


def _is_inside(problem: Problem) -> bool:
    """Do absolute values of square matrices stand alone, or in logarithms and powers only?"""
    parts = [each.value for each in problem.definitions]
    if any(map(_is_absolute, parts)):
        return False
    nodes = postorder(problem.function, *parts)
    parents = [node for node in nodes if any(map(_is_absolute, node.args))]
    is_all = _is_absolute(problem.function)  # |A - λI| and no more
    return bool(parents or is_all) and all(node.op.name in _AROUND for node in parents)


def is_shrunk(problem: Problem, with_determinants: Sequence[Problem]) -> bool:
    """Is a capital a number in this reading only so that all fits: K in yᵀK⁻¹y + log|K|?"""
    numbers = [name for name, node in problem.symbols.items() if node.is_scalar]
    return any(
        convention(name) == "matrix" and name not in COUNTS and not other.symbols[name].is_scalar
        for other in with_determinants
        for name in numbers
        if name in other.symbols
    )


def _is_absolute(node: Expr) -> bool:
    return node.op is ops.absolute and node.shape.is_square and not node.is_scalar
