r"""Functions that words define piece by piece: ⟦f(t) = t^2⟧ if ⟦t > 0⟧ and ⟦0⟧ otherwise.

They become one formula with cases. Where a text has pieces that are not understood, the function
is asked for: the first piece is never taken for all of it. What is claimed of a derivative piece
by piece is one formula as well, where the pieces cover everything.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.plain import to_latex
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE

_COMPARED = re.compile(r"[<>≤≥]|\\(?:leq?|geq?|leqslant|geqslant|lt|gt|in)(?![A-Za-z])|\s\\?in\s")
_TYPED = r"[\w()|+*/^-]{1,20}\s?(?:<=|>=|[<>≤≥])\s?-?[\w()|]{1,12}"
_NUMBER = r"-?\d+(?:\.\d+)?(?![\w.]*\w)"
_SIGN = {"positive": "> 0", "negative": "< 0", "nonnegative": r"\ge 0", "nonpositive": r"\le 0"}
_OF_SIGN = rf"{ANY}\s+is\s+(?:{'|'.join(_SIGN)})\b"
_WHEN = rf"\s*,?\s+(?:if|for|when|whenever|where|on)\s+(?:all\s+)?({_OF_SIGN}|{ANY}|{_TYPED})"
_ELSE = r"(?:[Oo]therwise|[Ee]lse(?:where)?)\b"
_VALUE = rf"((?:minus\s+)?{ANY}|{_NUMBER})"
_NEXT = rf"(?:\s*(?:[,;]?\s*\b(?:and|or|but|while)|[,;]|\.(?=\s+{_ELSE}))\s+|\s+(?=else\b))"
_PIECE = re.compile(
    rf"{_NEXT}(?:(?:it\s+)?(?:is|equals)\s+|it['’]s\s+)?(?:{_VALUE}(?:{_WHEN}|\s*,?\s*{_ELSE})|{_ELSE}\s*,?\s*(?:it\s+is\s+)?{_VALUE})"
)
_FIRST = re.compile(rf"({ANY}){_WHEN}")
_TOLD = re.compile(  # the derivative is 1 if x > 0; I get 1 if x > 0; I think it's 1 if x > 0
    rf"(?:\b(?:is|are|be|equals?|equal\s+to|becomes?|gives?|yields?|returns?)|\b{DERIVATIVE}\b[^.?!]{{0,60}}?:"
    rf"|\b(?:it|that|this)['’]s|\b(?:I|we)\s+(?:get|got|obtain|obtained|have|find|found))\s+"
    rf"(?:(?:just|simply|then|indeed)\s+)?((?:minus\s+)?{ANY}|{_NUMBER}){_WHEN}"
)
_SUBJECT = re.compile(  # ⟦f'(x)⟧ should be; not: the derivative of ⟦f(x)⟧ is
    rf"(?P<before>[^.;:,]*)(?P<mark>{ANY})\s+(?:(?:is|should|must|would|will|then|simply)\s+)*\Z"
)
_OTHERS = re.compile(r"\b(?:of|for|at|by|in|to|from)\s+(?:[a-z]+\s+){0,3}\Z", re.I)
_CALL = re.compile(r"\s*\\?[A-Za-z]+\s*\(\s*\\?[A-Za-z]+\s*\)\s*")
_SLOPE = re.compile(r"[^=<>]*(?:'|\\nabla|\\partial|\\frac|∇|∂|/)[^=<>]*")
_DEFINED = re.compile(  # no derivative
    r"(?P<left>(?:(?!\\nabla|\\partial|\\frac|∇|∂)[^=<>'/])+?)\s*:?=\s*(?P<value>[^=<>]+)",
    re.DOTALL,
)
_CLAIMED = re.compile(rf"(?P<left>{_SLOPE.pattern}?)\s*=\s*(?P<value>[^=<>]+)")
_CASES = "{cases}"
_INSIDE = re.compile(  # words inside of a formula
    r"\\(?:text|mbox|textrm|mathrm)\s*\{([^{}$]*\b(?:if|for|when|otherwise|else)\b[^{}$]*)\}"
)
_STOP = re.compile(r"(\\(?:text|mbox|textrm|mathrm)\s*\{\s*[a-z]+)\s*[.,;]\s*\}")  # \text{else.}
_SPACES = re.compile(r"^(?:\\[ ,;]|\\q?quad\b|[\s,;.])+|(?:\\[ ,;]|\\q?quad\b|[\s,;.])+$")
_WRITE = r"Write its pieces as \begin{cases} … \end{cases}."
_RELATION = re.compile(r"<=?|>=?|≤|≥|\\(?:leqslant|geqslant|leq?|geq?|lt|gt)(?![A-Za-z])|=")
_LESS = ("<", "<=", "≤", "\\l")
_OTHERWISE = r"\text{otherwise}"
MOST = 20  # functions, and pieces of one


def with_pieces(cut: Cut) -> Cut:
    """The text with one formula for each function that is defined piece by piece."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut.rewritten(gathered))
    position = 0
    while first := _FIRST.search(writing.text, position):
        position = _join(writing, first)
    position = 0
    while first := _TOLD.search(writing.text, position):
        position = _join_told(writing, first)
    return writing.recut(cut)


