"""Readings that fit only since a letter is made a number that nobody would take for one.

In (Xw)² the sizes fit if w is a number, in tr X + A if A is one. Whoever wrote it means something
else, or knows more than is written: such a reading is asked about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from matgrad.core.dims import ONE
from matgrad.errors import DoubtError
from matgrad.syntax.doubtful_sums import doubt_in_sums
from matgrad.syntax.functions import values_first
from matgrad.syntax.inference import TIMES, Inference, convention
from matgrad.syntax.latex_functions import EXPONENTIAL
from matgrad.syntax.latex_tables import OF_MATRIX
from matgrad.syntax.plausible import COUNTS, coefficients, has_wide
from matgrad.syntax.tree import Node, terms

_OF_EACH = frozenset({"diag", "exp", EXPONENTIAL})  # columns behind which no number stands
_CROSSES = (r"\times", "×")
# Matrix functions, whose arguments are matrices whatever stands behind one: expm(At).
_OF_MATRICES = frozenset({"expm", "logm", "sqrtm"})
OF_VECTORS = r"\|v\|^2 is the square of a length, v \odot v that of each entry; "


def doubt(
    found: Inference, formulas: Sequence[Node], bold: Collection[str], alone: bool = False
) -> DoubtError | None:
    """Why a reading of these formulas is to be asked about, if it is.

    Where they stand not `alone` but in a text, C of x'Qx + C is a constant.
    """
    pieces = [node for formula in formulas for node in values_first(formula)]
    names = {n.text: n for n in reversed(pieces) if n.kind == "name"}
    numbers = {x: node for x, node in names.items() if _is_open_number(found, x)}
    if numbers.keys() & found.scope.transposed:
        return None  # which is another error
    for name, node in numbers.items():
        if name in bold:
            return DoubtError(
                f"is {name}, which is written as a vector, a number here?",
                node.position, f"{OF_VECTORS}if it is a number, declare {name}: scalar",
            )  # fmt: skip
    for node in _behind_matrix(found, pieces, numbers):
        return DoubtError(
            f"is {node.text}, which stands behind a matrix, a number here?",
            node.position, f"{OF_VECTORS}if it is a number, declare {node.text}: scalar",
        )  # fmt: skip
    capitals = {x for x in numbers if convention(x) == "matrix" and x not in COUNTS}
    capitals -= coefficients(found, pieces)
    for name in sorted(capitals - (set() if alone else _offsets(found, pieces))):
        return DoubtError(
            f"is {name} a number here, or a matrix?", numbers[name].position,
            f"declare which, for example {name}: scalar, or put brackets around what belongs "
            "together",
        )  # fmt: skip
    return _of_parts(found, pieces, numbers)


def _is_open_number(found: Inference, name: str) -> bool:
    """Is this a number of which nobody said so?"""
    shape = found.symbols.get(name)
    return name in found.scope.undeclared and shape is not None and found.sizes.is_scalar(shape)


def _behind_matrix(
    found: Inference, pieces: Sequence[Node], numbers: Collection[str]
) -> Iterator[Node]:
    """The small letters that are numbers and stand behind a matrix, or its diagonal: Xw²."""
    calls = (node for node in pieces if node.kind == "call" and node.text in _OF_MATRICES)
    inside = {id(piece) for call in calls for piece in values_first(call)}
    for node in (n for n in pieces if n.is_infix("*") and id(n) not in inside):
        left, right = node.args
        while right.is_infix("^"):
            right = right.args[0]
        is_letter = right.kind == "name" and right.text in numbers
        if not is_letter or convention(right.text) != "vector" or found.shape(left).is_scalar:
            continue
        is_column = found.shape(left).cols == ONE
        is_of_each = left.kind == "call" and left.text in _OF_EACH and _has_matrix(found, left)
        if is_of_each if is_column else not _is_outer(found, left):
            yield right


def _is_outer(found: Inference, node: Node) -> bool:
    """Is this a product xyᵀ, behind which a number may stand?"""
    return node.is_infix("*") and found.shape(node.args[0]).cols == ONE


def _has_matrix(found: Inference, root: Node) -> bool:
    return any(not found.shape(node).is_vector for node in values_first(root))


def _offsets(found: Inference, pieces: Sequence[Node]) -> set[str]:
    """The letters that are terms of sums, in which no argument without brackets ends before."""
    names: set[str] = set()
    for node in (node for node in pieces if node.is_infix("+", "-")):
        parts = [term for _, term in terms(node)]
        inside = (piece for part in parts for piece in values_first(part))
        if not any(_is_open_call(found, piece) for piece in inside):
            names |= {part.text for part in map(_called, parts) if part.kind == "name"}
    return names


def _called(node: Node) -> Node:
    """V of V(q), which looks like a product; other pieces are what they are."""
    is_value = node.is_infix("*") and node.args[1].grouped and node.args[1].kind == "name"
    return node.args[0] if is_value else node


def _is_open_call(found: Inference, node: Node) -> bool:
    """Is this a function whose argument stands without brackets: tr X?"""
    if node.kind != "call" or not node.args:
        return False
    before = found.source[node.at[0] : node.args[0].start].rstrip()
    return node.text in OF_MATRIX and not before.endswith(("(", "[", "{", "|"))


def _of_parts(
    found: Inference, pieces: Sequence[Node], numbers: Collection[str]
) -> DoubtError | None:
    """Doubt in the transpose of a number that has a name: a = z², a'a."""
    for node in (node for node in pieces if node.kind == "postfix"):
        (inside,) = node.args
        value = found.scope.defined.get(inside.text) if inside.kind == "name" else None
        if value is None or not found.shape(inside).is_scalar or has_wide(found, value):
            continue
        if not any(x.kind == "name" and x.text in numbers for x in values_first(value)):
            continue
        return DoubtError(
            f"is {inside.text}, which is transposed, a number here?", inside.position,
            f"{OF_VECTORS}a number needs no transpose",
        )  # fmt: skip
    return None


