r"""Functions of a number that are applied to vectors: with g(t) = t^3 + t, g(Wx) is one of entries.

What the text says of one number is written for a vector of them: t^{\odot 3} + t.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.reading import Defined
from matgrad.errors import MatgradError
from matgrad.render import latex as typeset
from matgrad.syntax.latex_problem import parse_latex

OF_VECTORS = re.compile(r"\\top|\^\s*\{?\s*T|'|\\\||\\[lr]?Vert|\\sum|\\langle|\\mathbf")
_T = r"\s*(?:\^\s*\{?\s*(?:T(?![A-Za-z])|\\top|\\intercal)\s*\}?|')"
_BELOW = r"(?:\s*_\s*(?:\w|\{\w+\}))?"
_NUMBER = re.compile(  # w^Tx, \|x\|, x_i, \operatorname{tr}(A)
    rf"(?<![A-Za-z\\])[a-z]{_BELOW}{_T}|\\\||\\sum|_\s*\{{?\s*[i-n]|\\(?:det|langle|operatorname)"
)
_PRODUCT = re.compile(rf"(?<![A-Za-z\\{{])[A-Z]{_BELOW}(?:{_T})?\s*(?:\\cdot|\\,)?\s*[A-Za-z]")
_CAPITAL = re.compile(r"(?<![A-Za-z\\{])[A-Z]")
DEEPEST = 6  # definitions in which it is looked for products


def is_vector(latex: str, defined: Mapping[str, Defined], depth: int = 0) -> bool:
    """Is an argument made of a product with a matrix, here or where it is defined?"""
    if _NUMBER.search(latex) or depth > DEEPEST:
        return False
    if _PRODUCT.search(latex):
        return True
    known = (defined[name] for name in names_in(latex) if name in defined)
    return any(is_vector(each.values[0], defined, depth + 1) for each in known)


@lru_cache(maxsize=64)
def of_entries(value: str, variable: str) -> str | None:
    r"""The formula of a function of a number for a vector in its place; none if it has another.

    >>> of_entries(r"t \tanh(t)", "t")
    't \\odot \\tanh\\left(t\\right)'
    """
    x = whole_name(variable)
    if x is None or not x[:1].islower() or OF_VECTORS.search(value) or _CAPITAL.search(value):
        return None
    others = {name for name in names_in(value) if name not in (x, "pi", "e")}
    if any(re.search(rf"{name}\s*(?:\\left\s*)?\(", value) for name in others):  # a function?
        return None
    index, made = (next(a for a in of if a not in {x, *others}) for of in ("ijk", "vuw"))
    entry = _with_index(value, variable, index)
    shapes: dict[str, tuple[str, ...]] = {x: ("n",), **dict.fromkeys(others, ())}
    try:
        found = parse_latex(rf"{made}_{{{index}}} = {entry}; \mathbf{{1}}^T{made}", shapes)
    except MatgradError:
        return None
    return typeset(found.definitions[0].value)


def _with_index(value: str, variable: str, index: str) -> str:
    """The formula with an index below its variable, wherever that is no part of a command."""
    name = variable.strip()
    own = re.compile(rf"\\[A-Za-z]+(?:\s*\{{[A-Za-z]{{2,}}\}})?|{re.escape(name)}")
    return own.sub(lambda m: f"{m[0]}_{{{index}}} " if m[0] == name else m[0], value)
