r"""The logarithm of a square matrix, or of each entry? \operatorname{tr}(X \log X) is asked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from matgrad.core.expr import Expr, Symbol
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, symbols
from matgrad.errors import AmbiguousError
from matgrad.syntax.tokens import Kind, Token

# Elementwise functions that are also functions of square matrices, and how LaTeX writes them.
VERSIONS = {
    "exp": ("expm", r"\\exp(?![a-z])", r"\exp(X)"),
    "log": ("logm", r"\\(?:log|ln)(?![a-z])", r"\log(X)"),
    "sqrt": ("sqrtm", r"\\sqrt(?![a-z])", r"\sqrt{X}"),
}


_CALLED = {name: name for name in VERSIONS} | {"ln": "log", "e^": "exp"}
# What takes a matrix as one whole, and what such a value goes through on the way to it.
_OF_MATRICES = frozenset(
    "matmul frobenius tr det logdet inv adj pinv matrix_power integer_power normF norm2 normspec "
    "normnuc eigmax expm logm sqrtm".split()
)
_THROUGH = frozenset("add scale transpose".split())


def of_wholes(tokens: Sequence[Token]) -> set[str]:
    """The functions that are taken of something without an index: log A, but not log a_{ij}."""
    found: set[str] = set()
    opened: list[str] = []  # what stands before each bracket, "" once an index stood in it
    for before, token in pairwise(tokens):
        if token.text == "[" and (before.kind is Kind.NAME or before.text in (")", "]")):
            opened = [""] * len(opened)
        if token.text in ("(", "["):
            opened.append(before.text if before.kind is Kind.NAME else "")
        elif token.text in (")", "]") and opened:
            found.add(_CALLED.get(opened.pop(), ""))
    return found


def check_multiples(problem: Problem, text: str, written: Collection[str]) -> None:
    """Refuse exp(tA), which for all t may well be the matrix exponential."""
    for node in _inside(problem.function):
        if node.op.name == "exp" in written and _is_unclear(node) and _is_multiple(node.args[0]):
            raise _question(node, text)


def check_matrix_functions(problem: Problem, text: str, written: Collection[str]) -> None:
    """Refuse an elementwise function of a square matrix whose value is used as a matrix.

    Who multiplies log(X) with a matrix, or inverts it, may well mean the matrix logarithm. For
    each entry it is defined first, L = log(X). The functions that are `written` with a whole as
    their argument may be such.
    """
    for root in (problem.function, *(d.value for d in problem.definitions)):
        for node in postorder(root):
            if node.op.name in _OF_MATRICES:
                for arg in node.args:
                    unclear = (n for n in _inside(arg) if _is_unclear(n) and n.op.name in written)
                    inside = next(unclear, None)
                    if inside is not None and not _is_summed(node, arg):
                        raise _question(inside, text)


def _inside(root: Expr) -> Iterator[Expr]:
    """The expression, and the terms and bodies of what sums, factors and transposes make of it."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.args if node.op.name in _THROUGH else ()


def _is_multiple(node: Expr) -> bool:
    """Is this tA, with a factor that is no number?"""
    is_scaled = node.op.name == "scale" and isinstance(node.args[-1].data, Symbol)
    return is_scaled and any(symbols(arg) for arg in node.args[:-1])


def _is_unclear(node: Expr) -> bool:
    return node.op.name in VERSIONS and node.shape.is_square and not node.is_scalar


def _is_summed(node: Expr, arg: Expr) -> bool:
    """Do vectors of ones stand beside it, so that its entries are added?"""
    others = [factor for factor in node.args if factor is not arg]
    return bool(others) and all("ones" in {n.op.name for n in postorder(f)} for f in others)


def _question(node: Expr, text: str) -> AmbiguousError:
    called, pattern, entrywise = VERSIONS[node.op.name]
    found = re.search(pattern, text)
    place = (found.start(), found.end()) if found else (0, len(text))
    return AmbiguousError(
        f"{node.op.name} of a square matrix: the matrix function, or of each entry?", place,
        rf"\operatorname{{{called}}}(X); for each entry define it first, L = {entrywise}",
    )  # fmt: skip