def doubt_alone(
    found: Inference, formulas: Sequence[Node], bold: Collection[str]
) -> DoubtError | None:
    """What else is to be asked about where no words stand around formulas, the function last."""
    return (
        _doubt_in_times(found, formulas[-1])
        or _doubt_in_products(found, formulas)
        or doubt_in_sums(found, formulas, bold)
    )


def _doubt_in_products(found: Inference, formulas: Sequence[Node]) -> DoubtError | None:
    r"""Doubt in \omega\times r, perhaps a cross product, and in x\cdot y\cdot z."""
    for node in (node for formula in formulas for node in values_first(formula)):
        sides = [found.shape(arg) for arg in node.args] if node.is_infix("*", "⋅") else []
        if len(sides) != 2 or sides[0].is_scalar == sides[1].is_scalar:
            continue
        number, column = sorted(node.args, key=lambda arg: not found.shape(arg).is_scalar)
        if not found.shape(column).is_column or not _is_open(found, column):
            continue
        if _sign(found, node) in _CROSSES and number.kind == "name" and _is_open(found, number):
            return DoubtError(
                f"is × the cross product here, or is {number.text} a number?", node.position,
                rf"{number.text}\cdot … is a product with a number; cross products are not read",
            )  # fmt: skip
        if node.is_infix("⋅") and _is_inner(found, number) and not number.grouped:
            return DoubtError(
                "three factors with dots: are these vectors, or numbers?",
                node.position,
                r"(x\cdot y) z is a number times a vector; of numbers, declare x: scalar",
            )
    return None


def _is_inner(found: Inference, node: Node) -> bool:
    """Is this the inner product of two letters of which nothing is said?"""
    sides = node.args if node.is_infix("⋅") else ()
    return bool(sides) and all(not found.shape(x).is_scalar and _is_open(found, x) for x in sides)


def _is_open(found: Inference, node: Node) -> bool:
    return node.kind == "name" and node.text in found.scope.undeclared


def _sign(found: Inference, node: Node) -> str:
    return found.source[node.at[0] : node.at[1]].strip()


def _doubt_in_times(found: Inference, function: Node) -> DoubtError | None:
    """Doubt in the exponential of At or tA: for a time t it may well be that of a matrix."""
    calls = [node for node in values_first(function) if node.kind == "call"]
    for node in (node for node in calls if node.text in ("exp", EXPONENTIAL)):
        inside = node.args[0]
        while inside.kind == "prefix":
            inside = inside.args[0]
        if not inside.is_infix("*", "⋅") or found.shape(node).is_scalar:
            continue
        names = {arg.text for arg in inside.args if arg.kind == "name"}
        times, others = names & TIMES, names - TIMES
        if times & found.scope.undeclared.keys() and any(map(_is_capital, others)):
            return DoubtError(
                "the exponential of a matrix and a time: the matrix function, or each entry?",
                node.position,
                r"\operatorname{expm}(tA); for each entry define it first, L = \exp(tA)",
            )
    return None


def _is_capital(name: str) -> bool:
    return convention(name) == "matrix"
