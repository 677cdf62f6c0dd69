"""Convex, concave or affine by the way a function is built, kinks included.

The rules are those of composition: a convex function that does not decrease keeps a convex
argument convex, and so on. Vectors and matrices are looked at entry by entry.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from matgrad.core.expr import Expr, Op, number_value
from matgrad.core.facts import facts_of
from matgrad.core.rule import Context
from matgrad.core.walk import dependents, postorder
from matgrad.derive.signs import Known, signs_of
from matgrad.ops import (
    absolute,
    add,
    cosh,
    diag,
    diag_matrix,
    eigmax,
    entry_op,
    exp,
    frobenius,
    hadamard,
    inv,
    kron,
    log,
    logdet,
    logsumexp,
    logsumexp_rows,
    matmul,
    max_entry,
    maximum,
    mean,
    min_entry,
    minimum,
    norm1,
    norm2,
    normF,
    normnuc,
    normspec,
    part_op,
    power_op,
    relu,
    scale,
    softplus,
    sqrt,
    square,
    total,
    trace,
    transpose,
    unvec_op,
    vec,
)
from matgrad.rules.transposes import flip

Shape = frozenset[str]
NONE: Shape = frozenset()
CONVEX: Shape = frozenset({"convex"})
CONCAVE: Shape = frozenset({"concave"})
AFFINE = CONVEX | CONCAVE
FLIPPED = {"convex": "concave", "concave": "convex"}

SUMS = (transpose, vec, unvec_op, total, mean, trace, diag, diag_matrix)  # weights ≥ 0
PRODUCTS = (matmul, hadamard, scale, frobenius, kron, entry_op, part_op)
GROWING: dict[Op, Shape] = {  # never decreasing
    exp: CONVEX, relu: CONVEX, softplus: CONVEX, max_entry: CONVEX, maximum: CONVEX,
    logsumexp: CONVEX, logsumexp_rows: CONVEX,
    log: CONCAVE, sqrt: CONCAVE, min_entry: CONCAVE, minimum: CONCAVE,
}  # fmt: skip
EVEN = (absolute, square, cosh, norm1, norm2, normF)  # convex, and growing where nothing is < 0
NORMS = (normnuc, normspec)


def shape_of_function(
    f: Expr, variables: Collection[Expr], known: Known | None = None
) -> tuple[Shape, list[str]]:
    """Is f convex, concave or both, jointly? And the names of the functions it is built with."""
    found = Composition(f, variables, on_convex_sets(known or {}, variables))
    used: dict[str, None] = {}
    for node in postorder(f):
        found.visit(node)
        if found.shapes[node] in (AFFINE, NONE):
            continue
        if node.op not in (*SUMS, *PRODUCTS, add):
            used[node.op.name] = None
        elif all(found.shapes[arg] in (AFFINE, NONE) for arg in node.args):  # curved by itself
            used[_called(node)] = None
    return found.shapes[f], list(used)


def _called(node: Expr) -> str:
    """What a product is that is curved although its factors are not."""
    if node.op in (hadamard, scale):
        return "entropy" if any(arg.op is log for arg in node.args) else "quotient"
    return "square"


def on_convex_sets(known: Known, variables: Collection[Expr]) -> Known:
    """The signs that hold everywhere, or on a convex set: that of a concave part above 0.

    Others, such as that of xᵀx − 1 > 0, cut a domain that need not be convex: on it the rules of
    composition prove nothing.
    """
    moving = {part for part in known if part in dependents((part,), set(variables))}
    found = {part: signs for part, signs in known.items() if part not in moving}
    for part in known.keys() - found.keys():
        inner = Composition(part, variables, {})
        for node in postorder(part):
            inner.visit(node)
        if ">0" in known[part] and "concave" in inner.shapes[part]:
            found[part] = frozenset({">0"})
    return found


class Composition:
    """The shapes of the parts of a function in its variables, found from the inside out."""

    def __init__(self, f: Expr, variables: Collection[Expr], known: Known) -> None:
        self.varying = dependents((f,), set(variables))
        self.shapes: dict[Expr, Shape] = dict.fromkeys(variables, AFFINE)
        self.known = known

    def visit(self, node: Expr) -> None:
        """Find the shape of a node whose arguments are done."""
        if node not in self.shapes:
            self.shapes[node] = self._shape(node) if node in self.varying else AFFINE

    def is_affine(self, node: Expr) -> bool:
        """Is this an affine function of the variables?"""
        return self.shapes[node] == AFFINE

    def has(self, node: Expr, sign: str) -> bool:
        """Is this sign known?"""
        return sign in signs_of(node, self.known)

    def _shape(self, node: Expr) -> Shape:
        op, arg = node.op, node.args[0]
        below = [self.shapes[each] for each in node.args]
        if op in GROWING or op is add:
            return GROWING.get(op, AFFINE).intersection(*below)
        if op in SUMS:
            found = self.shapes[arg] or (self._trace(arg) if op is trace else NONE)
        elif op in PRODUCTS:
            found = self._weighted(node) or self._product(node)
        elif op in EVEN:
            found = self._even(arg)
        elif op is power_op:
            found = self._power(arg, node.args[1])
        else:
            found = self._of_affine(op, arg)
        return found

    def _of_affine(self, op: Op, arg: Expr) -> Shape:
        """Functions of matrices, of which only affine arguments are understood."""
        if not self.is_affine(arg):
            return NONE
        if op in NORMS or (op is eigmax and "symmetric" in facts_of(arg)):
            return CONVEX
        return CONCAVE if op is logdet and self.has(arg, "pd") else NONE

    def _weighted(self, node: Expr) -> Shape:
        """A linear map of one argument; weights of one sign keep or turn what is not affine."""
        moving = [arg for arg in node.args if arg in self.varying]
        if len(moving) != 1:
            return NONE
        inner = self.shapes[moving[0]]
        others = [signs_of(arg, self.known) for arg in node.args if arg is not moving[0]]
        if inner == AFFINE:
            return AFFINE
        if any(not signs & {"≥0", "≤0"} for signs in others):
            return NONE
        turned = sum("≥0" not in signs for signs in others) % 2
        return frozenset(FLIPPED[word] for word in inner) if turned else inner

    def _even(self, arg: Expr) -> Shape:
        """Convex, growing where the argument is ≥ 0 and falling where it is ≤ 0."""
        inner = self.shapes[arg]
        grows = "convex" in inner and self.has(arg, "≥0")
        falls = "concave" in inner and self.has(arg, "≤0")
        return CONVEX if inner == AFFINE or grows or falls else NONE

    def _power(self, base: Expr, exponent: Expr) -> Shape:
        k, inner = number_value(exponent), self.shapes[base]
        if k is None:
            return NONE
        if k < 0:  # falling and convex where the base is positive
            return CONVEX if "concave" in inner and self.has(base, ">0") else NONE
        if k < 1:
            return CONCAVE if "concave" in inner and self.has(base, "≥0") else NONE
        if k.denominator == 1 and k % 2 == 0:
            return self._even(base)
        return CONVEX if "convex" in inner and self.has(base, "≥0") else NONE

    # Products of parts that vary.
    def _product(self, node: Expr) -> Shape:
        """x : x, xᵀPx, x log(x) and ‖x‖²/t."""
        if node.op is frobenius:
            return self._even(node.args[0]) if node.args[0] is node.args[1] else NONE
        if node.op is matmul:
            return self._quadratic(node.args) if node.is_scalar else NONE
        parts = [arg for arg in node.args if arg in self.varying]
        others = [arg for arg in node.args if arg not in self.varying]
        if node.op not in (hadamard, scale) or len(parts) != 2:
            return NONE
        fits = any(
            self._is_entropy(*pair) or self._is_over_linear(*pair) for pair in (parts, parts[::-1])
        )
        return CONVEX if fits and all(self.has(arg, "≥0") for arg in others) else NONE

    def _quadratic(self, args: Sequence[Expr]) -> Shape:
        """xᵀPx with x affine and P constant, or with P⁻¹, P affine and positive definite."""
        context, low, high = Context(), 0, len(args) - 1
        while low < high:
            if flip(context, args[high]) is not args[low] or not self.is_affine(args[high]):
                return NONE
            low, high = low + 1, high - 1
        outer = sum(arg in self.varying for arg in args[high + 1 :])
        if outer > 1:
            return NONE  # the product of two affine parts is not affine
        if low > high:
            return CONVEX
        middle = args[low]
        if middle in self.varying:
            return CONVEX if self._is_inverse(middle) else NONE
        return CONVEX if self.has(middle, "psd") else CONCAVE if self.has(middle, "nsd") else NONE

    def _is_inverse(self, node: Expr) -> bool:
        return node.op is inv and self.is_affine(node.args[0]) and self.has(node.args[0], "pd")

    def _trace(self, arg: Expr) -> Shape:
        """tr(XᵀPX), tr(XᵀPXQ) and tr(P⁻¹Q), with Q constant and semidefinite."""
        if self._is_inverse(arg):
            return CONVEX
        if arg.op is not matmul:
            return NONE
        for rest, weight in (
            (arg.args, None),
            (arg.args[:-1], arg.args[-1]),
            (arg.args[1:], arg.args[0]),
        ):
            if weight is not None and (weight in self.varying or not self.has(weight, "psd")):
                continue
            inner = CONVEX if len(rest) == 1 and self._is_inverse(rest[0]) else NONE
            inner = inner or (self._quadratic(rest) if len(rest) > 1 else NONE)
            if inner:
                return inner
        return NONE

    def _is_entropy(self, one: Expr, other: Expr) -> bool:
        """x log(x), or x log(x/y), which is jointly convex in affine x and y > 0."""
        if other.op is not log or not self.is_affine(one):
            return False
        (inner,) = other.args
        if inner is one:
            return True
        if inner.op not in (hadamard, scale) or len(inner.args) != 2 or one not in inner.args:
            return False
        (below,) = [arg for arg in inner.args if arg is not one] or [one]
        is_over = below.op is power_op and number_value(below.args[1]) == -1
        return is_over and self.is_affine(below.args[0]) and self.has(below.args[0], ">0")

    def _is_over_linear(self, one: Expr, other: Expr) -> bool:
        """‖x‖²/t: jointly convex in affine x and t > 0."""
        if other.op is not power_op or number_value(other.args[1]) != -1:
            return False
        t = other.args[0]
        is_square = (
            one.op is frobenius and one.args[0] is one.args[1] and self.is_affine(one.args[0])
        )
        return is_square and self.is_affine(t) and self.has(t, ">0")
