"""The usual mistakes in a derivative, recognised by trying to undo them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice, product

from matgrad.core.expr import Expr, number_value
from matgrad.core.walk import postorder, substitute
from matgrad.errors import MatgradError
from matgrad.ops import add, hadamard, matmul, number, power, power_op, scale, transpose
from matgrad.render.plain import plain
from matgrad.verify.arithmetic import Matrix
from matgrad.verify.field import P
from matgrad.verify.point import TRIES, Point, Setting, field_points
from matgrad.verify.slip_terms import in_term, opened_terms, terms_of

# A slip must explain the claim at all of them, also where it is right, as √x² for x is at some.
POINTS = 8
SMALL = 1000  # numerators and denominators that count as a plain factor
TRANSPOSED = "the claim is the transpose of the right answer"
LINEAR = (add, scale, matmul, hadamard, transpose)
REPAIRS = 60  # edits of the claim that are tried


@dataclass(frozen=True)
class Sighting:
    """The claimed and the true value at one point."""

    at: Point
    claimed: Matrix
    true: Matrix


def find_slip(place: Setting, claim: Expr, result: Expr, seed: int = 1) -> str:
    """The mistake that turns the result into the claim, in words, or an empty string."""
    return _first(RULES, place, claim, result, seed)


def find_unseen(
    place: Setting, claim: Expr, result: Expr, holds: Callable[[Expr], bool], seed: int = 1
) -> str:
    """The slip in a claim that has no values in the field, as the transpose of expm(X)."""
    if next(_sightings(place, claim, result, seed), None) is not None:
        return ""
    return next((words for changed, words in _changes(claim) if holds(changed)), "")


def _changes(claim: Expr) -> Iterator[tuple[Expr, str]]:
    """The claim without one of the usual slips."""
    if claim.shape.is_square and not claim.is_scalar:
        yield transpose(claim), TRANSPOSED
    yield -claim, "the sign is wrong"
    for times in (Fraction(2), Fraction(1, 2)):
        yield scale(number(1 / times), claim), f"the claim is {times} times the right answer"


def find_missing_factor(place: Setting, claim: Expr, result: Expr, seed: int = 1) -> str:
    """The factor of the result that the claim lacks, in words, or an empty string."""
    return _first((_dropped,), place, claim, result, seed)


def _first(rules: Sequence[Rule], place: Setting, claim: Expr, result: Expr, seed: int) -> str:
    seen = list(islice(_sightings(place, claim, result, seed), POINTS))
    words = (rule(seen, claim, result) for rule in rules if seen)
    return next(filter(None, words), "")


def _sightings(place: Setting, claim: Expr, result: Expr, seed: int) -> Iterator[Sighting]:
    for _, at in field_points(place, seed, TRIES):
        memo = at.evaluate([claim, result])
        claimed, true = memo[claim], memo[result]
        if isinstance(claimed, list) and isinstance(true, list) and any(map(any, claimed + true)):
            yield Sighting(at, claimed, true)


# ---------------------------------------------------------------- factors


def _factor(seen: Sequence[Sighting], claim: Expr, result: Expr) -> str:
    ratios = [_ratio(s.claimed, s.true) for s in seen]
    kept = [r for r in ratios if r is not None]
    if len(kept) < len(ratios) or not all(kept):  # nothing is zero times everything
        return ""
    if kept[0] == -1 and len(set(kept)) == 1:
        return "the sign is wrong"
    for words, scaled in _by_sizes(seen, kept):
        if len(set(scaled)) == 1:
            number = "" if scaled[0] == 1 and words else f"{scaled[0]}"
            factor = number + (" " if number and words else "") + words
            return f"the claim is {factor} times the right answer"
    return ""


def _ratio(claimed: Matrix, true: Matrix) -> Fraction | None:
    pairs = [
        (c, t) for cs, ts in zip(claimed, true, strict=True) for c, t in zip(cs, ts, strict=True)
    ]
    first = next(((c, t) for c, t in pairs if t), None)
    if first is None:
        return None
    ratio = first[0] * pow(first[1], -1, P) % P
    return _small_fraction(ratio) if all(c == ratio * t % P for c, t in pairs) else None


def _small_fraction(x: int) -> Fraction | None:
    """The fraction with small terms that x is modulo the prime, by Euclid's algorithm."""
    (r0, r1), (s0, s1) = (P, x), (0, 1)
    while r1 > SMALL:
        q = r0 // r1
        r0, r1, s0, s1 = r1, r0 - q * r1, s1, s0 - q * s1
    return Fraction(r1, s1) if 0 < abs(s1) <= SMALL else None


