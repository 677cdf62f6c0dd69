r"""exp, log and square root of a square matrix: the matrix function, or of each entry?

On paper both are written alike. Where the value is used as a matrix, as in tr(X log X), it is a
question; where it stands alone it is taken of each entry, which is listed as a guess. In text
log(X) with brackets is always taken of each entry.
"""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.expr import Expr
from matgrad.core.reading import Guess
from matgrad.core.walk import postorder
from matgrad.errors import AmbiguousError, Option
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


def taken_of_entries(
    trees: Sequence[Node], roots: Sequence[Expr], text: str, latex: bool
) -> list[Guess]:
    """The guess that a function of a square matrix is taken of each entry, or a question."""
    calls = [node for tree in trees for node in pieces(tree) if node.text in _CALLED]
    calls = [node for node in calls if latex or text[node.at[1] : node.args[0].end][:1] == " "]
    # log A, but not log a_{ij}
    written = {_CALLED[n.text] for n in calls if all(piece.kind != "index" for piece in pieces(n))}
    users = [n for root in roots if written for n in postorder(root) if n.op.name in _OF_MATRICES]
    waiting: list[tuple[Expr, list[Expr] | None]] = [
        (arg, [f for f in user.args if f is not arg]) for user in users for arg in user.args
    ]
    waiting = [(roots[0], None), *waiting] if written else []
    while waiting:
        node, beside = waiting.pop()
        name = node.op.name
        is_square = node.shape.is_square and not node.is_scalar
        is_summed = beside and all("ones" in {n.op.name for n in postorder(f)} for f in beside)
        if is_square and name in VERSIONS and name in written and not is_summed:
            call = next(node for node in calls if _CALLED[node.text] == name)
            inside, place = text[slice(*call.args[0].position)], call.position
            inside = inside if call.args[0].grouped else f"({inside})"
            matrix, entries = f"{VERSIONS[name]}{inside}", f"{name}{inside}"
            if beside is None:
                words = f"{name} of a square matrix is taken of each entry"
                other = rf"\operatorname{{{VERSIONS[name]}}}{inside}" if latex else matrix
                return [Guess(words, other, place)]
            question = f"{name} of a square matrix: the matrix function, or of each entry?"
            if latex:
                hint = f"{VERSIONS[name]}(X); for each entry define it first, L = {name}(X)"
                way = Option(rf"\operatorname{{{VERSIONS[name]}}}{inside}", "the matrix function")
                raise AmbiguousError(question, place, hint, ways=[way])
            ways = Option(matrix, "the matrix function"), Option(entries, "of each entry")
            raise AmbiguousError(question, place, ways=ways)
        waiting += [(arg, beside) for arg in node.args if name in _THROUGH]
    return []
