"""Whether arrays are what is assumed of them: a gradient that rests on A = Aᵀ is wrong without."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from matgrad.core.expr import Expr, Symbol
from matgrad.core.facts import SQUARE_ONLY, close
from matgrad.errors import DomainError
from matgrad.optional import load

CLOSE = 1e-8  # of the largest entry


def check_facts(symbols: Mapping[str, Expr], arrays: Mapping[str, Any]) -> None:
    """Refuse an array that is not what is assumed of its name, as far as this is soon seen."""
    np = load("numpy")
    for name, symbol in symbols.items():
        facts = close(symbol.data.facts) if isinstance(symbol.data, Symbol) else ()
        value = np.asarray(arrays[name])
        for fact in sorted(facts):
            holds = HOLDS.get(fact)
            is_square = value.ndim == 2 and len(value) == len(value.T)
            if holds is None or (fact in SQUARE_ONLY and not is_square):
                continue  # shapes are looked at when it is computed
            if not holds(np, value):
                raise DomainError(
                    f"{name} is assumed to be {fact.replace('_', ' ')}, and the array is not",
                    hint="give another array, or leave the assumption out",
                )


def _same(np: Any, left: Any, right: Any) -> bool:
    largest = float(np.max(np.abs(left), initial=1.0))
    return bool(np.allclose(left, right, rtol=0, atol=CLOSE * largest))


def _is_definite(np: Any, A: Any) -> bool:
    try:
        np.linalg.cholesky((A + A.T) / 2)
    except np.linalg.LinAlgError:
        return False
    return True


HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "diagonal": lambda np, A: _same(np, A, np.diag(np.diag(A))),
    "symmetric": lambda np, A: _same(np, A, A.T),
    "skew": lambda np, A: _same(np, A, -A.T),
    "lower_triangular": lambda np, A: _same(np, A, np.tril(A)),
    "upper_triangular": lambda np, A: _same(np, A, np.triu(A)),
    "orthogonal": lambda np, A: _same(np, A @ A.T, np.eye(len(A))),
    "positive_definite": _is_definite,
    "nonzero": lambda np, x: bool(np.all(x != 0)),
    "nonnegative": lambda np, x: bool(np.all(x >= 0)),
    "integer": lambda np, x: bool(np.all(x == np.round(x))),
    "unit": lambda np, x: _same(np, np.sum(x * x), np.ones(())),
    "simplex": lambda np, x: bool(np.all(x >= 0)) and _same(np, np.sum(x), np.ones(())),
    "onehot": lambda np, x: bool(np.all((x == 0) | (x == 1))),
}