def _by_sizes(
    seen: Sequence[Sighting], ratios: Sequence[Fraction]
) -> Iterator[tuple[str, list[Fraction]]]:
    """The ratios as they are, and divided by products of at most two sizes."""
    yield "", list(ratios)
    names = sorted(seen[0].at.R.sizes)
    powers = [("", 0), *((name, e) for name in names for e in (1, -1))]
    for (a, i), (b, j) in product(powers, powers):
        words = " ".join(f"{n}" if e > 0 else f"1/{n}" for n, e in ((a, i), (b, j)) if e)
        sizes = [s.at.R.sizes for s in seen]
        yield (
            words,
            [
                r / Fraction(z.get(a, 1)) ** i / Fraction(z.get(b, 1)) ** j
                for r, z in zip(ratios, sizes, strict=True)
            ],
        )


# ---------------------------------------------------------------- terms


def _terms(seen: Sequence[Sighting], claim: Expr, result: Expr) -> str:
    for root, others in ((result, terms_of(claim)), (claim, ())):
        for term in terms_of(root):
            times = None if term in others else _small_multiples(seen, term)
            if times is not None and times != 0:
                return _term_words(term, times, root is claim)
    return ""


def _in_product(seen: Sequence[Sighting], claim: Expr, result: Expr) -> str:
    """A term of a sum in a product that the claim lacks, as ppᵀW of (Diag(p) − ppᵀ)W."""
    for terms in opened_terms(result):
        for whole in terms:
            if (times := _small_multiples(seen, whole)) is not None and times != 0:
                return _term_words(whole, times, False)
    return ""


def _small_multiples(seen: Sequence[Sighting], term: Expr) -> Fraction | None:
    """c if claim − truth is c times the term at every point."""
    found: set[Fraction | None] = set()
    for s in seen:
        value = s.at.evaluate([term])[term]
        assert isinstance(value, list)
        found.add(_ratio(s.at.R.subtract(s.claimed, s.true), value))
    return found.pop() if len(found) == 1 else None


def _term_words(term: Expr, times: Fraction, claimed: bool) -> str:
    """In words: the claim is the truth and so many times a term of the claim or of the truth."""
    if claimed:
        if times == 2:
            return f"the term {plain(term)} has the wrong sign"
        if times == 1:
            return f"the term {plain(term)} is too much"
        return f"the term {plain(term)} should be {1 - times} times as large"
    if times == -1:
        return f"the term {plain(term)} is missing"
    if times == -2:
        return f"the term {plain(term)} has the wrong sign"
    return f"the claim has {1 + times} times the term {plain(term)}"


# ---------------------------------------------------------------- one edit

LACK = "is missing"


def _dropped(seen: Sequence[Sighting], claim: Expr, result: Expr) -> str:
    """A factor of the truth that the claim lacks, such as the derivative of an activation."""
    opened = (terms_without_factors(terms) for terms in opened_terms(result))
    found = list(islice(chain(without_factors(result), *opened), REPAIRS))
    for s in seen:
        s.at.evaluate([edited for edited, _ in found])
    return next(
        (words for edited, words in found
         if all(s.at.memo[edited] == s.claimed for s in seen)), "",
    )  # fmt: skip


def terms_without_factors(terms: Sequence[Expr]) -> Iterator[tuple[Expr, str]]:
    """The sum of terms of which one lacks a factor."""
    for i, term in enumerate(terms):
        for edited, words in without_factors(term):
            if words.endswith(LACK):
                yield add(*terms[:i], edited, *terms[i + 1 :]), words + in_term(term)


