r"""Intercepts: in f(w, b) = \|Xw + b1 - y\|^2 b1 is b times a vector of ones.

No b stands alone there, and b is a variable. A 1 that is transposed is such a vector as well.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut

_LEFT = re.compile(
    r"\s*\\?[A-Za-z]+\s*\((?P<given>[a-z](?:\s*,\s*[a-z])+)\)\s*:?=(?P<value>.*)", re.DOTALL
)
_LETTER = r"(?<![A-Za-z\\]){0}"
_TURNED = re.compile(r"(?<![\d.\\{}_^A-Za-z])1(?=\s*\^\s*\{?\s*(?:T(?![A-Za-z])|\\top))")
_FIRST = r"\s*(?:_\s*(?:\{{\s*1\s*\}}|1)|1)(?!\d)"


def with_intercepts(cut: Cut) -> Cut:
    """The text with a product with ones where a function is one of b and has only b1 in it."""
    names = {name for text in cut.formulas for name in _open(text)}
    others = {name for name in names if any(_has_another(name, text) for text in cut.formulas)}
    for name in sorted(names - others):
        first = re.compile(_LETTER.format(name) + _FIRST.format())
        cut = cut.rewritten(lambda latex, p=first, b=name: p.sub(rf"{b}\\mathbf{{1}}", latex))
        cut = cut.rewritten(lambda latex: _TURNED.sub(r"\\mathbf{1}", latex))
        note = f"{name}1 is {name} times a vector of ones: {name} is a variable"
        cut = replace(cut, notes=(*cut.notes, note))
    return cut


def _open(latex: str) -> list[str]:
    """What a function is said to be one of, and what stands in it only as b1."""
    found = _LEFT.fullmatch(latex)
    if found is None:
        return []
    names = re.findall(r"[a-z]", found["given"])
    letters = re.sub(r"\\[A-Za-z]+", "@", found["value"])
    first = {x for x in names if re.search(_LETTER.format(x) + _FIRST.format(), letters)}
    alone = {x for x in names if re.search(_LETTER.format(x) + r"(?!\s*(?:_|\d))", letters)}
    return sorted(first - alone)


def _has_another(name: str, latex: str) -> bool:
    """Are there b_2 and more, so that b_1 is one of several?"""
    return re.search(_LETTER.format(name) + r"\s*_?\s*\{?\s*[02-9]", latex) is not None
