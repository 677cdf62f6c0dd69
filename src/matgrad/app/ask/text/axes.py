"""Sums of programs along an axis: dY.sum(axis=0) is dY^T 1, np.sum(dY, axis=1) is dY 1.

Beside a matrix, P - sum(P, axis=1), such a sum stands in each column, as with keepdims.
So is the sum over the rows of (Y - T) in words: (Y - T)^T 1.
"""

from __future__ import annotations

import re

_AXIS = r"(?:(?:axis|dim)\s*=\s*)?(?P<axis>-?[01])\s*(?:,\s*keep_?dims?\s*=\s*True\s*)?"
_BESIDE = r"(?P<beside>(?<![\w.])(?:d?[A-Z]\w?|[a-z]*\([^()]*[A-Z][^()]*\))\s*(?:\.?[*/]|[-+])\s*)?"
_METHOD = re.compile(rf"{_BESIDE}(?P<x>[A-Za-z]\w*|\([^()]+\))\.sum\(\s*{_AXIS}\)")
_CALL = re.compile(
    rf"{_BESIDE}"
    r"(?<![\w.\\])(?:(?:np|numpy|jnp|torch|tf)\.)?(?:reduce_)?sum\(\s*"
    rf"(?P<x>(?:[^(),]|\([^()]*\))+?)\s*,\s*(?=axis|dim){_AXIS}\)"
)
_FACTOR = (
    r"(?:(?!(?:the|all|each|this|my|a|an|its|our)\b)[A-Za-z]\w*(?![\w(])"
    r"|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))+\))(?:\^T|'|\.T\b)?"
)
_WORDS = re.compile(
    r"(?<![\w\\])(?:the )?sum (?:of|over|across) (?:all )?(?:the )?(?P<along>row|column)s of "
    rf"(?P<x>{_FACTOR}(?:\s*(?:\.?\*|⊙|∘|@)\s*{_FACTOR})*)(?!\s*(?:[\^'*⊙∘@/]|\.[*/]))"
)


def with_axes(text: str) -> str:
    """The text with products with a vector of ones for sums along an axis.

    >>> with_axes("db = dZ.sum(axis=0), s = np.sum(A * B, axis=1)")
    'db = (dZ)^T 1, s = (A * B) 1'
    >>> with_axes("P * (D - sum(D * P, axis=1))")
    'P * (D - (D * P) 1 1^T)'
    """
    return _WORDS.sub(_product, _CALL.sub(_product, _METHOD.sub(_product, text)))


def _product(found: re.Match[str]) -> str:
    x = found["x"].strip()
    inside = x if x.startswith("(") and x.endswith(")") and x.count("(") == 1 else f"({x})"
    groups = found.groupdict()
    beside = groups.get("beside") or ""
    is_down = groups["along"] == "row" if "along" in groups else found["axis"] == "0"
    if beside and re.search("[A-Z]", x):  # as large as the matrix
        beside = re.sub(r"(?<![.])(?=[*/]\s*$)", ".", beside)
        return beside + (f"1 1^T {inside}" if is_down else f"{inside} 1 1^T")
    return beside + (f"{inside}^T 1" if is_down else f"{inside} 1")
