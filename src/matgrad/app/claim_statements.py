"""The lines of a claim: what each says is a chain of equal formulas, with a label in front."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple, cast

from matgrad.errors import ParseError, UnsupportedError

_ENDS = re.compile(r"(?<!\\);|\n")
_GOES_ON = re.compile(r"[=*/^+]|\.[*/^]|:|\\(?:cdot|odot|times|circ)\b")
_OPEN = re.compile(r"(?:[=*/^+:-]|\\(?:cdot|odot|times|circ))$")
_NAME = re.compile(r"(?:[A-Za-z]|\\(?P<word>[A-Za-z]+)|[A-Za-z]\w+)(?:_\{?(?P<index>\w+)\}?)?")
_DIFFERENTIAL = re.compile(r"(?:d|\\mathrm\s*\{?\s*d\s*\}?|\\operatorname\s*\{\s*d\s*\})\s*(?=\S)")
_BY = re.compile(  # of grad_y, df/dy and their LaTeX
    r"(?:grad(?:ient)?|∇|\\nabla)\s*_\s*\{?\s*(?P<a>\\?[A-Za-z]\w*)"
    r"|(?:/|\}\s*\{)\s*(?:d|∂|\\partial|\\mathrm\s*\{\s*d\s*\})\s*(?P<b>\\?[A-Za-z]\w*)"
)
_SECOND = re.compile(r"\s*(?:hess(?:ian)?\b|∇²|\\nabla\s*\^\s*\{?\s*2)")


class Statement(NamedTuple):
    """One of the lines: where it stands, counted from one, and what its equals signs part."""

    number: int
    sides: list[str]


def statements(claim: str) -> list[Statement]:
    """What newlines and semicolons part; a line that begins with = goes on with the one before.

    >>> [each.sides for each in statements("r = A*x - b; df = 2*r'*dr\\n = 2*r'*A*dx")]
    [['r', 'A*x - b'], ['df', "2*r'*dr", "2*r'*A*dx"]]
    """
    if not isinstance(cast("object", claim), str):
        raise ParseError(f"a claim is a formula, not {claim!r}", hint="2*A*x, in quotes")
    pieces = [piece.strip() for piece in _pieces(claim)]
    pieces = [piece for piece in pieces if piece] or [""]
    found: list[str] = []
    for at, piece in enumerate(pieces):
        if found and _goes_on(found[-1], piece, is_last=at == len(pieces) - 1):
            found[-1] = f"{found[-1]} {piece}"
        else:
            found.append(piece)
    return [Statement(number, claimed_lines(each)) for number, each in enumerate(found, 1)]


def _goes_on(before: str, piece: str, is_last: bool) -> bool:
    if _GOES_ON.match(piece) or _OPEN.search(before):
        return True
    # r = b - A*x and then -2*A'*r: something must be the claim.
    is_claim = is_last and "=" in before and "=" not in piece
    return piece.startswith("-") and not is_claim


def _pieces(claim: str) -> list[str]:
    found, depth, start = list[str](), 0, 0
    for match in re.finditer(rf"[(\[{{]|[)\]}}]|{_ENDS.pattern}", claim):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if match[0] in ";\n" and depth <= 0:
            found.append(claim[start : match.start()])
            start = match.end()
    return [piece.replace("\n", " ") for piece in (*found, claim[start:])]


def claimed_lines(claim: str) -> list[str]:
    """What stands between the equals signs, brackets aside."""
    parts, depth = [""], 0
    for char in claim:
        depth += (char in "([{") - (char in ")]}")
        if char == "=" and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    lines = [part.strip() for part in parts]
    found = [line for i, line in enumerate(lines) if line or i]
    if not all(found) or not found:
        raise ParseError(
            "a side of an equals sign is missing", (len(claim), len(claim)), None, claim
        )
    return found


def name_in(label: str) -> str:
    r"""The name that a label is, or nothing: r, \delta, r_{1}."""
    found = _NAME.fullmatch(label)
    if found is None:
        return ""
    return (found["word"] or label.partition("_")[0]) + (found["index"] or "")


def moved_in(label: str) -> str:
    r"""The formula whose differential a label is, or nothing: r of dr, \log\det X."""
    found = _DIFFERENTIAL.match(label)
    return label[found.end() :] if found else ""


def check_label(label: str, kind: str, wrt: Collection[str], known: Collection[str]) -> None:
    """Refuse a line that is about the derivative by another variable, or about another one."""
    found = _BY.search(label)
    by = found[found.lastgroup or 0].replace("\\", "") if found else ""
    if by in known and by not in wrt:
        raise UnsupportedError(
            f"this is about the derivative by {by}, and {', '.join(wrt)} is the variable here",
            hint=f"check it by itself, with {by} as the variable",
        )
    if _SECOND.match(label) and kind == "gradient":
        raise UnsupportedError(
            "this is about second derivatives, and a gradient is checked here",
            hint="check it as a hessian",
        )
