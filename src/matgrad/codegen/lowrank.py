"""Matrices that are a diagonal and products through a narrow place: s I + U Vᵀ with few columns.

Of such a matrix equations, traces and determinants need a matrix as small as the number of columns:
C = s I + VᵀU (Woodbury, and the determinant lemma). Everything here is a formula; `thin` says where
they are used.
"""

from __future__ import annotations

from dataclasses import dataclass

from matgrad.codegen.narrow import Factors, factors_of, peeled, product, scaled
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, number_value
from matgrad.ops import (
    add,
    det,
    diag,
    diag_matrix,
    eye,
    hadamard,
    inv,
    log,
    logdet,
    matmul,
    matrix_power,
    number,
    ones,
    power,
    prod,
    scale,
    size,
    total,
    trace,
)
from matgrad.ops.linear import mirror, mirror_factor


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
        small = scaled(self.scalars, matmul(*self.V, *self._over, *self.U))
        first = self.shift if self.shift.is_scalar else number(1)
        if small.is_scalar:
            return add(first, small)
        identity = eye(self.rank)
        return add(small, identity if first is number(1) else scale(first, identity))

    @property
    def inverse_inside(self) -> Expr:
        """C⁻¹."""
        C = self.inside
        return power(C, -1) if C.is_scalar else inv(C)

    @property
    def _over(self) -> Factors:
        """D⁻¹ or A⁻¹ as a factor, where that is no multiple of I."""
        if not self.shift.shape.is_vector:
            return (inv(self.shift),)
        return () if self.shift.is_scalar else (diag_matrix(power(self.shift, -1)),)

    def _by_shift(self, node: Expr) -> Expr:
        if not self.shift.is_scalar:
            return matmul(*self._over, node)
        return node if self.shift is number(1) else scale(power(self.shift, -1), node)

    def _back(self, *right: Expr) -> Expr:
        """−c U C⁻¹ Vᵀ times what stands to the right."""
        C = self.inverse_inside
        minus = (number(-1), *self.scalars)
        if C.is_scalar:
            return scale(*minus, C, matmul(*self.U, *self.V, *right))
        return scale(*minus, matmul(*self.U, C, *self.V, *right))

    def solved(self, B: Expr) -> Expr:
        """The inverse times B: (B − c U C⁻¹ VᵀB)/s, or D⁻¹(B − c U C⁻¹ Vᵀ D⁻¹B)."""
        return self._by_shift(add(B, self._back(*self._over, B)))

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
            return self._by_shift(add(eye(self.rows), self._back()))
        return add(*self._over, matmul(*self._over, self._back(*self._over)))

    def terms(self, around: Factors) -> list[tuple[Factors, Factors]]:
        """The trace of the inverse times others as that of products: scalars and factors."""
        over, C = self._over, self.inverse_inside
        by = (power(self.shift, -1),) if self.shift.is_scalar else ()
        first = (*over, *around) or (eye(self.rows),)
        back = (C, *self.V, *over, *around, *over, *self.U)
        return [(by, first), ((*by, number(-1), *self.scalars), back)]

    def diagonal(self) -> Expr:
        """The diagonal of the inverse."""
        scalars, back = peeled(self._back())
        small = scaled(scalars, diag(back))
        if self.shift.is_scalar:
            return self._by_shift(add(ones(self.rows), small))
        if not self.shift.shape.is_vector:
            around = matmul(*self._over, back, *self._over)
            return add(diag(*self._over), scaled(scalars, diag(around)))
        return add(power(self.shift, -1), hadamard(power(self.shift, -2), small))

    def traced(self, times: int) -> Expr | None:
        """The trace of the inverse to a power: (n − k)/s + tr(C⁻¹), and so on."""
        C = self.inside
        if not self.shift.is_scalar:
            return None
        rest = scale(size(self.rows - self.rank), power(self.shift, -times))
        return add(rest, power(C, -times) if C.is_scalar else trace(matrix_power(C, -times)))

    @property
    def is_subtracted(self) -> bool:
        """Is the diagonal written with a minus, as in u vᵀ − s I?"""
        scalars, _ = peeled(self.shift)
        values = [number_value(c) for c in (*scalars, self.shift)]
        return any(value is not None and value < 0 for value in values)

    def log_determinant(self) -> Expr:
        """(n − k) log s + log det C, or the sum of log d and log det C."""
        C = self.inside
        small = log(C) if C.is_scalar else logdet(C)
        if self.shift is number(1):
            return small
        if self.shift.is_scalar:
            return add(scale(size(self.rows - self.rank), log(self.shift)), small)
        is_matrix = not self.shift.shape.is_vector
        return add(logdet(self.shift) if is_matrix else total(log(self.shift)), small)

    def determinant(self) -> Expr:
        """sⁿ⁻ᵏ det C, or the product of d and det C."""
        C = self.inside
        small = C if C.is_scalar else det(C)
        if self.shift is number(1):
            return small
        if self.shift.is_scalar:
            return scale(power(self.shift, size(self.rows - self.rank)), small)
        is_matrix = not self.shift.shape.is_vector
        return scale(det(self.shift) if is_matrix else prod(self.shift), small)
