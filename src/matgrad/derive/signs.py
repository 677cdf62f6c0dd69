"""Signs that can be read off an expression: of its entries, and of a matrix as a quadratic form.

Nothing here is numerical. A sign is a word: "≥0", ">0", "≤0", "<1", … say something of every
entry; "psd", "pd" and "nsd" say that a matrix is positive semidefinite, positive definite or
negative semidefinite. A word that is missing is unknown, never false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matgrad.core.expr import Condition, Expr
from matgrad.core.facts import facts_of
from matgrad.core.walk import fold
from matgrad.derive.sign_rules import NONE, RULES, Signs

Known = Mapping[Expr, Signs]

IMPLIED = {">0": "≥0", "<1": "≤1", "pd": "psd", "|<1|": "|≤1|"}
OF_SCALARS = {"psd": "≥0", "pd": ">0", "nsd": "≤0"}
WORDS = {"positive": ">0", "nonzero": "≠0", "nonzero_norm": "vector≠0"}  # of conditions
FACTS = {"positive": ">0", "nonnegative": "≥0", "positive_definite": "pd", "nonzero": "≠0"}


def signs_of(
    root: Expr, known: Known | None = None, memo: dict[Expr, Signs] | None = None
) -> Signs:
    """What the structure of an expression tells about signs; some may be known beforehand.

    `memo` keeps what was found, for another call with the same `known`.
    """
    given = known or {}

    def visit(node: Expr, below: list[Signs]) -> Signs:
        found = {FACTS[fact] for fact in facts_of(node) if fact in FACTS}
        low, high = node.op.reach
        found |= {word for word, holds in _ends(low, high) if holds}
        rule = RULES.get(node.op)
        if rule is not None:
            found |= rule(node, below)
        return _closed(found | given.get(node, NONE), node.is_scalar)

    return fold(root, visit, memo)


def _ends(low: float, high: float) -> tuple[tuple[str, bool], ...]:
    return ("≥0", low >= 0), (">0", low > 0), ("≤0", high <= 0), ("≤1", high <= 1), ("<1", high < 1)


def known_signs(conditions: Iterable[Condition]) -> Known:
    """What holds wherever the conditions do."""
    found: dict[Expr, frozenset[str]] = {}
    for predicate, subject, _ in conditions:
        if predicate in WORDS:
            found[subject] = found.get(subject, frozenset()) | {WORDS[predicate]}
    return found


def _closed(found: set[str] | Signs, scalar: bool) -> Signs:
    known = set(found)
    known |= {IMPLIED[word] for word in found if word in IMPLIED}
    if scalar:
        known |= {entry for form, entry in OF_SCALARS.items() if form in known}
        known |= {form for form, entry in OF_SCALARS.items() if entry in known}
    if known & {">0"} or ("pd" in known and scalar):
        known.add("≠0")
    if "≠0" in known:
        known.add("vector≠0")
    return frozenset(known)
