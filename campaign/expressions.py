"""Typed random expressions: rectangular, with shared parts, corner values and structure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from random import Random
from zlib import crc32

from campaign.makers import Bound, Maker, makers, substituted
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, Symbol
from matgrad.core.shape import Shape
from matgrad.core.walk import postorder
from matgrad.errors import MatgradError
from matgrad.ops import (
    add,
    constant,
    exp,
    eye,
    filled,
    frobenius,
    matmul,
    multiply,
    number,
    plus,
    size,
    softplus,
    square,
    symbol,
    tanh,
    total,
    trace,
    transpose,
    unit,
    zeros_of,
)

DEGREE = 2  # sizes are products of at most so many names
SHARED = 0.2  # how often a part is used again
CORNER = 0.2  # how often a leaf is a constant
STRUCTURED = 0.12  # how often a symbol has a structure
SHELTERED = 0.85  # how often an argument is made to fit the domain

FACTS = {
    "square": (
        "symmetric diagonal positive_definite orthogonal skew lower_triangular invertible positive"
    ).split(),
    "column": ["positive", "nonzero", "unit", "simplex", "onehot"],
    "other": ["positive", "nonzero"],
}
# What else large campaigns assume.
MORE_FACTS = {
    "square": ["upper_triangular", "toeplitz", "nonzero"],
    "column": ["nonnegative"],
    "other": ["full_column_rank", "full_row_rank", "simplex_rows", "nonnegative"],
}
# Products and sums hold functions together; functions that are constant end a derivation.
WEIGHTS = {
    **dict.fromkeys("matmul add scale".split(), 16),
    **dict.fromkeys("transpose hadamard power frobenius inv".split(), 8),
    **dict.fromkeys("floor round sign step onehot_max onehot_min".split(), 1),
    **dict.fromkeys("frechet_expm frechet_logm frechet_power".split(), 0.5),
}
NAMES = {"square": "MNSPQ", "matrix": "ABCXYZ", "vector": "xyzuvw", "scalar": "stcab"}


def _fits(fact: str, shape: Shape) -> bool:
    """Can something of this shape have this property? A tall matrix has no full row rank."""
    tall = {"full_row_rank": shape, "full_column_rank": shape.transposed}
    return fact not in tall or not tall[fact].is_tall


def _definite(X: Expr) -> Expr:
    """A matrix with positive eigenvalues, made from any square one."""
    if X.is_scalar:
        return exp(X)
    return add(matmul(X, transpose(X)), eye(X.shape.rows))


# An argument wrapped so that it has the property that the operator above it needs.
SHELTER: dict[str, tuple[Callable[[Expr], Expr], ...]] = {
    "positive": (exp, softplus, lambda X: plus(square(X), 1)),
    "nonzero": (exp, lambda X: plus(square(X), 1)),
    "inside_unit": (tanh,),
    "positive_det": (_definite,),
    "principal": (_definite,),
    "invertible": (lambda X: add(X, eye(X.shape.rows)) if not X.is_scalar else exp(X),),
}


def chosen(random: Random) -> str:
    """An operator; a new one in the catalogue changes few choices, so that cases stay the same."""
    draw = random.random()

    def key(name: str) -> float:
        return (crc32(f"{draw}{name}".encode()) / 2**32) ** (1 / WEIGHTS.get(name, 2))

    return max(makers(), key=key)


@cache
def _weights() -> tuple[tuple[str, ...], tuple[float, ...]]:
    names = tuple(makers())
    return names, tuple(accumulate(WEIGHTS.get(name, 2) for name in names))


def drawn(random: Random) -> str:
    """An operator with the same probabilities, found faster."""
    names, sums = _weights()
    return random.choices(names, cum_weights=sums)[0]


class Garden:
    """Grows the expressions of one case; symbols and parts are shared between them."""

    def __init__(
        self,
        random: Random,
        corner: float = CORNER,
        choose: Callable[[Random], str] = chosen,
    ) -> None:
        self.random = random
        self.corner = corner
        self.choose = choose
        self.sizes = self._sizes()
        self.parts: dict[Shape, list[Expr]] = {}
        self.symbols: dict[Shape, list[Expr]] = {}
        self.taken: set[str] = set()

    def _sizes(self) -> list[Dim]:
        """Different names, now and then an integer or 1 among them."""
        kind = self.random.random()
        if kind < 0.75:
            return [dim("m"), dim("n"), dim("k")]
        if kind < 0.85:
            return [dim(2), dim(3), dim("n")]
        if kind < 0.95:
            return [ONE, dim("n"), dim("m")]
        return [ONE, dim("n")]

    def size(self) -> Dim:
        """A size of this case."""
        return self.random.choice(self.sizes)

    # ------------------------------------------------ leaves

    def leaf(self, shape: Shape) -> Expr:
        """A symbol, or a constant."""
        if self.random.random() < self.corner:
            return self.random.choice(self._corners(shape))()
        known = self.symbols.setdefault(shape, [])
        if not known or self.random.random() < 0.5 / len(known):
            known.append(self._symbol(shape))
        return self.random.choice(known)

    def _corners(self, shape: Shape) -> list[Callable[[], Expr]]:
        if shape.is_scalar:
            numbers = (Fraction(1, 2), 2, 3, -1, Fraction(5, 3), 0, 1)
            named = [d for d in self.sizes if d.value is None]
            return [
                *[lambda: number(self.random.choice(numbers))] * 3,
                lambda: constant(self.random.choice(["pi", "e"])),
                lambda: size(self.random.choice(named)),
            ]
        found: list[Callable[[], Expr]] = [
            lambda: zeros_of(shape),
            lambda: filled(1, shape),
            lambda: filled(Fraction(3, 2), shape),
        ]
        if shape.is_square:
            found += [lambda: eye(shape.rows)] * 2
        if shape.is_column:
            found.append(lambda: unit(1, shape.rows))
        elif not shape.is_vector:  # of rank one
            left, right = Shape(shape.rows, ONE), Shape(shape.cols, ONE)
            found.append(lambda: multiply(self.leaf(left), transpose(self.leaf(right))))
        return found

    def _symbol(self, shape: Shape) -> Expr:
        form = "square" if shape.is_square else "column" if shape.is_column else "other"
        facts: Sequence[str] = ()
        if self.random.random() < STRUCTURED and not shape.is_scalar:
            more = MORE_FACTS[form] if self.choose is drawn else []
            facts = (self.random.choice([f for f in FACTS[form] + more if _fits(f, shape)]),)
        return symbol(self._name(shape), *shape, facts=facts)

    def _name(self, shape: Shape) -> str:
        kind = "scalar" if shape.is_scalar else "vector" if shape.is_column else "matrix"
        letters = NAMES["square" if kind == "matrix" and shape.is_square else kind]
        free = [c for c in letters if c not in self.taken]
        name = free[0] if free else f"{letters[0]}{len(self.taken)}"
        self.taken.add(name)
        return name

    # ------------------------------------------------ branches

    def grow(self, shape: Shape, budget: int) -> Expr:
        """An expression of a shape with about so many operators."""
        old = self.parts.get(shape)
        if old and self.random.random() < SHARED:
            return self.random.choice(old)
        if budget <= 0 or any(_degree(d) > DEGREE for d in shape):
            return self.leaf(shape)
        for _ in range(8):
            made = self.apply(self.choose(self.random), shape, budget)
            if made is not None:
                return made
        return self.leaf(shape)

    def apply(
        self, name: str, shape: Shape | None, budget: int, child: str | None = None
    ) -> Expr | None:
        """An operator applied to parts, one of them made by `child`; None if shapes do not fit."""
        options = list(makers()[name])
        self.random.shuffle(options)
        for maker in options:
            bound = {} if shape is None else maker.fits(shape, self.random)
            made = None if bound is None else self._build(maker, bound, budget, child)
            if made is not None and shape in (None, made.shape):  # the first two of a size of 1
                if not made.is_scalar or self.random.random() < 0.5:
                    self.parts.setdefault(made.shape, []).append(made)
                return made
        return None

    def _build(self, maker: Maker, bound: Bound, budget: int, child: str | None) -> Expr | None:
        for shape in maker.args:
            for d in shape:
                for name in sorted(d.names):
                    bound.setdefault(name, self.size())
        shapes = [substituted(shape, bound) for shape in maker.args]
        if any(_degree(d) > DEGREE for shape in shapes for d in shape):
            return None
        if is_slow(maker.name) and shapes[0].is_scalar:
            return None
        args = [self._argument(shape, (budget - 1) // len(shapes)) for shape in shapes]
        if child is not None:
            place = self.random.randrange(len(args))
            inner = self.apply(child, shapes[place], 1)
            if inner is None:
                return None
            args[place] = inner
        return self._made(maker, args, sheltered=self.random.random() < SHELTERED)

    def _argument(self, shape: Shape, budget: int) -> Expr:
        return self.grow(shape, budget - self.random.randrange(2))

    def _made(self, maker: Maker, args: list[Expr], sheltered: bool) -> Expr | None:
        try:
            node = maker.build(*args)
            if not sheltered or node.op.conditions is None:
                return node
            for condition in node.op.conditions(node):
                for i, arg in enumerate(args):
                    if condition.subject is arg and condition.predicate in SHELTER:
                        args[i] = self.random.choice(SHELTER[condition.predicate])(arg)
            return maker.build(*args)
        except MatgradError:
            return None

    def scalar_of(self, value: Expr, budget: int) -> Expr:
        """A scalar function of a value, for gradients."""
        if value.is_scalar:
            return value
        ways: list[Callable[[], Expr]] = [
            lambda: total(value),
            lambda: frobenius(self.grow(value.shape, budget), value),
            lambda: frobenius(value, value),
            lambda: total(square(value)),
        ]
        if value.shape.is_square:
            ways.append(lambda: trace(value))
        return self.random.choice(ways)()


def _degree(size: Dim) -> int:
    return max((len(monomial) for monomial, _ in size.terms), default=0)


def is_slow(name: str) -> bool:
    """Derivatives of functions of matrices: their own are computed on matrices of many blocks."""
    return name.startswith("frechet_")


# Functions of whole matrices, computed in balls at a high precision.
_ITERATED = frozenset(
    "expm logm sqrtm polar normnuc normspec top_singular eigmax eigproj_max eigres_max"
    " eigvals_sym".split()
)


def rarity(name: str) -> int:
    """One round in so many over all pairs of operators has those with this operator."""
    return 12 if is_slow(name) else 3 if name in _ITERATED else 1


def pairs(root: Expr) -> set[tuple[str, str]]:
    """The operators that stand directly above one another."""
    return {(node.op.name, arg.op.name) for node in postorder(root) for arg in node.args}


def is_symbol(node: Expr) -> bool:
    """Is this a variable?"""
    return isinstance(node.data, Symbol)
