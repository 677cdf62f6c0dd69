r"""Intercepts: in f(w, b) = \|Xw + b1 - y\|^2 b1 is b times a vector of ones.

No b stands alone there, and b is a variable. A 1 that is transposed is such a vector as well. In
Xw + b, b is a number that is added to each entry, where the text calls it one or is a program.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.marks import mark_of
from matgrad.app.ask.text.segments import Cut

_LEFT = re.compile(
    r"\s*\\?[A-Za-z]+\s*\((?P<given>[a-z](?:\s*,\s*[a-z])+)\)\s*:?=(?P<value>.*)", re.DOTALL
)
_LETTER = r"(?<![A-Za-z\\]){0}"
_TURNED = re.compile(r"(?<![\d.\\{}_^A-Za-z])1(?=\s*\^\s*\{?\s*(?:T(?![A-Za-z])|\\top))")
_FIRST = r"\s*(?:_\s*(?:\{{\s*1\s*\}}|1)|1)(?!\d)"

_ADDED = re.compile(
    r"(?P<product>(?<![A-Za-z\\^'}])(?:X|\\Phi)(?:_\w)?\s*(?:\\cdot\s*)?(?:[wv]|\\(?:beta|theta)(?![a-z]))"
    r"(?:_\w|_\{\w\})?)\s*\+\s*(?P<b>b(?:_0|_\{0\})?|\\beta_\{?0\}?)(?=\s*(?:$|[-+),.;&}]|\\right|\\\|))"
)
_NUMBER, _VECTOR = r"(?:scalar|number|intercept|offset)", r"(?:vector|column)"
_SAID = (
    r"(?:{0})\s+(?:(?:is|be|being|an?|the)\s+){{1,2}}(?:[a-z]+\s+)?{1}\b"
    r"|\b{1}(?:\s+[a-z]+)?\s+(?:{0})"
)
_IN_R = r"\s*{}\s*\\in\s*\\mathbb\s*\{{?\s*R\s*\}}?\s*"


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
    return _with_added(cut)


def _with_added(cut: Cut) -> Cut:
    """The text with ones beside a number that is added to each entry of Xw."""
    found = {m["b"] for latex in cut.formulas for m in _ADDED.finditer(latex)}
    numbers = sorted(b for b in found if _is_number(b, cut))
    if not numbers:
        return cut

    def written(found: re.Match[str]) -> str:
        is_number = found["b"] in numbers
        return rf"{found['product']} + {found['b']}\mathbf{{1}}" if is_number else found[0]

    notes = (f"{quoted(b).plain} is a number that is added to each entry" for b in numbers)
    return cut.rewritten(lambda latex: _ADDED.sub(written, latex), *notes)


def _is_number(b: str, cut: Cut) -> bool:
    """Is b called a number, or does a program leave open what it is?"""
    own = re.compile(_IN_R.format(re.escape(b)))
    declared = [latex[m.end() :] for latex in cut.formulas if (m := own.match(latex))]
    if declared:
        return not declared[0].startswith("^")
    marks = [mark_of(i) for i, x in enumerate(cut.segments) if x.is_math and x.text.strip() == b]
    called = [
        kind
        for kind in (_VECTOR, _NUMBER)
        if marks and re.search(_SAID.format("|".join(marks), kind), cut.marked)
    ]
    return called[0] == _NUMBER if called else cut.has_stars


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
