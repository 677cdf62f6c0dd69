"""Families of matrices: sums over an axis, members, and blocks of columns counted by an axis.

Every other operator acts on each member by itself, so an axis is an index that is written nowhere
but at the names of families. What goes over an axis binds it: inside of the argument it is #0, the
axis of the binder around that is #1, and so on. So sums that differ in the name of their index
only are one expression, and nothing that is put into a sum can mean its index by mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from matgrad.core.curves import LINEAR
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import (
    NO_FACTS,
    Axes,
    Axis,
    Expr,
    Facts,
    Place,
    Symbol,
    make,
    operator,
    united,
)
from matgrad.core.notation import Leaf, Member, Over
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import ShapeError
from matgrad.ops.blocks import units
from matgrad.ops.leaves import number, size, symbol_op
from matgrad.ops.linear import scale
from matgrad.ops.sugar import multiply

MARK = "#"
ALONE = "by itself it does not say how many there are"
LACKING = {"matrix": "a map between families has more than two axes"}
INNERMOST = f"{MARK}0"


def is_bound(name: str) -> bool:
    """Is this the index of something around, which has no name?"""
    return name.startswith(MARK)


def _depth(name: str) -> int:
    return int(name.removeprefix(MARK))


def _deeper(place: Place, by: int) -> Place:
    """The same place seen from inside of so many binders."""
    if isinstance(place, int) or not is_bound(place):
        return place
    return f"{MARK}{_depth(place) + by}"


def deeper_name(name: str) -> str:
    """The name of an axis as it is inside of one more binder."""
    return str(_deeper(name, 1))


def shallower(name: str) -> str:
    """The name of an axis as it is outside of one binder."""
    return str(_deeper(name, -1)) if is_bound(name) else name


# ---------------------------------------------------------------- other names for axes


def renamed(root: Expr, names: Mapping[str, Place]) -> Expr:
    """The family with other names of axes, all at once; a number picks one member."""
    made: dict[tuple[Expr, int], Expr] = {}
    stack = [(root, 0)]
    while stack:
        node, depth = stack[-1]
        if (node, depth) in made:
            stack.pop()
            continue
        if not _is_touched(node, depth, names):
            made[node, depth] = node
            continue

        def moved(place: Place, depth: int = depth) -> Place:
            outer = _seen_from_outside(place, depth)
            return place if outer is None else _deeper(names.get(outer, outer), depth)

        if node.op is member or isinstance(node.data, Symbol):
            (symbol, places) = index_of(node)
            moves = {own: moved(place) for own, place in places.items()}
            made[node, depth] = member_at(symbol, moves)
            continue
        below = depth + node.op.binds
        waiting = [(arg, below) for arg in node.args if (arg, below) not in made]
        if waiting:
            stack += waiting
            continue
        args = tuple(made[arg, below] for arg in node.args)
        data = node.op.renamed(node.data, moved) if node.op.renamed else node.data
        made[node, depth] = make(node.op, args, data)
    return made[root, 0]


def _seen_from_outside(place: Place, depth: int) -> str | None:
    """The name of an axis outside of so many binders; None of one of theirs, and of a member."""
    if isinstance(place, int):
        return None
    if not is_bound(place):
        return place
    outer = _depth(place) - depth
    return f"{MARK}{outer}" if outer >= 0 else None


def _is_touched(node: Expr, depth: int, names: Mapping[str, Place]) -> bool:
    return any(_seen_from_outside(axis.name, depth) in names for axis in node.axes)


def closed(body: Expr, name: str) -> Expr:
    """The argument of a binder that goes over the axis with this name."""
    inside = {axis.name: _deeper(axis.name, 1) for axis in body.axes if is_bound(axis.name)}
    return renamed(body, inside | {name: INNERMOST})


def opened(body: Expr, place: Place) -> Expr:
    """The argument of a binder with a name, or a number, for the index of the binder."""
    outside = {a.name: _deeper(a.name, -1) for a in body.axes if is_bound(a.name)}
    return renamed(body, outside | {INNERMOST: place})


def deeper(node: Expr) -> Expr:
    """The same family, to stand inside of a binder that it has nothing to do with."""
    return renamed(node, {a.name: _deeper(a.name, 1) for a in node.axes if is_bound(a.name)})


def _outside(axes: Axes) -> Axes:
    """The axes that are left when the innermost is gone over."""
    left = (axis for axis in axes if axis.name != INNERMOST)
    return tuple(sorted(Axis(str(_deeper(a.name, -1 * is_bound(a.name))), a.size) for a in left))


def has_innermost(body: Expr) -> bool:
    """Does the argument of a binder change with its index?"""
    return any(axis.name == INNERMOST for axis in body.axes)


# ---------------------------------------------------------------- members

Pairs = tuple[tuple[str, Place], ...]  # the axes of a symbol, with what stands for them


def _member_axes(args: tuple[Expr, ...], pairs: Pairs) -> Axes:
    places = dict(pairs)
    found: list[Axes] = []
    for name, length in args[0].axes:
        place = places.get(name, name)
        found.append((Axis(place, length),) if isinstance(place, str) else ())
    return united(*found)


def _instead_of_member(args: tuple[Expr, ...], pairs: Pairs) -> Expr | None:
    """Only names have an index; of anything else the names in it have it."""
    return None if isinstance(args[0].data, Symbol) else renamed(args[0], dict(pairs))


def _member_adjoint(pairs: Pairs, G: Expr, X: Expr) -> Expr:
    """G : x_j = Σ_i δ_ij G_i : x_i; only if two indices are one, or one is a number, is δ left."""
    back: dict[str, Place] = {}
    deltas: list[Expr] = []
    sizes = {axis.name: axis.size for axis in X.axes}
    for own, place in pairs:
        if isinstance(place, int) or place in back:
            first = place if isinstance(place, int) else back[place]
            deltas.append(delta(first, own, sizes[own]))
        else:
            back[place] = own
    found = renamed(G, back)
    return scale(*deltas, found) if deltas else found


member = operator(
    "member",
    shape=lambda args, data: args[0].shape,
    axes=_member_axes,
    instead=_instead_of_member,
    notation=Member(),
    value=lambda R, node, X: X,
    adjoints=(_member_adjoint,),
    curves=LINEAR,
    why="the differential of each member",
    facts=lambda node, below: below[0],
    holes=LACKING,
    doc="the members of a family under another index, as x_j of x_i",
)


def member_at(X: Expr, places: Mapping[str, Place]) -> Expr:
    """x_j, x_1 or a_ii of a symbol: the places that stand for its axes."""
    for name, length in X.axes:
        place = places.get(name, name)
        is_beyond = isinstance(place, int) and length.value is not None and place > length.value
        if place == 0 or is_beyond:
            raise ShapeError(f"{X.name} has the members 1 to {length}, and {place} is none")
    pairs = tuple(sorted((own, place) for own, place in places.items() if own != place))
    return make(member, (X,), pairs) if pairs else X


# ---------------------------------------------------------------- names for parts

LETTERS = ("i", "j", "k", "l", "t", "s", "p", "q", "r")


class Named(NamedTuple):
    """A name for a part: the symbol, its value with a letter for each index, the part in names."""

    symbol: Expr
    value: Expr
    here: Expr


def with_letters(part: Expr) -> dict[str, str]:
    """A letter for each index of a part that has no name: that of a family that has it."""
    taken, own = {axis.name for axis in part.axes}, _own_letters(part)
    found: dict[str, str] = {}
    for name in sorted(name for name in taken if is_bound(name)):
        wanted = (own.get(name, ""), *LETTERS)
        letters = (letter for letter in wanted if letter and letter not in taken)
        found[name] = next(letters, f"i{len(found)}")
        taken.add(found[name])
    return found


def _own_letters(root: Expr) -> dict[str, str]:
    """What the families below call the axes that have no name here."""
    found: dict[str, str] = {}
    seen, stack = set[tuple[Expr, int]](), [(root, 0)]
    while stack:
        node, depth = stack.pop()
        if (node, depth) in seen or not node.axes:
            continue
        seen.add((node, depth))
        if node.op is member:
            for name, place in index_of(node)[1].items():
                outer = _seen_from_outside(place, depth)
                if outer is not None and is_bound(outer):
                    found.setdefault(outer, name)
        else:
            stack += [(arg, depth + node.op.binds) for arg in node.args[::-1]]
    return found


def named_part(name: str, part: Expr, facts: Facts = NO_FACTS) -> Named:
    """A name for a part, which may stand inside of sums."""
    letters = with_letters(part)
    value = renamed(part, letters)
    symbol = make(symbol_op, (), Symbol(name, part.shape, facts, None, value.axes))
    return Named(symbol, value, member_at(symbol, {own: at for at, own in letters.items()}))


def index_of(node: Expr) -> tuple[Expr, dict[str, Place]]:
    """The symbol that this is a member of, and what stands for its axes."""
    symbol, meant = symbol_of(node), dict[str, Place]()
    if symbol is not node:
        meant.update(node.data)
    axes: Axes = symbol.data.axes
    return symbol, {axis.name: meant.get(axis.name, axis.name) for axis in axes}


def symbol_of(node: Expr) -> Expr:
    """The family of which this is a member, or the name itself."""
    return node.args[0] if node.op is member else node


# ---------------------------------------------------------------- δ, and numbers


class Delta(NamedTuple):
    """The data of a δ: two places, and how many there are."""

    one: Place
    other: Place
    size: Dim


def _delta_axes(args: tuple[Expr, ...], data: Delta) -> Axes:
    places = (place for place in data[:2] if isinstance(place, str))
    return united(*((Axis(place, data.size),) for place in places))


delta_op = operator(
    "delta",
    shape=lambda args, data: SCALAR,
    axes=_delta_axes,
    renamed=lambda data, moved: Delta(moved(data.one), moved(data.other), data.size),
    instead=lambda args, data: _equal_places(data),
    notation=Leaf(),
    value=lambda R, node: [[R.one if R.at(node.data.one) == R.at(node.data.other) else R.zero]],
    reach=(0, 1),
    facts=lambda node, below: frozenset({"nonnegative", "integer"}),
    holes={"text": ALONE, "latex": ALONE},
    doc="1 where two indices are the same, 0 elsewhere",
)


def _equal_places(data: Delta) -> Expr | None:
    if data.one == data.other:
        return number(1)
    return number(0) if isinstance(data.one, int) and isinstance(data.other, int) else None


def delta(one: Place, other: Place, length: Dim) -> Expr:
    """δ_ij."""
    first, second = sorted((one, other), key=str)
    return make(delta_op, (), Delta(first, second, length))


index_op = operator(
    "index",
    shape=lambda args, data: SCALAR,
    axes=lambda args, data: (data,),
    renamed=lambda data, moved: Axis(moved(data.name), data.size),
    instead=lambda args, data: number(data.name) if isinstance(data.name, int) else None,
    notation=Leaf(),
    value=lambda R, node: R.number(R.at(node.data.name)),
    facts=lambda node, below: frozenset({"positive", "integer"}),
    holes={"text": ALONE, "latex": ALONE},
    doc="an index as a number: 1, 2, …",
)


# ---------------------------------------------------------------- sums


def _sum_adjoint(length: Dim, G: Expr, X: Expr) -> Expr:
    inside = deeper(G)
    return inside if has_innermost(X) else multiply(size(length), inside)


sum_op = operator(
    "sum_over",
    shape=lambda args, data: args[0].shape,
    axes=lambda args, data: _outside(args[0].axes),
    binds=True,
    notation=Over(),
    value=lambda R, node, *members: R.add(*members),
    adjoints=(_sum_adjoint,),
    why="sum rule: d(Σ xᵢ) = Σ dxᵢ",
    across="G : Σ xᵢ = Σ G : xᵢ",
    facts=lambda node, below: below[0] & _KEPT_BY_SUMS,
    curves=LINEAR,
    holes=LACKING,
    doc="the sum over all members of a family",
)
_KEPT_BY_SUMS = frozenset(
    "symmetric diagonal skew positive_definite positive lower_triangular upper_triangular "
    "toeplitz nonnegative integer".split()
)


def sum_over(axis: Axis, body: Expr) -> Expr:
    """The sum over one axis; of what does not change with it so many times that."""
    if axis not in body.axes:
        return multiply(size(axis.size), body)
    return make(sum_op, (closed(body, axis.name),), axis.size)


def sum_over_all(axes: Iterable[Axis], body: Expr) -> Expr:
    """The sum over several axes, the first one outside."""
    for axis in [*axes][::-1]:
        body = sum_over(axis, body)
    return body


# ---------------------------------------------------------------- blocks of columns


class Blocks(NamedTuple):
    """The data of a split: the axis that counts blocks of columns, and how wide they are."""

    place: Place
    number: Dim
    width: Dim


def _split_shape(args: tuple[Expr, ...], data: Blocks) -> Shape:
    (X,) = args
    if X.shape.cols != data.number * data.width:
        found = f"{data.number} blocks of {data.width} columns are no matrix with {X.shape.cols}"
        raise ShapeError(found).between(X.shape.cols, data.number * data.width)
    return Shape(X.shape.rows, data.width)


def _side_by_side(data: Blocks, G: Expr, X: Expr) -> Expr:
    """[G_1, …, G_n]; of block i of X_i alone, which is a diagonal, only that one."""
    axis = Axis(str(data.place), data.number)
    if axis not in X.axes:
        return merge(axis, G)
    other = "*"  # nobody's name, and bound at once
    return merge(Axis(other, data.number), scale(delta(other, data.place, data.number), G))


split_op = operator(
    "split",
    shape=_split_shape,
    axes=lambda args, data: united(args[0].axes, (Axis(data.place, data.number),)),
    renamed=lambda data, moved: data._replace(place=moved(data.place)),
    instead=lambda args, data: _one_block(args[0], data),
    notation=Member(),
    value=lambda R, node, X: _columns(X, R.at(node.data.place), R.size(node.data.width)),
    adjoints=(_side_by_side,),
    why="columns are linear: d(X[:,i]) = dX[:,i]",
    across="Σ Gᵢ : X[:,i] = [G₁, …, Gₙ] : X",
    holes=LACKING,
    doc="the columns of a matrix in blocks, counted by an axis: a family",
)


def _columns(X: list[list[Any]], place: int, width: int) -> list[list[Any]]:
    return [row[(place - 1) * width : place * width] for row in X]


def _one_block(X: Expr, data: Blocks) -> Expr | None:
    if isinstance(data.place, int):
        first = data.width * (data.place - 1) + 1
        return multiply(X, units(first, data.width * data.place, X.shape.cols))
    return None


def split(X: Expr, axis: Axis, width: Dim = ONE) -> Expr:
    """The blocks of columns of a matrix as a family; its columns where they are one wide."""
    return make(split_op, (X,), Blocks(axis.name, axis.size, width))


merge_op = operator(
    "merge",
    shape=lambda args, data: Shape(args[0].shape.rows, args[0].shape.cols * data),
    axes=lambda args, data: _outside(args[0].axes),
    binds=True,
    notation=Over(),
    value=lambda R, node, *members: [[x for row in rows for x in row]
                                     for rows in zip(*members, strict=True)],
    adjoints=(lambda data, G, X: make(
        split_op, (deeper(G),), Blocks(INNERMOST, data, X.shape.cols)
    ),),
    why="columns are linear: d[x₁, …, xₙ] = [dx₁, …, dxₙ]",
    across="G : [x₁, …, xₙ] = Σ G[:,i] : xᵢ",
    holes=LACKING,
    doc="the members of a family beside each other",
)  # fmt: skip


def merge(axis: Axis, body: Expr) -> Expr:
    """All members of a family beside each other, as one matrix."""
    return make(merge_op, (closed(body, axis.name),), axis.size)
