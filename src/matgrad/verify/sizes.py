"""Sizes to check at: small integers for the names of sizes, as ranks and entries need them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Symbol
from matgrad.core.facts import close
from matgrad.core.shape import Shape, Span
from matgrad.core.walk import postorder

LARGEST = 40  # sizes of variables above this are not evaluated entry by entry,
LARGEST_PRODUCT = 128  # nor products of sizes, as vec, kron and I(m*n) have, above this
MOST_ENTRIES = 40_000  # of a matrix, whatever its sizes are
LARGE_PRODUCT = 64  # sizes that have names are drawn smaller where their products exceed this
GROWING = 50  # times that a size is made larger so that others fit
UNFIT = "no small sizes fit what is assumed"
TOO_LARGE = "products of sizes are too large to check entry by entry"


def dimensions(roots: Sequence[Expr]) -> tuple[set[Dim], list[tuple[int, Dim]]]:
    """The sizes that occur below the roots, and the indices with the sizes they must not exceed."""
    return dimensions_in(postorder(*roots))


def dimensions_in(nodes: Iterable[Expr]) -> tuple[set[Dim], list[tuple[int, Dim]]]:
    """The same of these nodes alone."""
    every = [*nodes]
    found = {d for shape in {node.shape for node in every} for d in shape}
    found |= {axis.size for axes in {node.axes for node in every} for axis in axes}
    indices: list[tuple[int, Dim]] = []
    for data in (node.data for node in every if node.data is not None):
        match data:
            case Symbol() as symbol:
                found.update(_room(symbol) if symbol.facts else ())
            case Dim():
                found.add(data)
            case Shape():
                found.update(data)
            case (int() as i, Dim() as n):
                indices.append((i, n))
            case Span() as span:
                found.update((span.first, span.size - span.last + 1))
            case _:
                pass
    return found, indices


def _room(symbol: Symbol) -> list[Dim]:
    """What must be at least one for a matrix to have the rank that is assumed."""
    facts = close(symbol.facts)
    if facts.isdisjoint(("full_column_rank", "full_row_rank")):
        return []
    more = symbol.shape.rows - symbol.shape.cols
    rooms = {"full_column_rank": more + 1, "full_row_rank": more * -1 + 1}
    return [room for fact, room in rooms.items() if fact in facts]


def assignments(roots: Sequence[Expr]) -> list[dict[str, int]]:
    """Small integers for the names of sizes, in several orders; the first two are rectangular.

    Any two of the first sixteen names differ in one of the first two assignments. Later ones
    make tall matrices wide and wide ones tall, then square, then as small as can be. All are
    smaller by one where products of sizes would get large otherwise.
    """
    return assignments_in(postorder(*roots))


def assignments_in(nodes: Sequence[Expr]) -> list[dict[str, int]]:
    """The same for all nodes of some expressions; none if they are too large or fit nowhere."""
    found, indices = dimensions_in(nodes)
    composed = {d for d in found if d.name is None}
    shapes = {s for s in {node.shape for node in nodes} if not composed.isdisjoint(s)}
    fitting = _all_fitting(nodes, found, indices)
    small = [sizes for sizes in fitting if _is_small(sizes, shapes)]
    # Numbers for matrices say too little, unless a row of full column rank is to be a number.
    say_much = [any({*sizes.values()} != {1} for sizes in some) for some in (small, fitting)]
    return small if say_much[0] or not say_much[1] else []


def why_none(nodes: Sequence[Expr]) -> str:
    """Why there are no sizes to check at: what is assumed allows none, or all are too large."""
    return TOO_LARGE if _all_fitting(nodes, *dimensions_in(nodes)) else UNFIT


# Few members say as much as many, and all of them have to be inside of the domain.
_FEW: list[Callable[[int], int]] = [
    lambda i: 2 + i % 2,
    lambda i: 2 + (i // 2 + 1) % 2,
    lambda i: 3 - i % 2,
    lambda i: 2 + (i + 1) % 2,
    lambda i: 2,
    lambda i: 1 + i % 2,
    lambda i: 2 - i % 2,
    lambda i: 1,
]


def _all_fitting(
    nodes: Sequence[Expr], found: set[Dim], indices: list[tuple[int, Dim]]
) -> list[dict[str, int]]:
    names = sorted({name for d in found for name in d.names})
    if not names:
        return [{}]
    counting = {axis.size.name for axes in {node.axes for node in nodes} for axis in axes}
    b = 3 if len(names) <= 3 else 4
    patterns: list[Callable[[int], int]] = [
        lambda i: 2 + i % b,
        lambda i: 2 + (i // b + i % b + 1) % b,
        lambda i: 1 + b - i % b,
        lambda i: 2 + (i * 2 + 1) % b,
        lambda i: 3,
        lambda i: 1 + i % 2,
        lambda i: 2 - i % 2,
        lambda i: 1,
    ]
    composed = {d for d in found if d.name is None}  # a name fits whatever it stands for
    plain = [
        {name: (few if name in counting else pattern)(i) for i, name in enumerate(names)}
        for pattern, few in zip(patterns, _FEW, strict=True)
    ]
    drawn = (_fitting(sizes, composed, indices) for sizes in plain)
    fitting = [sizes for sizes in drawn if sizes is not None]
    if not fitting:
        fitting = list(_searched(names, composed, indices))
    if not fitting:
        grown = (_grown(names, sizes, composed, indices) for sizes in plain)
        fitting = [sizes for sizes in grown if sizes is not None]
    return fitting


def _grown(
    names: list[str], plain: dict[str, int], found: set[Dim], indices: list[tuple[int, Dim]]
) -> dict[str, int] | None:
    """Sizes that get larger where a difference such as s − h − m would be nothing."""
    sizes = {**plain}
    needed = [*((1, d) for d in sorted(found, key=str)), *indices]
    taken = {name for d in found for names, factor in d.terms if factor < 0 for name in names}
    for _ in range(GROWING):
        short = next((pair for pair in needed if pair[1].evaluate(sizes) < pair[0]), None)
        if short is None:
            return sizes
        least, d = short
        added = [names[0] for names, factor in d.terms if factor > 0 and len(names) == 1]
        if not added:
            return None
        sizes[min(added, key=taken.__contains__)] += least - d.evaluate(sizes)
    return None


def _searched(
    names: list[str], found: set[Dim], indices: list[tuple[int, Dim]]
) -> Iterator[dict[str, int]]:
    """A few of all small sizes that fit, where what is assumed of ranks leaves little room."""
    every = product(range(4, 0, -1), repeat=min(len(names), 5))
    drawn = (dict(zip(names, each, strict=False)) for each in every)
    return islice((s for s in drawn if len(s) == len(names) and _fits(s, found, indices)), 4)


def _is_small(sizes: dict[str, int], shapes: Iterable[Shape]) -> bool:
    """Can matrices of these shapes be computed entry by entry?"""
    return all(s.rows.evaluate(sizes) * s.cols.evaluate(sizes) <= MOST_ENTRIES for s in shapes)


def _fitting(
    plain: dict[str, int], found: set[Dim], indices: list[tuple[int, Dim]]
) -> dict[str, int] | None:
    large = any(d.evaluate(plain) > LARGE_PRODUCT for d in found)
    for more in range(-1 if large else 0, 12):
        sizes = {name: max(1, size + more) for name, size in plain.items()}
        if _fits(sizes, found, indices):
            return sizes
    return None


def _fits(sizes: dict[str, int], found: set[Dim], indices: list[tuple[int, Dim]]) -> bool:
    """Are all sizes at least one, and all entries that are taken there?"""
    positive = all(d.evaluate(sizes) >= 1 for d in found)
    return positive and all(i <= d.evaluate(sizes) for i, d in indices)
