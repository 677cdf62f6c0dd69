"""Points to check at: sizes for names of sizes, and values for symbols that obey their facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from random import Random

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Facts, Symbol
from matgrad.core.facts import close
from matgrad.core.shape import Shape, Span
from matgrad.core.walk import postorder
from matgrad.verify.arithmetic import Arithmetic, Matrix, Scalar
from matgrad.verify.directions import direction, lower_part, skew_part, toeplitz_like, upper_part
from matgrad.verify.field import Field, P

# Where a function may be defined; "tiny" keeps hundreds of layers from growing beyond bounds.
STYLES = ("generic", "wide", "positive", "near identity", "small", "tiny")
UNITS = {"wide": 2, "small": 64, "tiny": 1 << 14}  # what 1 is divided into; 16 otherwise
LARGEST = 40  # sizes of variables above this are not evaluated entry by entry,
LARGEST_PRODUCT = 128  # nor products of sizes, as vec, kron and I(m*n) have, above this
MOST_ENTRIES = 40_000  # of a matrix, whatever its sizes are
LARGE_PRODUCT = 64  # sizes that have names are drawn smaller where their products exceed this

# ---------------------------------------------------------------- sizes


def dimensions(roots: Sequence[Expr]) -> tuple[set[Dim], list[tuple[int, Dim]]]:
    """The sizes that occur below the roots, and the indices with the sizes they must not exceed."""
    return dimensions_in(postorder(*roots))


def dimensions_in(nodes: Iterable[Expr]) -> tuple[set[Dim], list[tuple[int, Dim]]]:
    """The same of these nodes alone."""
    found: set[Dim] = set()
    indices: list[tuple[int, Dim]] = []
    for node in nodes:
        found.update(node.shape)
        match node.data:
            case Dim():
                found.add(node.data)
            case Shape():
                found.update(node.data)
            case (int() as i, Dim() as n):
                indices.append((i, n))
            case Symbol() as symbol:
                found.update(_room(symbol))
            case Span() as span:
                found.update((span.first, span.size - span.last + 1))
            case _:
                pass
    return found, indices


def _room(symbol: Symbol) -> list[Dim]:
    """What must be at least one for a matrix to have the rank that is assumed."""
    if symbol.facts.isdisjoint(("full_column_rank", "full_row_rank")):
        return []
    more = symbol.shape.rows - symbol.shape.cols
    rooms = {"full_column_rank": more + 1, "full_row_rank": more * -1 + 1}
    return [room for fact, room in rooms.items() if fact in symbol.facts]


def assignments(roots: Sequence[Expr]) -> list[dict[str, int]]:
    """Small integers for the names of sizes, in several orders; the first two are rectangular.

    Any two of the first sixteen names differ in one of the first two assignments. Later ones
    make tall matrices wide and wide ones tall, then square, then as small as can be. All are
    smaller by one where products of sizes would get large otherwise.
    """
    return assignments_in(postorder(*roots))


def assignments_in(nodes: Iterable[Expr]) -> list[dict[str, int]]:
    """The same for all nodes of some expressions; none if they are too large or fit nowhere."""
    nodes = list(nodes)
    found, indices = dimensions_in(nodes)
    names = sorted({name for d in found for name in d.names})
    if not names:
        return [{}]
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
    drawn = (_fitting(names, pattern, composed, indices) for pattern in patterns)
    shapes = {node.shape for node in nodes if not composed.isdisjoint(node.shape)}
    fitting = [sizes for sizes in drawn if sizes is not None]
    fitting = fitting or list(_searched(names, composed, indices))
    small = [sizes for sizes in fitting if _is_small(sizes, shapes)]
    # Numbers for matrices say too little, unless a row of full column rank is to be a number.
    say_much = [any({*sizes.values()} != {1} for sizes in some) for some in (small, fitting)]
    return small if say_much[0] or not say_much[1] else []


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
    names: list[str], pattern: Callable[[int], int], found: set[Dim], indices: list[tuple[int, Dim]]
) -> dict[str, int] | None:
    plain = {name: pattern(i) for i, name in enumerate(names)}
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


# ---------------------------------------------------------------- values


BITS = 96  # of a draw, so that its remainder modulo the prime is as good as uniform
_fraction = lru_cache(1 << 12)(Fraction)


class Sampler:
    """Draws values and tangents for symbols, in one arithmetic and one style."""

    def __init__(self, R: Arithmetic, random: Random, style: str = "generic") -> None:
        self.R = R
        self.random = random
        self.style = style

    def scalar(self) -> Scalar:
        """A number in the style."""
        if isinstance(self.R, Field):
            x = self.random.getrandbits(BITS) % P or 1
            return x * x % P if self.style == "positive" else x
        size = _fraction(self.random.randrange(3, 31), UNITS.get(self.style, 16))
        if self.style != "positive" and self.random.random() < 0.5:
            size = -size
        return self.R.rational(size)

    def positive(self) -> Scalar:
        """A positive number."""
        if isinstance(self.R, Field):
            return pow(self.random.randrange(1, P), 2, P)
        return self.R.rational(_fraction(self.random.randrange(3, 31), 16))

    def integer(self) -> Scalar:
        """A small integer."""
        return self.R.rational(Fraction(self.random.randrange(1, 5)))

    def matrix(self, rows: int, cols: int, draw: Callable[[], Scalar]) -> Matrix:
        """Independent entries."""
        return [[draw() for _ in range(cols)] for _ in range(rows)]

    def value(self, symbol: Expr) -> Matrix:
        """A value that obeys the facts of the symbol."""
        facts = close(symbol.data.facts)
        rows, cols = (self.R.size(d) for d in symbol.shape)
        draw = self.scalar
        if "integer" in facts:
            draw = self.integer
        elif "positive" in facts or "nonnegative" in facts:
            draw = self.positive
        if "simplex_rows" in facts:
            rows_of = (_simplex(self, cols, facts, draw) for _ in range(rows))
            return [[x for (x,) in row] for row in rows_of]
        for fact, build in STRUCTURES if facts else ():
            if fact in facts:
                return build(self, rows, facts, draw)
        A = self.matrix(rows, cols, draw)
        if self.style == "near identity" and rows == cols > 1:
            return _positive_definite(self, rows, facts, draw)
        return A

    def tangent(self, symbol: Expr, value: Matrix) -> Matrix:
        """A random direction in which the symbol may move without violating its facts."""
        facts = close(symbol.data.facts)
        free = self.matrix(len(value), len(value[0]), self.scalar)
        return direction(self.R, facts, value, free)


Draw = Callable[[], Scalar]


def _onehot(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    return S.R.unit(S.random.randrange(n) + 1, n)


def _simplex(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    v = S.matrix(n, 1, S.positive)
    return S.R.scale(S.R.inverse(S.R.total(v)), v)


def _unit(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    R = S.R  # stereographic projection: rational points of the sphere
    t = S.matrix(n - 1, 1, S.scalar)
    square = R.dot([row[0] for row in t], [row[0] for row in t])
    factor = R.invert(R.reduced(R.one + square))
    last = R.times(R.reduced(R.one - square), factor)
    return [*([R.times(R.reduced(row[0] + row[0]), factor)] for row in t), [last]]


def _diagonal(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    if "orthogonal" in facts:
        draw = lambda: S.R.rational(Fraction(S.random.choice((-1, 1))))  # noqa: E731
    if "identity" in facts:
        return S.R.eye(n)
    return S.R.diagonal_matrix(S.matrix(n, 1, S.positive if "positive_definite" in facts else draw))


def _orthogonal(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    R = S.R
    if "symmetric" in facts:  # a reflection
        v = S.matrix(n, 1, S.scalar)
        two = R.scale(R.number(2), R.inverse(R.matmul(R.transpose(v), v)))
        return R.subtract(R.eye(n), R.scale(two, R.matmul(v, R.transpose(v))))
    K = _skew(S, n, facts, S.scalar)  # Cayley: (I − K)(I + K)⁻¹
    return R.matmul(R.subtract(R.eye(n), K), R.inverse(R.add(R.eye(n), K)))


def _positive_definite(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    R = S.R
    L = S.matrix(n, n, S.scalar)
    if not isinstance(R, Field):
        L = R.scale(R.number(Fraction(1, 4)), L)
        return R.add(R.eye(n), R.matmul(L, R.transpose(L)))
    return R.matmul(L, R.transpose(L))


def _skew(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = S.matrix(n, n, draw)
    return skew_part(S.R, A, A)


def _symmetric(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    if S.style == "near identity":
        return _positive_definite(S, n, facts, draw)
    A = S.matrix(n, n, draw)
    return [[A[max(i, j)][min(i, j)] for j in range(n)] for i in range(n)]


def _lower(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = S.matrix(n, n, draw)
    return lower_part(S.R, A, A)


def _upper(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = S.matrix(n, n, draw)
    return upper_part(S.R, A, A)


def _toeplitz(S: Sampler, n: int, facts: Facts, draw: Draw) -> Matrix:
    A = toeplitz_like(S.R, facts, S.matrix(n, n, draw))
    if "positive_definite" not in facts or isinstance(S.R, Field):
        return A
    small = S.R.scale(S.R.number(Fraction(1, 64 * n)), A)
    return S.R.add(S.R.eye(n), small)  # no entry of A is larger than 16


STRUCTURES: tuple[tuple[str, Callable[[Sampler, int, Facts, Draw], Matrix]], ...] = (
    ("onehot", _onehot),
    ("simplex", _simplex),
    ("unit", _unit),
    ("toeplitz", _toeplitz),
    ("diagonal", _diagonal),
    ("orthogonal", _orthogonal),
    ("positive_definite", _positive_definite),
    ("skew", _skew),
    ("symmetric", _symmetric),
    ("lower_triangular", _lower),
    ("upper_triangular", _upper),
)


def styles(seed: int, tries: int) -> Iterator[tuple[str, Random]]:
    """The styles in turn, each with its own random numbers."""
    for i in range(tries):
        yield STYLES[i % len(STYLES)], Random(seed * 1009 + i)
