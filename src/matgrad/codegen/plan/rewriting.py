"""What is rewritten before a program is planned, expression by expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product as every
from typing import NamedTuple

from matgrad.codegen.plan import thin
from matgrad.codegen.plan.lowrank import Factors, Reader, Sizes, factors_of, peeled, product, scaled
from matgrad.codegen.plan.program import Options
from matgrad.codegen.plan.values import nominal
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.core.walk import fold, postorder, rebuild, substitute, symbols
from matgrad.ops import add, diag_matrix, eye_op, inv, matmul, matrix_power_op, scale, transpose
from matgrad.ops.linear import mirror, mirror_factor

EXPANSION = "expansion"
WHY_EXPANSION = "products of sums are cheaper multiplied out"
_MOST_TERMS = 8  # terms of one product


def expanded(outputs: Sequence[Expr], definitions: Sequence[Definition]) -> tuple[list[Expr], bool]:
    """The outputs without names, with products of sums multiplied out, and if there are such."""
    known: dict[Expr, Expr] = {}  # shared by all: what they have in common is built once
    for each in definitions:
        known[each.symbol] = fold(each.value, rebuild, known)
    closed = [fold(output, rebuild, known) for output in outputs]
    found = [expr if expr.is_scalar else fold(expr, _multiplied_out) for expr in closed]
    return found, found != closed


def _summands(node: Expr) -> list[Expr]:
    """The terms of a sum, with the scalar factors that stand before it.

    Diagonal matrices and products of a column and a row stay together: they are multiplied one by
    one in any case.
    """
    if node.op is add and all(map(is_structured, node.args)):
        return [node]
    if node.op is add:
        return list(node.args)
    if node.op is transpose and node.args[0].op is add:
        return [mirror(term) for term in node.args[0].args]
    if node.op is scale and node.args[-1].op is add:
        return [scale(*node.args[:-1], term) for term in node.args[-1].args]
    return [node]


def _multiplied_out(node: Expr, args: Sequence[Expr]) -> Expr:
    new = rebuild(node, args)
    if new.op is not matmul:
        return new
    choices = [_summands(arg) for arg in new.args]
    count = 1
    for terms in choices:
        count *= len(terms)
    summed = [term for terms in choices if len(terms) > 1 for term in terms]
    has_product = any(peeled(term)[1].op is matmul for term in summed)
    if count == 1 or count > _MOST_TERMS or not has_product:
        return new
    return add(*(_multiplied_terms(factors) for factors in every(*choices)))


def is_structured(term: Expr) -> bool:
    """Is this a diagonal matrix, or the product of a column and a row?"""
    bare = peeled(term)[1]
    is_outer = bare.op is matmul and bare.args[0].shape.is_column and not bare.shape.is_vector
    return is_outer or bare.op is diag_matrix or bare.op is eye_op


def _multiplied_terms(factors: Sequence[Expr]) -> Expr:
    """The product of factors, whose scalars come first."""
    scalars = [s for factor in factors for s in peeled(factor)[0]]
    return scaled(scalars, matmul(*(peeled(factor)[1] for factor in factors)))


# ---------------------------------------------------------------- sums applied to vectors

# Sums of products applied to vectors: (AᵀA + λI)x as Aᵀ(Ax) + λx, without the matrix.
#
# That is done where the matrix itself is not needed, term by term from the vector on; a name that
# it has is given up if it is used once.

APPLIED = "applied"
WHY_APPLIED = "a sum of products acts on a vector term by term, without the matrix"
_MOST = 4  # vectors that a sum acts on without being computed
_INVERSES = frozenset({inv, matrix_power_op})
_PRODUCTS = _INVERSES | {matmul}


def applied(
    outputs: Sequence[Expr], definitions: Sequence[Definition], fixed: Container[str]
) -> tuple[list[Expr], list[Definition]] | None:
    """The outputs and definitions in which sums act on vectors, if there are such."""
    roots = [*(each.value for each in definitions), *outputs]
    acting, values = _acting(roots), dict[Expr, Expr]()
    inverses = {each.symbol for each in definitions if each.value.op in _INVERSES}
    for each in definitions:
        is_sum = _is_sum(each.value, inverses) and _varies(each.value, fixed)
        if acting[each.symbol] == 1 and is_sum:
            values[each.symbol] = substitute(each.value, values)
    kept = [each for each in definitions if each.symbol not in values]
    if values:
        roots = [substitute(root, values) for root in (*(d.value for d in kept), *outputs)]
        acting = _acting(roots)
    sums = {node for node in acting if _is_sum(node, inverses) and _varies(node, fixed)}
    found = _by_terms(roots, sums) if sums else roots
    if found == roots:
        return None
    named = zip(kept, found, strict=False)
    return found[len(kept) :], [replace(each, value=value) for each, value in named]


def _by_terms(roots: Sequence[Expr], sums: Container[Expr]) -> list[Expr]:
    known: dict[Expr, Expr] = {}

    def visit(node: Expr, args: list[Expr]) -> Expr:
        marked = [node.op is matmul and _bare(arg) in sums for arg in node.args]
        return _product(args, marked) if any(marked) else rebuild(node, args)

    return [fold(root, visit, known) for root in roots]


def _bare(node: Expr) -> Expr:
    return node.args[0] if node.op is transpose else node


def _acting(roots: Sequence[Expr]) -> Counter[Expr]:
    """The matrices that act on a few vectors and are needed for nothing else, and how often."""
    found: Counter[Expr] = Counter()
    needed = {_bare(root) for root in roots}
    for node in postorder(*roots):
        if node.op is matmul and any(ONE in arg.shape for arg in node.args):
            found.update(_bare(arg) for arg in node.args if ONE not in arg.shape)
        elif node.op is not transpose:
            needed.update(map(_bare, node.args))
    few = {node: count for node, count in found.items() if count <= _MOST and node not in needed}
    return Counter(few)


def _varies(node: Expr, fixed: Container[str]) -> bool:
    return not all(s.name in fixed for s in symbols(node))


def _is_sum(node: Expr, inverses: Container[Expr]) -> bool:
    """Is this a sum of matrices that have to be computed themselves? `inverses` have names."""
    if node.op is not add or ONE in node.shape:
        return False
    bodies = [(term, _bare(peeled(term)[1])) for term in node.args]
    return any(
        (body.op in _PRODUCTS and not is_structured(term)) or body in inverses
        for term, body in bodies
    )


def _product(factors: Sequence[Expr], marked: Sequence[bool]) -> Expr:
    """A product that is computed from its vectors on, where marked sums stand in the way."""
    parts: list[Expr] = []
    start = 0
    for end, factor in enumerate(factors, 1):
        if factor.shape.cols == ONE:
            parts.append(_from_column(factors[start:end], marked[start:end]))
            start = end
    if start < len(factors):  # a row, and what stands to its right: the same of the transposes
        turned = [mirror(factor) for factor in reversed(factors[start:])]
        column = _from_column(turned, marked[start:][::-1])
        parts.append(add(*map(mirror, column.args)) if column.op is add else mirror(column))
    return product(parts)


def _from_column(factors: Sequence[Expr], marked: Sequence[bool]) -> Expr:
    """A product that ends in a column."""
    done: list[Expr] = []
    for factor, is_sum in zip(reversed(factors), reversed(marked), strict=True):
        if is_sum:
            is_turned = factor.op is transpose
            terms = map(mirror, factor.args[0].args) if is_turned else factor.args
            done = [add(*[_times(term, done) for term in terms])]
        else:
            done.insert(0, factor)
    return product(done)


def _times(term: Expr, rest: Sequence[Expr]) -> Expr:
    """A term of a sum, times what stands to its right; its scalars stay in front."""
    scalars, body = peeled(term)
    turned = mirror_factor(body.args[0]) if body.op is transpose else body
    return scaled(scalars, matmul(turned, *rest))


# ---------------------------------------------------------------- names of products

# Names of matrix products that cost less as factors of the products they stand in.

NARROW = "narrow"
WHY_NARROW = (
    "a product with a name is not multiplied out before it meets another, where that is less"
)
_LESS = 0.8  # of the cost with the name, what the cost without it has to be below
_LONGEST = 16  # factors of a product whose orders are compared


def inlined(
    outputs: Sequence[Expr], definitions: Sequence[Definition], sizes: Sizes
) -> tuple[list[Expr], list[Definition]] | None:
    """Outputs and definitions without those names; nothing if there are none."""
    bare = {d.symbol: peeled(d.value)[1] for d in definitions if not d.value.shape.is_vector}
    products = {name: factors_of(value) for name, value in bare.items() if value.op is matmul}
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
            used = chains.get(name, [])
            found = [chain for chain in used if len(chain.args) + len(inside) <= _LONGEST]
            less = [self._cost(chain, name) for chain in found]
            if name in others or len(found) < len(used):
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

    def _cost(self, chain: Expr, name: Expr) -> tuple[int, int]:
        """What a product costs with a name and without it."""
        new: list[Expr] = []
        for factor in chain.args:
            inside = self.products[name] if _bare(factor) is name else (factor,)
            is_turned = factor is not name and _bare(factor) is name
            new += factors_of(product(inside).T) if is_turned else inside
        return _cost(chain.args, self.sizes), _cost(new, self.sizes)

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
        new: list[Expr] = []
        for old, arg in zip(node.args, args, strict=True):
            value = self._values[_bare(old)] if (node, _bare(old)) in self.there else None
            new.append(arg if value is None else value.T if old.op is transpose else value)
        return node if new == list(node.args) else _multiplied(new)


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


# ---------------------------------------------------------------- all of them


class Rewritten(NamedTuple):
    """Outputs and definitions, the rewrites that led to them, and what they need of sizes."""

    outputs: list[Expr]
    definitions: list[Definition]
    rewrites: list[tuple[str, str]]
    narrow: tuple[tuple[Dim, Dim], ...]


def rewritten(
    outputs: Sequence[Expr], definitions: Sequence[Definition], chosen: Options
) -> Rewritten:
    """The same results from expressions that cost less."""
    found, named = list(outputs), needed(definitions, outputs)
    reader = Reader(chosen.sizes, {}, chosen.has_cholesky, chosen.fixed)
    opened = thin.thin(found, named, reader, chosen.skip)
    found, named = opened.outputs, needed(opened.definitions, opened.outputs)
    rewrites = list(opened.rewrites)
    without = None if NARROW in chosen.skip else inlined(found, named, chosen.sizes)
    if without is not None:
        found, named = without
        rewrites.append((NARROW, WHY_NARROW))
    acting = None if APPLIED in chosen.skip else applied(found, named, chosen.fixed)
    if acting is not None:
        found, named = acting
        rewrites.append((APPLIED, WHY_APPLIED))
    return Rewritten(found, named, rewrites, opened.narrow)


def needed(definitions: Sequence[Definition], outputs: Sequence[Expr]) -> list[Definition]:
    """The definitions that the outputs use, directly or through others."""
    used = set(symbols(*outputs))
    kept: list[Definition] = []
    for definition in reversed(definitions):
        if definition.symbol in used:
            kept.append(definition)
            used.update(symbols(definition.value))
    return kept[::-1]
