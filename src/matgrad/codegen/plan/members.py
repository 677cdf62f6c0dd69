"""Families as arrays: what is computed for each member becomes operations on whole arrays.

A program is planned as that of one member. Here every value gets an array with an axis for each
index that it changes with. Which axis is which is known beside the array, so that members under
another index, their transposes, and columns counted by an index are the same array.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any, NamedTuple

from matgrad.codegen.plan.deltas import summed
from matgrad.codegen.plan.indices import Index, Indices, Part, Space, Term
from matgrad.codegen.plan.known import FACTORS, TRIANGULAR
from matgrad.codegen.plan.operations import DECLARED, ENTRYWISE, LENGTHS
from matgrad.codegen.plan.program import array_of, array_shape
from matgrad.codegen.plan.values import Axes, Graph, Value, nominal, ordered
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Axes as Counted
from matgrad.core.expr import Axis, Expr, united
from matgrad.ops import diag, diag_matrix, matmul, number_op, size_op, total, trace, transpose
from matgrad.ops.families import (
    INNERMOST,
    delta_op,
    index_op,
    member,
    merge_op,
    shallower,
    split_op,
    sum_op,
)

Label = str | int  # an index, or an axis of each member, counted from 0
BINDERS = frozenset({sum_op.name, merge_op.name})
# Rewrites by factors of one matrix, which libraries do not have for many.
SINGLE = frozenset({"cholesky", FACTORS, TRIANGULAR})
_NUMBERS = frozenset({number_op.name, size_op.name})


class Family(NamedTuple):
    """An array, and which axis of it is which; it does not change with what it has no axis for."""

    array: Value
    at: tuple[Label, ...]

    @property
    def indices(self) -> list[str]:
        """The indices that it changes with."""
        return [label for label in self.at if isinstance(label, str)]

    @property
    def sizes(self) -> dict[Label, Dim]:
        """How long its axes are."""
        return dict(zip(self.at, self.array.axes, strict=True))


# ---------------------------------------------------------------- how many members there are

_BITS = sum(op.bit for op in (member, delta_op, index_op, sum_op, split_op, merge_op))


def has_families(roots: Iterable[Expr]) -> bool:
    """Is there an index in an expression?"""
    return any(root.axes or root.occurring & _BITS for root in roots)


def counted(graph: Graph, value: Value) -> Counted:
    """The axes of the family that a value of one member stands for."""
    known = graph.counted
    for each in ordered((value,), known):
        known[each] = _counted(each, united(*(known[arg] for arg in each.args)))
    return known[value]


def _counted(value: Value, below: Counted) -> Counted:
    if value.op == "symbol":
        return tuple(sorted(value.data.axes))
    if value.op in BINDERS:
        return tuple(Axis(shallower(n), size) for n, size in below if n != INNERMOST)
    if value.node is not None and value.node.op.name in _OWN:
        return value.node.axes
    return below


def count(graph: Graph, values: Iterable[Value]) -> int:
    """About how many members a product of such values has."""
    axes = united(*(counted(graph, value) for value in values))
    return reduce(lambda found, axis: found * nominal(axis.size, graph.sizes), axes, 1)


# ---------------------------------------------------------------- products of entries


@dataclass(frozen=True)
class Product:
    """A product of entries, summed over all indices but those of its members and their axes."""

    scalars: tuple[Value, ...]
    parts: tuple[Part, ...]
    names: Mapping[str, Index]
    at: Indices

    def renamed(self, indices: Mapping[Index, Index]) -> Product:
        """The same with other indices."""
        term = Term(self.scalars, self.parts, tuple(self.names.values()), self.at)
        new = term.renamed(indices)
        names = dict(zip(self.names, new.rows, strict=True))
        return Product(new.scalars, new.parts, names, new.cols)


def _same(one: Indices, other: Indices) -> dict[Index, Index]:
    return {j: i for i, j in zip(one, other, strict=True) if i != j}


def _joined(one: Product, other: Product) -> tuple[Product, Product]:
    """Two products whose members go together."""
    shared = [name for name in other.names if name in one.names]
    return one, other.renamed({other.names[n]: one.names[n] for n in shared})


def _times(one: Product, other: Product, at: Indices) -> Product:
    names = {**one.names, **other.names}
    return Product(one.scalars + other.scalars, one.parts + other.parts, names, at)


Rule = Callable[["_Work", Value, Sequence[Product]], Product]


def _entrywise(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    done, *rest = sorted(args, key=lambda each: not each.at)  # arrays before numbers
    for each in rest:
        one, other = _joined(done, each)
        if other.at:
            other = other.renamed(_same(one.at, other.at))
        done = _times(one, other, one.at)
    return done


def _divided(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    """A quotient, by the reciprocals of what is divided by."""
    below = work.family(value.args[1])
    over = work.made("div", [Family(work.graph.number(1), ()), below], value.args[1].axes)
    return _entrywise(work, value, [args[0], work.leaf(over, value.args[1].axes)])


def _negative(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    return replace(args[0], scalars=(work.graph.number(-1), *args[0].scalars))


def _outer(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    one, other = _joined(*args)
    return _times(one, other, one.at + other.at)


def _along(place: int) -> Rule:
    """Rows or columns of a matrix times the entries of a vector, which is the argument there."""

    def rule(work: _Work, value: Value, args: Sequence[Product]) -> Product:
        v, A = _joined(args[place], args[1 - place])
        A = A.renamed(_same(v.at, A.at[place : place + 1]))
        return _times(v, A, A.at)

    return rule


def _multiplied(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    left, right = _joined(*args)
    right = right.renamed(_same(left.at[-1:], right.at[:1]))
    found = _times(left, right, left.at[:-1] + right.at[1:])
    return replace(found, scalars=work.over(found, left.at[-1:]))


def _summed_all(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    return replace(args[0], scalars=work.over(args[0], args[0].at), at=())


def _inner(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    one, other = _joined(*args)
    found = _times(one, other.renamed(_same(one.at, other.at)), ())
    return replace(found, scalars=work.over(found, one.at))


def _along_axis(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    (A,), place = args, value.data
    gone = work.over(A, A.at[place : place + 1])
    return replace(A, scalars=gone, at=A.at[:place] + A.at[place + 1 :])


def _on_diagonal(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    (A,) = args
    found = A.renamed({A.at[1]: A.at[0]})
    gone = () if value.axes else found.at[:1]
    return replace(found, scalars=work.over(found, gone), at=found.at[: len(value.axes)])


def _as_diagonal(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    (v,) = args
    (i,), size = v.at, value.axes[0]
    j = work.space.index(size)
    return replace(v, parts=(*v.parts, (work.graph.eye(size), (i, j))), at=(i, j))


def _turned(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    return replace(args[0], at=args[0].at[::-1])


def _over_index(work: _Work, value: Value, args: Sequence[Product]) -> Product:
    (body,) = args
    names = {shallower(name): i for name, i in body.names.items() if name != INNERMOST}
    times = () if INNERMOST in body.names else (work.graph.size(value.data),)
    return replace(body, scalars=times + body.scalars, names=names)


# Sums, and what is taken into a sum that uses it alone.
_SUMS: dict[str, Rule] = {
    sum_op.name: _over_index,
    total.name: _summed_all,
    "vdot": _inner,
    "sum_axis": _along_axis,
    trace.name: _on_diagonal,
}
_FACTORS: dict[str, Rule] = {
    "mul": _entrywise,
    "div": _divided,
    "neg": _negative,
    "outer": _outer,
    "scale_rows": _along(0),
    "scale_columns": _along(1),
    transpose.name: _turned,
}
_PRODUCTS: dict[str, Rule] = {
    **_SUMS,
    **_FACTORS,
    matmul.name: _multiplied,
    diag.name: _on_diagonal,
    diag_matrix.name: _as_diagonal,
}


# ---------------------------------------------------------------- the pass


def arranged(graph: Graph, roots: Sequence[Value], orders: Sequence[Counted]) -> tuple[Value, ...]:
    """Arrays for values of one member, with the axes of the indices wanted before those of it."""
    work = _Work(graph, Space(graph, "contract"), set(roots))
    values = ordered(tuple(roots))
    work.inside = _inside(values, roots, graph)
    for value in values:
        work.add(value)
    found = tuple(work.whole(root, axes) for root, axes in zip(roots, orders, strict=True))
    named: dict[Value, str] = {}
    for value, name in graph.named.items():
        if isinstance(each := work.found.get(value), Family):
            named.setdefault(each.array, name)
    graph.named = named
    return found


def _inside(values: Sequence[Value], roots: Sequence[Value], graph: Graph) -> set[Value]:
    """What is used by one sum alone, and is taken into it."""
    uses = Counter(arg for value in values for arg in value.args)
    uses.update(roots)
    found: set[Value] = set()
    for value in reversed(values):
        if value.op in _SUMS or (value in found and value.op in _FACTORS):
            for place, arg in enumerate(value.args):
                is_inner = uses[arg] == 1 and arg not in graph.named
                is_below = value.op == "div" and place == 1
                if is_inner and not is_below and arg.op in _PRODUCTS and _is_even(arg):
                    found.add(arg)
    return found


def _is_even(value: Value) -> bool:
    """Has this no argument that is spread over rows or columns?"""
    return value.op not in ENTRYWISE or all(a.axes in ((), value.axes) for a in value.args)


@dataclass
class _Work:
    """What became of each value: a family, or a product that is a part of a sum."""

    graph: Graph
    space: Space
    roots: set[Value]
    found: dict[Value, Family | Product] = field(default_factory=dict[Value, Family | Product])
    inside: set[Value] = field(default_factory=set["Value"])

    def family(self, value: Value) -> Family:
        """The family of a value that is not part of a sum."""
        found = self.found[value]
        assert isinstance(found, Family)
        return found

    def add(self, value: Value) -> None:
        """Arrange a value whose arguments are arranged."""
        args = [self.found[arg] for arg in value.args]
        plain = [each.array for each, arg in zip(args, value.args, strict=True)
                 if isinstance(each, Family) and _is_plain(each, arg)]  # fmt: skip
        is_alone = value not in self.inside and value.op not in BINDERS
        if value.op in _OWN:
            self.found[value] = _OWN[value.op](self, value, [self.family(a) for a in value.args])
        elif len(plain) == len(args) and is_alone:
            same = self.graph.again(value, tuple(plain)) if args else value
            self.found[value] = Family(same, tuple(range(len(value.axes))))
        elif value.op in _VIEWS and all(isinstance(each, Family) for each in args):
            self.found[value] = _VIEWS[value.op](self, value, [self.family(a) for a in value.args])
        elif value.op in _PRODUCTS and (value in self.inside or value.op not in ENTRYWISE):
            found = _PRODUCTS[value.op](self, value, [self._open(arg) for arg in value.args])
            self.found[value] = found if value in self.inside else self.closed(found)
        else:
            families = [self.family(arg) for arg in value.args]
            self.found[value] = self._applied(value, families)

    def _open(self, arg: Value) -> Product:
        found = self.found[arg]
        return self.leaf(found, arg.axes) if isinstance(found, Family) else found

    def leaf(self, family: Family, axes: Axes) -> Product:
        """A family as a product of one part; the axes of its members may be missing in it."""
        if not family.array.axes and not axes:
            return Product((family.array,), (), {}, ())
        if family.array.op == transpose.name:
            family = Family(family.array.args[0], family.at[::-1])
        index = {label: self.space.index(size) for label, size in family.sizes.items()}
        at = tuple(
            index[i] if i in index else self.space.index(size) for i, size in enumerate(axes)
        )
        names = {name: index[name] for name in family.indices}
        if not family.at:
            return Product((family.array,), (), {}, at)
        return Product((), ((family.array, tuple(index[label] for label in family.at)),), names, at)

    def closed(self, found: Product) -> Family:
        """The family of a product: with the sums carried out."""
        first = [i for _, at in found.parts for i in at if i in found.names.values()]
        labels: dict[Index, Label] = {i: name for name, i in found.names.items()}
        labels |= {i: place for place, i in enumerate(found.at)}
        shown = (*dict.fromkeys(first), *found.at)
        term = self.space.tidy(Term(found.scalars, found.parts, shown, ()))
        held = {i for _, at in term.parts for i in at}
        at = tuple(i for i in term.rows if i in held)
        array = summed(self.space, replace(term, rows=at), at)
        return Family(array, tuple(labels[i] for i in at))

    def over(self, found: Product, indices: Iterable[Index]) -> tuple[Value, ...]:
        """The numbers of a product with those that sums over indices nobody has multiply by."""
        held = {i for _, at in found.parts for i in at}
        sizes = (self.space.sizes[i] for i in indices if i not in held)
        return (*map(self.graph.size, sizes), *found.scalars)

    # ------------------------------------------------------------ entries

    def _applied(self, value: Value, args: Sequence[Family]) -> Family:
        if value.op in ENTRYWISE:
            return self.made(value.op, args, value.axes, value.data)
        if value.op in LENGTHS:
            squares = self.leaf(args[0], value.args[0].axes)
            done = self.closed(_inner(self, value, [squares, squares]))
            return self.made("sqrt", [done], ())
        return self.each(value, args)

    def made(self, op: str, args: Sequence[Family], axes: Axes, data: Any = None) -> Family:
        """Something that is done entry by entry."""
        at = _order(args)
        sizes = {label: size for each in args for label, size in each.sizes.items() if size != ONE}
        sizes |= dict(enumerate(axes))
        arrays = [self.aligned(each, at) for each in args]
        lengths = tuple(sizes.get(label, ONE) for label in at)
        return Family(self.graph.make(op, *arrays, axes=lengths, data=data), at)

    def aligned(self, family: Family, at: Sequence[Label], short: bool = True) -> Value:
        """The array with its axes in this order, and axes of one where it has none.

        Without those at the front, if it may be short of axes.
        """
        array, own = family.array, family.at
        places = [own.index(label) if label in own else None for label in at]
        while short and places and places[0] is None:
            places.pop(0)
        if places == [*range(len(own))] or not array.axes:
            return array
        axes = tuple(ONE if place is None else array.axes[place] for place in places)
        if sorted(p for p in places if p is not None) == places == [1, 0]:
            return self.graph.transpose(array)
        return self.graph.make("aligned", array, axes=axes, data=tuple(places))

    def full(self, family: Family, axes: Mapping[Label, Dim]) -> Value:
        """The array with all of these axes, in this order."""
        graph, lengths = self.graph, tuple(axes.values())
        if not family.array.axes:
            return graph.full(family.array, lengths)
        array = self.aligned(family, [*axes], short=False)
        if array.axes == lengths:
            return array
        return graph.make("spread_out", array, *map(graph.size, lengths), axes=lengths)

    def whole(self, root: Value, indices: Counted) -> Value:
        """A result: with all axes of its family and of its members."""
        family = self.family(root)
        if not indices and _is_plain(family, root):
            return family.array
        sizes: dict[Label, Dim] = dict(indices)
        return self.full(family, {**sizes, **dict(enumerate(root.axes))})

    # ------------------------------------------------------------ whole members

    def each(self, value: Value, args: Sequence[Family]) -> Family:
        """A function of whole members: by code that takes a stack of them, else for each."""
        sizes: dict[Label, Dim] = {}
        for each in args:
            sizes |= {name: each.sizes[name] for name in each.indices}
        arrays: list[Value] = []
        for arg, each in zip(value.args, args, strict=True):
            own: dict[Label, Dim] = {name: sizes[name] for name in sizes if name in each.at}
            full = self.full(each, {**own, **dict(enumerate(arg.axes))})
            order = (*own, *range(len(arg.axes)))
            target = (*sizes, *range(len(arg.axes)))
            arrays.append(self.aligned(Family(full, order), target))
        axes, at = (*sizes.values(), *value.axes), (*sizes, *range(len(value.axes)))
        stack = DECLARED.get(value.op, {}).get("members")
        if stack is not None:
            return Family(self.graph.make(stack, *arrays, axes=axes, data=value.data), at)
        given = [arg for arg in value.args if arg.op not in _NUMBERS]
        inner = {arg: self.graph.make("member_of", data=i, axes=arg.axes)
                 for i, arg in enumerate(given)}  # fmt: skip
        args_of_one = (inner.get(arg, arg) for arg in value.args)
        one = self.graph.make(value.op, *args_of_one, axes=value.axes, data=value.data)
        stacks = [a for a, arg in zip(arrays, value.args, strict=True) if arg in inner]
        return Family(self.graph.make("for_each", *stacks, axes=axes, data=one), at)


def _is_plain(family: Family, value: Value) -> bool:
    """Is this the array of a single matrix, as it would be without families?"""
    return family.at == tuple(range(len(value.axes)))


def _order(args: Sequence[Family]) -> tuple[Label, ...]:
    """The order of axes that most of the arguments have already; what is missing comes beside."""
    first = max(args, key=lambda each: len(each.at))
    found = [*first.at]
    for each in args:
        for label in each.at:
            if label not in found:
                places = [i + 1 for i, other in enumerate(found) if isinstance(other, str)]
                place = len(found) if isinstance(label, int) else max(places, default=0)
                found.insert(place, label)
    return tuple(found)


# ---------------------------------------------------------------- other looks at a family

View = Callable[[_Work, Value, Sequence[Family]], Family]


def _relabelled(family: Family, labels: Mapping[Label, Label]) -> Family:
    return family._replace(at=tuple(labels.get(label, label) for label in family.at))


def _transposed(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    return _relabelled(args[0], {0: 1, 1: 0})


def _part(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    """Entries at places and in ranges; an axis that is missing stays so."""
    family, given = args[0], (*value.data, *[None] * len(value.args[0].axes))
    places = [None if isinstance(label, str) else given[label] for label in family.at]
    kept = [i for i, place in enumerate(places) if not isinstance(place, int)]
    gone = [i for i, place in enumerate(value.data) if isinstance(place, int)]
    at = [label - sum(g < label for g in gone) if isinstance(label, int) else label
          for label in (family.at[i] for i in kept)]  # fmt: skip
    if all(place is None for place in places):
        return family._replace(at=tuple(at))
    axes = tuple(value.axes[a] if isinstance(a, int) else family.array.axes[i]
                 for a, i in zip(at, kept, strict=True))  # fmt: skip
    while places[-1] is None:
        places.pop()
    array = work.graph.make("entry", family.array, *value.args[1:], data=tuple(places), axes=axes)
    return Family(array, tuple(at))


def _first(work: _Work, family: Family, labels: Sequence[Label]) -> Family:
    """Without axes that have one entry."""
    places = [0 if label in labels else None for label in family.at]
    if all(place is None for place in places):
        return family
    kept = [(a, n) for a, n in zip(family.at, family.array.axes, strict=True) if a not in labels]
    while places[-1] is None:
        places.pop()
    axes = tuple(n for _, n in kept)
    array = work.graph.make("entry", family.array, data=tuple(places), axes=axes)
    return Family(array, tuple(a for a, _ in kept))


def _as_row(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    return _relabelled(args[0], {0: 1})


def _kept(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    return args[0]


def _reshaped(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    """The same entries with more or fewer axes of one."""
    long = [i for i, size in enumerate(value.args[0].axes) if size != ONE]
    new = [i for i, size in enumerate(value.axes) if size != ONE]
    if [value.args[0].axes[i] for i in long] != [value.axes[i] for i in new]:
        return work.each(value, args)
    family = _first(work, args[0], [i for i in range(len(value.args[0].axes)) if i not in long])
    return _relabelled(family, dict(zip(long, new, strict=True)))


def _solution(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    """Equations: all right-hand sides of one matrix are columns."""
    A, B = args
    graph, names = work.graph, A.indices
    sizes = {label: size for each in args for label, size in each.sizes.items()}
    others = [label for label in B.at if label not in (*names, 0)]
    left = work.full(A, {**{n: sizes[n] for n in names}, **dict(enumerate(value.args[0].axes))})
    own: dict[Label, Dim] = {label: sizes[label] for label in (*names, *others) if label in B.at}
    rows = {0: value.args[0].axes[0]}
    given = {label: size for label, size in own.items() if label in names}
    right = work.full(B, {**given, **rows, **{label: own[label] for label in others}})
    lengths = tuple(sizes[name] for name in names) + tuple(rows.values())
    if len(others) == 1:
        columns: Axes = (sizes[others[0]],)
    else:
        columns = (reduce(lambda found, label: found * sizes[label], others, ONE),)
        axes = (*given.values(), *rows.values(), *columns)
        right = graph.make("reshape", right, *map(graph.size, axes), axes=axes)
    stands = (*given, 0, -1)
    right = work.aligned(Family(right, stands), (*names, 0, -1))
    done = graph.make("solve", left, right, axes=lengths + columns)
    if len(others) != 1:
        axes = lengths + tuple(sizes[label] for label in others)
        done = graph.make("reshape", done, *map(graph.size, axes), axes=axes)
    return Family(done, (*names, 0, *others))


_VIEWS: dict[str, View] = {
    transpose.name: _transposed,
    "entry": _part,
    "as_row": _as_row,
    "as_column": _kept,
    "flatten": _kept,
    "full": _kept,
    "reshape": _reshaped,
    "solve": _solution,
}


# ---------------------------------------------------------------- operators of families


def _symbol(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    """A family that is given: its indices come first, as they are written."""
    shape = value.data.shape
    array = work.graph.make("symbol", data=value.data, axes=array_of(value.data))
    names = tuple(axis.name for axis in value.data.data.axes)
    is_row = shape.is_vector and not shape.is_column
    family = Family(array, (*names, *range(len(array_shape(shape)))))
    return _relabelled(_first(work, family, [0]), {1: 0}) if is_row else family


def _once(work: _Work, family: Family, axes: Axes) -> Family:
    """Each index once: what has it twice is a diagonal."""
    if len({*family.at}) == len(family.at):
        return family
    index: dict[Label, Index] = {}
    for label, size in zip(family.at, family.array.axes, strict=True):
        index.setdefault(label, work.space.index(size))
    names = {label: i for label, i in index.items() if isinstance(label, str)}
    at = tuple(index[i] if i in index else work.space.index(size) for i, size in enumerate(axes))
    part = family.array, tuple(index[label] for label in family.at)
    return work.closed(Product((), (part,), names, at))


def _member(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    """Members under other indices, or fixed ones."""
    family, places = args[0], dict(value.data)
    fixed = {own: place for own, place in places.items() if isinstance(place, int)}
    for own, place in fixed.items():
        if own in family.at:
            work.graph.bounds.append((family.sizes[own], place))
    chosen = [fixed[a] - 1 if a in fixed else None for a in family.at]
    if any(place is not None for place in chosen):
        kept = [(a, n) for a, n in zip(family.at, family.array.axes, strict=True) if a not in fixed]
        while chosen[-1] is None:
            chosen.pop()
        axes = tuple(n for _, n in kept)
        array = work.graph.make("entry", family.array, data=tuple(chosen), axes=axes)
        family = Family(array, tuple(a for a, _ in kept))
    return _once(work, _relabelled(family, places), value.axes)


def _delta(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    one, other, size = value.data
    if isinstance(one, str) and isinstance(other, str):
        return Family(work.graph.eye(size), (one, other))
    place, name = (one, other) if isinstance(one, int) else (other, one)
    work.graph.bounds.append((size, place))
    return Family(work.graph.make("unit", work.graph.size(size), data=place, axes=(size,)), (name,))


def _numbers(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    (name, size) = value.data
    return Family(work.graph.make("counted", work.graph.size(size), axes=(size,)), (name,))


def _blocks(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    """Columns in blocks: one axis as two; none where the blocks have one column."""
    family, (place, number, width) = args[0], value.data
    column = len(value.args[0].axes) - 1
    if column not in family.at or value.args[0].axes[column] != number * width:
        return family  # all blocks are the same
    at = family.at.index(column)
    if width == ONE:
        new = Family(family.array, (*family.at[:at], place, *family.at[at + 1 :]))
        return _once(work, new, value.axes)
    axes = family.array.axes
    axes = (*axes[:at], number, width, *axes[at + 1 :])
    array = work.graph.make("reshape", family.array, *map(work.graph.size, axes), axes=axes)
    return _once(work, Family(array, (*family.at[:at], place, *family.at[at:])), value.axes)


def _beside(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    """Members beside each other: two axes as one; the index is that of columns where it can."""
    (family,), body = args, value.args[0]
    rest = {name: size for name, size in family.sizes.items() if name != INNERMOST}
    names = {n: shallower(n) for n in family.indices if n != INNERMOST}
    width = value.axes[-1].divide(value.data) if value.axes else ONE
    column = len(value.axes) - 1
    if value.data == ONE:
        return _relabelled(_first(work, family, [INNERMOST]), {**names})
    if width == ONE:
        return _relabelled(family, {**names, INNERMOST: column})
    count = value.data
    index = {n: size for n, size in rest.items() if isinstance(n, str)}
    rows = dict(enumerate(body.axes[:-1]))
    order: dict[Label, Dim] = {**index, **rows, INNERMOST: count, column: body.axes[-1]}
    array = work.full(family, order)
    axes = (*index.values(), *rows.values(), value.axes[-1])
    array = work.graph.make("reshape", array, *map(work.graph.size, axes), axes=axes)
    return Family(array, (*(names[n] for n in index), *range(len(value.axes))))


def _given(work: _Work, value: Value, args: Sequence[Family]) -> Family:
    if value.data.axes:
        return _symbol(work, value, args)
    return Family(value, tuple(range(len(value.axes))))


_OWN: dict[str, View] = {
    "symbol": _given,
    member.name: _member,
    delta_op.name: _delta,
    index_op.name: _numbers,
    split_op.name: _blocks,
    merge_op.name: _beside,
}
