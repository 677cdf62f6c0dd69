"""Remarks in brackets behind what is typed, and lines that end without a sign.

P = softmax(Z) (row-wise) and f = a^T x (x is a vector) have no further factor; a definition on a
line of its own does not go on from the line before.
"""

from __future__ import annotations

import re

from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.tokens import GREEK

MARKED = re.compile(r"\$[^$]*\$|\\\[.*?\\\]|\\\(.*?\\\)|\\begin\{.*?\\end\{", re.DOTALL)
_SPELLED = {*GREEK.values(), *FUNCTIONS}  # words that are formulas
_REMARK = re.compile(
    r"(?<=[\w)\]'}]) \(((?:[a-z]+[- ]?)?(?:element|component|entry|row|column|point)-?wise"
    r"|(?:[a-z]{3,}[- ]){1,5}[a-z]{3,})\)(?=\s*(?:[.,;:?!]|$|and\b))"
)
_NAME = r"[A-Za-zα-ωΑ-Ω]\w{0,8}"
_NO_NAME = r"(?:it|this|that|these|those|there|here|which|what|who|all|both|each|we|he|she|they)\b"
_TOLD = re.compile(  # (x is a vector), (b is the bias)
    rf"(?<=[\w)\]'}}|‖²³ᵀ]) \((?!{_NO_NAME})(?P<told>{_NAME}(?:(?:,| and) {_NAME})* "
    r"(?:is|are|denotes|being|be)\b[^()$\n]*(?:\([^()$\n]*\)[^()$\n]*)?)\)(?P<goes>(?=\s*[-+*/^)=]))?"
)
_ENDS = re.compile(
    r"(?m)^(?P<line>[^$\n]*[^\s$\n.,;:?!\\&=+*/(\[{-])[ \t]*\n"
    rf"(?=[ \t]*(?:(?P<defines>{_NAME}(?:\([\w, ]*\))?[ \t]*:?=(?!=))"
    r"|d\w{1,6}(?:\(\w\))?/d|∂|(?:What|Find|Compute|Is|Are|Show|How|Why|My|I|The|Then|Please|Check"
    r"|gradient|Gradient|what|find|is|where|Where)\b))"
)


def with_remarks(text: str) -> str:
    """The text with commas around remarks behind what is typed; those inside of it come last."""
    places = [found.span() for found in MARKED.finditer(text)]
    later: list[str] = []

    def is_marked(found: re.Match[str]) -> bool:
        return any(start < found.start() < end for start, end in places)

    def apart(found: re.Match[str]) -> str:
        if is_marked(found):
            return found[0]
        if found["goes"] is None:
            return f", where {found['told']}"
        later.append(found["told"])
        return ""

    def worded(found: re.Match[str]) -> str:
        words = re.split(r"[- ]", found[1])
        return found[0] if is_marked(found) or {*words} & _SPELLED else f", {found[1]}"

    text = _REMARK.sub(worded, text)
    places = [found.span() for found in MARKED.finditer(text)]
    text = _TOLD.sub(apart, text)
    return text + "".join(f"\n\nHere {told}." for told in later)


def with_line_ends(text: str) -> str:
    """The text with a sign at the end of a formula before a line that defines something."""
    return _ENDS.sub(_ended, text)


def _ended(found: re.Match[str]) -> str:
    is_formula = re.search(r"(?<![<>=!:])=(?!=)", found["line"]) is not None
    sign = ";" if found["defines"] else "."
    return f"{found['line']}{sign}\n" if is_formula else found[0]
