"""How to make an expression of a given shape: every operator, at the shapes it declares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import permutations
from math import prod
from random import Random
from zlib import crc32

from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, Op, catalogue
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.ops import (
    Derivative,
    Form,
    Function,
    Weighted,
    directed,
    divide,
    entry,
    entrywise,
    eye,
    frechet_power,
    frobenius,
    integer_power,
    matrix_power,
    minus,
    multiply,
    named,
    number,
    part,
    plus,
    power,
    scale,
    symbol,
    units,
    unspecified,
    unvec,
    vec,
    weighted,
)

Bound = dict[str, Dim]


@dataclass(frozen=True)
class Maker:
    """One way to apply an operator: the shapes it takes, in names of sizes, and what it gives."""

    name: str
    args: tuple[Shape, ...]
    result: Shape
    build: Callable[..., Expr]

    def fits(self, target: Shape, random: Random) -> Bound | None:
        """Sizes for the names with which the result has the target's shape."""
        bound: Bound = {}
        for mine, wanted in zip(self.result, target, strict=True):
            if not _unify(mine, wanted, bound, random):
                return None
        return bound


def _unify(mine: Dim, wanted: Dim, bound: Bound, random: Random) -> bool:
    names = [name for monomial, _ in mine.terms for name in monomial]
    if mine.value is not None or len(mine.terms) != 1:  # m + n − 1 fits if m and n are those sizes
        return mine == wanted and all(bound.setdefault(n, dim(n)) == dim(n) for n in names)
    if len(names) == 1:
        return bound.setdefault(names[0], wanted) == wanted
    parts = _factors(wanted, len(names))
    orders = list(permutations(parts)) if parts else []
    random.shuffle(orders)
    for order in orders:
        trial = dict(bound)
        if all(trial.setdefault(n, d) == d for n, d in zip(names, order, strict=True)):
            bound.update(trial)
            return True
    return False


def _factors(size: Dim, count: int) -> list[Dim]:
    """A size as a product of so many sizes, ones among them if it has too few factors."""
    if size.value is not None:
        found = [size]
    elif len(size.terms) == 1 and size.terms[0][1] == 1:
        found = [dim(name) for name in size.terms[0][0]]
    else:
        return []
    return found + [ONE] * (count - len(found)) if len(found) <= count else []


def size_of(written: str | int) -> Dim:
    """The size that a sample shape writes, such as m*n."""
    if isinstance(written, int):
        return dim(written)
    return prod(map(dim, written.split("*")), start=ONE)


def substituted(shape: Shape, bound: Bound) -> Shape:
    """A shape with names of sizes replaced."""
    return Shape(*(d.substitute(bound) for d in shape))


def _function(stem: str, X: Expr, value: Shape) -> Function:
    """A function that is only named; the shapes are in its name, so that each means one thing."""
    sizes = crc32(f"{X.shape} {value}".encode()) % 10_000
    return Function(f"{stem}{sizes}", value, ("x",), (X.shape,))


def _named(stem: str, X: Expr, value: Shape) -> Expr:
    return named(_function(stem, X, value), [X])


def _weighted(x: Expr, w: Expr) -> Expr:
    """The Hessians of the entries of a named function with weights."""
    if w.is_scalar:
        return scale(w, named(_function("f", x, SCALAR), [x], [0, 0]))
    if x.is_scalar:
        return frobenius(w, named(_function("g", x, w.shape), [x], [0, 0]))
    return weighted(Weighted(_function("g", x, w.shape), (0, 0)), [x], w)


def _moved(X: Expr, E: Expr) -> Expr:
    """The second derivative of a named function of X along E, where it is no matrix."""
    function = _function("f", X, SCALAR)
    if X.shape.is_column:
        return multiply(named(function, [X], [0, 0]), E)
    return directed(Form(Derivative(function, (0,)), (0,)), [X], [E])


# ---------------------------------------------------------------- the makers

# Operators that do not accept every shape their arguments may turn out to have.
CAREFUL: dict[str, Callable[..., Expr]] = {
    "matmul": lambda *args: reduce(multiply, args),
    "hadamard": entrywise,
}
POWERS = (2, 3, -1, -2, Fraction(1, 2), Fraction(-1, 2), Fraction(3, 2), 4)

