r"""Names for derivatives: G_{ij} = ∂f/∂X_{ij} is G = ∂f/∂X, and “let ⟦H⟧ be the Hessian” H = ∇²f.

F(r) = -dV/dr and F(q) = -\nabla V(q) are such names, too, where nobody differentiates F; of v = s'
and a = v', a is s''.

What is said of the name is said of the derivative then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.spelling.writing import Writing, has_marks
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE

_LETTER = r"(?:\\[A-Za-z]+|[A-Za-z])"
_INDEX = r"\s*_\s*(?:(?P<{0}>[i-n])(?![A-Za-z])|\{{\s*(?P<{1}>[i-n]\s*,?\s*[i-n]?)\s*\}})"
_ENTRY = re.compile(  # G_{ij} = ∂f/∂X_{ij}
    rf"\s*(?P<name>{_LETTER}){_INDEX.format('a', 'b')}\s*:?=\s*"
    rf"\\[dt]?frac\s*\{{\s*{D}\s*(?P<f>{_LETTER})\s*(?:\([^()]*\)\s*)?\}}\s*"
    rf"\{{\s*{D}\s*(?P<x>{_LETTER}){_INDEX.format('c', 'd')}\s*\}}\s*[.,;]?\s*"
)
_WHOLE = r"(?<![A-Za-z\\]){0}(?![A-Za-z])(?!\s*_)"
_KIND = r"(?P<kind>gradient|hessian)(?:\s+(?:matrix|vector))?(?:\s+of\s+(?:this|it|{0}))?"
_CALLED = (
    re.compile(
        rf"\b(?:let|with|where)\s+(?P<name>{M})\s+(?:be|denotes?|is|stands?\s+for)\s+(?:the|its)\s+"
        rf"{_KIND.format(M)}(?=\s*(?:[.,;:)]|$|and\b))",
        re.I,
    ),
    re.compile(
        rf"\b(?:denote|call|write)\s+(?:the|its)\s+{_KIND.format(M)}\s+(?:by|as|with)?\s*"
        rf"(?P<name>{M})(?=\s*(?:[.,;:)]|$|and\b))",
        re.I,
    ),
)
_NAME = re.compile(rf"\s*{_LETTER}\s*")
_FUNCTION = re.compile(rf"\s*(?P<f>{_LETTER})\s*\(\s*(?P<x>{_LETTER})\s*\)\s*:?=")
_TWICE = r"(?:\^\s*\{?\s*2\s*\}?\s*)?"
_AT = rf"\s*(?:\\left\s*)?\(\s*{_LETTER}\s*(?:\\right\s*)?\)"
_DERIVED = re.compile(  # F(r) = -dV/dr, a = d²s/dt², F(q) = -∇V(q)
    rf"\s*(?P<name>\\mathrm\s*\{{\s*[A-Z]+\s*\}}|{_LETTER})(?:{_AT})?\s*:?=\s*(?P<minus>-?)\s*(?:"
    rf"\\[dt]?frac\s*\{{\s*{D}\s*(?P<two>{_TWICE})(?P<f>{_LETTER})(?:{_AT})?\s*\}}\s*"
    rf"\{{\s*{D}\s*(?P<x>{_LETTER})\s*{_TWICE}\}}"
    rf"|{D}\s*(?P<g>{_LETTER})(?:{_AT})?\s*/\s*{D}\s*(?P<y>{_LETTER})"
    rf"|\\nabla\s*(?P<h>{_LETTER})(?:{_AT})?|(?P<p>{_LETTER})'(?P<more>')?(?:{_AT})?)\s*[.,;]?\s*"
)
_OF = re.compile(
    rf"\b(?:{DERIVATIVE}s?\s+of|differentiate)\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}$", re.I
)


def with_named_gradients(cut: Cut) -> Cut:
    """The text with equations for the names that it gives to derivatives."""
    return _with_derived(_with_called(cut.rewritten(lambda latex: _whole(latex, cut.formulas))))


def _whole(latex: str, formulas: Sequence[str]) -> str:
    """The definition of a derivative by its entries as one of it all, if it is used so."""
    found = _ENTRY.fullmatch(latex)
    own, by = (found["a"] or found["b"], found["c"] or found["d"]) if found else ("", "")
    if found is None or re.sub(r"[\s,]", "", own) != re.sub(r"[\s,]", "", by):
        return latex
    whole = re.compile(_WHOLE.format(re.escape(found["name"])))
    if not any(whole.search(other) for other in formulas if other != latex):
        return latex
    return rf"{found['name']} = \frac{{\partial {found['f']}}}{{\partial {found['x']}}}"


def _with_called(cut: Cut) -> Cut:
    """The text with H = ∇²f where words call H the Hessian, if it has one function f(x)."""
    heads = [found for latex in cut.formulas if (found := _FUNCTION.match(latex))]
    functions = {found["f"] for found in heads}
    if has_marks(cut) or len(functions) != 1:
        return cut
    writing = Writing.of(cut)
    for way in _CALLED:
        for found in reversed([*way.finditer(writing.text)]):
            name = writing.formula(found["name"])
            is_own = any(name.strip() in head.string for head in heads)
            if not _NAME.fullmatch(name) or is_own:
                continue  # x^THx is made of H
            sign = r"\nabla^2" if found["kind"].lower() == "hessian" else r"\nabla"
            made = writing.add(f"{name.strip()} = {sign} {next(iter(functions))}")
            writing.put(*found.span(), f"let {made}")
    return writing.recut(cut)


def _with_derived(cut: Cut) -> Cut:
    """The text with F = … for the names F(r) = … of derivatives that nobody differentiates."""
    heads = {x["f"]: x["x"] for latex in cut.formulas if (x := _FUNCTION.match(latex))}
    cut = cut.rewritten(lambda latex: _twice(latex, cut.formulas, heads))

    def plainly(latex: str) -> str:
        found = _DERIVED.fullmatch(latex)
        of = _function_of(found) if found else ""
        is_name = of in heads and found is not None and not found["p"]
        if found is None or not is_name or is_differentiated(found["name"], cut):
            return latex
        if found["h"]:
            return rf"{found['name']} = {found['minus']}\nabla {of}"
        by, order = found["x"] or found["y"], 2 if found["two"] else 1
        return _named(found["name"], found["minus"], of, by, order) if by == heads[of] else latex

    return cut.rewritten(plainly)


def _named(name: str, sign: str, of: str, by: str, order: int) -> str:
    """The equation that gives a name to a derivative by a letter."""
    twice = "^2" if order == 2 else ""
    return rf"{name} = {sign}\frac{{\partial{twice} {of}({by})}}{{\partial {by}{twice}}}"


def _function_of(found: re.Match[str]) -> str:
    return found["f"] or found["g"] or found["h"] or found["p"]


def _twice(latex: str, formulas: Sequence[str], heads: dict[str, str]) -> str:
    """The name of the derivative of what is a derivative itself: v = s' and a = v'."""
    found = _DERIVED.fullmatch(latex)
    if found is None or found["h"] or found["two"] or found["more"]:
        return latex
    for first in filter(None, map(_DERIVED.fullmatch, formulas)):
        of, is_first = _function_of(first), not (first["h"] or first["two"] or first["more"])
        if is_first and first["name"] == _function_of(found) and of in heads:
            sign = "-" if first["minus"] != found["minus"] else ""
            return _named(found["name"], sign, of, heads[of], 2)
    return latex


def derived_names(cut: Cut) -> Iterator[tuple[str, str, str]]:
    """The names of derivatives of functions f(x) of the text: F, -V' and r of F(r) = -V'(r)."""
    heads = {x["f"]: x["x"] for latex in cut.formulas if (x := _FUNCTION.match(latex))}
    for latex in cut.formulas:
        found = _DERIVED.fullmatch(_twice(latex, cut.formulas, heads))
        of = _function_of(found) if found and not found["h"] else ""
        if found and of in heads and found["name"] != of:
            primes = "''" if found["two"] or found["more"] else "'"
            yield found["name"].strip(), f"{found['minus']}{of}{primes}", heads[of]


def is_differentiated(name: str, cut: Cut) -> bool:
    """Does the text have a derivative of what this name stands for, or is it a function of more?"""
    letter = re.escape(name)
    before = r"(?<![A-Za-z\\])" if name[0].isalpha() else ""
    alone = re.compile(rf"\s*{letter}(?:{_AT})?\s*")
    used = re.compile(
        rf"(?:{before}|{D}|\\nabla)\s*{letter}\s*(?:['^]|(?!{_AT})(?:\\left\s*)?\()"
        rf"|(?:{D}|\\nabla)\s*{letter}(?![A-Za-z])"
    )
    words_before = ["", *(each.text for each in cut.segments)]
    return any(
        used.search(each.text) or (alone.fullmatch(each.text) and _OF.search(words))
        for words, each in zip(words_before, cut.segments, strict=False)
        if each.is_math
    )
