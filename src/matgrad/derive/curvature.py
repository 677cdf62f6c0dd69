"""Convex, concave or affine by the way a function is built, kinks included, with the proof.

The rules are those of composition: a convex function that grows keeps a convex argument convex,
and so on. They speak of each entry of a vector or a matrix, of its logarithm ("log-convex"), and of
symmetric matrices in the order of their quadratic forms ("matrix-convex"). Whatever holds of a part
is kept with the reason and with the parts that the reason needs: together they are a proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from matgrad.core.curves import EVEN, LINEAR, Curve
from matgrad.core.expr import Condition, Expr, Op, make, number_value
from matgrad.core.facts import facts_of
from matgrad.core.rule import Context
from matgrad.core.walk import dependents, fold, postorder, rebuild, substitute
from matgrad.derive.signs import Known, Signs, known_signs, signs_of
from matgrad.ops import (
    absolute,
    add,
    det,
    diag,
    diag_matrix,
    entry_op,
    exp,
    frobenius,
    hadamard,
    inv,
    kron,
    log,
    logm,
    matmul,
    mean,
    number,
    part_op,
    power_op,
    prod,
    scale,
    size,
    sqrt,
    square,
    sum_op,
    symbol,
    total,
    trace,
    transpose,
    unvec_op,
    var,
    vec,
)
from matgrad.render.plain import plain
from matgrad.rules import multiplied_out, prepare
from matgrad.rules.terms import as_term, chain_of, product_of, terms_of
from matgrad.rules.transposes import flip

FLIPPED = {"convex": "concave", "concave": "convex"}
CURVED = ("convex", "concave")
SUMS = (add, total, trace, mean, diag, diag_matrix, transpose, vec, unvec_op, sum_op)
PRODUCTS = (matmul, hadamard, scale, frobenius, kron, entry_op, part_op)
HALF = Fraction(1, 2)
LETTERS = "uvwst"


class Reason(NamedTuple):
    """Why a part is convex, or something else, and the parts of which it must be known before."""

    why: str
    premises: tuple[tuple[Expr, str], ...] = ()


class Factor(NamedTuple):
    """A base and its exponent in a product of powers; what is known of the base."""

    words: Collection[str]
    signs: Signs
    exponent: Fraction
    part: Expr


Found = dict[str, Reason]
Shape = frozenset[str]
AFFINE: Shape = frozenset(CURVED)
GIVEN = Reason("a variable")
CONSTANT = Reason("it does not vary")
NORM_OF_AFFINE: Shape = frozenset({"convex"})
NEVER_NEGATIVE: Signs = frozenset({"≥0"})


def composed(f: Expr, variables: Collection[Expr], conditions: Sequence[Condition]) -> Composition:
    """What the way a function is built tells of it, in the form that is the easier to read."""
    known = on_convex_sets(known_signs(conditions), variables)
    whole = Composition(prepare(f, Context()), variables, known)
    for other in dict.fromkeys((f, prepare(_spelled_out(f), Context()))):
        if not whole.shape and whole.function is not other:
            again = Composition(other, variables, known)
            whole = again if again.shape else whole
    return whole


def _spelled_out(f: Expr) -> Expr:
    """The function with the formulas of operators that do not say how they curve."""

    def open_(node: Expr, args: list[Expr]) -> Expr:
        if node.op.means is None or node.op.curves:
            return rebuild(node, args)
        return node.op.means(*args)

    return fold(f, open_)


def on_convex_sets(known: Known, variables: Collection[Expr]) -> Known:
    """The signs that hold everywhere, or on a convex set: that of a concave part above 0.

    Others, such as that of xᵀx − 1 > 0, cut a domain that need not be convex: on it the rules of
    composition prove nothing.
    """
    moving = {part for part in known if part in dependents((part,), set(variables))}
    found = {part: signs for part, signs in known.items() if part not in moving}
    for part in known.keys() - found.keys():
        if ">0" in known[part] and "concave" in Composition(part, variables, {}).words(part):
            found[part] = frozenset({">0"})
    return found


class Composition:
    """What holds of the parts of a function in its variables, found from the inside out."""

    def __init__(self, f: Expr, variables: Collection[Expr], known: Known) -> None:
        self.function, self.variables, self.known = f, set(variables), known
        self.varying = dependents((f,), self.variables)
        self.found: dict[Expr, Found] = {}
        self._signs: dict[Expr, Signs] = {}
        for node in postorder(f):
            self.found[node] = self._all(node)

    @property
    def shape(self) -> Shape:
        """Convex, concave, both if it is affine, or nothing."""
        return AFFINE.intersection(self.found[self.function])

    def words(self, node: Expr) -> Collection[str]:
        """What holds of a part."""
        return self.found[node]

    def proof(self, word: str) -> Iterator[tuple[Expr, str, Reason]]:
        """The parts with what holds of them and why, each after those that it needs."""
        order: dict[tuple[Expr, str], None] = {}
        waiting = [((self.function, word), False)]
        while waiting:
            step, is_done = waiting.pop()
            if is_done:
                order.setdefault(step)
            elif step not in order:
                premises = self.found[step[0]][step[1]].premises
                waiting.append((step, True))
                waiting += [(each, False) for each in reversed(premises)]
        for node, what in order:
            yield node, what, self.found[node][what]

    def used(self) -> list[str]:
        """The names of the functions that the proof is about."""
        (word,) = self.shape
        names: dict[str, None] = {}
        for node, _, _ in self.proof(word):
            if node not in self.varying or self.is_affine(node):
                continue
            if node.op not in (*SUMS, *PRODUCTS):
                names[node.op.name] = None
            elif not any(word in self.found[arg] and not self.is_affine(arg) for arg in node.args):
                is_quotient = node.op in (hadamard, scale)
                has_log = any(arg.op is log for arg in node.args)
                names["entropy" if has_log else "quotient" if is_quotient else "square"] = None
        return list(names)

    def signs(self, node: Expr) -> Signs:
        """The signs that are known of a part."""
        return signs_of(node, self.known, self._signs)

    def has(self, node: Expr, sign: str) -> bool:
        """Is this sign known?"""
        return sign in self.signs(node)

    def is_affine(self, node: Expr) -> bool:
        """Is this an affine function of the variables?"""
        return AFFINE.issubset(self.found[node])

    # ------------------------------------------------------------ one part

    def _all(self, node: Expr) -> Found:
        is_symmetric = node.is_scalar or "symmetric" in facts_of(node)
        if node not in self.varying or node in self.variables:
            why = GIVEN if node in self.varying else CONSTANT
            words = [*CURVED, *(f"matrix-{each}" for each in CURVED if is_symmetric)]
            if node not in self.varying and self.has(node, "≥0"):
                words += ["log-convex", "log-concave"]
            found = dict.fromkeys(words, why)
            self._follow(node, found, is_symmetric)
            return found
        found: Found = {}
        for rule in self.RULES:
            for word, reason in rule(self, node):
                found.setdefault(word, reason)
        self._follow(node, found, is_symmetric)
        return found

    def _follow(self, node: Expr, found: Found, is_symmetric: bool) -> None:
        """Add what follows from the words of a part alone."""
        if node.is_scalar:
            for word in CURVED:
                if f"matrix-{word}" in found:
                    found.setdefault(word, found[f"matrix-{word}"])
        if "log-convex" in found:
            why = "even its logarithm is convex"
            found.setdefault("convex", Reason(why, ((node, "log-convex"),)))
        if "concave" in found and self.has(node, "≥0"):
            why = "it is concave and never negative, so its logarithm is concave"
            found.setdefault("log-concave", Reason(why, ((node, "concave"),)))
        if AFFINE.issubset(found) and is_symmetric:
            for word in CURVED:
                found.setdefault(f"matrix-{word}", found[word])

    def _by_linearity(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """A linear map of an affine argument, or a product in which one factor varies."""
        moving = [arg for arg in node.args if arg in self.varying]
        is_linear = node.op.adjoints is not None and (node.op.jointly or len(moving) == 1)
        if is_linear and all(self.is_affine(arg) for arg in moving):
            premises = tuple((arg, word) for arg in moving for word in CURVED)
            for word in CURVED:
                yield word, Reason("a linear map of what is affine", premises)

    def _by_curves(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """The operator applied to an argument that it keeps convex."""
        curves = node.op.curves
        moving = [arg for arg in node.args if arg in self.varying]
        for curve in curves(node) if callable(curves) else curves:
            if curve.argument is not None and moving != [node.args[curve.argument]]:
                continue
            if curve.where and not all(self.has(arg, curve.where) for arg in moving):
                continue
            kind, _, base = curve.shape.rpartition("-")
            for word in CURVED if base == "affine" else (base,):
                needed = [self._argument(arg, word, curve) for arg in moving]
                if all(needed):
                    said = f"{kind}-{word}" if kind else word
                    premises = tuple(pair for pairs in needed for pair in pairs)
                    yield said, Reason(self._sentence(node, said, curve, premises), premises)

    def _argument(self, arg: Expr, word: str, curve: Curve) -> tuple[tuple[Expr, str], ...]:
        """What is needed of an argument for the function of it to be convex, if it holds."""
        kind = "matrix-" if curve.order == "matrix" else ""
        both = tuple((arg, f"{kind}{each}") for each in CURVED)
        if all(each in self.found[arg] for _, each in both):
            return both
        turned = {"grows": word, "falls": FLIPPED[word]}.get(curve.goes, "")
        return ((arg, kind + turned),) if turned and kind + turned in self.found[arg] else ()

    def _sentence(
        self, node: Expr, word: str, curve: Curve, premises: Sequence[tuple[Expr, str]]
    ) -> str:
        """The reason in words: exp(u) is convex and grows with u, and here u is convex."""
        if curve.shape == "affine":
            kind = "sum" if node.op in (add, total, trace, mean, sum_op) else "part"
            return f"a {kind} of what is {premises[0][1].rpartition('-')[2]}"
        moving = [arg for arg in node.args if arg in self.varying]
        names = {arg: symbol(LETTERS[i], *arg.shape) for i, arg in enumerate(dict.fromkeys(moving))}
        shown = plain(make(node.op, tuple(names.get(arg, arg) for arg in node.args), node.data))
        said = f"{shown} is {told(word)}"
        given = {arg: [what for part, what in premises if part is arg] for arg in names}
        if any(len(each) == 1 for each in given.values()):
            said += f" and {curve.goes} with {names[moving[0]].name}"
        if curve.where:
            said += f" for {names[moving[0]].name} {SIGN_WORDS[curve.where]}"
        return said

    # ------------------------------------------------------------ products of which one part varies

    def _weighted(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """Weights of one sign keep or turn what is not affine."""
        moving = [arg for arg in node.args if arg in self.varying]
        if node.op not in PRODUCTS or len(moving) != 1:
            return
        (body,) = moving
        sign = self._sign_of(arg for arg in node.args if arg is not body)
        words = self.found[body].keys() & CURVED if sign else ()
        kind = "factors" if node.op is scale else "weights"
        for word in words:
            why = f"what is {word}, with {kind} {'≥ 0' if sign > 0 else 'of the other sign'}"
            yield word if sign > 0 else FLIPPED[word], Reason(why, ((body, word),))
        if sign > 0 and "log-convex" in self.found[body]:
            yield "log-convex", Reason("a sum of what is log-convex", ((body, "log-convex"),))

    def _sign_of(self, factors: Iterable[Expr]) -> int:
        """The sign of a product, if it is known, or 0."""
        signs = [self.signs(each) for each in factors]
        if any(not each & {"≥0", "≤0"} for each in signs):
            return 0
        return -1 if sum("≥0" not in each for each in signs) % 2 else 1

    def _logarithms(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """What holds of the logarithm: of products it is a sum, of sums log-convexity is kept."""
        op, moving = node.op, [arg for arg in node.args if arg in self.varying]
        if op is log:
            for word in self.found[node.args[0]].keys() & {"log-convex", "log-concave"}:
                shape = word.removeprefix("log-")
                yield shape, Reason(f"the logarithm of what is {word}", ((node.args[0], word),))
        elif op is exp:
            for word in self.found[node.args[0]].keys() & CURVED:
                why = f"exp of what is {word}"
                yield f"log-{word}", Reason(why, ((node.args[0], word),))
        elif op is power_op and node.args[1] in self.varying:
            base, exponent = node.args
            if base not in self.varying and self.has(base, ">0") and self.is_affine(exponent):
                for word in CURVED:
                    why = "the logarithm of a power is linear in the exponent"
                    yield f"log-{word}", Reason(why, ((exponent, "convex"), (exponent, "concave")))
        elif op in (hadamard, scale, power_op, sqrt, square):
            signs = self.signs(node.args[1]) if op is power_op else NEVER_NEGATIVE
            bases = node.args[:1] if op is power_op else node.args
            for word in CURVED if signs & {"≥0", "≤0"} else ():
                wanted = f"log-{word if '≥0' in signs else FLIPPED[word]}"
                if all(wanted in self.found[base] for base in bases):
                    premises = tuple((base, wanted) for base in bases if base in self.varying)
                    yield f"log-{word}", Reason(f"a product of what is {wanted}", premises)
        elif _is_sum(op) and all("log-convex" in self.found[arg] for arg in node.args):
            premises = tuple((arg, "log-convex") for arg in moving)
            yield "log-convex", Reason("a sum of what is log-convex", premises)

    # ------------------------------------------------------------ quadratic forms and matrices

    def _in_matrix_order(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """Sums, multiples and products AᵀMA in the order of quadratic forms."""
        if node.op is add:
            for word in MATRIX:
                if all(word in self.found[arg] for arg in node.args):
                    premises = tuple((arg, word) for arg in node.args if arg in self.varying)
                    yield word, Reason(f"a sum of what is {told(word)}", premises)
        elif node.op is scale:
            yield from self._scaled_matrix(node)
        elif node.op is diag_matrix:
            for word in self.found[node.args[0]].keys() & CURVED:
                why = f"diagonal with {word} entries"
                yield f"matrix-{word}", Reason(why, ((node.args[0], word),))
        elif node.op is matmul:
            yield from self._chain(node.args)
        elif node.op is frobenius:
            yield from self._inner(node)
        elif node.op is trace:
            yield from self._trace(node.args[0])

    def _scaled_matrix(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """Multiples of M, and g(x) P with P ⪰ 0."""
        *scalars, body = node.args
        moving = [arg for arg in node.args if arg in self.varying]
        if len(moving) != 1 or (moving[0] is not body and not self.has(body, "psd")):
            return
        sign = self._sign_of(arg for arg in scalars if arg is not moving[0])
        kind = "matrix-" if moving[0] is body else ""
        for word in CURVED if sign else ():
            if kind + word in self.found[moving[0]]:
                why = f"{'' if sign > 0 else 'minus '}what is {told(kind + word)}, with factors ≥ 0"
                said = word if sign > 0 else FLIPPED[word]
                yield f"matrix-{said}", Reason(why, ((moving[0], kind + word),))

    def _palindrome(self, args: Sequence[Expr]) -> tuple[list[Expr], Expr | None] | None:
        """The affine factors of uᵀMu that vary, one at most, and M; None if it is no such form."""
        context, low, high = Context(), 0, len(args) - 1
        moving: list[Expr] = []
        while low < high:
            if not _mirrored(args[low], args[high], context) or not self.is_affine(args[high]):
                return None
            moving += [args[high]] if args[high] in self.varying else []
            low, high = low + 1, high - 1
        return (moving, args[low] if low == high else None) if len(moving) < 2 else None

    def _chain(self, args: Sequence[Expr]) -> Iterator[tuple[str, Reason]]:
        """AᵀMA with A constant, XᵀPX with P semidefinite, and XᵀM⁻¹X."""
        form = self._palindrome(args)
        if form is None:
            return
        moving, middle = form
        outer = tuple((x, word) for x in moving for word in CURVED)
        if middle is None or middle not in self.varying:
            signs = self.signs(middle) if middle is not None else {"psd"}
            for sign, word in (("psd", "convex"), ("nsd", "concave")):
                if sign in signs:
                    yield f"matrix-{word}", Reason(_form(moving, middle, sign), outer)
        elif not moving:
            for word in self.found[middle].keys() & {*MATRIX}:
                why = f"AᵀMA with a constant A, and M is {told(word)}"
                yield word, Reason(why, ((middle, word),))
        elif self._is_inverse(middle):
            below = (middle.args[0], "matrix-concave")
            why = "the matrix fractional function uᵀM⁻¹u is jointly convex in u and M ≻ 0"
            yield "matrix-convex", Reason(why, (*outer, below))

    def _is_inverse(self, node: Expr) -> bool:
        if node.op is not inv:
            return False
        below = node.args[0]
        return "matrix-concave" in self.found[below] and self.has(below, "pd")

    def _inner(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """u : u, and C : M with a semidefinite C."""
        one, other = node.args
        if one is other:
            yield from self._squared_norm(one)
        for C, M in ((one, other), (other, one)):
            yield from self._against(C, M, self.found[M])

    def _squared_norm(self, u: Expr) -> Iterator[tuple[str, Reason]]:
        for curve in EVEN:
            needed = self._argument(u, "convex", curve)
            if needed and (not curve.where or self.has(u, curve.where)):
                yield (
                    "convex",
                    Reason(f"the square of a norm of what is {told_all(needed)}", needed),
                )
                return

    def _against(self, C: Expr, M: Expr, words: Found) -> Iterator[tuple[str, Reason]]:
        """tr(C M) with a constant semidefinite C."""
        if C in self.varying or not (self.has(C, "psd") or self.has(C, "nsd")):
            return
        for word in (each for each in MATRIX if each in words):
            said = word.removeprefix("matrix-")
            premises = ((M, word),) if M in self.found else words[word].premises
            sign = "⪰" if self.has(C, "psd") else "⪯"
            why = f"tr(CM) with {plain(C)} {sign} 0, and M = {plain(M)} is {told(word)}"
            yield said if self.has(C, "psd") else FLIPPED[said], Reason(why, premises)

    def _trace(self, arg: Expr) -> Iterator[tuple[str, Reason]]:
        """Traces of functions of matrices, of X log X, and of products with a constant."""
        for word in self.found[arg].keys() & TRACES.keys():
            why = f"the trace of a function that is {TRACES[word]} in the eigenvalues"
            yield TRACES[word], Reason(why, self.found[arg][word].premises)
        opened = multiplied_out(arg, Context()) if logm in {x.op for x in postorder(arg)} else arg
        if opened.op is add:
            yield from self._relative_entropy(opened)
        if arg.op is not matmul:
            return
        one, *_, other = sorted(arg.args, key=lambda each: each.op is logm)
        is_entropy = len(arg.args) == 2 and other.op is logm and other.args[0] is one
        if is_entropy and self.is_affine(one) and self.has(one, "pd"):
            why = "the trace of X log X is convex, as x log x is in the eigenvalues"
            yield "convex", Reason(why, tuple((one, word) for word in CURVED))
        for i in range(len(arg.args)):  # tr(ABC) = tr(BCA)
            turned = (*arg.args[i:], *arg.args[:i])
            for end in range(1, len(turned)):
                M, C = turned[:end], turned[end:]
                if M[0] in self.varying and M[-1] in self.varying and self.varying.isdisjoint(C):
                    words = self.found[M[0]] if end == 1 else dict(self._chain(M))
                    if words:
                        yield from self._against(product_of(C), product_of(M), words)

    def _relative_entropy(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """tr(X log X − X log Y), jointly."""
        found: dict[Fraction, tuple[Expr, Expr]] = {}
        for term in terms_of(node):
            k, scalars, body = as_term(term)
            factors = sorted(chain_of(body), key=lambda each: each.op is logm) if body else []
            if scalars or len(factors) != 2 or factors[1].op is not logm or k in found:
                return
            found[k] = factors[0], factors[1].args[0]
        if found.keys() != {Fraction(1), Fraction(-1)}:
            return
        (X, below), (other, Y) = found[Fraction(1)], found[Fraction(-1)]
        fits = all(self.is_affine(part) and self.has(part, "pd") for part in (X, Y))
        if X is below and X is other and fits:
            why = "the relative entropy tr(X (log X − log Y)) is jointly convex in X, Y ≻ 0"
            yield "convex", Reason(why, tuple((part, word) for part in (X, Y) for word in CURVED))

    # ------------------------------------------------------------ powers and their products

    def _form_base(self, node: Expr) -> bool:
        """Is this the square of a norm of something affine, so that its root is convex?"""
        if node.op is frobenius:
            return node.args[0] is node.args[1] and bool([*self._squared_norm(node.args[0])])
        if node.op is var:
            return self.is_affine(node.args[0])
        product = node.args[0] if node.op is trace else node
        form = self._palindrome(product.args) if product.op is matmul else None
        if form is None or not (node.is_scalar and form[0]):
            return False
        return form[1] is None or (form[1] not in self.varying and self.has(form[1], "psd"))

    def _factor(self, node: Expr, k: Fraction) -> Factor | tuple[tuple[Expr, Fraction], ...]:
        """A power taken apart one step: to the powers that it consists of, or to its base."""
        exponent = {sqrt: HALF, square: Fraction(2)}.get(node.op)
        if node.op is power_op:
            exponent = number_value(node.args[1])
        if exponent is not None:
            base = node.args[0]
            if self.has(base, "≥0"):
                return ((base, k * exponent),)
            if exponent.numerator % 2 == 0:
                convex = self.is_affine(base) or self._is_absolute_convex(base)
                words = NORM_OF_AFFINE if convex else frozenset[str]()
                return Factor(words, NEVER_NEGATIVE, k * exponent, base)
        if node.op in (hadamard, scale) and (k == 1 or all(self.has(x, "≥0") for x in node.args)):
            return tuple((arg, k) for arg in node.args)
        if self._form_base(node):
            return Factor(NORM_OF_AFFINE, NEVER_NEGATIVE, 2 * k, node)
        if node.op is absolute:
            words = self.found.get(node, {})
            return Factor(words, NEVER_NEGATIVE, k, node.args[0])
        return Factor(self.found.get(node, {}), self.signs(node), k, node)

    def _is_absolute_convex(self, base: Expr) -> bool:
        return "concave" in self.found[base] and self.has(base, "≤0")

    def _factors(self, node: Expr) -> tuple[list[Factor], bool] | None:
        """The powers of which a product consists, and whether its constant factors are ≤ 0."""
        found: list[Factor] = []
        waiting, is_negative = [(node, Fraction(1))], False
        while waiting:
            part, k = waiting.pop()
            if part not in self.varying:
                if self.has(part, "≥0"):
                    continue
                if k != 1 or not self.has(part, "≤0"):
                    return None
                is_negative = not is_negative
                continue
            norm = self._norm_power(part)
            taken = (
                self._factor(part, k) if norm is None else norm._replace(exponent=norm.exponent * k)
            )
            if isinstance(taken, Factor):
                found.append(taken)
            else:
                waiting += taken
        return _together(found), is_negative

    def _products(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """x₁^a₁ x₂^a₂ …: concave if all aᵢ ≥ 0 and their sum is ≤ 1; convex if all are ≤ 0, or all
        but one and that one is ≥ 1 + the sum of the others."""  # fmt: skip
        if node.op not in (hadamard, scale, power_op, sqrt, square):
            return
        taken = self._factors(node)
        if taken is None or not taken[0]:
            return
        factors, is_negative = taken
        if len(factors) == 1 and factors[0].part in (node, *node.args[:1]) and node.op is not scale:
            return  # a power of one thing: the operator itself says how it curves
        rising = [each for each in factors if each.exponent > 0]
        falling = [each for each in factors if each.exponent < 0]
        powers = " ".join(f"{LETTERS[i]}^{_shown(f.exponent)}" for i, f in enumerate(factors[:5]))
        premises = self._premises(factors)
        if any("≥0" not in each.signs for each in rising) or any(
            ">0" not in each.signs or "concave" not in each.words for each in falling
        ):
            return
        if not falling and sum(each.exponent for each in rising) <= 1:
            if all("concave" in each.words for each in rising):
                why = f"{powers} is concave and grows for {_letters(factors)} ≥ 0"
                yield FLIPPED["concave"] if is_negative else "concave", Reason(why, premises)
        elif self._is_parallel(rising, falling):
            why = "x y/(x + y) = 1/(1/x + 1/y) is concave for x, y > 0"
            yield FLIPPED["concave"] if is_negative else "concave", Reason(why, premises)
        elif len(rising) <= 1 and all("convex" in each.words for each in rising):
            least = 1 - sum(each.exponent for each in falling)
            if not rising or rising[0].exponent >= least:
                why = f"{powers} is convex for {_letters(factors)} > 0"
                yield FLIPPED["convex"] if is_negative else "convex", Reason(why, premises)

    def _is_parallel(self, rising: Sequence[Factor], falling: Sequence[Factor]) -> bool:
        """x y/(x + y) with affine x, y > 0."""
        if len(rising) != 2 or len(falling) != 1 or falling[0].part.op is not add:
            return False
        ones = rising[0].exponent == rising[1].exponent == -falling[0].exponent == 1
        parts = {each.part for each in rising}
        positive = all(self.is_affine(each) and self.has(each, ">0") for each in parts)
        return ones and positive and len(parts) == 2 and parts == {*falling[0].part.args}

    def _premises(self, factors: Sequence[Factor]) -> tuple[tuple[Expr, str], ...]:
        found: list[tuple[Expr, str]] = []
        for each in factors:
            known = self.found.get(each.part, {})
            wanted = "convex" if each.exponent > 0 and "concave" not in each.words else "concave"
            found += [(each.part, word) for word in (*CURVED,) if self.is_affine(each.part)]
            if not self.is_affine(each.part) and wanted in known:
                found.append((each.part, wanted))
        return tuple(found)

    def _terms(self, node: Expr) -> list[Factor] | None:
        """The powers of which a node is a sum, with weights that are never negative."""
        found: list[Factor] = []
        waiting = [node]
        while waiting:
            part = waiting.pop()
            if part not in self.varying:
                if not self.has(part, "≥0"):
                    return None
                continue
            if part.op is diag and part.args[0].op is matmul and len(part.args[0].args) == 2:
                one, other = part.args[0].args
                if flip(Context(), other) is one and self.is_affine(one):  # diag(XXᵀ): squares
                    found.append(Factor(NORM_OF_AFFINE, NEVER_NEGATIVE, Fraction(2), one))
                    continue
            if self._form_base(part):
                found.append(Factor(NORM_OF_AFFINE, NEVER_NEGATIVE, Fraction(2), part))
                continue
            moving = [arg for arg in part.args if arg in self.varying]
            if part.op in (matmul, hadamard, scale) and len(moving) == 1:
                if not all(self.has(arg, "≥0") for arg in part.args if arg is not moving[0]):
                    return None
                waiting += moving
            elif _is_sum(part.op):
                waiting += part.args
            else:
                taken = self._factor(part, Fraction(1))
                while not isinstance(taken, Factor) and len(taken) == 1:
                    taken = self._factor(*taken[0])
                if not isinstance(taken, Factor):
                    return None
                found.append(taken)
        return found

    def _norm_power(self, node: Expr) -> Factor | None:
        """A sum Σ cᵢ uᵢᵖ as the power p of its norm, which is convex for p ≥ 1."""
        if not _is_sum(node.op) and node.op is not matmul:
            return None
        terms = self._terms(node) or []
        exponents = {each.exponent for each in terms}
        if len(exponents) != 1 or min(exponents) <= 1:
            return None
        if any("≥0" not in each.signs or "convex" not in each.words for each in terms):
            return None
        return Factor(NORM_OF_AFFINE, NEVER_NEGATIVE, min(exponents), node)

    def _means(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """(Σ cᵢ uᵢᵖ)^r: a norm or a power of it for p ≥ 1, a concave mean for p ≤ 1."""
        r = HALF if node.op is sqrt else number_value(node.args[1]) if node.op is power_op else None
        if r is None:
            return
        terms = self._terms(node.args[0])
        exponents = {each.exponent for each in terms or ()}
        if terms is None or len(exponents) != 1 or not terms:
            return
        (p,) = exponents
        if p == 1 or any(("≥0" if p > 0 else ">0") not in each.signs for each in terms):
            return
        shown = f"(Σ c u^{_shown(p)})^{_shown(r)}"
        premises = self._premises(terms)
        if p >= 1 and r * p >= 1 and all("convex" in each.words for each in terms):
            norm = "a norm" if r * p == 1 else "a power of a norm"
            why = f"{shown} with c ≥ 0 is {norm}: convex, and growing for u ≥ 0"
            yield "convex", Reason(why, premises)
        if p < 1 and 0 < r * p <= 1 and all("concave" in each.words for each in terms):
            sign = "≥" if p > 0 else ">"
            yield (
                "concave",
                Reason(f"{shown} with c ≥ 0 is concave and grows for u {sign} 0", premises),
            )

    def _geometric(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """Geometric means: prod(x)^(1/n), det(X)^(1/n), and exp of a weighted mean of log(x)."""
        if node.op is power_op and node.args[0].op in (prod, det):
            (u,) = node.args[0].args
            rows, cols = u.shape
            most = size(rows) if node.args[0].op is det else size(rows * cols)
            word, sign = ("matrix-concave", "pd") if node.args[0].op is det else ("concave", ">0")
            if word in self.found[u] and self.has(u, sign) and _is_one_over(node.args[1], most):
                shown = "det(M)^(1/n) is concave for M ≻ 0" if sign == "pd" else ""
                why = shown or "the geometric mean is concave and grows for u > 0"
                yield "concave", Reason(why, ((u, word),))
        elif node.op is exp:
            logs = self._mean_of_logs(node.args[0])
            if logs is not None:
                why = "exp(Σ wᵢ log uᵢ) with wᵢ ≥ 0 and Σ wᵢ ≤ 1 is concave and grows for u > 0"
                yield "concave", Reason(why, tuple((each, "concave") for each in logs))

    def _mean_of_logs(self, node: Expr) -> list[Expr] | None:
        """The arguments of the logarithms in a weighted sum, if the weights sum to one at most."""
        found: list[Expr] = []
        weight, waiting = Fraction(0), [(node, Fraction(1))]
        while waiting:
            part, k = waiting.pop()
            moving = [arg for arg in part.args if arg in self.varying]
            if part not in self.varying:
                continue
            if part.op is add:
                waiting += [(arg, k) for arg in part.args]
            elif part.op is scale and len(moving) == 1 and len(part.args) == 2:
                c = number_value(part.args[0])
                if c is None or c < 0:
                    return None
                waiting.append((part.args[1], k * c))
            elif (part.op is log and part.is_scalar) or self._is_average(part):
                inner = part if part.op is log else moving[0]
                (u,) = (inner.args[0] if inner.op is not log else inner).args
                if "concave" not in self.found[u]:
                    return None
                found.append(u)
                weight += k
            else:
                return None
        return found if weight <= 1 else None

    def _is_average(self, node: Expr) -> bool:
        """Is this mean(log u), or wᵀ log u with weights that sum to one?"""
        if node.op is mean:
            return node.args[0].op is log
        if node.op not in (matmul, frobenius) or len(node.args) != 2 or not node.is_scalar:
            return False
        moving = [arg for arg in node.args if arg in self.varying]
        (w,) = [arg for arg in node.args if arg not in moving] or [node]
        facts = facts_of(w) | facts_of(w.args[0] if w.args else w)
        return len(moving) == 1 and moving[0].op is log and {"simplex", "nonnegative"} <= facts

    # ------------------------------------------------------------ entropies and perspectives

    def _entropies(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """x log x and x log(x/y), also where the logarithms stand in different terms."""
        if node.op not in (hadamard, scale, add):
            return
        groups: dict[tuple[Expr, ...], list[tuple[int, Expr]]] = {}
        rest: list[Expr] = []
        for term in terms_of(node):
            weighted = self._weighted_logs(term)
            if weighted is None:
                rest.append(term)
            else:
                groups.setdefault(weighted[0], []).extend(weighted[1])
        if not groups or any("convex" not in self.found[term] for term in rest):
            return
        premises = [(term, "convex") for term in rest if term in self.varying]
        for (u, *_), logs in groups.items():
            needed = self._entropy(u, logs)
            if needed is None:
                return
            premises += needed
        why = "x log x, and x log(x/y) jointly in x and y, are convex for x, y > 0"
        yield "convex", Reason(why, tuple(premises))

    def _weighted_logs(self, term: Expr) -> tuple[tuple[Expr, ...], list[tuple[int, Expr]]] | None:
        """A term as u and weights ≥ 0, times a sum of ± log v: these with their signs."""
        factors = [*term.args]
        while factors and factors[-1].op in (hadamard, scale) and term.op in (hadamard, scale):
            factors += factors.pop().args
        moving = [arg for arg in factors if arg in self.varying]
        if term.op not in (hadamard, scale) or len(moving) != 2:
            return None
        sign, weights = 1, list[Expr]()
        for arg in (arg for arg in factors if arg not in self.varying):
            value = number_value(arg)
            if value is None and not self.has(arg, "≥0"):
                return None
            sign = -sign if value is not None and value < 0 else sign
            weights += [arg] if value is None else [] if abs(value) == 1 else [number(abs(value))]
        for u, logs in (moving, moving[::-1]):
            parts = [_signed_log(each) for each in terms_of(logs)]
            found = [(sign * part[0], part[1]) for part in parts if part is not None]
            if len(found) == len(parts):
                return (u, *weights), found
        return None

    def _entropy(self, u: Expr, logs: Sequence[tuple[int, Expr]]) -> list[tuple[Expr, str]] | None:
        """What is needed for u (log u − log v) to be convex; v may be a constant."""
        above, below = list[Expr](), list[Expr]()
        for sign, v in logs:
            under = _quotient(v, u)
            above += [v if under is None else u] if sign > 0 else []
            below += [v] if sign < 0 else [] if under is None else [under]
        fits = above == [u] and len(below) < 2 and all(self.has(v, ">0") for v in below)
        if not fits or not all(self.is_affine(part) for part in (u, *below)):
            return None
        return [(part, word) for part in (u, *below) for word in CURVED]

    def _perspective(self, node: Expr) -> Iterator[tuple[str, Reason]]:
        """t g(x/t) is convex in x and t > 0 if g is."""
        if node.op is not scale:
            return
        for t in node.args:
            rest = [arg for arg in node.args if arg in self.varying and arg is not t]
            others = [arg for arg in node.args if arg not in self.varying]
            if (
                t not in self.variables
                or not t.is_scalar
                or not self.has(t, ">0")
                or len(rest) != 1
            ):
                continue
            quotients = {
                each: v for each in postorder(rest[0]) if (v := _over(each, t)) is not None
            }
            tops = [*dict.fromkeys(quotients.values())]
            if not tops or not all(top in self.found and self.is_affine(top) for top in tops):
                continue
            inner = {q: symbol(f"#{tops.index(v)}", *v.shape) for q, v in quotients.items()}
            g = substitute(rest[0], inner)
            if not self.variables.isdisjoint(postorder(g)):
                continue
            shape = Composition(g, {*inner.values()}, {}).shape
            if not all(self.has(arg, "≥0") for arg in others):
                continue
            for word in shape:
                why = f"the perspective t g(x/t) of a {word} function g is {word} in x and t > 0"
                yield word, Reason(why, tuple((v, each) for v in (*tops, t) for each in CURVED))

    RULES = (
        _by_linearity, _by_curves, _weighted, _logarithms, _in_matrix_order, _products, _means,
        _geometric, _entropies, _perspective,
    )  # fmt: skip


MATRIX = ("matrix-convex", "matrix-concave")
TRACES = {"trace-convex": "convex", "trace-log-convex": "log-convex"}
SIGN_WORDS = {"≥0": "≥ 0", "≤0": "≤ 0", ">0": "> 0", "pd": "≻ 0", "psd": "⪰ 0"}


def told(word: str) -> str:
    """What a part is, in words."""
    kind, _, shape = word.rpartition("-")
    return f"{shape} in the order of quadratic forms" if kind == "matrix" else word


def told_all(premises: Sequence[tuple[Expr, str]]) -> str:
    """What an argument is: affine if it is both."""
    return "affine" if len(premises) > 1 else premises[0][1]


def _is_sum(op: Op) -> bool:
    return not callable(op.curves) and LINEAR[0] in op.curves


def _mirrored(left: Expr, right: Expr, context: Context) -> bool:
    return flip(context, right) is left or flip(context, left) is right


def _form(moving: Sequence[Expr], middle: Expr | None, sign: str) -> str:
    if middle is None:
        return "a square uᵀu" if moving and moving[0].shape.is_column else "a product UᵀU"
    return f"uᵀPu with P = {plain(middle)} {'⪰' if sign == 'psd' else '⪯'} 0"


def _together(factors: Sequence[Factor]) -> list[Factor]:
    """Powers of the same base as one; x and |x| are two bases."""
    found: dict[tuple[Expr, Signs], Factor] = {}
    for each in factors:
        key = each.part, each.signs
        before = found.get(key)
        exponent = each.exponent + (before.exponent if before else 0)
        found[key] = each._replace(exponent=exponent)
    return [each for each in found.values() if each.exponent]


def _shown(k: Fraction) -> str:
    return str(k) if k.denominator == 1 and k > 0 else f"({k})"


def _letters(factors: Sequence[Factor]) -> str:
    return ", ".join(LETTERS[: min(len(factors), 5)])


def _is_one_over(exponent: Expr, n: Expr) -> bool:
    """Is this 1/n?"""
    value, length = number_value(exponent), number_value(n)
    if value is not None:
        return length is not None and 0 < value * length <= 1
    return (
        exponent.op is power_op and exponent.args[0] is n and number_value(exponent.args[1]) == -1
    )


def _signed_log(node: Expr) -> tuple[int, Expr] | None:
    """± log(v)."""
    if node.op is log:
        return 1, node.args[0]
    is_minus = node.op is scale and len(node.args) == 2 and number_value(node.args[0]) == -1
    return (-1, node.args[1].args[0]) if is_minus and node.args[1].op is log else None


def _quotient(node: Expr, u: Expr) -> Expr | None:
    """The v of u/v."""
    if node.op not in (hadamard, scale) or len(node.args) != 2 or u not in node.args:
        return None
    (below,) = [arg for arg in node.args if arg is not u] or [u]
    is_over = below.op is power_op and number_value(below.args[1]) == -1
    return below.args[0] if is_over else None


def _over(node: Expr, t: Expr) -> Expr | None:
    """The v of v/t."""
    if node.op is not scale:
        return None
    for i, arg in enumerate(node.args):
        if arg.op is power_op and arg.args[0] is t and number_value(arg.args[1]) == -1:
            rest = (*node.args[:i], *node.args[i + 1 :])
            return rest[0] if len(rest) == 1 else scale(*rest)
    return None
