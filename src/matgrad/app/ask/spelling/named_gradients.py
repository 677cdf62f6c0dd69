r"""Names for derivatives: G_{ij} = ∂f/∂X_{ij} is G = ∂f/∂X, and “let ⟦H⟧ be the Hessian” H = ∇²f.

What is said of the name is said of the derivative then.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.spelling.writing import Writing, has_marks
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.segments import Cut

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
_FUNCTION = re.compile(rf"\s*(?P<f>{_LETTER})\s*\(\s*{_LETTER}\s*\)\s*:?=")


def with_named_gradients(cut: Cut) -> Cut:
    """The text with equations for the names that it gives to derivatives."""
    return _with_called(cut.rewritten(lambda latex: _whole(latex, cut.formulas)))


def _whole(latex: str, formulas: list[str]) -> str:
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
