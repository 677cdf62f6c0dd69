"""Members of families and what goes over an index: how they are written, their shapes and values.

`A_i: m×n for i = 1..N` declares a family; A_i, A_j and A_1 are its members, P_bh has two axes.
Below `sum(i, …)` the letter i belongs to the sum, which goes over all members; a letter that
nothing binds stays an index of what is read, as it is in an answer 2 r_i xᵀ.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Axes, Axis, Expr, make
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, MatgradError, ParseError, ShapeError, UnsupportedError
from matgrad.ops import diag
from matgrad.ops.families import delta, index_op, member_at, merge, split, sum_over
from matgrad.syntax import parts
from matgrad.syntax.forms import is_transposed, number
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.inference import Inference, Kind, convention
from matgrad.syntax.parse import formula
from matgrad.syntax.scope import Declaration
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tokens import Token
from matgrad.syntax.tree import (
    BLOCK,
    BY_ENTRIES,
    COLUMNS,
    DELTA,
    INSIDE,
    REDUCTIONS,
    Node,
    has_index,
    is_sum,
    mapped,
    places_of,
    postorder,
)
from matgrad.syntax.unify import Misfit, is_unknown

FOR = "for"
BY_HAND = "write it with matrices, or index by index"
LENGTHS = frozenset({"norm2", "norm", "normF", "‖·‖", "‖·‖2", "‖·‖F"})
_BETWEEN = ("…", ":")  # 1..N, 1, …, N and 1:N
_EXAMPLE = "A_i: m x n for i = 1..N"


# ---------------------------------------------------------------- what is declared


def with_axes(statement: Sequence[Token]) -> tuple[Sequence[Token], Axes]:
    """A statement without `for i = 1..N` at its end, and what that says: nothing of `for all i`."""
    texts = [token.text for token in statement]
    if FOR not in texts[1:]:
        return statement, ()
    at = texts.index(FOR, 1)
    before = statement[: at - (texts[at - 1] == ",")]
    if texts[at + 1 : at + 2] in (["all"], ["each"], ["every"]):
        return before, ()
    axes: list[Axis] = []
    for part in _ranges(statement[at + 1 :]):
        said = [token.text for token in part]
        middle = next((place for place, text in enumerate(said) if text in _BETWEEN), 0)
        first = [text for text in said[2:middle] if text != ","]
        if len(said) < 5 or said[1] not in ("=", "in", "∈") or first != ["1"] or not middle:
            raise ParseError("an index runs from 1 to a size", statement[at].position, _EXAMPLE)
        last = [token for token in part[middle + 1 :] if token.text not in (",", "…")]
        axes.append(Axis(said[0], dimension(formula(last))))
    return before, tuple(axes)


def _ranges(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """The parts of i = 1..N, j = 1..M; the comma of 1, …, N belongs to its part."""
    starts = [at for at, token in enumerate(tokens) if token.text in ("=", "in", "∈")]
    cuts = [0, *(at - 1 for at in starts[1:]), len(tokens)]
    found = [tokens[a:b] for a, b in pairwise(cuts)]
    return [part[:-1] if part and part[-1].text in (",", "and") else part for part in found]


def family_of(declared: Declaration, axes: Axes) -> Declaration:
    """The family whose members are declared: A, with the axes in the order of A_ij."""
    sizes = dict(axes)
    stem, _, index = declared.name.rpartition("_")
    letters = [index] if index in sizes else [*index]
    if not stem or {*letters} != sizes.keys() or len({*letters}) < len(letters):
        message = f"{declared.name} has to show its index, {' and '.join(sizes)}"
        raise ParseError(message, declared.position, _EXAMPLE)
    own = tuple(Axis(letter, sizes[letter]) for letter in letters)
    return replace(declared, name=stem, axes=own)


# ---------------------------------------------------------------- how members are written


def member_of(name: str, families: Mapping[str, Sequence[str]]) -> tuple[str, list[str]] | None:
    """The family and the places that a name shows: A and i of A_i, P, b and h of P_bh.

    >>> member_of("P_bh", {"P": ("b", "h")}), member_of("A12", {"A": ("i",)})
    (('P', ['b', 'h']), ('A', ['12']))
    """
    for stem, letters in families.items():
        rest = name.removeprefix(stem) if name != stem else ""
        rest = rest[1:] if rest[:1] == "_" else rest if rest.isdigit() else ""
        places = [rest] if len(letters) == 1 else rest.split("_") if "_" in rest else [*rest]
        if len(places) == len(letters) and all(p.isdigit() or p.isalpha() for p in places):
            return stem, places
    return None


def member(node: Node, stem: str, places: Iterable[str]) -> Node:
    """The member of a family at these places, where a name stood."""
    kinds = (("number" if place.isdigit() else "name", place) for place in places)
    args = tuple(Node(kind, text, (), *node.position, node.at) for kind, text in kinds)
    return Node("member", stem, args, *node.position, node.at)


def with_short_sums(tree: Node) -> Node:
    """The tree with Σ for sum(i, …), where the letter stands as an index."""

    def changed(node: Node) -> Node:
        is_short = node.kind == "call" and node.text == "sum" and len(node.args) == 2
        if not is_short or node.args[0].kind != "name":
            return node
        below = {x for n in postorder(node.args[1]) for x in _letters_below(n)}
        return replace(node, text="Σ") if node.args[0].text in below else node

    return mapped(tree, changed)


def _letters_below(node: Node) -> set[str]:
    if node.kind == "index":
        return {n.text for place in node.args[1:] for n in postorder(place)}
    index = node.text.rpartition("_")[2] if node.kind == "name" and "_" in node.text else ""
    return {index, *index}


# ---------------------------------------------------------------- indices and how far they run


def is_index(found: Inference, place: Node) -> bool:
    """Does an index stand here: that of a sum, or one that stays free in an answer?"""
    if place.kind != "name":
        return False
    around = found.scope.around
    return place.text in around.get(place, ()) or (found.scope.strict and place in around)


def _length(found: Inference, place: Node) -> Dim:
    """How many values an index has: those of the sum that binds it, or those it has everywhere."""
    over = found.scope.around.get(place, {}).get(place.text)
    if over is not None:
        return length_of_sum(found, over)
    assert found.root is not None
    free = found.free.setdefault(found.root, {})
    return free.setdefault(place.text, found.sizes.fresh())


def length_of_sum(found: Inference, over: Node) -> Dim:
    """How many terms a sum has."""
    if over not in found.ranges:
        limits = over.args[1:-1]
        found.ranges[over] = dimension(limits[1]) if limits else found.sizes.fresh()
    return found.ranges[over]


def _axis(found: Inference, place: Node) -> Axis:
    """The axis that an index is, once all sizes are known."""
    length = found.known_size(_length(found, place))
    if is_unknown(length):
        raise ShapeError(f"nothing says how far {place.text} runs", place.position)
    return Axis(place.text, length)


def build_index(found: Inference, node: Node) -> Expr:
    """An index that stands for a number."""
    return make(index_op, (), _axis(found, node))


# ---------------------------------------------------------------- members and entries


def shape_of_member(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """The shape of all members; the index runs as far as the family goes."""
    name = node.text
    is_part = name in found.scope.defined
    shape = found.parts[name] if is_part else found.symbol(name)
    axes = found.part_axes[name] if is_part else found.scope.declared[name].axes
    for (letter, length), place in zip(axes, node.args, strict=True):
        if place.kind == "name" and not found.sizes.equate(length, _length(found, place)):
            known = found.sizes.resolve(_length(found, place))
            message = f"{place.text} runs to {known} here, and there are {length} {name}_{letter}"
            raise Misfit(ShapeError(message, node.position), node)
    return shape


def build_member(found: Inference, node: Node, args: list[Expr]) -> Expr:
    """The member, as x_j of x_i or x_1."""
    name = node.text
    whole = found.defined[name] if name in found.scope.defined else found.variable(name)
    places = (place.text if place.kind == "name" else int(place.text) for place in node.args)
    letters = [axis.name for axis in whole.data.axes]
    try:
        return member_at(whole, dict(zip(letters, places, strict=True)))
    except MatgradError as error:
        raise error.at(node.position, found.source) from None


def _is_column_wise(found: Inference, node: Node, shape: Shape) -> bool:
    """Does the one index of an entry count columns?"""
    if shape.is_vector:
        return not shape.is_column
    if node.args[0].text in found.by_columns:
        return True
    return found.scope.choose(node.args[0]) == "columns"


def shape_of_entry(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """The shape of x[i], of X[i,j] and X[i,:], and of X[i], which is a row or a column."""
    (shape,), places = args, _places(found, node)
    known = found.sizes.shape(shape)
    if known.is_scalar:
        raise Misfit(UnsupportedError("a scalar has no entries", node.position), node)
    if len(places) == 1:
        is_column_wise = _is_column_wise(found, node, known)
        sides = (shape.cols, shape.rows) if is_column_wise else tuple(shape)
        _fit(found, places[0], sides[0])
        return Shape(ONE if known.is_vector else sides[1], ONE)
    base = node.args[0]
    is_small = base.text in found.scope.undeclared and convention(base.text) != "matrix"
    if is_small and any(place.kind == "number" for place in places):
        message = "an index beside a number is not read"
        raise UnsupportedError(message, node.position, BY_HAND)
    for place, side in zip(places, shape, strict=False):
        if is_index(found, place):
            _fit(found, place, side)
    plain = replace(node, args=(node.args[0], *(_one(found, place) for place in places)))
    return parts.part(found, plain, args)


def _places(found: Inference, node: Node) -> tuple[Node, ...]:
    """The row and the column; z_ij is entry j of a z_i that is a column."""
    places = node.args[1:]
    is_member = node.args[0].text in found.by_columns and len(places) == 2
    return places[::-1] if is_member else places


def _fit(found: Inference, place: Node, side: Dim) -> None:
    """Let an index run over all rows or columns."""
    if not found.sizes.equate(_length(found, place), side):
        sizes = [Shape(size, ONE) for size in (side, _length(found, place))]
        values, limit = (str(shape.rows) for shape in found.sizes.named(sizes))
        message = f"the index of this sum has {values} values, and its limit is {limit}"
        over = found.scope.around[place].get(place.text, place)
        raise Misfit(ShapeError(message, over.position), over)


def _one(found: Inference, place: Node) -> Node:
    return number(place, 1) if is_index(found, place) else place


def build_entry(found: Inference, node: Node, base: Expr) -> Expr:
    """Members of a matrix: its columns, its rows, their entries."""
    rows, *others = _places(found, node)
    if not others:
        axis = _axis(found, rows)
        return split(base if _is_column_wise(found, node, base.shape) else base.T, axis)
    (cols,) = others
    if rows.text == cols.text and is_index(found, rows) and is_index(found, cols):
        return split(diag(base).T, _axis(found, rows))
    if is_index(found, cols):
        base = split(base, _axis(found, cols))
    if not is_index(found, rows):
        return base
    row = split(base.T, _axis(found, rows))
    return row if row.is_scalar else row.T


# ---------------------------------------------------------------- numbers that may be vectors


def mark(found: Inference, node: Node, pieces: Sequence[Node], shape: Shape) -> None:
    """Note the indices with which a piece changes, and ask what cannot be meant of numbers.

    Who transposes an x_i, takes its length or adds a vector to it means a vector.
    """
    own = {place.text for place in places_of(node) if is_index(found, place)}
    below = frozenset[str]().union(*(found.changing.get(piece, ()) for piece in pieces))
    found.changing[node] = (below - own) if is_sum(node) else (below | own)
    for piece in pieces if node.kind != "index" else ():
        if piece.kind == "name" and piece.text in found.by_columns:
            message = f"{piece.text} is defined by its members, so it needs an index"
            raise UnsupportedError(message, piece.position, f"{piece.text}_i")
    if not below:
        return
    what = ""
    if node.kind == "postfix" and _is_counted(found, pieces[0]):
        what = "this is a number for each index, and it is transposed: is it a vector?"
    elif node.kind == "call" and node.text in LENGTHS and _is_counted(found, pieces[0]):
        what = "the norm of a number for each index: is it a vector?"
    elif node.is_infix("+", "-") and not found.sizes.is_scalar(shape):
        if any(_is_counted(found, piece) for piece in pieces):
            what = "a vector and a number for each index are added: is the number a vector?"
    elif node.is_infix("^") and found.shape(pieces[0]).is_vector and pieces[0] in found.changing:
        base = found.shape(pieces[0])
        if found.changing[pieces[0]] and not base.is_scalar:
            raise UnsupportedError("a vector has no powers", node.position, BY_HAND)
    elif node.is_infix("*") and _is_row_before(found, *pieces):
        what = "a row and a number for each index are multiplied: is the number a vector?"
    if what:
        hint = "declare the matrix of all these vectors, for example X: m×n"
        if not any(n.kind == "index" for piece in pieces for n in postorder(piece)):
            raise Misfit(ShapeError(what, node.position, hint), node)  # it may become a vector
        raise AmbiguousError(what, node.position, hint)


def _is_counted(found: Inference, node: Node) -> bool:
    """Is this a number that changes with an index?"""
    return bool(found.changing[node]) and found.sizes.is_scalar(found.shapes[node])


def _is_row_before(found: Inference, left: Node, right: Node) -> bool:
    """Is this w'*x[i], of which nothing says that x[i] is a number?"""
    row = found.shape(left)
    is_row = is_transposed(left) or (row.rows == ONE and not row.is_scalar)
    if not is_row or not _is_counted(found, right) or right.kind != "index":
        return False
    names = [n for side in (left, right) for n in postorder(side) if n.kind == "name"]
    known = found.scope.declared
    return all(n.text not in known or known[n.text].shape is None for n in names)


