r"""Readings that fit, but that nobody means: an entry of a number, a number that is transposed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, symbols
from matgrad.errors import AmbiguousError, ShapeError, UnsupportedError
from matgrad.ops import transpose
from matgrad.syntax.latex_functions import EXPONENTIAL
from matgrad.syntax.latex_tokens import Position
from matgrad.syntax.parse import TIGHT
from matgrad.syntax.tokens import Kind, Token

_UNITS = ("i", "j")
_EXPONENTIALS = (EXPONENTIAL, "exp")
_BRACKETS = {"(": 1, "[": 1, ")": -1, "]": -1}
Primed = tuple[str, Position]  # the name that has a prime, or "" for brackets, and where


def check_numbers(problem: Problem, primed: Sequence[Primed], text: str) -> None:
    """Refuse (x^T y)_1 and x' of a number x."""
    roots = (problem.function, *(d.value for d in problem.definitions))
    for node in postorder(*roots):
        if node.op.name == "entry" and node.args[0].is_scalar:
            raise UnsupportedError("a number has no entries", (0, len(text)), "leave the index out")
    if primed:
        _check_primes(roots, primed)


def check_turned(problem: Problem, declared: Collection[str], text: str) -> None:
    """Refuse x^Ty + yx^T, which fits only if x, that is transposed, is a number after all."""
    roots = (problem.function, *(d.value for d in problem.definitions))
    known = {*declared, *(d.symbol.name for d in problem.definitions)}
    for node in postorder(*roots):
        of = node.args[0] if node.op is transpose else None
        if of is not None and of.is_scalar and of.op.name == "symbol" and of.name not in known:
            raise ShapeError(
                f"the shapes fit only if {of.name} is a number, but it is transposed",
                (0, len(text)), f"declare {of.name}; a number needs no transpose",
            )  # fmt: skip


def _check_primes(roots: Sequence[Expr], primed: Sequence[Primed]) -> None:
    """Ask about a prime of numbers; x'y, a number that is made of vectors, may have one."""
    for node in postorder(*roots):
        found = symbols(node) if node.op is transpose and node.is_scalar else []
        if found and all(symbol.is_scalar for symbol in found):
            alone = node.args[0].name if node.args[0] in found else ""  # c^T may have no prime
            place = next((at for name, at in primed if name == alone), None)
            if place is None:
                continue
            raise AmbiguousError(
                "a number has a prime: is this another number, or a derivative?", place,
                r"another number needs a name of its own, as x_2; x^\top is the transpose",
            )  # fmt: skip


def check_imaginary(tokens: Sequence[Token], known: Collection[str]) -> None:
    """Ask about i of e^{iθ}, where nothing says that it is a name."""
    depth, opened = 0, list[int]()  # the depths at which exponentials begin
    for before, token in pairwise(tokens):
        if token.kind is Kind.SIGN and token.text in _BRACKETS:
            depth += _BRACKETS[token.text]
            if token.text == "(" and before.text in _EXPONENTIALS:
                opened.append(depth)
            elif opened and depth < opened[-1]:
                opened.pop()
        is_unit = token.kind is Kind.NAME and token.text in _UNITS and token.text not in known
        if is_unit and opened and before.text not in ("[", ","):
            raise AmbiguousError(
                f"is {token.text} the imaginary unit, or a variable?", token.position,
                f"declare {token.text} if it is a variable; complex numbers are not read",
            )  # fmt: skip


def check_repeated(tokens: Sequence[Token], below: Mapping[str, str]) -> None:
    """Ask about A_{ij}x_j, where no sum binds j: is it summed without a sign?

    `below` has the indices of the names that have some. Vectors x_i are transposed somewhere.
    """
    pairs = pairwise(token for token in tokens if token.kind is not Kind.RAISED)
    if any(one.text in below and other.text == "'" for one, other in pairs):
        return
    for one, sign, other in zip(tokens, tokens[1:], tokens[2:], strict=False):
        is_product = sign.kind is Kind.SIGN and sign.text in ("*", TIGHT, "⋅")
        shared = {*below.get(one.text, "")} & {*below.get(other.text, "")}
        if is_product and shared and one.kind is other.kind is Kind.NAME:
            index = min(shared)
            raise AmbiguousError(
                f"{index} stands twice, and is bound by no sum: is it summed over?",
                (one.start, other.end),
                rf"a sum is \sum_{index} …; other names, as A_1 and x_2, have numbers below them",
            )
