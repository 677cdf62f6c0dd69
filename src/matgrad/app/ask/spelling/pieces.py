r"""Functions that words define piece by piece: ⟦f(t) = t^2⟧ if ⟦t > 0⟧ and ⟦0⟧ otherwise.

They become one formula with cases. Where a text has pieces that are not understood, the function
is asked for: the first piece is never taken for all of it.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.plain import to_latex
from matgrad.app.ask.text.segments import Cut

_COMPARED = re.compile(r"[<>≤≥]|\\(?:leq?|geq?|leqslant|geqslant|lt|gt|in)(?![A-Za-z])|\s\\?in\s")
_TYPED = r"[\w()|+*/^-]{1,20}\s?(?:<=|>=|[<>≤≥])\s?-?[\w()|]{1,12}"
_NUMBER = r"-?\d+(?:\.\d+)?(?![\w.]*\w)"
_WHEN = rf"\s*,?\s+(?:if|for|when|whenever|where|on)\s+(?:all\s+)?({ANY}|{_TYPED})"
_ELSE = r"(?:otherwise|else(?:where)?)\b"
_VALUE = rf"((?:minus\s+)?{ANY}|{_NUMBER})"
_NEXT = r"\s*(?:[,;]|and|but|while|,\s*and|,\s*but|;\s*and)\s+"
_PIECE = re.compile(
    rf"{_NEXT}(?:(?:is|equals)\s+)?(?:{_VALUE}(?:{_WHEN}|\s*,?\s*{_ELSE})|{_ELSE}\s*,?\s*(?:it\s+is\s+)?{_VALUE})"
)
_FIRST = re.compile(rf"({ANY}){_WHEN}")
_DEFINED = re.compile(  # no derivative: claims are judged piece by piece
    r"(?P<left>(?:(?!\\nabla|\\partial|\\frac|∇|∂)[^=<>'/])+?)\s*:?=\s*(?P<value>[^=<>]+)",
    re.DOTALL,
)
_CASES = "{cases}"
_INSIDE = re.compile(  # words inside of a formula
    r"\\(?:text|mbox|textrm|mathrm)\s*\{([^{}$]*\b(?:if|for|when|otherwise|else)\b[^{}$]*)\}"
)
_SPACES = re.compile(r"^(?:\\[ ,;]|\\q?quad\b|[\s,;.])+|(?:\\[ ,;]|\\q?quad\b|[\s,;.])+$")
_WRITE = r"Write its pieces as \begin{cases} … \end{cases}."
MOST = 20  # functions, and pieces of one


def with_pieces(cut: Cut) -> Cut:
    """The text with one formula for each function that is defined piece by piece."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut.rewritten(gathered))
    position = 0
    while first := _FIRST.search(writing.text, position):
        position = _join(writing, first)
    return writing.recut(cut)


def gathered(latex: str) -> str:
    r"""The formula with cases for x^2\text{ if }x>0,\ 0\text{ otherwise}, if these are pieces."""
    first, *others = _INSIDE.split(latex)
    defined = _DEFINED.fullmatch(first)
    if len(others) < 4 or defined is None or _CASES in latex:
        return latex
    rows: list[str] = []
    value = defined["value"]
    for word, part in zip(others[::2], others[1::2], strict=True):
        if re.search(_ELSE, word):
            rows.append(rf"{value} & \text{{otherwise}}")
            value = _SPACES.sub("", part)
        else:
            condition, _, after = part.partition(",")
            rows.append(f"{value} & {condition}")
            again = _DEFINED.fullmatch(_SPACES.sub("", after))
            value = again["value"] if again else _SPACES.sub("", after)
    if value or not all(row.partition("&")[0].strip() for row in rows):
        return latex
    body = r"\\ ".join(rows)
    return rf"{defined['left']} = \begin{{cases}} {body} \end{{cases}}"


def _join(writing: Writing, first: re.Match[str]) -> int:
    """Join the pieces that begin here, if they do; where to search on."""
    defined = _DEFINED.fullmatch(writing.formula(first[1]))
    condition = _latex(writing, first[2])
    if defined is None or not _COMPARED.search(condition):
        return first.end(1)
    rows = [(defined["value"], condition)]
    end = first.end()
    while len(rows) < MOST and (piece := _PIECE.match(writing.text, end)):
        row = _row(writing, piece, defined["left"])
        if row is None:
            break
        rows.append(row)
        end = piece.end()
    if len(rows) == 1:
        return first.end(1)
    body = r"\\ ".join(f"{value} & {when}" for value, when in rows)
    made = writing.add(rf"{defined['left']} = \begin{{cases}} {body} \end{{cases}}")
    writing.put(first.start(), end, made)
    return first.start() + len(made)


def _row(writing: Writing, piece: re.Match[str], left: str) -> tuple[str, str] | None:
    """A value and where it is the one of the function, both in LaTeX."""
    value = _latex(writing, piece[1] or piece[3])
    again = _DEFINED.fullmatch(value)
    if again is not None and _squeezed(again["left"]) != _squeezed(left):
        return None
    value = again["value"] if again else value
    condition = _latex(writing, piece[2]) if piece[2] else r"\text{otherwise}"
    is_condition = not piece[2] or _COMPARED.search(condition) is not None
    return (value.strip().rstrip(".,;"), condition) if is_condition and "=" not in value else None


def _latex(writing: Writing, part: str) -> str:
    """A marked formula, or one that is typed."""
    sign, part = ("-", part[5:].lstrip()) if part.startswith("minus") else ("", part)
    found = re.fullmatch(ANY, part)
    latex = writing.formula(part) if found else to_latex(part)
    return sign + latex.replace(">=", r"\ge ").replace("<=", r"\le ").strip()


def _squeezed(latex: str) -> str:
    return re.sub(r"\s", "", latex)


def unknown_pieces(cut: Cut) -> str | None:
    """The question about a function of which only the first piece would be read."""
    if has_marks(cut):
        return None
    writing = Writing.of(cut)
    for first in _FIRST.finditer(writing.text):
        defined = _DEFINED.fullmatch(writing.formula(first[1]))
        if defined is None or not _COMPARED.search(_latex(writing, first[2])):
            continue
        rest = re.split(r"[.?!](?:\s|$)", writing.text[first.end() :], maxsplit=1)[0]
        lefts = [_DEFINED.fullmatch(writing.formula(mark)) for mark in re.findall(ANY, rest)]
        left = _squeezed(defined["left"])
        is_again = any(_squeezed(each["left"]) == left for each in lefts if each)
        if is_again or re.search(rf"\b{_ELSE}", rest):
            return f"What is {defined['left'].strip()}? {_WRITE}"
    return None
