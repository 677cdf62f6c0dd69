"""Names of matrix products that cost less as factors of the products they stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from matgrad.codegen.narrow import Factors, Sizes, factors_of, peeled, product, scaled
from matgrad.codegen.values import nominal
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.core.walk import fold, postorder, rebuild
from matgrad.ops import diag_matrix, eye_op, matmul, transpose

NAME = "narrow"
WHY = "a product with a name is not multiplied out before it meets another, where that is less"
_LESS = 0.8  # of the cost with the name, what the cost without it has to be below
_LONGEST = 16  # factors of a product whose orders are compared


def inlined(
    outputs: Sequence[Expr], definitions: Sequence[Definition], sizes: Sizes
) -> tuple[list[Expr], list[Definition]] | None:
    """Outputs and definitions without those names; nothing if there are none."""
    products = {d.symbol: factors_of(peeled(d.value)[1]) for d in definitions if _is_product(d)}
    if not products:
        return None
    opening = _Opening(products, sizes)
    roots = [*(d.value for d in definitions), *outputs]
    opening.decide(roots, outputs)
    if not opening.everywhere and not opening.there:
        return None
    named = [replace(each, value=opening.value(each)) for each in definitions]
    kept = [each for each in named if each.symbol not in opening.everywhere]
    return [opening.opened(output) for output in outputs], kept


def _is_product(definition: Definition) -> bool:
    value = definition.value
    return not value.shape.is_vector and peeled(value)[1].op is matmul


@dataclass
class _Opening:
    """Which names are given up, and where; `products` has their factors."""

    products: Mapping[Expr, Factors]
    sizes: Sizes
    everywhere: set[Expr] = field(default_factory=set[Expr])
    there: set[tuple[Expr, Expr]] = field(default_factory=set[tuple[Expr, Expr]])
    _values: dict[Expr, Expr] = field(default_factory=dict["Expr", "Expr"])
    _done: dict[Expr, Expr] = field(default_factory=dict["Expr", "Expr"])

    def decide(self, roots: Sequence[Expr], outputs: Sequence[Expr]) -> None:
        """A name that only stands in products is given up in all of them or in none."""
        chains, others = self._uses(roots)
        others |= {output for output in outputs if output in self.products}
        for name, inside in self.products.items():
            if any(factor.shape.cols == ONE for factor in inside[:-1]):  # u vᵀ
                self.everywhere.add(name)
                continue
            found = [chain for chain in chains.get(name, []) if self._is_short(chain, inside)]
            less = [self._cost(chain, name) for chain in found]
            if name in others or len(found) < len(chains.get(name, [])):
                pairs = zip(found, less, strict=True)
                self.there |= {(c, name) for c, (old, new) in pairs if new < _LESS * old}
            elif found:
                named = _cost(inside, self.sizes) + sum(old for old, _ in less)
                if sum(new for _, new in less) < _LESS * named:
                    self.everywhere.add(name)

    def _uses(self, roots: Sequence[Expr]) -> tuple[dict[Expr, list[Expr]], set[Expr]]:
        """The products in which names are factors, and the names that stand elsewhere too."""
        chains: dict[Expr, list[Expr]] = {}
        others: set[Expr] = set()
        for node in postorder(*roots):
            for arg in dict.fromkeys(node.args):
                name = _bare(arg)
                if name in self.products and node.op is matmul:
                    chains.setdefault(name, []).append(node)
                elif name in self.products and (node.op is not transpose or arg is not name):
                    others.add(name)
        return chains, others

    def _is_short(self, chain: Expr, inside: Factors) -> bool:
        return len(chain.args) + len(inside) <= _LONGEST

    def _cost(self, chain: Expr, name: Expr) -> tuple[int, int]:
        """What a product costs with a name and without it."""
        new: list[Expr] = []
        for factor in chain.args:
            new += self._factors(factor) if _bare(factor) is name else (factor,)
        return _cost(chain.args, self.sizes), _cost(new, self.sizes)

    def _factors(self, factor: Expr) -> Factors:
        """Those of a name, or of its transpose."""
        inside = self.products[_bare(factor)]
        return factors_of(product(inside).T) if factor.op is transpose else inside

    def value(self, definition: Definition) -> Expr:
        """The value of a definition; where its name is given up, it stands for that."""
        value = self.opened(definition.value)
        if definition.symbol in self.products:
            self._values[definition.symbol] = value
        return value

    def opened(self, root: Expr) -> Expr:
        """An expression without the names that are given up in it."""
        return fold(root, self._visit, self._done)

    def _visit(self, node: Expr, args: list[Expr]) -> Expr:
        if node in self.everywhere:
            return self._values[node]
        if node.op is not matmul:
            return rebuild(node, args)
        pairs = zip(node.args, args, strict=True)
        new = [self._put(old) if (node, _bare(old)) in self.there else arg for old, arg in pairs]
        return node if new == list(node.args) else _multiplied(new)

    def _put(self, factor: Expr) -> Expr:
        value = self._values[_bare(factor)]
        return value.T if factor.op is transpose else value


def _bare(factor: Expr) -> Expr:
    return factor.args[0] if factor.op is transpose else factor


def _multiplied(args: Sequence[Expr]) -> Expr:
    """A product of products, as one; numbers come first."""
    scalars: list[Expr] = []
    factors: list[Expr] = []
    for arg in args:
        numbers, bare = peeled(_bare(arg))
        scalars += numbers
        factors += factors_of(bare.T if arg.op is transpose else bare)
    return scaled(scalars, product(factors))


def _cost(factors: Sequence[Expr], sizes: Sizes) -> int:
    """Of a product, in the best order: diagonal matrices scale rows and columns."""
    ends = [factors[0].shape.rows, *(factor.shape.cols for factor in factors)]
    at = [nominal(size, sizes) for size in ends]
    scaling = [factor.op in (diag_matrix, eye_op) for factor in factors]
    least = {(i, i): 0 for i in range(len(factors))}

    def cost(i: int, k: int, j: int) -> int:
        light = all(scaling[i : k + 1]) or all(scaling[k + 1 : j + 1])
        return least[i, k] + least[k + 1, j] + at[i] * at[j + 1] * (1 if light else at[k + 1])

    for width in range(1, len(factors)):
        for i in range(len(factors) - width):
            least[i, i + width] = min(cost(i, k, i + width) for k in range(i, i + width))
    return least[0, len(factors) - 1]
