"""Sizes as they are written: integers, names, sums and products, as in R^(2*n x m)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import reduce
from operator import mul

from matgrad.core.dims import Dim, dim
from matgrad.errors import LimitError, MatgradError, ShapeError
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.parse import parse
from matgrad.syntax.tokens import MAX_NAME, Kind, Token, tokenise
from matgrad.syntax.tree import Node, postorder

LARGEST = 10**9
MAX_TERMS = 64
SMALL_DIVISOR = 12
LARGEST_POWER = 4
EXAMPLES = "sizes: 3, n, 2*n, m+1, m*n, n^2, n*(n+1)/2"

_SIGNS: dict[tuple[str, str], Callable[[Sequence[Dim]], Dim]] = {
    ("infix", "+"): lambda args: args[0] + args[1],
    ("infix", "-"): lambda args: args[0] - args[1],
    ("infix", "*"): lambda args: args[0] * args[1],
    ("prefix", "+"): lambda args: args[0],
    ("prefix", "-"): lambda args: args[0] * -1,
}


def dimension(root: Node) -> Dim:
    """The size that a piece of syntax stands for; at least one."""
    size = polynomial(root)
    if size.value is not None and size.value < 1:
        raise ShapeError(f"a size is at least 1, this is {size}", root.position)
    if not size.is_whole:
        raise ShapeError(f"{size} is not always an integer", root.position, EXAMPLES)
    return size


def polynomial(root: Node) -> Dim:
    """The integer that a piece of syntax stands for, made of integers and names."""
    values: dict[Node, Dim] = {}
    for node in postorder(root):
        values[node] = _dimension(node, [values[arg] for arg in node.args])
    return values[root]


def bounds(lower: Node, upper: Node, around: Collection[str] = ()) -> tuple[Dim, Dim]:
    """The first and the last value of an index; sizes are at least 1, so n, …, 1 is backwards.

    A sum that begins after the index of one `around` it may be empty at times.
    """
    first, last = polynomial(lower), polynomial(upper)
    steps = last - first
    changing = [coefficient for names, coefficient in steps.terms if names]
    backwards = steps.value < 0 if steps.value is not None else max(changing) < 0
    if backwards and first.names.isdisjoint(around):
        raise ShapeError(
            f"the bounds run backwards: from {first} to {last} there is nothing to add",
            (lower.start, upper.end), "the lower bound comes first: sum(i, 1, n, x[i])",
        )  # fmt: skip
    return first, last


def _dimension(node: Node, args: list[Dim]) -> Dim:
    size = _combined(node, args)
    if size is None:
        message = "a size is made of integers and names, divided and raised by small integers"
        raise ShapeError(message, node.position, EXAMPLES)
    if len(size.terms) > MAX_TERMS or any(len(names) > MAX_TERMS for names, _ in size.terms):
        raise LimitError(f"a size has at most {MAX_TERMS} terms and factors", node.position)
    return size


def _combined(node: Node, args: list[Dim]) -> Dim | None:
    last = args[-1].value if args else None
    match node.kind, node.text:
        case "name", name:
            return dim(name)
        case "number", _ if node.value.denominator == 1 and node.value <= LARGEST:
            return dim(int(node.value))
        case "infix", "/" if last and last <= SMALL_DIVISOR:
            return args[0] / last
        case "infix", "^" if last and 1 <= last <= LARGEST_POWER:
            return reduce(mul, args[:1] * int(last))
        case kind, sign if (kind, sign) in _SIGNS:
            return _SIGNS[kind, sign](args)
        case _:
            return None


def parted(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of sizes, with 3x2 as 3 x 2: after a digit, x2 or xn can be no name."""
    found: list[Token] = []
    for token in tokens:
        is_after = found and found[-1].kind is Kind.NUMBER and found[-1].end == token.start
        rest = token.text[1:]
        if is_after and token.text[:1] == "x" and (rest.isdigit() or rest.isalpha()):
            middle = token.start + 1
            second = tokenise(rest)[0]._replace(start=middle, end=token.end)
            found += [Token(Kind.NAME, "x", token.start, middle), second]
        else:
            found.append(token)
    return found


def read_size(size: str | int | Dim, limits: Limits = GENEROUS) -> Dim:
    """The size given as an integer or as text.

    >>> str(read_size("2*n"))
    '2*n'
    """
    if isinstance(size, Dim):
        return size
    text = str(size)
    if text.isidentifier() and text.isascii() and len(text) <= MAX_NAME:
        return dim(text)  # as most sizes are
    try:
        return dimension(parse(tokenise(text, limits)))
    except MatgradError as error:
        raise error.at(None, text) from None
