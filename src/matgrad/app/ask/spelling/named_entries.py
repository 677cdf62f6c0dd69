r"""Entries of something that words give: W is the diagonal matrix with entries p_i(1-p_i).

They define it as an equation does, W = \operatorname{diag}(p_i(1-p_i)) or r_i = y_i - h(x_i).
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.spelling.writing import Writing, has_marks
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.segments import Cut

_NOUN = r"(?:entries|entry|components?|elements?|coordinates?|coefficients?)"
_IS = r"(?:is|are|be|being|denotes|equals)"
_TH = rf"(?:{M}\s*[-–]?\s*(?:th|st|nd|rd)\s+)?"
_GIVEN = rf"(?:(?:{_IS}|given\s+by|equal\s+to|:)\s+){{0,2}}"
_WHICH = (  # with entries, whose i-th diagonal entry is
    rf"\s*,?\s+(?:with|having|of|whose)\s+(?:the\s+|its\s+)?{_TH}(?:diagonal\s+)?{_NOUN}\s*,?\s*"
    rf"{_GIVEN}(?P<entry>{M})"
)
_ON = (  # with … on its diagonal
    rf"\s*,?\s+(?:with|having|has)\s+(?:the\s+)?(?:{_NOUN}\s+)?(?P<entry>{M})\s+(?:on|along|as)\s+"
    r"(?:the\s+|its\s+)(?:main\s+)?diagonal(?:\s+(?:entries|elements))?"
)
_SHAPE = rf"(?:(?:{M}|square|[a-z]\s*[x×]\s*[a-z])\s+)?"
_DIAGONAL = rf"(?:an?\s+|the\s+)?{_SHAPE}diagonal(?:\s+{_SHAPE}matrix(?:\s+of\s+[a-z]+)?)?"
_VECTOR = r"(?:an?|the)\s+(?:column\s+|residual\s+)?vector"
_END = rf"(?!\s*(?:,\s*|and\s+|or\s+){M}(?!\s*(?:{_IS}|the|an?)\b))(?!\s*\()"
_WAYS = tuple(
    re.compile(way + _END, re.I)
    for way in (
        rf"(?P<name>{M})\s+(?:{_IS}\s+)?{_DIAGONAL}{_WHICH}",
        rf"(?P<name>{M})\s+(?:{_IS}\s+)?{_DIAGONAL}{_ON}",
        rf"(?P<name>{M}){_ON}",
        rf"(?:the\s+)?diagonal\s+matrix\s+(?P<name>{M}){_WHICH}",
        rf"(?P<name>{M})\s+(?:{_IS}\s+)?(?P<vector>{_VECTOR}){_WHICH}",
        rf"(?P<vector>(?:the\s+)?(?:column\s+|residual\s+)?vector)\s+(?P<name>{M}){_WHICH}",
    )
)
_NAME = re.compile(
    r"\s*(?:\\(?:mathbf|boldsymbol|bm|hat|tilde)\s*\{\s*\\?\w+\s*\}|\\?[A-Za-z]+)\s*"
)
_BELOW = re.compile(r"_\s*(?:\{\s*([ijkln])\s*\}|([ijkln])(?![A-Za-z]))")
_LETTERS = "qsuvzhc"
_ALONE = "{0} without an argument is the vector, written {1} here"
_BOUND = re.compile(r"\\(?:sum|prod|max|min)\s*_\s*\{?\s*([a-z])")


def with_named_entries(cut: Cut) -> Cut:
    """The text with equations for the names whose entries it tells in words."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    for way in _WAYS:
        for found in reversed([*way.finditer(writing.text)]):
            name, entry = (writing.formula(found[key]).strip() for key in ("name", "entry"))
            index = _index(name, entry, cut)
            if not index:
                continue
            if not found.groupdict().get("vector"):
                made = rf"{name} = \operatorname{{diag}}({entry})"
            elif any(re.match(rf"\s*{re.escape(name)}\s*\(", latex) for latex in cut.formulas):
                other = _apart(writing, name)
                cut = replace(cut, notes=(*cut.notes, _ALONE.format(name, other)))
                made = f"{other}_{{{index}}} = {entry}"
            else:
                made = f"{name}_{{{index}}} = {entry}"
            writing.put(*found.span(), writing.add(made))
    return writing.recut(cut)


def _index(name: str, entry: str, cut: Cut) -> str:
    """The one index of an entry; nothing if it has none, or what it is one of is known already."""
    indices = {a or b for a, b in _BELOW.findall(entry)} - {*_BOUND.findall(entry)}
    own = re.compile(rf"\s*{re.escape(name)}(?:\s*_\s*(?:\w|\{{\w+\}}))?\s*:?=")
    is_known = any(map(own.match, cut.formulas)) or "=" in entry
    return "" if is_known or len(indices) != 1 or not _NAME.fullmatch(name) else indices.pop()


def _apart(writing: Writing, name: str) -> str:
    """Another letter for a vector that has the name of a function, p beside p(x)."""
    used = " ".join(writing.formulas)
    other = next(x for x in (*_LETTERS, name) if not re.search(rf"(?<![A-Za-z\\]){x}", used))
    alone = re.compile(rf"\\[A-Za-z]+|{re.escape(name)}(?!\s*(?:_|\(|\\left\s*\())")
    writing.formulas[:] = [
        alone.sub(lambda found: other if found[0] == name else found[0], latex)
        for latex in writing.formulas
    ]
    return other
