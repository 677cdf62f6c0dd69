"""What a wrong gradient equals instead: slips are fitted to the numbers that a black box returns.

The right gradient is known as a formula. Each usual slip makes another formula of it; the one with
the values that were returned, at all points and sizes, is what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations, islice, product
from math import prod
from typing import Any, NamedTuple

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, make, number_value
from matgrad.core.rule import Context
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.errors import MatgradError
from matgrad.ops import (
    add,
    filled,
    hadamard,
    matmul,
    ones,
    ones_op,
    power,
    power_op,
    scale,
    softmax_rows,
    transpose,
)
from matgrad.optional import load
from matgrad.render.plain import plain
from matgrad.rules import multiplied_out
from matgrad.rules.terms import product_of, scaled
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.code import array
from matgrad.verify.point import Point
from matgrad.verify.slip_terms import opened_terms, terms_of
from matgrad.verify.slips import terms_without_factors, without_factors

TRIED = 600  # formulas
LARGEST = 1500  # nodes of a gradient whose parts are changed
PLAIN, LARGEST_TERM = 4, 12  # numerators and denominators of a factor
EXPONENTS = (Fraction(1), Fraction(-1), Fraction(1, 2), Fraction(-1, 2), Fraction(2), Fraction(-2))
NOTHING = 1e-3  # of the right gradient: less may be rounding alone
LONG = 90  # letters of a term: a longer one is not quoted
ROOTS = {Fraction(1): "{}", Fraction(1, 2): "√{}", Fraction(2): "{}²"}


class Fit(NamedTuple):
    """What happened, in words, and the formula that has the returned values, if it is known."""

    words: str
    formula: Expr | None = None


@dataclass(frozen=True)
class Sample:
    """What a black box returned at a point, and the right gradient there."""

    at: Point
    yours: Any
    true: Any
    returned: Mapping[str, Any]  # what was returned, and what is right, by all variables
    expected: Mapping[str, Any]
    sizes: Mapping[str, float]  # by the names that people give them; also of numbers among inputs
    tolerance: float

    def value(self, formula: Expr) -> Any:
        """A formula at this point, or None if it has no value here."""
        try:
            found = self.at.evaluate([formula])[formula]
        except Undecided:
            return None
        return array(found, formula.shape) if isinstance(found, list) else None

    def equals(self, value: Any) -> bool:
        """Is this what was returned?"""
        least = float(load("numpy").max(load("numpy").abs(self.true), initial=0)) * NOTHING
        return value is not None and close(self.yours, value, self.tolerance, least)


def close(one: Any, other: Any, tolerance: float, least: float = 0.0) -> bool:
    """Do two arrays have the same shape and, up to rounding, the same entries?

    Rounding is measured by the largest entry, or by a number that is `least`.
    """
    np = load("numpy")
    if np.shape(one) != np.shape(other):
        return False
    if not np.size(one):
        return True
    largest = max(float(np.max(np.abs(one))), float(np.max(np.abs(other))), least)
    return bool(np.max(np.abs(np.asarray(one) - other)) <= tolerance * largest)


def explain(samples: Sequence[Sample], name: str, true: Expr, forms: Sequence[Expr]) -> Fit | None:
    """The slip that explains what was returned at all points; `forms` are equal to `true`."""
    ways = (_swapped(samples, name), _shape(samples), _factor(samples),
            _formula(samples, forms), _term(samples, true), _summed(samples, forms))  # fmt: skip
    return next(chain.from_iterable(ways), None)


# ---------------------------------------------------------------- numbers


def _shape(samples: Sequence[Sample]) -> Iterator[Fit]:
    """Transposes, sums that are lost, and sums too many."""
    np = load("numpy")
    pairs = [(s, np.asarray(s.yours), np.asarray(s.true)) for s in samples]
    if all(close(y.T, t, s.tolerance) for s, y, t in pairs):
        yield Fit("it is the transpose of the right gradient")
    if all(y.ndim > t.ndim for _, y, t in pairs):
        for axis in range(min(y.ndim for _, y, _ in pairs)):
            for name, reduce in (("sum", np.sum), ("mean", np.mean)):
                if all(close(reduce(y, axis=axis), t, s.tolerance) for s, y, t in pairs):
                    yield Fit(f"the {name} over axis {axis} is lost")
    if all(y.ndim < t.ndim for _, y, t in pairs):
        for axis in range(min(t.ndim for _, _, t in pairs)):
            for name, reduce in (("summed", np.sum), ("averaged", np.mean)):
                if all(close(y, reduce(t, axis=axis), s.tolerance) for s, y, t in pairs):
                    yield Fit(f"it is {name} over axis {axis}, which is too much")
    if all(y.shape != t.shape and y.size == t.size for _, y, t in pairs) and all(
        close(y.ravel(), t.ravel(), s.tolerance) for s, y, t in pairs
    ):
        _, y, t = pairs[0]
        yield Fit(f"the numbers are right, but the shape is {y.shape}, not {t.shape}")


def _factor(samples: Sequence[Sample]) -> Iterator[Fit]:
    factors = [_ratio(s.yours, s.true, s.tolerance) for s in samples]
    if any(each is None for each in factors):
        return
    known = [each for each in factors if each is not None]
    if all(each == 0 for each in known):
        yield Fit("it is zero")
        return
    words = named_factor(known, samples)
    if words == "-1":
        yield Fit("the sign is wrong")
    elif words:
        yield Fit(f"it is {words} times the right gradient")


def _ratio(yours: Any, true: Any, tolerance: float) -> float | None:
    """The c with yours = c true, if there is one."""
    np = load("numpy")
    y, t = np.asarray(yours, dtype=float), np.asarray(true, dtype=float)
    if y.shape != t.shape or not t.size or not np.any(t):
        return None
    c = float(np.vdot(t, y) / np.vdot(t, t))
    return c if close(y, c * t, tolerance) or not np.any(y) else None


def named_factor(factors: Sequence[float], samples: Sequence[Sample]) -> str:
    """A number that is the same at all points, by sizes and by numbers among the inputs.

    Small numbers count before sizes, and these before numbers that are less plain.
    """
    names = [name for name in samples[0].sizes if all(name in s.sizes for s in samples)]
    single = [((name, exponent),) for name, exponent in product(names, EXPONENTS)]
    double = [(a, b) for (a,), (b,) in combinations(single, 2) if a[0] != b[0]]
    ways: list[tuple[tuple[tuple[str, Fraction], ...], int]] = [((), PLAIN)]
    ways += [*product([*single, *double], [PLAIN]), *product([(), *single], [LARGEST_TERM])]
    tolerance = max(s.tolerance for s in samples)
    for powers, most in ways:
        rest = [c / _power(s, powers) for c, s in zip(factors, samples, strict=True)]
        fraction = Fraction(rest[0]).limit_denominator(most)
        is_plain = 0 < abs(fraction.numerator) <= most
        if is_plain and all(abs(x - fraction) <= tolerance * abs(fraction) for x in rest):
            return _product_words(fraction, powers)
    return ""


def _power(s: Sample, powers: Sequence[tuple[str, Fraction]]) -> float:
    return prod(abs(s.sizes[name]) ** float(exponent) for name, exponent in powers)


def _product_words(number: Fraction, powers: Sequence[tuple[str, Fraction]]) -> str:
    above = [ROOTS[e].format(name) for name, e in powers if e > 0]
    below = [ROOTS[-e].format(name) for name, e in powers if e < 0]
    if abs(number.numerator) != 1 or not above:
        above.insert(0, str(abs(number.numerator)))
    if number.denominator != 1:
        below.insert(0, str(number.denominator))
    under = " ".join(below) if len(below) < 2 else f"({' '.join(below)})"
    sign = "-" if number < 0 else ""
    return sign + " ".join(above) + (f"/{under}" if below else "")


def _swapped(samples: Sequence[Sample], name: str) -> Iterator[Fit]:
    for other in samples[0].expected:
        if other != name and all(
            close(s.yours, s.expected[other], s.tolerance)
            and close(s.returned.get(other), s.true, s.tolerance)
            for s in samples
        ):
            yield Fit(f"it is the gradient by {other}: the two results are swapped")


# ---------------------------------------------------------------- formulas


def _formula(samples: Sequence[Sample], forms: Sequence[Expr]) -> Iterator[Fit]:
    """The first formula with one slip in it that has the returned values, or a multiple of them."""
    first, *rest = samples
    nearly: list[tuple[Expr, str]] = []
    slips = chain.from_iterable(_slips(form) for form in forms if len(postorder(form)) < LARGEST)
    for formula, words in islice(_unique(slips, forms), TRIED):
        value = first.value(formula)
        if value is None or close(value, first.true, first.tolerance):
            continue
        if first.equals(value) and all(s.equals(s.value(formula)) for s in rest):
            yield Fit(words, formula)
        elif _ratio(first.yours, value, first.tolerance):
            nearly.append((formula, words))
    for formula, words in nearly:
        values = [s.value(formula) for s in samples]
        if any(value is None for value in values):
            continue
        ratios = [_ratio(s.yours, v, s.tolerance) for s, v in zip(samples, values, strict=True)]
        known = [each for each in ratios if each]
        factor = named_factor(known, samples) if len(known) == len(samples) else ""
        if factor:
            what = "the sign is wrong" if factor == "-1" else f"it is {factor} times that"
            yield Fit(f"{words}, and {what}", formula)


def _summed(samples: Sequence[Sample], forms: Sequence[Expr]) -> Iterator[Fit]:
    """A sum that is lost, beside another slip."""
    np = load("numpy")
    axes = min(np.ndim(s.yours) - np.ndim(s.true) for s in samples)
    for axis in range(np.ndim(samples[0].yours)) if axes == 1 else ():
        summed = [replace(s, yours=np.sum(s.yours, axis=axis)) for s in samples]
        for fit in chain(_factor(summed), _formula(summed, forms)):
            yield Fit(f"the sum over axis {axis} is lost, and {fit.words}", fit.formula)
            return


def _unique(found: Iterable[tuple[Expr, str]], forms: Sequence[Expr]) -> Iterator[tuple[Expr, str]]:
    seen = {*forms}
    for formula, words in found:
        if formula not in seen:
            seen.add(formula)
            yield formula, words


def _slips(true: Expr) -> Iterator[tuple[Expr, str]]:
    """The right gradient with one slip, the most usual ones first."""
    makers = (
        *(_sums, _missing_terms, _dropped, _axes, _powers, _activations, _left_out),
        *(_expanded, _exchanged, _confusions, _extra),
    )
    for maker in makers:
        found = maker(true)
        while True:
            try:
                each = next(found, None)
            except MatgradError:  # the shapes do not fit: nobody wrote that
                break
            if each is None:
                break
            yield each


def _sums(true: Expr) -> Iterator[tuple[Expr, str]]:
    """Mᵀ1 as M, where a sum over a batch is lost, and as M1, over the wrong axis."""
    scalars, body = (true.args[:-1], true.args[-1]) if true.op is scale else ((), true)
    if body.op is not matmul:
        return
    for one, rest in ((body.args[-1], body.args[:-1]), (body.args[0], body.args[1:])):
        if one.op is not ones_op:
            continue
        M = transpose(product_of(rest)) if one is body.args[-1] else product_of(rest)
        length = next(size for size in one.shape if size != ONE)
        yield scaled(scalars, M), f"the sum over {length} is lost"
        other = matmul(M, ones(M.shape.cols))
        yield scaled(scalars, other), f"the sum is over the wrong axis, not over {length}"


def _sums_in(true: Expr) -> Iterator[Sequence[Expr]]:
    """The gradient as sums of terms: as it stands, and with one factor opened."""
    yield terms_of(true)
    yield from opened_terms(true)


def _missing_terms(true: Expr) -> Iterator[tuple[Expr, str]]:
    """A term that is left out or has the wrong sign."""
    yield from _without_terms(_sums_in(true))


def _expanded(true: Expr) -> Iterator[tuple[Expr, str]]:
    """The same of the gradient multiplied out."""
    yield from _without_terms([terms_of(multiplied_out(true, Context()))])


def _without_terms(sums: Iterable[Sequence[Expr]]) -> Iterator[tuple[Expr, str]]:
    for terms in sums:
        for i, term in enumerate(terms) if len(terms) > 1 else ():
            rest = [*terms[:i], *terms[i + 1 :]]
            quoted = f"the term {plain(term)}" if len(plain(term)) < LONG else "a term"
            yield add(*rest) if len(rest) > 1 else rest[0], f"{quoted} is missing"
            yield add(*rest, -term), f"{quoted} has the wrong sign"


def _dropped(true: Expr) -> Iterator[tuple[Expr, str]]:
    """A factor that is left out: a mask, the derivative of an activation, a number."""
    yield from without_factors(true)
    for terms in opened_terms(true):
        yield from terms_without_factors(terms)


def _placed(true: Expr, node: Expr, new: Expr) -> Iterator[Expr]:
    """Another part in the place of one: everywhere, or in one of the places where it stands."""
    yield substitute(true, {node: new})
    parents = [each for each in postorder(true) if node in each.args]
    for parent in parents if len(parents) > 1 else ():
        args = tuple(new if arg is node else arg for arg in parent.args)
        yield substitute(true, {parent: make(parent.op, args, parent.data)})


def _stands(true: Expr, node: Expr, new: Expr) -> Iterator[tuple[Expr, str]]:
    for formula in _placed(true, node, new):
        yield formula, f"{plain(new)} stands for {plain(node)}"


def _activations(true: Expr) -> Iterator[tuple[Expr, str]]:
    """A function of the entries left out, taken of the wrong thing, or another in its place."""
    known = [node for node in postorder(true) if _is_entrywise(node)]
    for node in known:
        for formula in _placed(true, node, filled(1, node.shape)):
            yield formula, f"the factor {plain(node)} is missing"
    for node in known:
        u = node.args[0]
        again = make(node.op, (node, *node.args[1:]), node.data)
        for new in (u, again):
            yield from _stands(true, node, new)
        if node.op.derivative is not None:
            yield from _stands(true, node, node.op.derivative(node, u))
        for other in dict.fromkeys(each.op for each in known if len(each.args) == 1):
            if other is not node.op and len(node.args) == 1:
                yield from _stands(true, node, make(other, (u,)))
    for node in known:
        for u in dict.fromkeys(each.args[0] for each in known):
            if node.args[0] is not u and node.args[0].shape == u.shape:
                yield from _stands(true, node, make(node.op, (u, *node.args[1:]), node.data))


def _extra(true: Expr) -> Iterator[tuple[Expr, str]]:
    """The derivative of an activation where there should be none, as behind a cross entropy."""
    nodes = postorder(true)
    for node in nodes:
        if node.op.derivative is None:
            continue
        slope = node.op.derivative(node, node.args[0])
        for residual in (each for each in nodes if each.op is add and each.shape == node.shape):
            new = hadamard(residual, slope) if not node.is_scalar else scale(residual, slope)
            yield substitute(true, {residual: new}), f"the factor {plain(slope)} is too much"


def _is_entrywise(node: Expr) -> bool:
    return node.op.derivative is not None or (node.op is power_op and number_value(node) is None)


def _powers(true: Expr) -> Iterator[tuple[Expr, str]]:
    """Another exponent."""
    for node in postorder(true):
        k = number_value(node.args[1]) if node.op is power_op else None
        for other in (k + 1, k - 1, k + 2, k - 2, -k) if k is not None else ():
            base = node.args[0]
            if other:
                yield from _stands(true, node, base if other == 1 else power(base, other))


def _axes(true: Expr) -> Iterator[tuple[Expr, str]]:
    """Functions of rows taken of columns, and sums over the other axis."""
    for node in postorder(true):
        if node.op is softmax_rows:
            other = transpose(make(node.op, (transpose(node.args[0]),)))
            for formula in _placed(true, node, other):
                yield formula, f"{plain(node)} is taken over the wrong axis"
        elif node.op is matmul and node.args[-1].op is ones_op and node.args[0].shape.is_square:
            other = matmul(transpose(product_of(node.args[:-1])), node.args[-1])
            for formula in _placed(true, node, other):
                yield formula, f"the sum {plain(node)} is over the wrong axis"


def _exchanged(true: Expr) -> Iterator[tuple[Expr, str]]:
    """Names for each other, and names that are left out."""
    named = [each for each in symbols(true) if not each.axes]
    for X in named:
        for formula in _placed(true, X, filled(1, X.shape)):
            yield formula, f"the factor {plain(X)} is missing"
        for formula in _placed(true, X, power(X, 2)):
            yield formula, f"{plain(X)} is there twice"
    for one, other in combinations(named, 2):
        if one.shape == other.shape:
            new = substitute(true, {one: other, other: one})
            yield new, f"{plain(one)} and {plain(other)} are exchanged"
            yield from _stands(true, one, other)
            yield from _stands(true, other, one)


def _left_out(true: Expr) -> Iterator[tuple[Expr, str]]:
    """A term of an inner sum that is left out, such as an ε, or has the wrong sign."""
    sums = [node for node in postorder(true) if node.op is add]
    for way in ("is missing", "has the wrong sign"):
        for node in sums:
            for i, term in enumerate(node.args):
                rest = [
                    *node.args[:i],
                    *([] if way == "is missing" else [-term]),
                    *node.args[i + 1 :],
                ]
                new = add(*rest) if len(rest) > 1 else rest[0]
                where = f" in {plain(node)}" if len(plain(node)) < LONG else ""
                for formula in _placed(true, node, new):
                    yield formula, f"{_quoted(term)} {way}{where}"


def _confusions(true: Expr) -> Iterator[tuple[Expr, str]]:
    """Transposes, and elementwise products for matrix products."""
    for node in postorder(true):
        same = len({arg.shape for arg in node.args}) == 1 and len(node.args) > 1
        changes: list[tuple[Expr, str]] = []
        if node.op is matmul and same:
            changes.append((hadamard(*node.args), f"{plain(node)} is taken entry by entry"))
        if node.op is hadamard and node.shape.is_square:
            changes.append((matmul(*node.args), f"{plain(node)} is taken as a matrix product"))
        if node.op is matmul and same and node.shape.is_square:
            words = f"the factors of {plain(node)} are exchanged"
            changes.append((matmul(*node.args[::-1]), words))
        is_square = node.shape.is_square and not node.is_scalar
        if is_square and node.op is transpose:
            changes += [(arg, f"{plain(node)} lacks its transpose") for arg in node.args]
        elif is_square:
            changes.append((transpose(node), f"{plain(node)} is transposed"))
        for new, words in changes:
            for formula in _placed(true, node, new):
                yield formula, words


def _quoted(term: Expr) -> str:
    return plain(term) if len(plain(term)) < LONG else "a term"


def _term(samples: Sequence[Sample], true: Expr) -> Iterator[Fit]:
    """A term that is there more than once, or only in part."""
    np = load("numpy")
    if any(np.shape(s.yours) != np.shape(s.true) for s in samples):
        return
    for term in (each for terms in _sums_in(true) if len(terms) > 1 for each in terms):
        values = [s.value(term) for s in samples]
        if any(value is None for value in values):
            continue
        pairs = zip(samples, values, strict=True)
        apart = [_ratio(s.yours - s.true, v, 10 * s.tolerance) for s, v in pairs]
        known = [each + 1 for each in apart if each is not None]
        factor = named_factor(known, samples) if len(known) == len(samples) else ""
        if factor:
            yield Fit(f"the term {plain(term)} is there {factor} times")
