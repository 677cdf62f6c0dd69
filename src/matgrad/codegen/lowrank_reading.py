"""Reading a matrix as a diagonal and products through a narrow place."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass

from matgrad.codegen.lowrank import LowRank
from matgrad.codegen.narrow import (
    TIMES,
    Factors,
    Sizes,
    factors_of,
    narrowest,
    peeled,
    product,
    scaled,
)
from matgrad.codegen.values import nominal
from matgrad.core.dims import dim
from matgrad.core.expr import Expr
from matgrad.core.facts import facts_of
from matgrad.core.walk import symbols
from matgrad.ops import (
    add,
    below,
    beside,
    det,
    diag,
    diag_matrix,
    eye_op,
    number,
    ones,
    scale,
    symbol_op,
)
from matgrad.ops.linear import mirror


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
        if whole.op is not add:
            return ""
        diagonals: list[Expr] = []
        products: list[tuple[Factors, Factors, Factors]] = []
        for term in whole.args:
            more, bare = peeled(term)
            bare, both = self.value(bare), (*scalars, *more)
            if bare.op is eye_op or "diagonal" in facts_of(bare):
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
        if not shift.shape.is_vector and not (self._is_fixed(shift) and self._is_invertible(shift)):
            return ""
        if shift.shape.is_column and not shift.is_scalar and not self._is_nonzero(shift):
            name = matrix.name if matrix.op is symbol_op else "a matrix"
            return f"not made for {name}: its diagonal may have zeros, say that it is positive"
        if len(products) == 1:
            return LowRank(shift, *products[0])
        rank = sum((U[-1].shape.cols for _, U, _ in products), start=dim(0))
        if TIMES * nominal(rank, self.sizes) > nominal(matrix.shape.rows, self.sizes):
            return ""
        U = beside(*(product(left) for _, left, _ in products))
        V = below(*(scaled(c, product(right)) for c, _, right in products))
        same = all(not c and mirror(product(left)) is product(right) for c, left, right in products)
        return LowRank(shift, (), (U,), (U.T if same else V,))

    def _shift(self, diagonals: Sequence[Expr]) -> Expr:
        """The number s of s I, or the entries of a diagonal, or a matrix."""
        found: list[Expr] = []
        numbers = [peeled(term) for term in diagonals]
        if all(bare.op is eye_op for _, bare in numbers):
            found = [product_of(scalars) for scalars, _ in numbers]
        elif any("diagonal" not in facts_of(bare) for _, bare in numbers):
            found = list(diagonals)
        else:
            found = [_entries(scalars, bare) for scalars, bare in numbers]
        return found[0] if len(found) == 1 else add(*found)

    def _is_invertible(self, matrix: Expr) -> bool:
        return "invertible" in facts_of(matrix) or self.is_definite(det(matrix))

    def _is_nonzero(self, entries: Expr) -> bool:
        known = facts_of(entries)
        return "nonzero" in known or self.is_definite(det(diag_matrix(entries)))


def product_of(scalars: Sequence[Expr]) -> Expr:
    """Scalars multiplied."""
    if not scalars:
        return number(1)
    return scalars[0] if len(scalars) == 1 else scale(*scalars)


def _entries(scalars: Sequence[Expr], bare: Expr) -> Expr:
    if bare.op is eye_op:
        return scaled(scalars, ones(bare.shape.rows))
    return scaled(scalars, bare.args[0] if bare.op is diag_matrix else diag(bare))