def gathered(latex: str) -> str:
    r"""The formula with cases for x^2\text{ if }x>0,\ 0\text{ otherwise}, if these are pieces."""
    first, *others = _INSIDE.split(latex)
    defined = _DEFINED.fullmatch(first)
    if _CASES in latex:
        return _STOP.sub(r"\1}", latex)
    if len(others) < 4 or defined is None:
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
    defined = _equation(writing.formula(first[1]))
    if defined is None:
        return first.end(1)
    left = defined["left"]
    rows, end = _rows(writing, first, (defined["value"], left))
    is_whole = defined.re is _DEFINED or _covers(rows)  # others are judged case by case
    if len(rows) < 2 or not is_whole:
        return first.end(1)
    made = writing.add(f"{left} = {_cases(rows)}")
    writing.put(first.start(), end, made)
    return first.start() + len(made)


def _join_told(writing: Writing, first: re.Match[str]) -> int:
    """Join the pieces of what words call a derivative, if these are all of it."""
    value = _latex(writing, first[1])
    rows, end = _rows(writing, first, (value, ""))
    if _RELATION.search(value) or not _covers(rows):
        return first.end(1)
    start, left = _subject(writing, first)
    made = writing.add(f"{left} = {_cases(rows)}" if left else _cases(rows))
    writing.put(start, end, made)
    return start + len(made)


def _subject(writing: Writing, first: re.Match[str]) -> tuple[int, str]:
    """Where the pieces begin, and what they are of, if that is a formula before the verb."""
    found = _SUBJECT.search(writing.text, 0, first.start())
    left = writing.formula(found["mark"]) if found and not _OTHERS.search(found["before"]) else ""
    is_left = _CALL.fullmatch(left) or _SLOPE.fullmatch(left)
    return (found.start("mark"), left) if found and is_left else (first.start(1), "")


def _cases(rows: list[tuple[str, str]]) -> str:
    body = r"\\ ".join(f"{value} & {when}" for value, when in rows)
    return rf"\begin{{cases}} {body} \end{{cases}}"


def _covers(rows: list[tuple[str, str]]) -> bool:
    """Is one of the pieces the one everywhere: x < 0 and otherwise, x < 0 and x > 0?"""
    if len(rows) < 2:
        return False
    if rows[-1][1] == _OTHERWISE:
        return True
    sides = [_RELATION.split(_squeezed(when)) for _, when in rows]
    if len(rows) != 2 or sides[0] != sides[1] or len(sides[0]) != 2:
        return False
    one, other = (_RELATION.findall(when)[0][:2] for _, when in rows)
    return (one in _LESS) != (other in _LESS)


def _rows(
    writing: Writing, first: re.Match[str], value: tuple[str, str]
) -> tuple[list[tuple[str, str]], int]:
    """The pieces that begin here, each a value and its condition, and where they end."""
    condition, end = _latex(writing, first[2]), first.end()
    rows = [(value[0], condition)] if _COMPARED.search(condition) else []
    while 0 < len(rows) < MOST and (piece := _PIECE.match(writing.text, end)):
        row = _row(writing, piece, value[1])
        if row is None:
            break
        rows.append(row)
        end = piece.end()
    return rows, end


def _equation(latex: str) -> re.Match[str] | None:
    """A definition, or what is claimed of a derivative."""
    return _DEFINED.fullmatch(latex) or _CLAIMED.fullmatch(latex)


def _row(writing: Writing, piece: re.Match[str], left: str) -> tuple[str, str] | None:
    """A value and where it is the one of the function, both in LaTeX."""
    value = _latex(writing, piece[1] or piece[3])
    again = _equation(value)
    if again is not None and _squeezed(again["left"]) != _squeezed(left):
        return None
    value = again["value"] if again else value
    condition = _latex(writing, piece[2]) if piece[2] else _OTHERWISE
    is_condition = not piece[2] or _COMPARED.search(condition) is not None
    return (value.strip().rstrip(".,;"), condition) if is_condition and "=" not in value else None


def _latex(writing: Writing, part: str) -> str:
    """A marked formula, or one that is typed."""
    sign, part = ("-", part[5:].lstrip()) if part.startswith("minus") else ("", part)
    if sided := re.fullmatch(_OF_SIGN, part):
        return f"{writing.formula(re.findall(ANY, part)[0])} {_SIGN[sided[0].split()[-1]]}"
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