K = symbol("p", facts=("integer",))

# What operators without sample shapes, and people, write besides.
FURTHER: tuple[tuple[str, tuple[tuple[str | int, ...], ...], Callable[..., Expr]], ...] = (
    *(("matrix_power", (("n", "n"),), lambda A, k=k: matrix_power(A, k)) for k in (2, 3, -2)),
    *(
        ("power", sizes, lambda X, p=p: power(X, p))
        for p in POWERS
        for sizes in (((),), (("n",),), (("m", "n"),))
    ),
    ("entry", (("n",),), lambda x: entry(x, _second(x.shape.rows))),
    ("entry", (("m", "n"),), lambda A: entry(A, 1, _second(A.shape.cols))),
    ("unspecified", (("n",),), lambda x: unspecified("sigma", x)),
    ("unspecified", (("m", "n"),), lambda x: unspecified("sigma", x)),
    ("unspecified", ((),), lambda x: unspecified("sigma", x)),
    ("named_curve", ((),), lambda t: _named("f", t, SCALAR)),
    ("named_curve", ((), ("m", "n")), lambda t, A: plus(_named("F", t, A.shape), A)),
    ("named_scalar", (("m", "n"),), lambda X: _named("f", X, SCALAR)),
    ("named_scalar", (("n",),), lambda x: _named("f", x, SCALAR)),
    ("named_vector", (("n",), ("m",)), lambda x, y: plus(_named("g", x, y.shape), y)),
    ("named_matrix", (("m", "n"), ("n", "k")), lambda X, Y: plus(_named("F", X, Y.shape), Y)),
    ("named_map", (("m", "n"), ("m", "n")), _moved),
    ("named_hessian", (("n",), ("m",)), _weighted),
    ("unvec", (("m*n",), ("m", "n")), lambda v, A: minus(unvec(v, A.shape), A)),
    ("unvec", (("m", "n"), ("m", "n")), lambda A, B: unvec(plus(vec(A), vec(B)), A.shape)),
    ("part", (("m", "n"),), lambda A: part(A, _first_two(A.shape.rows), eye(A.shape.cols))),
    ("part", (("n",),), lambda x: part(x, _first_two(x.shape.rows), eye(1))),
    ("integer_power", (("n", "n"),), lambda A: power(A, K) if A.is_scalar else integer_power(A, K)),
    (
        "frechet_power",
        (("n", "n"), ("n", "n")),
        lambda A, E: E if A.is_scalar else frechet_power(A, K, E),
    ),
    ("scale", (("n",), ()), divide),
    ("scale", (("m", "n"),), lambda A: scale(number(-1), A)),
    ("add", (("n",), ("n",)), minus),
    ("add", (("n",),), lambda x: plus(x, 1)),
    ("add", ((),), lambda c: minus(2, c)),
)


def _first_two(size: Dim) -> Expr:
    return units(1, _second(size), size)


def _second(size: Dim) -> int:
    return 1 if size.value == 1 else 2


@cache
def makers() -> dict[str, tuple[Maker, ...]]:
    """All ways to make an expression, by the name of the operator."""
    found: dict[str, list[Maker]] = {}
    for maker in _all():
        found.setdefault(maker.name, []).append(maker)
    return {name: tuple(some) for name, some in sorted(found.items())}


def of(op: Op, sample: Sequence[object]) -> Callable[..., Expr]:
    """An operator, some of whose arguments may be numbers."""

    def made(*args: Expr) -> Expr:
        rest = iter(args)
        return op(*(number(each) if isinstance(each, int) else next(rest) for each in sample))

    return made if any(isinstance(each, int) for each in sample) else op


def _all() -> Iterator[Maker]:
    declared = (
        (op.name, [each for each in s if isinstance(each, tuple)], CAREFUL.get(op.name, of(op, s)))
        for op in catalogue.values()
        for s in op.samples
    )
    for name, sizes, build in (*declared, *FURTHER):
        args = tuple(shape_of(*map(size_of, written)) for written in sizes)
        node = build(*(symbol(f"X{i}", *shape) for i, shape in enumerate(args)))
        yield Maker(name, args, node.shape, build)
