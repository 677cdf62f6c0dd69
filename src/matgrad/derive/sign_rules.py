"""How signs go through the operators: the tables behind `signs_of`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite

from matgrad.core.expr import Expr, Op, number_value
from matgrad.core.facts import facts_of
from matgrad.core.rule import Context
from matgrad.derive.patterns import is_semidefinite_sum
from matgrad.ops import (
    absolute,
    add,
    cos,
    cosh,
    det,
    diag,
    diag_matrix,
    entry_op,
    erf,
    exp,
    eye_op,
    frobenius,
    hadamard,
    inv,
    kron,
    log,
    matmul,
    matrix_power_op,
    mean,
    ndtr,
    norm1,
    norm2,
    normF,
    number_op,
    ones_op,
    part_op,
    power_op,
    relu,
    scale,
    sigmoid,
    sin,
    size_op,
    softmax,
    softmax_rows,
    softplus,
    sqrt,
    square,
    step,
    tanh,
    total,
    trace,
    transpose,
    unvec_op,
    vec,
)
from matgrad.rules.terms import as_term
from matgrad.rules.transposes import flip

Signs = frozenset[str]
Rule = Callable[[Expr, Sequence[Signs]], Signs]

NONE: Signs = frozenset()
OPPOSITE = {"≥0": "≤0", "≤0": "≥0", "psd": "nsd", "nsd": "psd", "≤1": "≥-1", "<1": ">-1"}
REGULAR = frozenset({"invertible", "orthogonal", "full_column_rank"})


def _all(below: Sequence[Signs], *words: str) -> Signs:
    return frozenset(word for word in words if all(word in signs for signs in below))


# ---------------------------------------------------------------- sums


def _add(node: Expr, below: Sequence[Signs]) -> Signs:
    terms = [as_term(arg) for arg in node.args]
    if all(term.body is None and not term.scalars for term in terms):  # numbers: 1 − 0.1
        whole = sum(term.coefficient for term in terms)
        return frozenset({"≥0", ">0"} if whole > 0 else {"≤0"} if whole else {"≥0", "≤0"})
    found = set(_all(below, "≥0", "≤0", "psd", "nsd"))
    for weak, strict in (("≥0", ">0"), ("psd", "pd")):
        if weak in found and any(strict in signs for signs in below):
            found.add(strict)
    found |= _less_than_one(node, below) | _between(node)
    if is_semidefinite_sum(node, below):
        found.add("psd")
    return frozenset(found)


def _less_than_one(node: Expr, below: Sequence[Signs]) -> set[str]:
    """1 − x with x at most one."""
    found: set[str] = set()
    if len(node.args) == 2:
        for one, rest in ((0, 1), (1, 0)):
            term = node.args[one]
            if term.op is ones_op or number_value(term) == 1:
                found |= {"≥0"} if "≥-1" in below[rest] else set()
                found |= {"≥0", ">0"} if ">-1" in below[rest] else set()
                found |= {"≤1"} if "≤0" in below[rest] else set()
    return found


def _between(node: Expr) -> set[str]:
    """The sign of a sum whose terms lie between numbers, as 2 − sin(x)."""
    low = high = Fraction(0)
    for arg in node.args:
        term = as_term(arg)
        body = term.body if term.body is not None else None
        if body is None and len(term.scalars) == 1:
            body = term.scalars[0]
        elif term.scalars:
            return set()
        ends = (1, 1) if body is None or body.op is ones_op else body.op.reach
        if not all(map(isfinite, ends)):
            return set()
        between = sorted(term.coefficient * Fraction(end) for end in ends)
        low, high = low + between[0], high + between[1]
    return (
        ({"≥0"} if low >= 0 else set[str]())
        | ({">0"} if low > 0 else set[str]())
        | ({"≤0"} if high <= 0 else set[str]())
    )


# ---------------------------------------------------------------- products


def _sign_of_product(below: Sequence[Signs]) -> tuple[int, bool] | None:
    """The sign of a product of numbers and whether it is certainly not 0; None if unknown."""
    sign, strict = 1, True
    for signs in below:
        if "≥0" not in signs and "≤0" not in signs:
            return None
        sign = sign if "≥0" in signs else -sign
        strict = strict and "≠0" in signs
    return sign, strict


def _scaled(body: Signs, factor: tuple[int, bool] | None, is_minus: bool = False) -> Signs:
    if factor is None:
        return NONE
    sign, strict = factor
    if sign > 0:
        return body & ({"≥0", "≤0", "psd", "nsd"} | ({">0", "pd", "≠0"} if strict else set()))
    kept = {"≥0", "≤0", "psd", "nsd"} | ({"≤1", "<1"} if is_minus else set[str]())
    nonzero = body & ({"≠0"} if strict else NONE)
    return nonzero | frozenset(OPPOSITE[word] for word in body if word in kept)


def _scale(node: Expr, below: Sequence[Signs]) -> Signs:
    is_minus = len(node.args) == 2 and number_value(node.args[0]) == -1
    return _scaled(below[-1], _sign_of_product(below[:-1]), is_minus)


def _entrywise(node: Expr, below: Sequence[Signs]) -> Signs:
    """Entries multiplied; semidefinite matrices multiplied entry by entry are semidefinite."""
    found = set(_all(below, "psd", ">0"))
    product = _sign_of_product(below)
    if product is not None:
        found.add("≥0" if product[0] > 0 else "≤0")
        found |= _all(below, "≤1", "<1") if "≥0" in found and _all(below, "≥0") else NONE
    return frozenset(found | _one_negative(below))


def _kron(node: Expr, below: Sequence[Signs]) -> Signs:
    return _all(below, "psd", "pd", "≥0", ">0") | _one_negative(below)


def _one_negative(below: Sequence[Signs]) -> Signs:
    """A product of semidefinite matrices, some of them negative, has their sign."""
    forms = [signs & {"psd", "nsd"} for signs in below]
    if not all(forms):
        return NONE
    negative = sum("psd" not in form for form in forms) % 2
    return frozenset({"nsd" if negative else "psd"})


def _matmul(node: Expr, below: Sequence[Signs]) -> Signs:
    """AᵀDA is semidefinite if D is; definite if x ≠ 0 stands outside, or an invertible A."""
    entries = _all(below, "≥0")
    context, low, high = Context(), 0, len(node.args) - 1
    outside = True
    while low < high:
        if flip(context, node.args[high]) is not node.args[low]:
            return entries
        right = node.args[high]
        regular = right.shape.is_column and "vector≠0" in below[high]
        outside = outside and (regular or bool(facts_of(right) & REGULAR))
        low, high = low + 1, high - 1
    middle = below[low] if low == high else frozenset({"psd", "pd"})
    return entries | (middle & {"psd", "nsd"}) | (middle & ({"pd"} if outside else NONE))


# ---------------------------------------------------------------- functions


def _power(node: Expr, below: Sequence[Signs]) -> Signs:
    k, base = number_value(node.args[1]), below[0]
    if k is None:
        return base & {">0"}
    found = set(base & {">0"})
    if k.denominator == 1 and k > 0:
        found |= base & {"psd"}  # Schur: the Hadamard product of semidefinite matrices
    if k.denominator == 1 and k % 2 == 0:
        found |= {"≥0"} | ({">0"} if "≠0" in base else set())
        found |= {"<1"} if "|<1|" in base and k > 0 else set()
        found |= {"≤1"} if "|≤1|" in base and k > 0 else set()
    elif "≥0" in base:
        found |= {"≥0"} | (base & {"≤1", "<1"} if k > 0 else set())
    elif k.denominator == 1:
        found |= base & {"≤0"}
    return frozenset(found)


def _number(node: Expr, below: Sequence[Signs]) -> Signs:
    value = number_value(node)
    if value is None:
        return NONE
    tests = {"≥0": value >= 0, ">0": value > 0, "≤0": value <= 0, "≤1": value <= 1, "<1": value < 1}
    return frozenset(word for word, holds in tests.items() if holds) | (
        {"≠0"} if value else set[str]()
    )


def _log(node: Expr, below: Sequence[Signs]) -> Signs:
    """log(10) > 0 and log(½) < 0; of a variable nothing is known."""
    value = number_value(node.args[0])
    if value is None or value <= 0:
        return NONE
    return frozenset({">0"} if value > 1 else {"≤0", "≠0"} if value < 1 else {"≥0", "≤0"})


def _form(of_psd: str, of_pd: str, of_nsd: str) -> Rule:
    words = {"psd": of_psd, "pd": of_pd, "nsd": of_nsd}
    return lambda node, below: frozenset(words[w] for w in below[0] if words.get(w))


def _matrix_power(node: Expr, below: Sequence[Signs]) -> Signs:
    even = node.data % 2 == 0 and "symmetric" in facts_of(node.args[0])
    return below[0] & {"psd", "pd"} | (frozenset({"psd"}) if even else NONE)


def _always(*words: str) -> Rule:
    return lambda node, below: frozenset(words)


def _kept(*words: str) -> Rule:
    return lambda node, below: below[0] & frozenset(words)


def _norm(node: Expr, below: Sequence[Signs]) -> Signs:
    return frozenset({"≥0", ">0"} if "vector≠0" in below[0] else {"≥0"})


def _inner(node: Expr, below: Sequence[Signs]) -> Signs:
    if node.args[0] is node.args[1]:
        return _norm(node, below)
    return frozenset({"≥0"}) if _all(below, "psd") or _all(below, "≥0") else NONE


ENTRIES = ("≥0", ">0", "≤0", "≤1", "<1", "|≤1|", "|<1|", "≠0")
RULES: dict[Op, Rule] = {
    add: _add,
    scale: _scale,
    hadamard: _entrywise,
    kron: _kron,
    matmul: _matmul,
    power_op: _power,
    square: lambda node, below: frozenset({"≥0"}),
    number_op: _number,
    size_op: _always(">0"),
    frobenius: _inner,
    transpose: _kept(*ENTRIES, "psd", "pd", "nsd", "vector≠0"),
    vec: _kept(*ENTRIES),
    unvec_op: _kept(*ENTRIES),
    entry_op: _kept(*ENTRIES),
    part_op: _kept(*ENTRIES),
    total: _kept("≥0", ">0", "≤0"),
    mean: _kept("≥0", ">0", "≤0", "≤1", "<1"),
    diag_matrix: lambda node, below: frozenset(
        {"≥0": "psd", ">0": "pd", "≤0": "nsd"}[w] for w in below[0] & {"≥0", ">0", "≤0"}
    ),
    diag: _form("≥0", ">0", "≤0"),
    trace: _form("≥0", ">0", "≤0"),
    det: _form("≥0", ">0", ""),
    inv: _form("pd", "pd", "nsd"),
    matrix_power_op: _matrix_power,
    eye_op: _always("psd", "pd", "≥0", "≤1"),
    ones_op: lambda node, below: frozenset(
        {"≥0", ">0", "≤1"} | ({"psd"} if node.shape.is_square else set())
    ),
    exp: _always(">0"),
    log: _log,
    absolute: _always("≥0"),
    sqrt: lambda node, below: frozenset({"≥0"}) | (below[0] & {">0", "≤1", "<1"}),
    cosh: _always(">0"),
    relu: _always("≥0"),
    step: _always("≥0", "≤1"),
    softplus: _always(">0"),
    sigmoid: _always(">0", "<1"),
    ndtr: _always(">0", "<1"),
    softmax: _always(">0", "≤1"),
    softmax_rows: _always(">0", "≤1"),
    tanh: _always("|<1|"),
    erf: _always("|<1|"),
    sin: _always("|≤1|"),
    cos: _always("|≤1|"),
    norm1: _norm,
    norm2: _norm,
    normF: _norm,
}
