r"""What a formula in LaTeX leaves open whatever shapes fit: e^{At}, A/B, Xw^2, (a + b)x.

Each is a question: some reading fits, and too often it is not the one that was meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matgrad.errors import AmbiguousError, MatgradError, UnsupportedError
from matgrad.syntax.inference import convention
from matgrad.syntax.scope import Declaration
from matgrad.syntax.stack import COUNTS
from matgrad.syntax.tree import Node, postorder

Declared = Mapping[str, Declaration]


def check(trees: Sequence[Node], declared: Declared) -> None:
    """Ask about the first piece that is open."""
    pieces = [node for tree in trees for node in postorder(tree)]
    counts = {arg.text for node in pieces if len(node.args) == 4 for arg in node.args[1:3]}
    open_names = {n.text for n in pieces if n.kind == "name"} - declared.keys() - counts
    for node in pieces:
        for question in _QUESTIONS:
            if (error := question(node, open_names, declared)) is not None:
                raise error


def _names(node: Node) -> set[str]:
    return {piece.text for piece in postorder(node) if piece.kind == "name"}


def _is_matrix(name: str, open_names: set[str]) -> bool:
    return name in open_names - COUNTS and convention(name) == "matrix"


def _is_vector(node: Node, open_names: set[str]) -> bool:
    is_open = node.kind == "name" and node.text in open_names
    return is_open and convention(node.text) == "vector"


def _exponent(node: Node, open_names: set[str], declared: Declared) -> MatgradError | None:
    """e^{At} is hardly ever taken of each entry, and e^{ix} is complex."""
    if node.kind != "call" or node.text not in ("e^", "exp"):
        return None
    inside, names = postorder(node.args[0]), _names(node.args[0])
    if any(piece.kind in ("index", "call") for piece in inside):
        return None
    if names & open_names & {"i", "j"}:
        return UnsupportedError("complex numbers are not read", node.position, "declare i")
    is_product = all(n.kind in ("name", "number", "prefix") or n.is_infix("*") for n in inside)
    capitals = {name for name in names if _is_matrix(name, open_names)}
    if is_product and capitals and names - capitals == {"t"} <= open_names:
        return AmbiguousError(
            "the exponential of a matrix: the matrix function, or of each entry?",
            node.position, r"\operatorname{expm}(tA)",
        )  # fmt: skip
    return None


def _division(node: Node, open_names: set[str], declared: Declared) -> MatgradError | None:
    """Nobody says what a division by a matrix is."""
    below = node.args[1] if node.is_infix("/") else None
    if below is None or below.kind != "name":
        return None
    known = declared.get(below.text)
    shape = known.shape if known is not None else None
    is_declared = shape is not None and not shape.is_vector
    if not is_declared and not _is_matrix(below.text, open_names):
        return None
    return AmbiguousError(
        f"is {below.text} a number here, an inverse, or the divisor of each entry?",
        node.position, rf"declare {below.text}, or write {below.text}^{{-1}} or \oslash",
    )  # fmt: skip


def _square(node: Node, open_names: set[str], declared: Declared) -> MatgradError | None:
    """X w^2 makes a number of w."""
    power = node.args[1] if node.is_infix("*") and node.args[1].is_infix("^") else None
    if power is None or not _is_vector(power.args[0], open_names):
        return None
    left = node.args[0]
    while left.is_infix("*"):
        left = left.args[1]
    if not any(_is_matrix(name, open_names) for name in _names(left)) or left.kind == "call":
        return None
    name = power.args[0].text
    return AmbiguousError(
        f"{name} stands behind a matrix: is it a number here, or is each entry raised?",
        node.position, f"declare {name}, or put the product in brackets",
    )  # fmt: skip


def _sum_of_letters(node: Node, open_names: set[str], declared: Declared) -> MatgradError | None:
    """(a + b) x has a number on one side."""
    if not node.is_infix("*") or not node.args[0].is_infix("+", "-"):
        return None
    left, right = node.args
    is_beside = left.grouped and all(_is_vector(arg, open_names) for arg in (*left.args, right))
    if not is_beside or {arg.text for arg in left.args} & {right.text}:
        return None
    names = [arg.text for arg in (*left.args, right)]
    return AmbiguousError(
        f"are {', '.join(names)} vectors here, or numbers?", node.position, f"declare {names[-1]}"
    )


_QUESTIONS: tuple[Callable[[Node, set[str], Declared], MatgradError | None], ...] = (
    _exponent,
    _division,
    _square,
    _sum_of_letters,
)
