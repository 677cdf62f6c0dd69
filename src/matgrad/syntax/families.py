"""Signs and functions between families with an index."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from matgrad.core.expr import catalogue
from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.forms import (
    TWO,
    Form,
    call,
    column,
    expanded,
    forced,
    infix,
    is_transposed,
    mapped,
    minus,
    number,
    ones,
    squared_norm,
    transposed,
    turned_product,
    union,
    unsupported,
)
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.products import SHIFTED, KindOf, inner, linearly, product
from matgrad.syntax.tree import Node, number_of_literal

LENGTHS = frozenset({"norm2", "norm", "normF", "‖·‖", "‖·‖2", "‖·‖F"})
ELEMENTWISE: dict[str, str] = (
    {"e^": "exp", "|·|": "abs", "|·| of a vector": "abs"}
    | {
        "|·| of a matrix": "abs",  # below a sum there are numbers
    }
    | {
        name: name
        for op in catalogue.values()
        if op.derivative is not None
        for name in op.spellings
    }
)

TURNED = {"vectors": "rows", "shifted": "shifted rows"}
TURNED |= {turned: kind for kind, turned in TURNED.items()}
_BY_ROWS = {"softmax": "softmax_rows", "logsumexp": "logsumexp_rows"}


@dataclass(frozen=True)
class Below:
    """What is known below a sum: the kind of pieces without index, and functions by name."""

    kind_of: KindOf
    functions: Collection[str]


# ------------------------------------------------------------ signs


def add(below: Below, node: Node, args: list[Form]) -> Form:
    """Sums and differences."""
    a, b = map(forced, args)
    kinds = {a.kind, b.kind}
    if kinds <= {"entries", "plain"}:
        indices = union(a, b)
        return Form(
            "entries", infix(node.text, expanded(a, indices), expanded(b, indices)), indices
        )
    for kind in ("vectors", "rows"):
        if kinds <= {kind, "plain"}:
            return _added_vectors(node, kind, a, b)
    if "entries" in kinds and kinds & {"vectors", "rows"}:
        raise AmbiguousError(
            "a vector and a number for each index are added: is the number a vector?",
            node.position, "declare the matrix of all these vectors, as in M: k x n",
        )  # fmt: skip
    raise unsupported(node)


def multiply(below: Below, node: Node, args: list[Form]) -> Form:
    """Products."""
    return product(node, args[0], args[1], below.kind_of)


def dot(below: Below, node: Node, args: list[Form]) -> Form:
    """The inner product of two columns, the product of anything else."""
    a, b = args
    columns = [
        form.kind == "vectors" or (form.kind == "plain" and below.kind_of(form.node) == "column")
        for form in args
    ]
    return inner(node, a, b, below.kind_of) if all(columns) else product(node, a, b, below.kind_of)


def negate(below: Below, node: Node, args: list[Form]) -> Form:
    """The negative of each member."""
    form = forced(args[0]) if args[0].kind == "norm" else args[0]
    negative = mapped(form, replace(node, args=(form.node,)))
    if form.kind in SHIFTED:
        negative = mapped(negative, negative.node, minus(form.second))
    return negative


def divide(within: Below, node: Node, args: list[Form]) -> Form:
    """Quotients by a scalar, or by a number for each index."""
    top, bottom = args[0], forced(args[1])
    if bottom.kind == "plain":
        return linearly(top, lambda held: infix("/", held, bottom.node))
    if bottom.kind != "entries":
        raise unsupported(node)
    if top.kind == "plain":
        return mapped(
            bottom, infix("./", call(top.node, "a factor in a sum", top.node), bottom.node)
        )
    reciprocal = mapped(bottom, infix("./", number(node, 1), bottom.node))
    same = forced(top).kind == "entries" and forced(top).indices == bottom.indices
    if same:
        return mapped(bottom, infix("./", forced(top).node, bottom.node))
    return product(node, top, reciprocal, within.kind_of)


def power(below: Below, node: Node, args: list[Form]) -> Form:
    """Powers of numbers, and squares of lengths."""
    base, exponent = args
    if exponent.kind == "entries":  # x_i^{a_i} is exp(a_i log x_i)
        held = forced(base)
        if held.kind not in ("entries", "plain"):
            raise unsupported(node)
        indices = union(held, exponent)
        logarithm = call(node, "log", expanded(held, indices))
        power = infix(".*", expanded(exponent, indices), logarithm)
        return Form("entries", call(node, "exp", power), indices)
    if exponent.kind != "plain":
        raise unsupported(
            node, "an index in an exponent is read above e only: t^i is exp(i*log(t)) for t > 0"
        )
    if base.kind == "norm" and number_of_literal(exponent.node) == TWO:
        return squared_norm(base)
    entries = forced(base)
    is_elementwise = entries.kind == "entries" or (node.text == ".^" and entries.kind == "vectors")
    if not is_elementwise:
        raise unsupported(node)
    return mapped(entries, infix(".^", entries.node, exponent.node))


def transpose(below: Below, node: Node, args: list[Form]) -> Form:
    """Transposes of vectors."""
    form = args[0]
    match form.kind:
        case "vectors" | "rows" | "shifted" | "shifted rows":
            return replace(form, kind=TURNED[form.kind])
        case "outer":
            return mapped(form, form.second, form.node)
        case _:
            raise AmbiguousError(
                "this is a number for each index, and it is transposed: is it a vector?",
                node.position, "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip


def hadamard(below: Below, node: Node, args: list[Form]) -> Form:
    """Entrywise products."""
    a, b = map(forced, args)
    if a.kind == b.kind in ("vectors", "rows") and a.indices == b.indices:
        return mapped(a, infix(node.text, a.node, b.node))
    if {a.kind, b.kind} <= {"entries", "plain"} and node.text == ".*":
        return product(node, a, b, below.kind_of)
    numbers = [form for form in (a, b) if form.kind == "entries" and len(form.indices) == 1]
    if len(numbers) == 1 and {a.kind, b.kind} & {"vectors", "rows"} and node.text == ".*":
        return product(node, a, b, below.kind_of)  # a number for each index times a vector
    raise unsupported(node)


# ------------------------------------------------------------ functions


def function(below: Below, node: Node, args: list[Form]) -> Form:
    """Functions of numbers and of vectors."""
    name = node.text
    if name in LENGTHS or (name == "|·| of a vector" and args[0].kind in ("vectors", "rows")):
        return _length(node, args[0])
    if name in ELEMENTWISE or name in below.functions:
        form = forced(args[0])
        if form.kind not in ("entries", "vectors", "rows"):
            raise unsupported(node)
        is_turned = is_transposed(form.node) and is_by_rows(form.node.args[0])
        held = form.node.args[0] if is_turned else form.node
        inside = replace(node, text=ELEMENTWISE.get(name, name), args=(held,))
        return mapped(form, transposed(inside) if is_turned else inside)
    if name in ("max", "min") and len(args) == 2:
        indices = union(*map(forced, args))
        held = [expanded(forced(arg), indices) for arg in args]
        return Form("entries", replace(node, args=tuple(held)), indices)
    if name == "dot":
        return inner(node, args[0], args[1], below.kind_of)
    if name not in FUNCTIONS:
        message = f"{name} of each term has no matrix form, unless it is a function of each entry"
        raise UnsupportedError(message, node.position, f"function {name}")
    if args[0].kind in ("vectors", "rows") and len(args) == 1:
        return _of_vectors(node, args[0])
    raise unsupported(node)


def _length(node: Node, form: Form) -> Form:
    if form.kind not in TURNED:
        raise AmbiguousError(
            "the norm of a number for each index: is it a vector?", node.position,
            "declare the matrix of all these vectors, for example X: m×n",
        )  # fmt: skip
    return Form("norm", form.node, form.indices, form.other)


def _of_vectors(node: Node, form: Form) -> Form:
    """A function of each vector that has a form for rows, and sums of entries."""
    V = form.node
    if node.text in ("sum", "‖·‖1", "norm1"):
        inside = V if node.text == "sum" else call(V, "abs", V)
        return Form("entries", column(infix("*", transposed(inside), ones(V))), form.indices)
    by_rows = _BY_ROWS.get(node.text)
    if by_rows not in FUNCTIONS:
        raise unsupported(node)
    assert by_rows is not None
    held = call(node, by_rows, turned_product(V))
    if node.text == "softmax":
        return Form(form.kind, transposed(held), form.indices)
    return Form("entries", held, form.indices)


def is_by_rows(node: Node) -> bool:
    """Is this a softmax of rows, or a function of each entry of one: log(softmax_rows(XW'))?"""
    while node.kind == "call" and node.text in ELEMENTWISE and len(node.args) == 1:
        node = node.args[0]
    return node.kind == "call" and node.text in _BY_ROWS.values()


def _added_vectors(node: Node, kind: str, a: Form, b: Form) -> Form:
    """Sums of vectors with one index each, or with none."""
    if a.kind == b.kind and a.indices != b.indices:
        second = b.node if node.text == "+" else minus(b.node)
        if len(a.indices + b.indices) > 2:
            raise unsupported(node)
        shifted = "shifted" if kind == "vectors" else "shifted rows"
        return Form(shifted, a.node, a.indices + b.indices, second)
    held: list[Node] = []
    for form in (a, b):
        v = form.node
        if form.kind == "plain":
            v = infix("*", column(v if kind == "vectors" else transposed(v)), transposed(ones(v)))
        held.append(v)
    indices = a.indices or b.indices
    return Form(kind, infix(node.text, *held), indices)


Rule = Callable[[Below, Node, list[Form]], Form]
RULES: dict[tuple[str, str], Rule] = {
    ("infix", "+"): add,
    ("infix", "-"): add,
    ("infix", "*"): multiply,
    ("infix", "⋅"): dot,
    ("infix", ".*"): hadamard,
    ("infix", "/"): divide,
    ("infix", "./"): divide,
    ("infix", "^"): power,
    ("infix", ".^"): power,
    ("prefix", ""): negate,
    ("postfix", "'"): transpose,
    ("call", ""): function,
}
# Products are multiplied when it is known what is summed over.
LAZY = (multiply, dot)