# ---------------------------------------------------------------- sums


def _shape_of_sum(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """A sum has the shape of its terms; the largest of them, and their product, are numbers."""
    length_of_sum(found, node)
    if node.text in REDUCTIONS and not found.sizes.equate_shapes(args[0], SCALAR):
        raise found.misfit(f"{node.text} over an index is one of numbers", node, args)
    return args[0]


def _build_sum(found: Inference, node: Node, args: list[Expr]) -> Expr:
    """The sum over an index; what is the same for all is added so many times."""
    (body,) = args
    length = found.known_size(length_of_sum(found, node))
    axis = Axis(node.args[0].text, length)
    if axis not in body.axes and is_unknown(length):
        message = f"the index {axis.name} does not occur, so its range is unknown"
        raise UnsupportedError(message, node.position, BY_HAND)
    if node.text in REDUCTIONS:
        return FUNCTIONS[node.text][1].build(merge(axis, body).T)
    return sum_over(axis, body)


def _shape_of_columns(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """All members beside each other; as rows and columns of a matrix where they are its entries."""
    (shape,), length = args, length_of_sum(found, node)
    return Shape(shape.rows, shape.cols * length)


def _build_columns(found: Inference, node: Node, args: list[Expr]) -> Expr:
    return merge(_axis(found, node.args[0]), args[0])


def _shape_of_rows(found: Inference, node: Node, args: list[Shape]) -> Shape:
    (shape,), length = args, length_of_sum(found, node)
    if is_of_columns(found, node):
        return Shape(shape.rows, length)
    return Shape(shape.rows * length, shape.cols)


def is_of_columns(found: Inference, node: Node) -> bool:
    """Is this given by its members z_i, which are columns?"""
    shape = found.shape(node.args[-1]) if node.text == BY_ENTRIES else SCALAR
    return shape.is_column and not shape.is_scalar


def _build_rows(found: Inference, node: Node, args: list[Expr]) -> Expr:
    axis, (body,) = _axis(found, node.args[0]), args
    return merge(axis, body) if is_of_columns(found, node) else merge(axis, body.T).T


def _shape_of_block(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """The columns of a matrix, so many for each value of an index."""
    index, _, wide = node.args
    (shape,), width = args, dimension(wide)
    known = found.sizes.resolve(shape.cols).divide(width)
    fits = found.sizes.equate(_length(found, index), known) if known is not None else None
    if fits is None and not found.sizes.equate(shape.cols, _length(found, index) * width):
        raise found.misfit(f"{{0}} has no blocks of {width} columns", node, [shape])
    return Shape(shape.rows, width)


def _build_block(found: Inference, node: Node, args: list[Expr]) -> Expr:
    width = found.known_size(dimension(node.args[2]))
    return split(args[0], _axis(found, node.args[0]), width)


def _shape_of_delta(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """1 where two indices are the same, 0 elsewhere."""
    lengths = [_length(found, place) for place in node.args if place.kind == "name"]
    if len(lengths) == 2 and not found.sizes.equate(*lengths):
        message = f"{node.args[0].text} and {node.args[1].text} do not run over the same"
        raise Misfit(ShapeError(message, node.position), node)
    return SCALAR


def _build_delta(found: Inference, node: Node, args: list[Expr]) -> Expr:
    places = [p.text if p.kind == "name" else int(p.text) for p in node.args]
    (axis, *_) = (_axis(found, place) for place in node.args if place.kind == "name")
    return delta(places[0], places[1], axis.size)


KINDS = {
    COLUMNS: Kind(_shape_of_columns, _build_columns),
    INSIDE: Kind(_shape_of_columns, _build_columns),
    BY_ENTRIES: Kind(_shape_of_rows, _build_rows),
    BLOCK: Kind(_shape_of_block, _build_block),
    DELTA: Kind(_shape_of_delta, _build_delta),
}
_SUM = Kind(_shape_of_sum, _build_sum)


def kind_of(node: Node) -> Kind | None:
    """How a call is read in which an index stands; None of all others."""
    return KINDS.get(node.text, _SUM) if has_index(node) else None
