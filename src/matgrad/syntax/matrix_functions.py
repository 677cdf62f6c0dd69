r"""exp, log and square root of a square matrix: the matrix function, or of each entry?

On paper both are written alike. Where the value is used as a matrix, as in tr(X log X), it is a
question; where it stands alone it is taken of each entry, which is listed as a guess.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from matgrad.core.expr import Expr
from matgrad.core.reading import Guess
from matgrad.core.walk import postorder
from matgrad.errors import AmbiguousError
from matgrad.syntax.tree import Node
from matgrad.syntax.tree import postorder as pieces

# Elementwise functions that are also functions of square matrices.
VERSIONS = {"exp": "expm", "log": "logm", "sqrt": "sqrtm"}
_CALLED = {name: name for name in VERSIONS} | {"ln": "log", "e^": "exp"}
# What takes a matrix as one whole, and what such a value goes through on the way to it.
_OF_MATRICES = frozenset(
    "matmul frobenius tr det logdet inv adj pinv matrix_power integer_power normF norm2 normspec "
    "normnuc eigmax expm logm sqrtm".split()
)
_THROUGH = frozenset("add scale transpose".split())


def of_wholes(trees: Sequence[Node]) -> dict[str, Node]:
    """The functions that are taken of something without an index: log A, but not log a_{ij}."""
    found: dict[str, Node] = {}
    for node in (node for tree in trees for node in pieces(tree)):
        name = _CALLED.get(node.text) if node.kind == "call" else None
        if name is not None and not any(piece.kind == "index" for piece in pieces(node)):
            found.setdefault(name, node)
    return found


def unclear(roots: Sequence[Expr], written: Collection[str], text: str) -> str:
    """The function of a square matrix that stands alone, and may be one or the other; "" if none.

    Where its value is used as a matrix, the user is asked.
    """
    for root in roots:
        for node in postorder(root):
            if node.op.name in _OF_MATRICES:
                for arg in node.args:
                    inside = next((n for n in _inside(arg) if _is_unclear(n, written)), None)
                    if inside is not None and not _is_summed(node, arg):
                        name = inside.op.name
                        raise AmbiguousError(
                            f"{name} of a square matrix: the matrix function, or of each entry?",
                            (0, len(text)),
                            f"{VERSIONS[name]}(X); for each entry define it first, L = {name}(X)",
                        )  # fmt: skip
    last = (node for node in _inside(roots[0]) if _is_unclear(node, written))
    return next((node.op.name for node in last), "")


def guess(name: str, node: Node, text: str) -> Guess:
    """That a function is taken of each entry."""
    words = f"{name} of a square matrix is taken of each entry"
    inside = text[node.args[0].start : node.args[0].end]
    return Guess(words, rf"\operatorname{{{VERSIONS[name]}}}({inside})", node.position)


def _inside(root: Expr) -> Iterator[Expr]:
    """The expression, and the terms and bodies of what sums, factors and transposes make of it."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.args if node.op.name in _THROUGH else ()


def _is_unclear(node: Expr, written: Collection[str]) -> bool:
    name = node.op.name
    is_version = name in VERSIONS and name in written
    return is_version and node.shape.is_square and not node.is_scalar


def _is_summed(node: Expr, arg: Expr) -> bool:
    """Do vectors of ones stand beside it, so that its entries are added?"""
    others = [factor for factor in node.args if factor is not arg]
    return bool(others) and all("ones" in {n.op.name for n in postorder(f)} for f in others)
