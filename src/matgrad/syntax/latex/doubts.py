r"""What a formula in LaTeX leaves open whatever shapes fit: e^{At}, A/B, Xw^2, (a + b)x.

Each is a question: some reading fits, and too often it is not the one that was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.inference import convention
from matgrad.syntax.scope import Declaration
from matgrad.syntax.stack import COUNTS
from matgrad.syntax.tree import Node, postorder

Declared = Mapping[str, Declaration]


def check(trees: Sequence[Node], declared: Declared) -> None:
    """Ask about the first piece that is open."""
    pieces = [node for tree in trees for node in postorder(tree)]
    counts = {arg.text for node in pieces if len(node.args) == 4 for arg in node.args[1:3]}
    free = {n.text for n in pieces if n.kind == "name"} - declared.keys() - counts
    given = {name for name, d in declared.items() if d.shape and not d.shape.is_vector}
    matrices = {name for name in free - COUNTS if convention(name) == "matrix"}
    vectors = {name for name in free if convention(name) == "vector"}
    for node in pieces:
        for find, question, hint in _QUESTIONS:
            if open_name := find(node, matrices, vectors, given):
                words = question.format(open_name), node.position, hint.format(open_name)
                raise AmbiguousError(*words)
        if _is_exponential(node) and _plain_names(node) & free & {"i", "j"}:
            raise UnsupportedError("complex numbers are not read", node.position, "declare i")


def _is_exponential(node: Node) -> bool:
    return node.kind == "call" and node.text in ("e^", "exp")


def _plain_names(node: Node) -> set[str]:
    """The names of a piece without indices and functions."""
    inside = postorder(node.args[0])
    has_calls = any(piece.kind in ("index", "call") for piece in inside)
    return set() if has_calls else {piece.text for piece in inside if piece.kind == "name"}


def _of_time(node: Node, matrices: set[str], vectors: set[str], given: set[str]) -> str:
    """e^{At} is hardly ever taken of each entry."""
    if not _is_exponential(node):
        return ""
    names, inside = _plain_names(node), postorder(node.args[0])
    is_product = all(n.kind in ("name", "number", "prefix") or n.is_infix("*") for n in inside)
    is_open = is_product and names & matrices and names - matrices == {"t"} <= vectors
    return "t" if is_open else ""


def _divisor(node: Node, matrices: set[str], vectors: set[str], given: set[str]) -> str:
    """Nobody says what a division by a matrix is."""
    below = node.args[1] if node.is_infix("/") else None
    is_open = below is not None and below.kind == "name" and below.text in matrices | given
    return below.text if below is not None and is_open else ""


def _raised(node: Node, matrices: set[str], vectors: set[str], given: set[str]) -> str:
    """X w^2 makes a number of w."""
    power = node.args[1] if node.is_infix("*") and node.args[1].is_infix("^") else None
    if power is None or power.args[0].text not in vectors:
        return ""
    left = node.args[0]
    while left.is_infix("*"):
        left = left.args[1]
    names = {piece.text for piece in postorder(left) if piece.kind == "name"}
    return power.args[0].text if names & matrices and left.kind != "call" else ""


def _in_sum(node: Node, matrices: set[str], vectors: set[str], given: set[str]) -> str:
    """(a + b) x has a number on one side."""
    if not node.is_infix("*") or not node.args[0].is_infix("+", "-"):
        return ""
    (left, right), names = node.args, [arg.text for arg in (*node.args[0].args, node.args[1])]
    is_open = left.grouped and {*names} <= vectors and right.text not in names[:2]
    return ", ".join(names) if is_open else ""


Find = Callable[[Node, set[str], set[str], set[str]], str]
# What is open, the question about it, and the hint.
_QUESTIONS: tuple[tuple[Find, str, str], ...] = (
    (
        _of_time,
        "the exponential of a matrix: the matrix function, or of each entry?",
        r"\operatorname{{expm}}(tA)",
    ),
    (
        _divisor,
        "is {0} a number here, an inverse, or the divisor of each entry?",
        r"declare {0}, or write {0}^{{-1}} or \oslash",
    ),
    (
        _raised,
        "{0} stands behind a matrix: is it a number here, or is each entry raised?",
        "declare {0}, or put the product in brackets",
    ),
    (_in_sum, "are {0} vectors here, or numbers?", "declare one of them"),
)
