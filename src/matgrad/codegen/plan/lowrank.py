"""Matrices that are a diagonal and products through a narrow place: s I + U Vᵀ with few columns.

Of such a matrix equations, traces and determinants need a matrix as small as the number of columns:
C = s I + VᵀU (Woodbury, and the determinant lemma). Everything here is a formula; `thin` says where
they are used.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass

from matgrad import ops
from matgrad.codegen.plan.values import nominal
from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import facts_of
from matgrad.core.walk import symbols
from matgrad.ops.linear import mirror, mirror_factor

# ---------------------------------------------------------------- narrow products

# Products of expressions by their factors, and where they are narrow.

TIMES = 4  # how much narrower a product has to be than the matrix it is part of

Factors = tuple[Expr, ...]
Sizes = Mapping[str, int]


def product(factors: Sequence[Expr]) -> Expr:
    """The product of factors, of which there may be one."""
    return factors[0] if len(factors) == 1 else ops.matmul(*factors)


def sum_of(terms: Sequence[Expr]) -> Expr:
    """The sum of terms, of which there may be one."""
    return terms[0] if len(terms) == 1 else ops.add(*terms)


def scaled(scalars: Sequence[Expr], node: Expr) -> Expr:
    """Scalars times something."""
    return ops.scale(*scalars, node) if scalars else node


def peeled(node: Expr) -> tuple[Factors, Expr]:
    """The scalars before a term, and what stands behind them."""
    return (node.args[:-1], node.args[-1]) if node.op is ops.scale else ((), node)


def factors_of(node: Expr) -> Factors:
    """The factors of a product; of a transposed one, those in the other order.

    A matrix of ones is the product of a column and a row.
    """
    if node.op is ops.ones_op and not node.shape.is_vector:
        return ops.ones(node.shape.rows), ops.ones(1, node.shape.cols)
    if node.op is ops.transpose and node.args[0].op is ops.matmul:
        node = mirror_factor(node.args[0])
    return node.args if node.op is ops.matmul else (node,)


def narrowest(factors: Sequence[Expr], sizes: Sizes) -> int:
    """After how many factors a product is narrowest, 0 if nowhere much narrower than it is."""
    inner = [nominal(factor.shape.cols, sizes) for factor in factors[:-1]]
    ends = nominal(factors[0].shape.rows, sizes), nominal(factors[-1].shape.cols, sizes)
    fits = inner and TIMES * min(inner) <= min(ends)
    return inner.index(min(inner)) + 1 if fits else 0


# ---------------------------------------------------------------- formulas


@dataclass(frozen=True)
class LowRank:
    """s I + c U Vᵀ, Diag(d) + c U Vᵀ or A + c U Vᵀ: the shift is s, or d, or A."""

    shift: Expr
    scalars: Factors
    U: Factors
    V: Factors  # the factors of Vᵀ

    @property
    def rows(self) -> Dim:
        """How large the matrix is."""
        return self.U[0].shape.rows

    @property
    def rank(self) -> Dim:
        """How many columns U has."""
        return self.U[-1].shape.cols

    @property
    def first(self) -> str:
        """What is inverted at little cost, in words."""
        return "a diagonal" if self.shift.shape.is_vector else "a fixed matrix"

    @property
    def turned(self) -> LowRank:
        """The transpose."""
        whole = factors_of(mirror_factor(product((*self.U, *self.V))))
        cut = 1 + next(i for i, factor in enumerate(whole) if factor.shape.cols == self.rank)
        shift = self.shift if self.shift.shape.is_vector else mirror(self.shift)
        return LowRank(shift, self.scalars, whole[:cut], whole[cut:])

    @property
    def inside(self) -> Expr:
        """C = s I + c VᵀU, or I + c Vᵀ D⁻¹ U: as small as U has columns."""
        small = scaled(self.scalars, ops.matmul(*self.V, *self._over, *self.U))
        first = self.shift if self.shift.is_scalar else ops.number(1)
        if small.is_scalar:
            return ops.add(first, small)
        identity = ops.eye(self.rank)
        return ops.add(small, identity if first is ops.number(1) else ops.scale(first, identity))

    @property
    def inverse_inside(self) -> Expr:
        """C⁻¹."""
        return ops.power(self.inside, -1) if self.inside.is_scalar else ops.inv(self.inside)

    @property
    def _over(self) -> Factors:
        """D⁻¹ or A⁻¹ as a factor, where that is no multiple of I."""
        if not self.shift.shape.is_vector:
            return (ops.inv(self.shift),)
        return () if self.shift.is_scalar else (ops.diag_matrix(ops.power(self.shift, -1)),)

    def _by_shift(self, node: Expr) -> Expr:
        if not self.shift.is_scalar:
            return ops.matmul(*self._over, node)
        return node if self.shift is ops.number(1) else ops.scale(ops.power(self.shift, -1), node)

    def _back(self, *right: Expr) -> Expr:
        """−c U C⁻¹ Vᵀ times what stands to the right."""
        C = self.inverse_inside
        minus = (ops.number(-1), *self.scalars)
        if C.is_scalar:
            return ops.scale(*minus, C, ops.matmul(*self.U, *self.V, *right))
        return ops.scale(*minus, ops.matmul(*self.U, C, *self.V, *right))

    def solved(self, B: Expr) -> Expr:
        """The inverse times B: (B − c U C⁻¹ VᵀB)/s, or D⁻¹(B − c U C⁻¹ Vᵀ D⁻¹B)."""
        return self._by_shift(ops.add(B, self._back(*self._over, B)))

    def pushed(self) -> Factors:
        """The inverse times U, which is U C⁻¹, or D⁻¹ U C⁻¹: nothing is subtracted."""
        return (*self._over, *self.U, self.inverse_inside)

    def acting(self, factors: Factors, times: int) -> Factors:
        """The inverse, so many times, before factors that may begin with U."""
        count = len(self.U)
        for _ in range(times):
            if factors[:count] == self.U:
                factors = (*self.pushed(), *factors[count:])
            else:
                factors = (self.solved(product(factors)),)
        return factors

    def dense(self) -> Expr:
        """The inverse as a matrix."""
        if self.shift.is_scalar:
            return self._by_shift(ops.add(ops.eye(self.rows), self._back()))
        return ops.add(*self._over, ops.matmul(*self._over, self._back(*self._over)))

    def terms(self, around: Factors) -> list[tuple[Factors, Factors]]:
        """The trace of the inverse times others as that of products: scalars and factors."""
        over, C = self._over, self.inverse_inside
        by = (ops.power(self.shift, -1),) if self.shift.is_scalar else ()
        first = (*over, *around) or (ops.eye(self.rows),)
        back = (C, *self.V, *over, *around, *over, *self.U)
        return [(by, first), ((*by, ops.number(-1), *self.scalars), back)]

    def diagonal(self) -> Expr:
        """The diagonal of the inverse."""
        scalars, back = peeled(self._back())
        small = scaled(scalars, ops.diag(back))
        if self.shift.is_scalar:
            return self._by_shift(ops.add(ops.ones(self.rows), small))
        if not self.shift.shape.is_vector:
            around = ops.matmul(*self._over, back, *self._over)
            return ops.add(ops.diag(*self._over), scaled(scalars, ops.diag(around)))
        return ops.add(ops.power(self.shift, -1), ops.hadamard(ops.power(self.shift, -2), small))

    def traced(self, times: int) -> Expr | None:
        """The trace of the inverse to a power: (n − k)/s + tr(C⁻¹), and so on."""
        C = self.inside
        if not self.shift.is_scalar:
            return None
        rest = ops.scale(ops.size(self.rows - self.rank), ops.power(self.shift, -times))
        return ops.add(
            rest, ops.power(C, -times) if C.is_scalar else ops.trace(ops.matrix_power(C, -times))
        )

    @property
    def is_subtracted(self) -> bool:
        """Is the diagonal written with a minus, as in u vᵀ − s I?"""
        scalars, _ = peeled(self.shift)
        values = [number_value(c) for c in (*scalars, self.shift)]
        return any(value is not None and value < 0 for value in values)

    def log_determinant(self) -> Expr:
        """(n − k) log s + log det C, or the sum of log d and log det C."""
        C, shift = self.inside, self.shift
        small = ops.log(C) if C.is_scalar else ops.logdet(C)
        if shift is ops.number(1):
            return small
        if shift.is_scalar:
            return ops.add(ops.scale(ops.size(self.rows - self.rank), ops.log(shift)), small)
        return ops.add(
            ops.total(ops.log(shift)) if shift.shape.is_vector else ops.logdet(shift), small
        )

    def determinant(self) -> Expr:
        """sⁿ⁻ᵏ det C, or the product of d and det C."""
        C, shift = self.inside, self.shift
        small = C if C.is_scalar else ops.det(C)
        if shift is ops.number(1):
            return small
        if shift.is_scalar:
            return ops.scale(ops.power(shift, ops.size(self.rows - self.rank)), small)
        return ops.scale(ops.prod(shift) if shift.shape.is_vector else ops.det(shift), small)


# ---------------------------------------------------------------- reading

# Reading a matrix as a diagonal and products through a narrow place.


@dataclass
class Reader:
    """Reads matrices as diagonals and narrow products; `values` has what names stand for."""

    sizes: Sizes
    values: Mapping[Expr, Expr]
    is_definite: Callable[[Expr], bool]  # of a determinant: is its matrix positive definite?
    fixed: Container[str] = ()  # names of inputs of which the inverse is there in every call

    def read(self, matrix: Expr) -> LowRank | str:
        """The matrix as a diagonal and a narrow product; else why it is not, "" if it never is."""
        if matrix.shape.is_vector or not matrix.shape.is_square:
            return ""
        scalars, whole = peeled(self.value(matrix))
        whole = self.value(whole)
        if whole.op is not ops.add:
            return ""
        diagonals: list[Expr] = []
        products: list[tuple[Factors, Factors, Factors]] = []
        for term in whole.args:
            more, bare = peeled(term)
            bare, both = self.value(bare), (*scalars, *more)
            if bare.op is ops.eye_op or "diagonal" in facts_of(bare):
                diagonals.append(scaled(both, bare))
                continue
            factors = factors_of(bare)
            cut = narrowest(factors, self.sizes)
            if cut:
                products.append((both, factors[:cut], factors[cut:]))
            elif self._is_fixed(bare):
                diagonals.append(scaled(both, bare))
            else:
                return ""
        if not diagonals or not products:
            return ""
        return self._joined(matrix, diagonals, products)

    def value(self, node: Expr) -> Expr:
        """What a name stands for."""
        while node in self.values:
            node = self.values[node]
        return node

    def _is_fixed(self, node: Expr) -> bool:
        """Does this follow from inputs that stay the same?"""
        waiting = [node]
        while waiting:
            for each in symbols(waiting.pop()):
                if each in self.values:
                    waiting.append(self.values[each])
                elif each.name not in self.fixed:
                    return False
        return True

    def _joined(
        self,
        matrix: Expr,
        diagonals: Sequence[Expr],
        products: Sequence[tuple[Factors, Factors, Factors]],
    ) -> LowRank | str:
        shift = self._shift(diagonals)
        known = facts_of(shift)
        if not shift.shape.is_vector:
            if not self._is_fixed(shift):
                return ""
            if "invertible" not in known and not self.is_definite(ops.det(shift)):
                return ""
        may_vanish = shift.shape.is_column and not shift.is_scalar and "nonzero" not in known
        if may_vanish and not self.is_definite(ops.det(ops.diag_matrix(shift))):
            name = matrix.name if matrix.op is ops.symbol_op else "a matrix"
            return f"not made for {name}: its diagonal may have zeros, say that it is positive"
        if len(products) == 1:
            return LowRank(shift, *products[0])
        rank = sum((U[-1].shape.cols for _, U, _ in products), start=dim(0))
        if TIMES * nominal(rank, self.sizes) > nominal(matrix.shape.rows, self.sizes):
            return ""
        U = ops.beside(*(product(left) for _, left, _ in products))
        V = ops.below(*(scaled(c, product(right)) for c, _, right in products))
        same = all(not c and mirror(product(left)) is product(right) for c, left, right in products)
        return LowRank(shift, (), (U,), (U.T if same else V,))

    def _shift(self, diagonals: Sequence[Expr]) -> Expr:
        """The number s of s I, or the entries of a diagonal, or a matrix."""
        numbers = [peeled(term) for term in diagonals]
        if all(bare.op is ops.eye_op for _, bare in numbers):
            return sum_of([product_of(scalars) for scalars, _ in numbers])
        if any("diagonal" not in facts_of(bare) for _, bare in numbers):
            return sum_of(diagonals)
        return sum_of([_entries(scalars, bare) for scalars, bare in numbers])


def product_of(scalars: Sequence[Expr]) -> Expr:
    """Scalars multiplied."""
    if not scalars:
        return ops.number(1)
    return scalars[0] if len(scalars) == 1 else ops.scale(*scalars)


def _entries(scalars: Sequence[Expr], bare: Expr) -> Expr:
    plain = bare.args[0] if bare.op is ops.diag_matrix else ops.diag(bare)
    return scaled(scalars, ops.ones(bare.shape.rows) if bare.op is ops.eye_op else plain)
