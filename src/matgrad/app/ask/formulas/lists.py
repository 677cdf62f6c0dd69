r"""Vectors and matrices that are written as lists: (1, 2)^T, [x_1, \dots, x_n], diag(a_1, …)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from matgrad.app.ask.formulas.notation import Left, whole_name

_TURNED = r"\s*(?P<turned>\^\s*\{?\s*(?:T|\\top|\\intercal|\\mathsf\s*\{?\s*T\s*\}?)\s*\}?)?\s*"
_LIST = re.compile(rf"(?:\\left\s*)?[(\[](?P<inside>[^()\[\]]*?)(?:\\right\s*)?[)\]]{_TURNED}")
_GRID = re.compile(
    r"\\begin\s*\{[bp]?matrix\}(?P<inside>.*?)\\end\s*\{[bp]?matrix\}" + _TURNED, re.DOTALL
)
_PI = r"\\pi(?![A-Za-z])|π"
_SURD = r"\\sqrt\s*(?:\{\s*\d+\s*\}|\d)"
_PLAIN = rf"(?:\d*\s*(?:{_PI}|{_SURD})|\d+(?:\.\d+)?)"
NUMBER = re.compile(  # 2, -1.5, \\frac12, \\pi, 2\\pi/3, \\sqrt2
    rf"-?\s*(?:{_PLAIN}(?:\s*/\s*\d+)?|\\[dt]?frac\s*(?:\{{\s*{_PLAIN}\s*\}}|\d|{_PI})\s*(?:\{{\s*\d+\s*\}}|\d))"
)
_ROOT = re.compile(  # or 1/\sqrt 2
    rf"{NUMBER.pattern}|-?\s*\d+\s*/\s*\d+|-?\s*\\[dt]?frac\s*\{{?\d+\}}?\s*\{{?\s*\\sqrt\s*\{{?\d+\}}?\s*\}}?"
    r"|-?\s*\d+\s*/\s*\\sqrt\s*\{?\d+\}?"
)
_NAMED = re.compile(r"^(?:\\(?:mathbf|vec|boldsymbol|bm|hat)\s*)?\{?\s*\\?[A-Za-z]+\s*\}?\s*=\s*")
_MEMBER = re.compile(
    r"(?P<stem>\\?[A-Za-z]+)\s*_\s*(?:\{\s*(?P<a>\w+)\s*\}|(?P<b>\w))\s*(?P<mark>\^\s*\{?(?:T|\\top)\s*\}?)?"
)
_DOTS = re.compile(r"\\[lcvd]?dots[cb]?\s*|\.\.\.")
_DIAGONAL = re.compile(
    r"\\(?:operatorname|mathrm|text)\s*\{\s*[dD]iag\s*\}\s*(?:\\left\s*)?\((?P<inside>[^()]*?)"
    r"(?:\\right\s*)?\)"
)
_FRAME = re.compile(r"\\(?:left|right|begin|end)\b|\{[bp]?matrix\}|\^\s*\{?\s*(?:T|\\top)\s*\}?")
INDEX = re.compile(r"\\sum\s*(?:\\limits)?\s*_\s*\{?\s*([a-z])(?![A-Za-z])")
# D_{KL}(p \| q) has two arguments.
_DIVERGENCE = r"((?:D|KL|\\(?:mathrm|operatorname|text)\s*\{KL\})(?:_\s*(?:\w|\{[^()=]{1,20}\}))?)"
_BETWEEN = re.compile(
    rf"{_DIVERGENCE}\s*(?:\\left)?\(\s*([^()|=]{{1,20}}?)\s*(?:\\\||\|\||\\parallel\b|\\Vert\b)\s*"
    r"([^()|=]{1,20}?)\s*(?:\\right)?\)"
)


_MADE = re.compile(
    r"\\(?:sin|cos|tan|exp|ln|log|sqrt|frac)(?![A-Za-z])|\^\s*\{?\d|e\s*\^|\d\s*[a-z]"
)
_COLUMN = re.compile(  # (x + y, xy)^T, [x + y, xy]^T
    r"(?:\\left\s*)?(?:\((?P<inside>.*?)(?:\\right\s*)?\)|\[(?P<square>[^\[\]]*?)(?:\\right\s*)?\])"
    r"\s*\^\s*\{?\s*(?:T|\\top|\\intercal|\\mathsf\s*\{?\s*T\s*\}?)\s*\}?",
    re.DOTALL,
)
_PLAIN_NAME = re.compile(r"-?(?:\\[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:\{[^{}]*\}|\w))?|-?\d+(?:\.\d+)?")
_FACTOR = re.compile(r"(?:\\[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:\{[^{}]*\}|\w))?|[^\s*]")
_SUM = re.compile(r"[^(\s]\s*[+-]")
_WHOLE = re.compile(
    r"[A-Z]|\\\||\^\s*\{?\s*(?:T|\\top)|\\(?:odot|mathbf|boldsymbol|langle|dots|ldots)|'"
)


class Stacked(NamedTuple):
    """A matrix whose columns (or rows) are x_1, …, x_n."""

    stem: str  # of the members, in LaTeX
    length: str
    in_columns: bool


def as_column(latex: str) -> str:
    """A list of numbers as a column."""
    found = _LIST.fullmatch(latex.strip())
    parts = [part.strip() for part in found["inside"].split(",")] if found else []
    if len(parts) < 2 or not all(map(NUMBER.fullmatch, parts)):
        return latex
    return r"\begin{pmatrix}" + r" \\ ".join(parts) + r"\end{pmatrix}"


def as_map(latex: str, left: Left) -> str:
    r"""A list of formulas of numbers as a column, (x^2y, \sin y); (Ax, x) is an inner product.

    One that is transposed is a column of whatever is no plain name.
    """
    turned = _COLUMN.fullmatch(latex.strip())
    parts = parts_of(f"({turned['inside'] or turned['square']})" if turned else latex.strip())
    is_made = any(not _PLAIN_NAME.fullmatch(x) if turned else _MADE.search(x) for x in parts)
    is_made = is_made or _is_of_numbers(parts, left)
    if len(parts) < 2 or not is_made or any(map(_WHOLE.search, parts)):
        return latex
    return r"\begin{pmatrix}" + r" \\ ".join(parts) + r"\end{pmatrix}"


def _is_of_numbers(parts: list[str], left: Left) -> bool:
    """Do arguments stand beside each other, as in F(x, y) = (ax - bxy, y)? They are numbers.

    So they are in T(x, y) = (x + y, x - y), since a capital is no inner product of two sums.
    """
    given = {"".join(x.split()) for x in left.arguments or ()}
    pairs = [
        pair
        for part in parts
        for pair in pairwise("".join(x.split()) for x in _FACTOR.findall(part))
    ]
    is_product = any(
        x in given | {")"} and y in given | {"("} and (x, y) != (")", "(") for x, y in pairs
    )
    is_sum = all(_SUM.search(x) for x in parts) and len({*parts}) == len(parts)
    return len(given) > 1 and (is_product or (left.name[0].isupper() and is_sum))


def parts_of(latex: str) -> list[str]:
    """What stands between the commas of a list that is all of a formula."""
    found = re.fullmatch(r"(?:\\left\s*)?\((?P<inside>.*?)(?:\\right\s*)?\)", latex, re.DOTALL)
    parts, depth = [""], 0
    for sign in found["inside"] if found else "":
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return []
        parts = [*parts, ""] if sign == "," and not depth else [*parts[:-1], parts[-1] + sign]
    return [part.strip() for part in parts] if all(map(str.strip, parts)) else []


def numbers_in(latex: str) -> list[str]:
    r"""The numbers of a list, perhaps with a name before it; none if it is something else.

    >>> numbers_in(r"v = \\langle 3, -4\\rangle")
    ['3', '-4']
    """
    bare = _NAMED.sub("", latex.strip().rstrip(".,;"))
    bare = re.sub(r"\\[lr]?(?:angle|eft|ight)(?![A-Za-z])\s*", "", bare)
    bare = re.sub(_TURNED + "$", "", bare).strip("()[]<> ") if bare else ""
    grid = _GRID.fullmatch(latex.partition("=")[2].strip() or latex.strip())
    inside = re.split(r"\\\\|&", grid["inside"]) if grid else bare.split(",")
    parts = [part.strip() for part in inside if part.strip()]
    return parts if len(parts) > 1 and all(map(_ROOT.fullmatch, parts)) else []


def stacked(name: str, latex: str) -> Stacked | None:
    r"""What [x_1, \dots, x_n] says of X, or with ^T; none if it is something else."""
    found = _LIST.fullmatch(latex.strip()) or _GRID.fullmatch(latex.strip())
    if found is None:
        return None
    inside = found["inside"]
    below = r"\\" in inside or ";" in inside
    parts = [part.strip(" {}|") for part in re.split(r",|&|\\\\|;|\\mid\b|\|", inside)]
    parts = [part for part in parts if part]
    members = [_MEMBER.fullmatch(part) for part in parts if not _DOTS.fullmatch(part)]
    if len(members) == len(parts) or len(members) < 2 or any(each is None for each in members):
        return None
    first, last = members[0], members[-1]
    assert first is not None and last is not None
    stem = whole_name(first["stem"])
    if stem is None or stem == name or stem.upper() != name:
        return None
    return Stacked(stem, last["a"] or last["b"], below == bool(found["turned"]))


def diagonal(latex: str) -> tuple[str, str, str] | None:
    r"""diag(\lambda_1, \dots, \lambda_n) as diag(\lambda), and \lambda with its length n."""
    found = _DIAGONAL.search(latex)
    parts = [part.strip() for part in found["inside"].split(",")] if found else []
    members = [_MEMBER.fullmatch(part) for part in parts if not _DOTS.fullmatch(part)]
    if found is None or len(members) < 2 or len(members) == len(parts):
        return None
    first, last = members[0], members[-1]
    if first is None or last is None or first["stem"] != last["stem"]:
        return None
    stem = first["stem"]
    whole = rf"{latex[: found.start()]}\operatorname{{diag}}({stem}){latex[found.end() :]}"
    return whole, stem, last["a"] or last["b"]


def with_arguments(text: str) -> str:
    r"""D(p \| q), with a comma between what it is a function of."""
    return _BETWEEN.sub(r"\1(\2, \3)", text)


def entries_of(name: str, latex: str) -> str | None:
    r"""The space of a vector that is written out: \mathbb{R}^{n} for x = (x_1, \dots, x_n)^T."""
    inside = _FRAME.sub("", latex).strip(" ([])")
    parts = [part.strip(" {}()[]") for part in re.split(r",|&|\\\\|;", inside)]
    parts = [part for part in parts if part and not re.fullmatch(r"\\[lcvd]?dots[cb]?\s*", part)]
    indexed = [re.fullmatch(r"(.+?)_\s*\{?\s*(\w+)\s*\}?", part) for part in parts]
    if len(parts) < 2 or any(each is None or whole_name(each[1]) != name for each in indexed):
        return None
    first, last = (each[2] for each in (indexed[0], indexed[-1]) if each)
    is_from_zero = first == "0"
    if last.isdigit():
        length = str(int(last) + is_from_zero)
    else:
        length = f"{last}+1" if is_from_zero else last
    return rf"\mathbb{{R}}^{{{length}}}"
