"""What is known of an expression, inferred bottom-up: symmetric, diagonal, positive definite, …

A fact is a word. An operator's `facts` function says which hold of its result when some hold of
its arguments; this module closes them under implication and folds them over an expression.
A fact that is not in the set is unknown, never false.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from functools import lru_cache
from weakref import WeakKeyDictionary

from matgrad.core.expr import NO_FACTS, Expr, Facts, Symbol
from matgrad.core.walk import fold
from matgrad.errors import UnsupportedError

IMPLIES: dict[str, tuple[str, ...]] = {
    "diagonal": ("symmetric", "lower_triangular", "upper_triangular"),
    "positive_definite": ("symmetric", "invertible"),
    "orthogonal": ("invertible",),
    "onehot": ("simplex", "nonnegative"),
    "mask": ("nonnegative",),
    "orthogonal_columns": ("full_column_rank",),
    "simplex": (),
    "simplex_rows": (),
    "positive": ("nonzero", "nonnegative"),
    "identity": ("diagonal", "orthogonal", "positive_definite"),
    "symmetric": (),
    "skew": (),
    "invertible": (),
    "nonzero": (),
    "nonnegative": (),
    "unit": (),
    "constant": (),
    "full_column_rank": (),
    "full_row_rank": (),
    "lower_triangular": (),
    "upper_triangular": (),
    "toeplitz": (),
    "integer": (),
}
WORDS = {  # what something is of which they hold, where a fact itself is no such word
    "unit": "a unit vector",
    "onehot": "one-hot",
    "mask": "of zeros and ones",
    "orthogonal_columns": "with orthonormal columns",
    "simplex": "on the simplex",
    "simplex_rows": "with rows on the simplex",
    "toeplitz": "Toeplitz",
    "full_column_rank": "of full column rank",
    "full_row_rank": "of full row rank",
}
TOGETHER: tuple[tuple[frozenset[str], str], ...] = (
    (frozenset({"lower_triangular", "upper_triangular"}), "diagonal"),
    (frozenset({"symmetric", "lower_triangular"}), "diagonal"),
    (frozenset({"symmetric", "upper_triangular"}), "diagonal"),
)

SQUARE_ONLY = frozenset(
    "symmetric skew diagonal orthogonal positive_definite invertible lower_triangular"
    " upper_triangular toeplitz".split()
)
CURVED = frozenset(
    "orthogonal orthogonal_columns unit onehot mask integer".split()
)  # sets that are not convex
VECTOR_ONLY = frozenset("unit simplex onehot".split())


def fact_words(fact: str) -> str:
    """What something is called of which a fact holds: A is positive definite."""
    return WORDS.get(fact, fact.replace("_", " "))


@lru_cache(1 << 10)
def close(facts: Facts) -> Facts:
    """The facts together with everything they imply."""
    known = set(facts)
    waiting = list(facts)
    while waiting:
        fact = waiting.pop()
        if fact not in IMPLIES:
            raise UnsupportedError(f"unknown assumption {fact!r}")
        joint = (new for these, new in TOGETHER if fact in these and these <= known)
        for implied in (*IMPLIES[fact], *joint):
            if implied not in known:
                known.add(implied)
                waiting.append(implied)
    return frozenset(known)


# Facts are found in facts of parts, over and over; an expression keeps what was found of it.
_found: MutableMapping[Expr, Facts] = WeakKeyDictionary()


def facts_of(root: Expr, memo: dict[Expr, Facts] | None = None) -> Facts:
    """What is known of this expression; `memo` may know more of some names."""
    return fold(root, _infer, _found if memo is None else memo)


def _infer(node: Expr, below: list[Facts]) -> Facts:
    if isinstance(node.data, Symbol):
        return close(node.data.facts)
    if node.op.facts is None:
        return NO_FACTS
    return close(node.op.facts(node, below))
