"""Functions that are only named, their derivatives, and what those are called in text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from matgrad.core.expr import NO_FACTS, Facts
from matgrad.core.shape import Shape

ORDER = 3  # derivatives that have names


class Function(NamedTuple):
    """A function that is only named: the shapes of its value and its arguments, by name."""

    name: str
    shape: Shape
    params: tuple[str, ...]
    domain: tuple[Shape, ...]
    facts: Facts = NO_FACTS

    def wide(self, by: Sequence[int]) -> list[int]:
        """The arguments among these that are no scalars."""
        return [i for i in by if not self.domain[i].is_scalar]


class Derivative(NamedTuple):
    """A function, differentiated by some of its arguments in turn, as one matrix."""

    function: Function
    by: tuple[int, ...] = ()

    @property
    def shape(self) -> Shape:
        """The shape of that matrix."""
        shape = self.function.shape
        for i in self.by:
            step = derived_shape(shape, self.function.domain[i])
            assert step is not None  # there would be no matrix
            shape = step
        return shape

    def label(self) -> str:
        """What it is called in text: f, grad_f, jac_g, hess_f, d_t_f; primes are marks of a call.

        With several arguments the names of those it is differentiated by stand before f.
        """
        function, by = self
        single = len(function.params) == 1
        wide = function.wide(by)
        if not by or (single and not wide):
            return function.name
        gradient = "hess" if len(wide) > 1 else "grad"
        word = "d" if not wide else gradient if function.shape.is_scalar else "jac"
        names = [] if single else [function.params[i] for i in by]
        return "_".join((word, *names, function.name))

    @property
    def primes(self) -> int:
        """How often a function of one number is differentiated."""
        return (
            len(self.by)
            if len(self.function.params) == 1 and not self.function.wide(self.by)
            else 0
        )


class Form(NamedTuple):
    """A derivative as a multilinear map of directions; `turned`, the adjoint in the first one."""

    base: Derivative
    directions: tuple[int, ...]
    turned: bool = False

    def label(self) -> str:
        """What it is called in text: D_F, adjoint_F, and D2_F with two directions."""
        params = self.base.function.params
        names = [] if len(params) == 1 else [params[i] for i in self.directions]
        word = "adjoint" if self.turned else "D"
        order = "" if names or len(self.directions) == 1 else str(len(self.directions))
        return "_".join((word + order, *names, self.base.label()))

    @property
    def function(self) -> Function:
        """The function that is differentiated."""
        return self.base.function

    @property
    def primes(self) -> int:
        """Maps have none."""
        return 0


class Weighted(NamedTuple):
    """The sum of the Hessians of the entries of a vector function, each with its weight."""

    function: Function
    by: tuple[int, int]

    @property
    def shape(self) -> Shape:
        """Rows and columns for the entries of the two arguments."""
        first, second = (self.function.domain[i] for i in self.by)
        return Shape(first.rows, second.rows)

    def label(self) -> str:
        """What it is called in text: hess_g, which takes the weights as its last argument."""
        params = self.function.params
        names = [] if len(params) == 1 else [params[i] for i in self.by]
        return "_".join(("hess", *names, self.function.name))

    @property
    def primes(self) -> int:
        """It has none."""
        return 0


Data = Derivative | Form | Weighted


def derived_shape(value: Shape, argument: Shape) -> Shape | None:
    """The shape of the matrix of a derivative, or None if no matrix can hold it."""
    if argument.is_scalar:
        return value
    if value.is_scalar:
        return argument
    if value.is_column and argument.is_column:
        return Shape(value.rows, argument.rows)
    return None


class Label(NamedTuple):
    """What the name of a derivative says: the arguments of its matrix, D or adjoint, directions."""

    by: tuple[int, ...]
    kind: str
    directions: tuple[int, ...]


@cache
def labels(name: str, params: tuple[str, ...]) -> dict[str, Label]:
    """What the names of all derivatives of a function mean."""
    indices = range(len(params))
    single = len(params) == 1
    found: dict[str, Label] = {}
    for order in range(ORDER + 1):
        for by in combinations_with_replacement(indices, order):
            names = [] if single else [params[i] for i in by]
            words = ("",) if not by else _WORDS[order] if single else ("d", "grad", "jac", "hess")
            for word in words:
                base = "_".join((*([word] if word else []), *names, name))
                found[base] = Label(by, "", ())
                for kind, directions in product(("D", "adjoint"), _tuples(indices)):
                    count = "" if not single or len(directions) == 1 else str(len(directions))
                    shown = [] if single else [params[i] for i in directions]
                    found["_".join((kind + count, *shown, base))] = Label(by, kind, directions)
    return found


_WORDS = {1: ("grad", "jac"), 2: ("hess",), 3: ()}


def _tuples(indices: range) -> list[tuple[int, ...]]:
    """The directions that a name can list."""
    return [found for order in (1, 2, 3) for found in product(indices, repeat=order)]
