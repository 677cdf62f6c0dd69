"""Remarks in brackets behind what is typed, and lines that end without a sign.

P = softmax(Z) (row-wise) and f = a^T x (x is a vector) have no further factor; a definition on a
line of its own does not go on from the line before.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.tokens import GREEK

Change = Callable[[re.Match[str]], str]
MARKED = re.compile(  # $$ before $, which would be empty
    r"\$\$.*?\$\$|\$[^$]*\$|\\\[.*?\\\]|\\\(.*?\\\)|\\begin\{.*?\\end\{", re.DOTALL
)
_SPELLED = {*GREEK.values(), *FUNCTIONS}  # words that are formulas
_REMARK = re.compile(
    r"(?<=[\w)\]'}`]) \(((?:[a-z]+[- ]?)?(?:element|component|entry|row|column|point)-?wise"
    r"|matrices|vectors|scalars|numbers|(?:[a-z]{3,}[- ]){1,5}[a-z]{3,})\)"
    r"(?=\s*(?:[.,;:?!]|$|and\b))"
)
_INEQUALITY = r"\|?[A-Za-zα-ω]\w{0,3}\|? ?(?:>=?|<=?|≥|≤|≠|!=) ?-?[\w.]{1,9}"
_BOUND = re.compile(  # z = x^y (x > 0), a table (a > 0, |x| < a)
    rf"(?<=[\w)\]'}}`]) \(({_INEQUALITY}(?:(?:, | and ){_INEQUALITY}){{0,3}})\)"
    r"(?=\s*(?:[.,;:?!]|$))"
)
_ARTICLE = re.compile(  # a > 0, where a is no article
    r"(?<![\w\\$`|*/+^(-])a ?(>=?|<=?|≥|≤) ?(-?\d+(?:\.\d+)?)(?![\w.]*\w)"
)
_SIGNS = {">=": r"\ge ", "<=": r"\le ", "≥": r"\ge ", "≤": r"\le "}
_ROWS = re.compile(r"(?<=\)) \((?:(?:over|per|along|by|on) )?(?:the |each )?rows?\)")
_NAME = r"[A-Za-zα-ωΑ-Ω]\w{0,8}"
_NO_NAME = r"(?:it|this|that|these|those|there|here|which|what|who|all|both|each|we|he|she|they)\b"
_TOLD = re.compile(  # (x is a vector), (b is the bias)
    rf"(?<=[\w)\]'}}|‖²³ᵀ`]) \((?!{_NO_NAME})(?P<told>{_NAME}(?:(?:,| and) {_NAME})* "
    r"(?:is|are|denotes|being|be)\b[^()$\n]*(?:\([^()$\n]*\)[^()$\n]*)?)\)(?P<goes>(?=\s*[-+*/^)=]))?"
)
_LIKE = r"(?:tall|wide|thin|square|real)"  # which says nothing that is used
_FACT = re.compile(  # (y one-hot), (X tall, full column rank)
    rf"(?<=[$\w)`]) \(\$?([A-Za-z])\$? (?:{_LIKE}(?:,| and|,? with|,? of)? )*"
    rf"((?:{ANY_FACT})(?: vector| matrix)?)\)(?=\s*(?:[.?!;]|$))",
    re.I,
)
_NUMBERED = re.compile(r"(?<![\w$\\^{}'-])([A-Za-z])-(?=(?:th|st|nd|rd)\b)")  # the i-th entry
_ENDS = re.compile(
    r"(?m)^(?P<line>[^$\n]*[^\s$\n.,;:?!\\&=+*/(\[{-])[ \t]*\n"
    rf"(?=[ \t]*(?:(?P<defines>{_NAME}(?:\([\w, ]*\))?[ \t]*:?=(?!=))"
    r"|d\w{1,6}(?:\(\w\))?/d|∂|∇|(?:[Gg]rad|nabla|[Hh]ess|What|Find|Compute|Is|Are|Show|How|Why|My|I|The|Then|Please|Check"
    r"|gradient|Gradient|what|find|is|where|Where)\b))"
)


def changed(
    pattern: re.Pattern[str], change: Change, text: str, inside: Change | None = None
) -> str:
    """The text with a change where a pattern stands outside of marked formulas, or inside."""
    places = [found.span() for found in MARKED.finditer(text)]

    def written(found: re.Match[str]) -> str:
        if any(start < found.start() < end for start, end in places):
            return inside(found) if inside else found[0]
        return change(found)

    return pattern.sub(written, text)


def with_remarks(text: str) -> str:
    """The text with commas around remarks behind what is typed; those inside of it come last."""
    later: list[str] = []

    def apart(found: re.Match[str]) -> str:
        if found["goes"] is None:
            return f", where {found['told']}"
        later.append(found["told"])
        return ""

    text = changed(_NUMBERED, lambda found: f"${found[1]}$-", text)
    text = changed(_FACT, lambda found: f", where {found[1]} is {found[2]}", text)
    text = changed(_ROWS, lambda _: ", row-wise", text)
    text = changed(_BOUND, lambda found: f", where {found[1].replace(', ', ' and ')}", text)
    text = changed(_ARTICLE, lambda found: f"$a {_SIGNS.get(found[1], found[1])} {found[2]}$", text)
    text = changed(_TOLD, apart, changed(_REMARK, _worded, text))
    return text + "".join(f"\n\nHere {told}." for told in later)


def _worded(found: re.Match[str]) -> str:
    words = re.split(r"[- ]", found[1])
    return found[0] if {*words} & _SPELLED else f", {found[1]}"


def with_line_ends(text: str) -> str:
    """The text with a sign at the end of a formula before a line that defines something."""
    return _ENDS.sub(_ended, text)


def _ended(found: re.Match[str]) -> str:
    is_formula = re.search(r"(?<![<>=!:])=(?!=)", found["line"]) is not None
    sign = ";" if found["defines"] else "."
    return f"{found['line']}{sign}\n" if is_formula else found[0]
