r"""Jacobians with a name: “g : \mathbb{R}^p \to \mathbb{R}^n is smooth with Jacobian J”.

Of a function that is only declared, J is J_g at the point at which the text takes g.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_SIGNATURE = re.compile(
    r"\s*(?P<g>\\?[A-Za-z]+)\s*(?::|\\colon(?![A-Za-z]))[^=]*\\(?:to|rightarrow)(?![A-Za-z])"
)
_NAMED = re.compile(r"\s*(?P<name>[A-Z])\s*(?:\((?P<of>[^()]*)\))?\s*")
_NOUN = r"Jacobian(?:\s+matrix)?"
_CALLED = (
    re.compile(rf"\s*,?\s*\b(?:with|whose|and)\s+(?:the\s+)?{_NOUN}\s+(?:(?:is|being|be)\s+)?(?P<name>{ANY})"),
    re.compile(
        rf"\s*,?\s*\b(?P<let>let|and|where|with)\s+(?P<name>{ANY})\s+(?:(?:is|be|being|denotes?)\s+)?"
        rf"(?:the|its)\s+{_NOUN}(?:\s+of\s+(?P<of>{ANY}))?(?=\s*(?:[.,;)]|$|and\b))",
        re.I,
    ),
)  # fmt: skip


def with_named_jacobians(cut: Cut) -> Cut:
    """The text with J_g in the place of a letter that it gives to the Jacobian of g."""
    signatures = {m["g"] for latex in cut.formulas if (m := _SIGNATURE.match(latex))}
    if has_marks(cut) or len(signatures) != 1:
        return cut
    (g,) = signatures
    points = {m["of"].strip() for latex in cut.formulas for m in _calls(g).finditer(latex)}
    writing = Writing.of(cut)
    found = next(filter(None, (way.search(writing.text) for way in _CALLED)), None)
    named = _NAMED.fullmatch(writing.formula(found["name"])) if found else None
    other = found.groupdict().get("of") if found else None
    is_own = other is None or writing.formula(other).partition("(")[0].strip() == g
    if not found or not named or not is_own or len(points) != 1 or _is_told(named["name"], cut):
        return cut
    begins = (found.groupdict().get("let") or "").lower() == "let"
    writing.put(*found.span(), " So it is" if begins else "")
    name, point = named["name"], points.pop()
    letter = re.compile(rf"{COMMAND}|(?P<own>{name})(?!\s*_)(?:\s*\((?P<at>[^()]*)\))?")

    def put(each: re.Match[str]) -> str:
        at = each["at"] if each["at"] is not None else point
        return f"J_{{{g}}}({at})" if each["own"] else each[0]

    writing.formulas = [letter.sub(put, latex) for latex in writing.formulas]
    made = writing.recut(cut)
    return made.rewritten(str, f"{name} is the Jacobian of {g.lstrip(chr(92))}")


def _calls(g: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![A-Za-z\\_]){re.escape(g)}\s*(?:\\left\s*)?\((?P<of>[^()]*?)(?:\\right\s*)?\)"
    )


def _is_told(name: str, cut: Cut) -> bool:
    """Is the letter something else as well: J = …, J ∈ …?"""
    own = re.compile(rf"\s*{name}\s*(?:\([^()]*\)\s*)?(?::?=|\\in(?![A-Za-z]))")
    return any(map(own.match, cut.formulas))