def without_factors(result: Expr) -> Iterator[tuple[Expr, str]]:
    """The result without one, two or three factors of a product, and what is missing."""
    outer = {*postorder(result, skip={n for n in postorder(result) if n.op not in LINEAR})}
    alone = {*postorder(result, skip={n for n in postorder(result) if n.op is add})}
    for node in postorder(result):
        if node.op not in (hadamard, matmul, scale):
            continue
        for size in range(1, min(len(node.args), 4)):
            for kept in combinations(range(len(node.args)), len(node.args) - size):
                rest = [node.args[i] for i in kept]
                gone = [arg for i, arg in enumerate(node.args) if i not in kept]
                is_chain = node.op is not matmul or _follow_each_other(kept)
                # Inside of another function people drop signs and numbers, not whole factors.
                if node not in outer and any(number_value(arg) is None for arg in gone):
                    continue
                short = node.op(*rest) if len(rest) > 1 and is_chain else rest[0]
                if is_chain and short.shape == node.shape:
                    words = _lacking(node, gone, short, outer)
                    where = in_term(node) if node in outer - alone else ""
                    yield substitute(result, {node: short}), words + where * words.endswith(LACK)


def _lacking(node: Expr, gone: Sequence[Expr], short: Expr, outer: Container[Expr]) -> str:
    """What a claim lacks that has only a part of a product."""
    try:
        factor = _product(node, gone)
    except MatgradError:  # they do not stand side by side
        return f"the factors {' and '.join(map(plain, gone))} are missing"
    if number_value(factor) == -1:
        return f"{plain(short)} has the wrong sign"
    inside = "" if node in outer else f" of {plain(node)}"
    return f"the factor {plain(factor)}{inside} {LACK}"


def _follow_each_other(kept: Sequence[int]) -> bool:
    return list(kept) == list(range(kept[0], kept[0] + len(kept)))


def _product(node: Expr, factors: Sequence[Expr]) -> Expr:
    return node.op(*factors) if len(factors) > 1 else factors[0]


def _transposed(seen: Sequence[Sighting], claim: Expr, result: Expr) -> str:
    if all(s.at.R.transpose(s.claimed) == s.true for s in seen):
        return TRANSPOSED
    return ""


def _edited(seen: Sequence[Sighting], claim: Expr, result: Expr) -> str:
    edits = list(islice(_edits(claim), REPAIRS))
    roots = [edited for edited, _ in edits]
    for s in seen:
        s.at.evaluate(roots)
    for edited, words in edits:
        if all(s.at.memo[edited] == s.true for s in seen):
            return words
        if all(s.at.memo[edited] == s.at.R.subtract(s.true, s.claimed) for s in seen):
            return f"the term {plain(edited)} is missing"
    return ""


def _edits(claim: Expr) -> Iterator[tuple[Expr, str]]:
    """The claim with one part changed in a way that people confuse, and what the confusion is."""
    for node in postorder(claim):
        for other, words in _confused(node):
            yield substitute(claim, {node: other}), words


def _confused(node: Expr) -> Iterator[tuple[Expr, str]]:
    same = len({arg.shape for arg in node.args}) == 1
    if node.op is matmul and same:
        yield hadamard(*node.args), f"{plain(node)} should be an elementwise product"
    if node.op is hadamard and node.shape.is_square:
        yield matmul(*node.args), f"{plain(node)} should be a matrix product"
    if node.shape.is_square and not node.is_scalar:
        if node.op is transpose:
            yield node.args[0], f"{plain(node)} should not be transposed"
        else:
            yield transpose(node), f"{plain(node)} should be transposed"
    exponent = number_value(node.args[1]) if node.op is power_op and node.is_scalar else None
    if exponent is not None and exponent.denominator == 1:
        for e in (exponent - 1, exponent + 1):
            other = power(node.args[0], e)
            yield other, f"{plain(node)} should be {plain(other)}"


Rule = Callable[[Sequence[Sighting], Expr, Expr], str]
RULES: tuple[Rule, ...] = (_factor, _transposed, _terms, _edited, _in_product)
