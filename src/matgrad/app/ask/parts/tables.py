"""Tables of functions and their derivatives, a part for each row.

“| f(x) | gradient |” with the row “| $x^Tx$ | $2x$ |” says that the gradient of $x^Tx$ is $2x$; a
table whose rows are called “derivative” and “second derivative” says what these are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from matgrad.app.ask.parts.marks import marked_formulas
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_TABLE = re.compile(
    r"^(?P<head>[^\n|]*(?:\|[^\n|]*)+)\n[ \t]*\|?[ \t]*:?-[-:| \t]*(?:\n|$)"
    r"(?P<rows>(?:[^\n]*\|[^\n]*(?:\n|$))+)",
    re.M,
)
_FUNCTION = re.compile(
    r"(?:(?:the|my)\s+)?(?:functions?|expressions?|loss|objective|[fgy]|[fghy]\s*\(\s*[a-zA-Z]\s*\))",
    re.I,
)
_OWN = r"(?:(?:the|my|our|its)\s+)?"
_KIND = re.compile(
    rf"{_OWN}(?:(?:first|partial|claimed)\s+)?(?P<kind>(?:second\s+)?{DERIVATIVE})(?:\s+of\s+f)?"
    rf"(?P<by>\s+(?:{RESPECT}|by)\s+(?:{M}|[A-Za-z]))?",
    re.I,
)
_OTHERS = re.compile(  # whose answers stand in a column of their own
    r"(?:(?:the|my)\s+)?(?:(?:text)?book|solutions?|friend|prof\w*|teacher|tutor|colleague"
    r"|(?:chat)?gpt\S*|claude|notes|autograd|autodiff|jax|pytorch|torch)",
    re.I,
)
_SIGNS = (  # how a heading writes the derivative
    (re.compile(r"[fgy]\s*''(?:\s*\(\s*\w\s*\))?|\\nabla\s*\^\s*2.*|∇².*"), "second derivative"),
    (
        re.compile(r"[fgy]\s*'(?:\s*\(\s*\w\s*\))?|\\nabla.*|∇.*|\\[dt]?frac.*|d[fy]?/d\w"),
        "gradient",
    ),
)


def with_rows(text: str) -> str:
    """The text with a part for each row of such a table."""
    if "|" not in text or M[0] in text:
        return text
    marked, formulas = marked_formulas(text)
    told = _TABLE.sub(lambda found: _told(found, formulas) or found[0], marked)
    return re.sub(M, lambda mark: formulas[int(mark[0][1:-1])], told) if told != marked else text


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def _read(cell: str, formulas: tuple[str, ...]) -> str:
    """What a heading says, without the dollars of a formula."""
    if re.fullmatch(M, cell):
        return formulas[next(numbers(cell))].strip("$ ")
    return cell.strip("*_ ")


def _kind(heading: str) -> tuple[str, str]:
    """The derivative that a heading names, and by what; nothing if it names none."""
    if found := _KIND.fullmatch(heading):
        return found["kind"].lower(), found["by"] or ""
    return next((kind for sign, kind in _SIGNS if sign.fullmatch(heading)), ""), ""


def _told(found: re.Match[str], formulas: tuple[str, ...]) -> str:
    """The sentences of a table, or nothing if it is of another kind."""
    head = [_read(cell, formulas) for cell in _cells(found["head"])]
    rows = [_cells(line) for line in found["rows"].splitlines() if line.strip("| \t")]
    kinds = {n: kind for n, cell in enumerate(head) if (kind := _kind(cell))[0]}
    of = [n for n, cell in enumerate(head) if _FUNCTION.fullmatch(cell)]
    if len(of) == 1 and kinds and all(len(row) == len(head) for row in rows):
        others = {n: cell for n, cell in enumerate(head) if _OTHERS.fullmatch(cell)}
        return _as_parts([_sentences(row, row[of[0]], kinds, others) for row in rows])
    called = [_kind(_read(row[0], formulas))[0] for row in rows]
    if all(called) and all(len(row) == 2 and re.fullmatch(M, row[1]) for row in rows):
        pairs = zip(called, rows, strict=True)
        return "\n".join(f"The {kind} is {row[1]}." for kind, row in pairs) + "\n\n"
    return ""


def _sentences(
    row: list[str], of: str, kinds: Mapping[int, tuple[str, str]], others: Mapping[int, str]
) -> str:
    """What a row says of its function, in the columns of derivatives and in those of others."""
    said = [f"The {kind} of {of}{by} is {row[n]}." for n, (kind, by) in kinds.items()]
    said += [f"{who.capitalize()} says it is {row[n]}." for n, who in others.items()]
    return " ".join(said)


def _as_parts(said: list[str]) -> str:
    if len(said) == 1:
        return f"{said[0]}\n\n"
    return "\n".join(f"({n}) {each}" for n, each in enumerate(said, 1)) + "\n\n"
