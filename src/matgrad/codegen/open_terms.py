"""The terms of large matrices that cost less one by one: inverses, diagonals, narrow products."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from matgrad.codegen.lowrank import LowRank
from matgrad.codegen.lowrank_reading import Reader
from matgrad.codegen.narrow import TIMES, Factors, factors_of, narrowest, peeled
from matgrad.codegen.values import nominal
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.facts import facts_of
from matgrad.core.walk import postorder
from matgrad.ops import add, inv, matmul, matrix_power_op, scale, symbol_op, transpose
from matgrad.ops.linear import mirror

_POWER = 8  # factors that a power is taken apart into
_WHY = (
    "{matrix} is {first} and a product {rank} wide: its equations and determinants are those of a"
    " {rank} x {rank} matrix; digits are lost where {first} is small beside that product"
)

Term = tuple[Factors, Factors]  # scalars and factors


@dataclass
class Terms:
    """What is known of the matrices of a program; `values` has what names stand for."""

    reader: Reader
    values: Mapping[Expr, Expr]
    reasons: dict[str, None] = field(default_factory=dict[str, None])
    _read: dict[Expr, LowRank | None] = field(default_factory=dict["Expr", "LowRank | None"])
    _kinds: dict[Expr, str] = field(default_factory=dict["Expr", str])

    @property
    def narrow(self) -> tuple[tuple[Dim, Dim], ...]:
        """The ranks that were found, and the sizes of their matrices."""
        found = [low for low in self._read.values() if low is not None]
        return tuple(dict.fromkeys((low.rank, low.rows) for low in found))

    def low_rank(self, matrix: Expr) -> LowRank | None:
        """A matrix that is inverted, as a diagonal and a narrow product, if it is one."""
        if matrix not in self._read:
            found = self.reader.read(matrix)
            self._read[matrix] = found if isinstance(found, LowRank) else None
            name = matrix.name if matrix.op is symbol_op else "a matrix"
            if isinstance(found, LowRank):
                self.reasons[_WHY.format(matrix=name, rank=found.rank, first=found.first)] = None
            elif found:
                self.reasons[found] = None
        return self._read[matrix]

    def inverse(self, node: Expr) -> tuple[LowRank, int] | None:
        """The matrix that this is the inverse of, and to which power; or its transpose."""
        bare = node.args[0] if node.op is transpose else node
        power = -1 if bare.op is inv else bare.data if bare.op is matrix_power_op else 0
        if not power or abs(power) > _POWER:
            return None
        (base,) = bare.args
        if power > 0:
            value = self.values.get(base, base)
            power, base = (-power, value.args[0]) if value.op is inv else (0, base)
        low = self.low_rank(base) if power else None
        if low is None:
            return None
        return (low.turned if node.op is transpose else low), -power

    def base(self, node: Expr) -> Expr:
        """The inverse that this is a power of."""
        bare = node.args[0] if node.op is transpose else node
        matrix = bare.args[0]
        if bare.op is matrix_power_op and bare.data > 0:
            matrix = self.values.get(matrix, matrix).args[0]
        return inv(matrix).T if node.op is transpose else inv(matrix)

    def turned(self, matrix: Expr) -> Expr:
        """The transpose of a matrix; the inverse of a symmetric one is its own."""
        found = self.inverse(matrix)
        if found is None or found[0].turned != found[0]:
            return turned(matrix)
        return matrix.args[0] if matrix.op is transpose else matrix

    def value(self, node: Expr) -> Expr:
        """What a name of a large matrix stands for, if that is better taken apart."""
        turns = node.op is transpose
        bare = node.args[0] if turns else node
        while bare in self.values and self._is_open(bare):
            bare = self.values[bare]
        if bare is node or (turns and bare is node.args[0]):
            return node
        return turned(bare) if turns else bare

    def _is_open(self, name: Expr) -> bool:
        return not name.shape.is_vector and bool(self.kind(name))

    def kind(self, node: Expr) -> str:
        """What a term is: "inverse" if it has one, "thin", "diagonal", or "" if it is a matrix."""
        for each in postorder(node, skip=self._kinds, into=_is_linear):
            self._kinds[each] = self._kind(each)
        return self._kinds[node]

    def _kind(self, node: Expr) -> str:
        if node in self.values:
            return self._kinds[self.values[node]]  # names come in order
        if node.op is add:
            kinds = {self._kinds[term] for term in node.args}
            return "inverse" if "inverse" in kinds else "" if "" in kinds else max(kinds)
        if node.op is scale or node.op is transpose:
            return self._kinds[node.args[-1]]
        return "inverse" if self.inverse(node) is not None else self._kind_of_product(node)

    def _kind_of_product(self, node: Expr) -> str:
        inverses = [f for f in node.args if node.op is matmul and self._kinds[f] == "inverse"]
        if any(self._is_as_large(node, factor) for factor in inverses):
            return "inverse"
        if narrowest(factors_of(node), self.reader.sizes):
            return "thin"
        return "diagonal" if node.shape.is_square and "diagonal" in facts_of(node) else ""

    def _is_as_large(self, node: Expr, factor: Expr) -> bool:
        """Is a product about as large as a factor of it? Else it is computed where it stands."""
        least = min(nominal(size, self.reader.sizes) for size in node.shape)
        return TIMES * least > nominal(factor.shape.rows, self.reader.sizes)

    def has_inverse(self, node: Expr) -> bool:
        """Is there an inverse among the terms?"""
        return node.shape.is_square and not node.shape.is_vector and self.kind(node) == "inverse"

    def of(self, node: Expr) -> list[Term]:
        """The terms of a sum, names opened; one term if it is none."""
        found: list[Term] = []
        waiting: list[tuple[Factors, Expr]] = [((), node)]
        while waiting:
            scalars, term = waiting.pop()
            more, bare = peeled(term)
            both, bare = (*scalars, *more), self.value(bare)
            if bare.op is add:
                waiting += [(both, part) for part in reversed(bare.args)]
            elif bare.op is transpose and bare.args[0].op is add:
                waiting += [(both, mirror(part)) for part in reversed(bare.args[0].args)]
            elif peeled(bare)[0]:
                waiting.append((both, bare))
            else:
                found.append((both, factors_of(bare)))
        return found


def turned(node: Expr) -> Expr:
    """The transpose, taken into sums."""
    return add(*map(mirror, node.args)) if node.op is add else mirror(node)


def _is_linear(node: Expr) -> bool:
    return node.op in (add, scale, transpose, matmul)
