"""What functions that are only named are taken to be: random polynomials of all their arguments.

Each entry of the value is a sum of cubes of the arguments and of powers of random linear forms,
so that its first derivatives take any values, and second ones have full rank. Derivatives in
given directions follow from those of powers; nothing is shared with the rules of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import product
from math import perm
from typing import TYPE_CHECKING, Any

from matgrad.core.facts import close
from matgrad.ops import Data, Derivative, Function, Weighted
from matgrad.verify.reasons import Undecided

if TYPE_CHECKING:
    from matgrad.verify.arithmetic import Arithmetic

Matrix = list[list[Any]]
Direction = int | list[Any]  # a unit vector by its place, or all entries
POWERS = (5, 4, 3)  # of linear forms
CUBE = 3
SQUARES = ("positive_definite", "positive", "nonnegative")
# Structures that derivatives keep: value and adjoint are projected alike.
PROJECTIONS: dict[str, Callable[[Any, Any, int, int], Any]] = {
    "diagonal": lambda R, A, i, j: A[i][j] if i == j else R.zero,
    "symmetric": lambda R, A, i, j: R.reduced(A[i][j] + A[j][i]),
    "skew": lambda R, A, i, j: R.reduced(A[i][j] - A[j][i]),
    "lower_triangular": lambda R, A, i, j: A[i][j] if i >= j else R.zero,
}
HARMLESS = frozenset({"invertible", "nonzero", "constant", "full_column_rank", "full_row_rank"})


class Polynomial:
    """A function that is only named, at one point: `x` holds all entries of its arguments."""

    def __init__(self, R: Arithmetic, function: Function, args: Sequence[Matrix]) -> None:
        self.R, self.function = R, function
        self.bases: dict[tuple[int, int], Any] = {}
        self.x = [x for A in args for column in zip(*A, strict=True) for x in column]
        sizes = [len(A) * len(A[0]) for A in args]
        self.starts = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
        self.rows, self.cols = (R.size(d) for d in function.shape)
        facts = close(function.facts)
        self.squared = any(fact in facts for fact in SQUARES)
        kept = [project for fact, project in PROJECTIONS.items() if fact in facts]
        self.project = kept[0] if kept and not self.squared else None
        known = HARMLESS | PROJECTIONS.keys() | set(SQUARES)
        for fact in sorted(facts - known):
            raise Undecided(f"no random function is known that is {fact.replace('_', ' ')}")

    def places(self, i: int) -> range:
        """Where the entries of argument i stand, columns below each other."""
        return range(self.starts[i], self.starts[i + 1])

    def widened(self, i: int, E: Matrix) -> list[Any]:
        """A direction of argument i among all entries."""
        flat = [x for column in zip(*E, strict=True) for x in column]
        before, after = self.starts[i], len(self.x) - self.starts[i + 1]
        return [*[self.R.zero] * before, *flat, *[self.R.zero] * after]

    def along(self, directions: Sequence[Direction]) -> Matrix:
        """The derivative in these directions, in the shape of the value."""
        if not self.squared:
            value = self.free(directions)
            return self.projected(value)
        R, terms = self.R, list[Matrix]()
        for chosen in product((True, False), repeat=len(directions)):  # Leibniz on B Bᵀ
            pairs = list(zip(directions, chosen, strict=True))
            left = self.free([d for d, taken in pairs if taken])
            right = self.free([d for d, taken in pairs if not taken])
            terms.append(self.product(left, right))
        return R.add(*terms)

    def product(self, left: Matrix, right: Matrix) -> Matrix:
        """B Cᵀ for positive definite matrices, entry by entry for positive ones."""
        if "positive_definite" in close(self.function.facts):
            return self.R.matmul(left, self.R.transpose(right))
        return self.R.hadamard(left, right)

    def projected(self, A: Matrix) -> Matrix:
        """The part of a matrix that has the structure of the value."""
        if self.project is None:
            return A
        rows, cols = range(len(A)), range(len(A[0]))
        return [[self.project(self.R, A, i, j) for j in cols] for i in rows]

    def free(self, directions: Sequence[Direction]) -> Matrix:
        """The derivative of a function without structure."""
        return [
            [self.entry(i * self.cols + j, directions) for j in range(self.cols)]
            for i in range(self.rows)
        ]

    def entry(self, k: int, directions: Sequence[Direction]) -> Any:
        """The derivative of one entry: of Σ c xᵢ³ + Σ (l·x + d)^p, by the rule for powers."""
        R, m = self.R, len(directions)
        total = self.cubes(k, directions) if m <= CUBE else R.zero
        for p in POWERS:
            if m > p:
                continue
            form, base = self.coefficients(k, p), self.base(k, p)
            slopes = [form[d] if isinstance(d, int) else R.dot(form, d) for d in directions]
            power = reduce(R.times, [base] * (p - m), R.one)
            total = R.reduced(total + reduce(R.times, slopes, power) * perm(p, m))
        return total

    def base(self, k: int, p: int) -> Any:
        """l·x + d, the same for every direction."""
        found = self.bases.get((k, p))
        if found is None:
            constant = self.R.coefficient(f"{self.function.name} {k} {p}")
            found = self.R.reduced(self.R.dot(self.coefficients(k, p), self.x) + constant)
            self.bases[k, p] = found
        return found

    def cubes(self, k: int, directions: Sequence[Direction]) -> Any:
        """The derivative of Σ c xᵢ³."""
        R, total = self.R, self.R.zero
        left = CUBE - len(directions)
        units = {d for d in directions if isinstance(d, int)}
        if len(units) > 1:
            return total
        coefficients = self.coefficients(k, 0)
        for i in units or range(len(coefficients)):
            factors = [d[i] for d in directions if not isinstance(d, int)]
            term = reduce(R.times, [coefficients[i], *factors, *[self.x[i]] * left])
            total = R.reduced(total + term * perm(CUBE, len(directions)))
        return total

    def coefficients(self, k: int, p: int) -> list[Any]:
        """One number for each entry of the arguments."""
        name, known = self.function.name, self.R.forms
        if (name, k, p) not in known:
            labels = (f"{name} {k} {p} {i}" for i in range(len(self.x)))
            known[name, k, p] = [*map(self.R.coefficient, labels)]
        return known[name, k, p]


def smooth(R: Arithmetic, data: Data, args: Sequence[Matrix]) -> Matrix:
    """The value of a function that is only named, or of a derivative of it."""
    if isinstance(data, Weighted):
        polynomial = Polynomial(R, data.function, args[:-1])
        rows, cols = (polynomial.places(i) for i in data.by)
        return [[R.inner(args[-1], polynomial.along([i, j])) for j in cols] for i in rows]
    base = data if isinstance(data, Derivative) else data.base
    count = len(base.function.params)
    polynomial = Polynomial(R, base.function, args[:count])
    if isinstance(data, Derivative):
        return matrix(polynomial, data, [])
    filled = list(args[count:])
    G = filled.pop(0) if data.turned else None
    left = data.directions[1:] if data.turned else data.directions
    along = [polynomial.widened(i, E) for i, E in zip(left, filled, strict=True)]
    if G is None:
        return matrix(polynomial, base, along)
    places = polynomial.places(data.directions[0])
    flat = [R.inner(G, matrix(polynomial, base, [place, *along])) for place in places]
    return _unflattened(flat, R.size(base.function.domain[data.directions[0]].rows))


def _unflattened(flat: list[Any], rows: int) -> Matrix:
    """The matrix with these entries, columns below each other."""
    columns = [flat[i : i + rows] for i in range(0, len(flat), rows)]
    return [list(row) for row in zip(*columns, strict=True)]


def matrix(polynomial: Polynomial, base: Derivative, along: Sequence[Direction]) -> Matrix:
    """The matrix of a derivative, itself differentiated in directions."""
    function, by = base
    fixed = [polynomial.starts[i] for i in by if function.domain[i].is_scalar]
    wide = [polynomial.places(i) for i in function.wide(by)]
    if not wide:
        return polynomial.along([*fixed, *along])
    if not function.shape.is_scalar:  # a Jacobian: a column for each entry of the argument
        columns = [polynomial.along([*fixed, place, *along]) for place in wide[0]]
        return [[column[i][0] for column in columns] for i in range(len(columns[0]))]
    if len(wide) == 2:
        return [[polynomial.along([*fixed, i, j, *along])[0][0] for j in wide[1]] for i in wide[0]]
    flat = [polynomial.along([*fixed, place, *along])[0][0] for place in wide[0]]
    return _unflattened(flat, polynomial.R.size(function.domain[function.wide(by)[0]].rows))
