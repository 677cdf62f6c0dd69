r"""exp, log and square root of a square matrix: the matrix function, or of each entry?

On paper both are written alike. Where the value is used as a matrix, as in tr(X log X), it is a
question; where it stands alone it is taken of each entry, which is listed as a guess.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

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


def taken_of_entries(trees: Sequence[Node], roots: Sequence[Expr], text: str) -> list[Guess]:
    """The guess that a function of a square matrix is taken of each entry, if there is one.

    Where its value is used as a matrix, the user is asked.
    """
    written = _of_wholes(trees)
    users = (n for root in roots if written for n in postorder(root) if n.op.name in _OF_MATRICES)
    for node, arg in ((user, arg) for user in users for arg in user.args):
        name = _unclear(arg, written)
        if name and not _is_summed(node, arg):
            raise AmbiguousError(
                f"{name} of a square matrix: the matrix function, or of each entry?",
                (0, len(text)),
                f"{VERSIONS[name]}(X); for each entry define it first, L = {name}(X)",
            )
    name = _unclear(roots[0], written)
    if not name:
        return []
    call = written[name]
    inside = text[call.args[0].start : call.args[0].end]
    words = f"{name} of a square matrix is taken of each entry"
    return [Guess(words, rf"\operatorname{{{VERSIONS[name]}}}({inside})", call.position)]


def _of_wholes(trees: Sequence[Node]) -> dict[str, Node]:
    """The functions that are taken of something without an index: log A, but not log a_{ij}."""
    found: dict[str, Node] = {}
    for node in (node for tree in trees for node in pieces(tree) if node.kind == "call"):
        name = _CALLED.get(node.text)
        if name is not None and not any(piece.kind == "index" for piece in pieces(node)):
            found.setdefault(name, node)
    return found


def _unclear(root: Expr, written: Collection[str]) -> str:
    """The function of a square matrix among the terms and bodies of sums, factors, transposes."""
    waiting = [root] if written else []
    while waiting:
        node = waiting.pop()
        name = node.op.name
        is_square = node.shape.is_square and not node.is_scalar
        if is_square and name in VERSIONS and name in written:
            return name
        waiting += node.args if name in _THROUGH else ()
    return ""


def _is_summed(node: Expr, arg: Expr) -> bool:
    """Do vectors of ones stand beside it, so that its entries are added?"""
    others = [factor for factor in node.args if factor is not arg]
    return bool(others) and all("ones" in {n.op.name for n in postorder(f)} for f in others)
