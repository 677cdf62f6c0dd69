"""Large integer sizes made small, so that 784×100 weights are checked as 3×2 ones.

A formula that holds for matrices of any size holds for those of one size; what is checked is the
same formula with other integers. Sizes keep their order, because ranks depend on it, and numbers
that stand for a size, such as 1/784 in a mean, change with it. If the small formula holds the
large one does too unless it uses an accident of its integers; if it fails nothing is concluded.
A formula that holds with its numbers as they are, whatever the sizes, needs no such change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from fractions import Fraction

from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape, Span
from matgrad.core.steps import Definition, Problem, Step, Trace
from matgrad.core.walk import postorder
from matgrad.ops import Data, Derivative, Form, Weighted, mean, number, size_op, total
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.sizes import dimensions

SMALL = 8  # sizes up to this one stay as they are
PLAIN = 16  # numerators and denominators of numbers that are not taken for sizes


class Shrinking:
    """Replaces large sizes in expressions, the same way everywhere."""

    def __init__(
        self,
        roots: Iterable[Expr],
        *,
        with_numbers: bool = True,
        by_name: bool = False,
        more: int = 0,
    ) -> None:
        self.with_numbers = with_numbers
        self.has_changed_numbers = False
        self.has_counted = False  # do sizes stand as numbers in what is made small?
        leaves = [node for node in postorder(*roots) if not node.args]  # all else follows
        found, indices = dimensions(leaves)
        integers = sorted({d.value for d in found if d.value is not None})
        # Entries that are picked out keep different places.
        self.places = {n: sorted({i for i, d in indices if d.value == n}) for n in integers}
        self.sizes: dict[int, int] = {}
        last = max((n for n in integers if n <= SMALL), default=1) + more
        for n in integers:
            if n > SMALL:
                last = self.sizes[n] = max(last, len(self.places[n])) + 1
        self.dims = {n: dim(m) for n, m in self.sizes.items()}
        if by_name and self.sizes:  # any sizes will do
            self.dims = {n: dim(f"size_{n}") for n in integers if n > 1}
        self.scales = _products(self.sizes)
        self.memo: dict[Expr, Expr] = {}

    def __call__(self, root: Expr) -> Expr:
        """The expression with small sizes."""
        for node in postorder(root, skip=self.memo):
            args = tuple(self.memo[arg] for arg in node.args)
            if not self.with_numbers and (count := _counted(node)) is not None:
                self.has_counted = True
                self.memo[node] = total(*args) / number(count) if args else number(count)
            else:
                self.memo[node] = make(node.op, args, self._data(node.data))
        return self.memo[root]

    def _data(self, data: Hashable) -> Hashable:  # noqa: PLR0911
        match data:
            case Symbol():
                return data._replace(shape=self._shape(data.shape))
            case Shape():
                return self._shape(data)
            case Dim():
                return self._dim(data)
            case (int() as i, Dim() as n):
                return self._place(i, n), self._dim(n)
            case Span() as span if any(d.value in self.dims for d in span):
                raise Undecided(f"a part of {span.size} has no counterpart in a smaller matrix")
            case Fraction():
                return self._number(data)
            case Derivative() | Form() | Weighted():
                return self._named(data)
            case _:
                return data

    def _named(self, data: Data) -> Data:
        """A derivative of a named function, with small sizes of its value and its arguments."""
        if isinstance(data, Form):
            base = self._named(data.base)
            assert isinstance(base, Derivative)
            return data._replace(base=base)
        shape, domain = self._shape(data.function.shape), map(self._shape, data.function.domain)
        return data._replace(function=data.function._replace(shape=shape, domain=tuple(domain)))

    def _shape(self, shape: Shape) -> Shape:
        return Shape(self._dim(shape.rows), self._dim(shape.cols))

    def _dim(self, d: Dim) -> Dim:
        return d if d.value is None else self.dims.get(d.value, d)

    def _place(self, i: int, n: Dim) -> int:
        if n.value not in self.dims:
            return i
        if n.value not in self.sizes or self.dims[n.value].value is None:
            raise Undecided(f"entry {i} has no counterpart in a matrix of any size")
        if i not in self.places[n.value]:
            raise Undecided(f"entry {i} of {n} has no counterpart in a smaller matrix")
        return self.places[n.value].index(i) + 1

    def _number(self, value: Fraction) -> Fraction:
        """A number that is a plain multiple of a size, or of its inverse, changes with the size."""
        if _height(value) <= PLAIN or not self.with_numbers:
            return value
        readings = [(_height(value / large), value / large * small) for large, small in self.scales]
        height, read = min(readings, default=(PLAIN + 1, value))
        found = read if height <= PLAIN else value
        self.has_changed_numbers = self.has_changed_numbers or found != value
        return found

    def definition(self, given: Definition) -> Definition:
        """A definition with small sizes."""
        symbol, value = self(given.symbol), self(given.value)
        if symbol.shape != value.shape:  # 9 is small by itself, and 3·3 is not
            raise Undecided(f"the sizes of {given.symbol.name} depend on each other")
        return replace(given, symbol=symbol, value=value)

    def problem(self, given: Problem) -> Problem:
        """A problem with small sizes."""
        definitions = tuple(map(self.definition, given.definitions))
        return replace(given, function=self(given.function), definitions=definitions)

    def trace(self, given: Trace) -> Trace:
        """A derivation with small sizes."""
        return replace(
            given,
            problem=self.problem(given.problem),
            wrt=tuple(map(self, given.wrt)),
            definitions=tuple(map(self.definition, given.definitions)),
            steps=tuple(map(self._step, given.steps)),
            results=self._each(given.results),
            maps=self._each(given.maps),
            arranged=self._each(given.arranged),
            forms={name: self._each(form) for name, form in given.forms.items()},
            form_definitions={
                name: tuple(map(self.definition, new))
                for name, new in given.form_definitions.items()
            },
        )

    def _step(self, step: Step) -> Step:
        return replace(step, before=self(step.before), after=self(step.after))

    def _each(self, results: dict[str, Expr]) -> dict[str, Expr]:
        return {name: self(expression) for name, expression in results.items()}


def _counted(node: Expr) -> int | None:
    """How many entries a mean has, or the number that a size is, which then is one of its own."""
    if node.op is mean:
        rows, cols = node.args[0].shape
        return rows.value * cols.value if rows.value and cols.value else None
    return node.data.value if node.op is size_op and isinstance(node.data, Dim) else None


def _height(value: Fraction) -> int:
    return max(abs(value.numerator), value.denominator)


def _products(sizes: dict[int, int]) -> list[tuple[Fraction, Fraction]]:
    """Large sizes and products of two of them, also inverted, with their small counterparts."""
    pairs = [(Fraction(n), Fraction(m)) for n, m in sizes.items()]
    both = pairs + [(a * c, b * d) for a, b in pairs for c, d in pairs]
    return both + [(1 / a, 1 / b) for a, b in both]


def shrinking_of(
    problem: Problem,
    wrt: Iterable[Expr] = (),
    *,
    with_numbers: bool = True,
    by_name: bool = False,
    more: int = 0,
) -> Shrinking:
    """The replacement of the large sizes of a problem; it has no `sizes` if there are none."""
    roots = [problem.function, *(d.value for d in problem.definitions), *wrt]
    return Shrinking(roots, with_numbers=with_numbers, by_name=by_name, more=more)
