r"""What equations, inequalities and sets say of a name: Q^TQ = I, \Sigma \succ 0, \|u\| = 1."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from matgrad.app.ask.formulas.notation import (
    after_transpose,
    name_at,
    source_of,
    text_of,
    whole_name,
    with_bases,
)
from matgrad.errors import MatgradError
from matgrad.syntax.latex_facts import ABOVE, BELOW
from matgrad.syntax.latex_source import Source

_IDENTITY = re.compile(
    r"\{?\s*(?:I|\\mathbb\s*\{\s*[I1]\s*\}|\\(?:mathrm|operatorname|text)\s*\{\s*Id?\s*\}"
    r"|\\mathrm\s*\{\s*I\s*\})\s*(?:_\s*(?:\w|\{[^{}]*\}))?\s*\}?"
)
_NORM = re.compile(
    r"(?:\\left\s*)?(?:\\\||\\l?Vert|\|\|)(?P<name>.+?)(?:\\right\s*)?(?:\\\||\\r?Vert|\|\|)"
    r"\s*(?:_\s*(?:2|\{\s*2\s*\}))?\s*(?:\^\s*(?:2|\{\s*2\s*\}))?"
)
_ONES = re.compile(
    r"(?:\\(?:mathbf|mathbb|boldsymbol)\s*\{?\s*1\s*\}?(?:_\s*\w)?\s*\^\s*\{?\s*(?:T|\\top)\s*\}?"
    r"|\\sum\s*(?:\\limits)?\s*_\s*(?:\w|\{[^{}]*\})\s*(?:\^\s*(?:\w|\{[^{}]*\}))?)\s*(?P<name>.+)"
)
_INDEX = re.compile(r"\\sum\s*(?:\\limits)?\s*_\s*(?:\{(?P<index>[^{}]*)\}|(?P<one>\w))")
_ENTRY = re.compile(  # a_{ij}, A_{i,j}
    r"(-?)\s*([A-Za-z]|\\[A-Za-z]+)\s*_\s*\{\s*([a-z])\s*,?\s*([a-z])\s*\}"
)
_COMPARED = re.compile(
    r"^(?P<left>.+?)\s*(?P<sign>\\(?:succ(?:eq)?|prec(?:eq)?|gt|lt|geq?|leq?|geqslant|leqslant|neq?)"
    r"(?![A-Za-z])|>|<)\s*(?P<right>.+)$"
)
_ABOVE_ZERO = re.compile(r"(>|\\gt\b|\\geq?(?:slant)?\b|≥)\s*0\s*$")
_DET = re.compile(
    r"(?:\\det|\\operatorname\s*\{det\})\s*(?:\\left)?\s*\(?(?P<name>.+?)(?:\\right)?\s*\)?"
)
# The two sides of an equation about A, and what they say of it.
EQUATIONS: dict[frozenset[str], str] = {
    frozenset({"A", "A'"}): "symmetric",
    frozenset({"A", "-A'"}): "skew",
    frozenset({"-A", "A'"}): "skew",
    frozenset({"A'A", "I"}): "orthogonal",
    frozenset({"AA'", "I"}): "orthogonal",
    frozenset({"A'A", "AA'", "I"}): "orthogonal",
    frozenset({"A^-1", "A'"}): "orthogonal",
    frozenset({"A'A", "1"}): "unit",
    frozenset({"‖A‖", "1"}): "unit",
    frozenset({"1'A", "1"}): "simplex",
}
TURNED_BY = ("A'A", "AA'")  # products that are I for an orthogonal A; one of them also for others
_OPEN, _CLOSE = r"(?:\\left)?\\(?:lbrace)?", r"(?:\\right)?\\(?:rbrace)?"  # their braces are gone
# Sets by how they are written without fonts and braces: a size, and what is said of members.
_SETS = (
    (r"S\^?\(?(?P<n>\w+)-1\)?", "", "unit"),
    (r"S(?:ym)?(?:_\+\+\^(?P<n>\w+)|\^(?P<m>\w+)_\+\+)|S_\+\+", "square", "positive_definite"),
    (r"S(?:ym)?(?:_\+\^(?P<n>\w+)|\^(?P<m>\w+)_\+|\^(?P<k>\w+)|\((?P<l>\w+)\))", "square",
     "symmetric"),
    (r"O\((?P<n>\w+)\)|SO\((?P<m>\w+)\)|O_(?P<k>\w)", "square", "orthogonal"),
    (r"R(?:_(?:\+\+|>0)(?:\^(?P<n>.+))?|\^(?P<m>.+?)_(?:\+\+|>0))", "given", "positive"),
    (r"R(?:_(?:\+|\\geq?0)(?:\^(?P<n>.+))?|\^(?P<m>.+?)_(?:\+|\\geq?0))", "given", "nonnegative"),
    (r"(?:\\left)?[(\]]0,\+?\\infty(?:\\right)?[)\[](?:\^(?P<n>.+))?", "given", "positive"),
    (r"(?:\\left)?\[0,\+?\\infty(?:\\right)?[)\[](?:\^(?P<n>.+))?", "given", "nonnegative"),
    (rf"{_OPEN}(?:0,1|1,0){_CLOSE}(?:\^(?P<n>.+))?", "given", "binary"),
    (rf"{_OPEN}(?:-1,\+?1|\+?1,-1|\\pm1){_CLOSE}(?:\^(?P<n>.+))?", "given", "signs"),
)  # fmt: skip
_FONT = re.compile(r"\\(?:mathbb|mathcal|mathrm|mathbf|mathsf|operatorname|text|mathscr)\b|[{}\s]")


@dataclass(frozen=True)
class Stated:
    """A fact that a formula states of a name; `product` is Q^TQ or QQ^T if that is said to be I."""

    name: str
    fact: str
    segment: int
    product: str = ""


def in_equation(pieces: Sequence[str], segment: int) -> Stated | None:
    """What an equation says of the one name in it, if an assumption says the same."""
    sides = [side(piece) for piece in pieces]
    names = {name for name, _ in sides if name}
    forms = frozenset(form for _, form in sides)
    if len(names) != 1 or "" in forms or len(forms) < 2:
        return None
    (name,) = names
    fact = EQUATIONS.get(forms, "")
    if fact == "unit" and name[0].isupper():  # people also write Q^TQ = 1
        fact = "orthogonal" if "A'A" in forms else ""
    products = [piece for piece, (_, form) in zip(pieces, sides, strict=True) if form in TURNED_BY]
    product = products[0] if fact == "orthogonal" and len(products) == 1 else ""
    return Stated(name, fact, segment, product) if fact else None


def in_entries(pieces: Sequence[str], segment: int) -> list[Stated]:
    """What a_ij = a_ji says of A, and of a, whichever the text calls the matrix."""
    found = [_ENTRY.fullmatch(piece.strip()) for piece in pieces]
    if len(found) != 2 or found[0] is None or found[1] is None:
        return []
    (_, one, i, j), (sign, other, k, m) = (each.groups() for each in found if each)
    if found[0][1] or one != other or i == j or (i, j) != (m, k):
        return []
    name = whole_name(one) or ""
    fact = "skew" if sign else "symmetric"
    return [Stated(each, fact, segment) for each in dict.fromkeys((name.upper(), name)) if each]


def is_identity(latex: str) -> bool:
    """Is this I, or I with its size?"""
    return _IDENTITY.fullmatch(latex.strip()) is not None


def side(latex: str) -> tuple[str | None, str]:
    """The name of one side of an equation, and how it stands there: A'A, ‖A‖, -A', I, …"""
    latex = latex.strip()
    if latex == "1" or is_identity(latex):
        return None, "1" if latex == "1" else "I"
    for pattern, form in ((_NORM, "‖A‖"), (_ONES, "1'A")):
        found = pattern.fullmatch(latex)
        name = whole_name(found["name"].strip()) if found else None
        if name is not None and not _is_of_all(latex, name):
            return with_bases([name])[-1], form
    sign = "-" if latex.startswith("-") else ""
    try:
        marked = factors(latex.removeprefix("-"))
    except MatgradError:  # something is missing
        marked = None
    if marked is None or len({name for name, _ in marked}) != 1:
        return None, ""
    return marked[0][0], sign + "".join(f"A{mark}" for _, mark in marked)


def _is_of_all(latex: str, name: str) -> bool:
    r"""Does a sum run over all entries of a matrix, or down its columns? \sum_j P_{ij} is a row."""
    found = _INDEX.match(latex)
    index = (found["index"] or found["one"] or "").partition("=")[0] if found else ""
    letters = re.findall(r"(?<!\\)(?<![A-Za-z]{2})[a-z]", re.sub(r"\\[A-Za-z]+", " ", index))
    below = name.partition("_")[2]
    return len(letters) > 1 or (len(below) == 2 and letters == [below[0]])


def factors(latex: str) -> list[tuple[str, str]] | None:
    """The names of a product, and whether each is transposed or raised to a power."""
    source = source_of(latex)
    found: list[tuple[str, str]] = []
    at, end = 0, len(source.glyphs) if source else 0
    while source is not None and at < end:
        if source.glyphs[at].kind == "space" or source.glyphs[at].is_command("cdot"):
            at += 1
            continue
        name = name_at(source, at, end)
        whole = text_of(source, at, name.after, latex) if name else ""
        key = whole_name(whole)
        if name is None or key is None:
            return None
        mark, at = _mark(source, name.after, end, latex)
        found.append((key, mark))
    return found or None


def _mark(source: Source, at: int, end: int, latex: str) -> tuple[str, int]:
    if at < end and source.glyphs[at].kind == "prime":
        return "'", at + 1
    if at >= end or source.glyphs[at].kind != "sup":
        return "", at
    script = source.argument(at + 1, end)
    turned = after_transpose(source, at)
    inside = text_of(source, script.lo, script.hi, latex)
    return ("'" if turned is not None and "-" not in inside else f"^{inside}"), script.after


def in_comparison(latex: str, segment: int) -> Stated | None:
    r"""What an inequality such as \Sigma \succ 0 or x > 0 says of a name."""
    found = _COMPARED.match(latex)
    if found is None:
        return None
    left, right = found["left"].strip(), found["right"].strip()
    sign = found["sign"].lstrip("\\")
    if left == "0":
        left, sign, right = right, BELOW.get(sign, sign), left
    if right != "0":
        return None
    if sign in ("ne", "neq"):
        inside = _DET.fullmatch(left) or re.fullmatch(r"\|(?P<name>[A-Z])\|", left)
        name = whole_name(inside["name"].strip()) if inside else None
        return Stated(name, "invertible", segment) if name else None
    name = whole_name(left)
    fact = ABOVE.get(sign, "")
    is_matrix = name is not None and name[0].isupper()
    if name is None or not fact or (is_matrix and "succ" not in sign):
        return None  # A > 0 may mean the entries, or that it is positive definite
    return Stated(with_bases([name])[-1], fact, segment)


def in_chain(pieces: Sequence[str], segment: int) -> Stated | None:
    r"""What an inequality at the end of an equation says of its first name: K = K^T \succeq 0."""
    name, (other, form) = whole_name(pieces[0]), side(left_of(pieces[-1]))
    if name is None or other != name or form != "A'":
        return None
    above = _ABOVE_ZERO.search(pieces[-1])
    if above and name[0].isupper():  # P = P' > 0 is not about entries
        return Stated(
            name, "positive_definite" if above[1] in (">", r"\gt") else "symmetric", segment
        )
    return in_comparison(pieces[0] + pieces[-1][len(left_of(pieces[-1])) :], segment)


def above_zero(latex: str) -> str | None:
    """The capital letter that is said to be above zero, of which words may say in which sense."""
    found = _ABOVE_ZERO.search(latex)
    name = whole_name(latex[: found.start()].strip()) if found else None
    return name if name and name[0].isupper() else None


def left_of(latex: str) -> str:
    """What stands left of a sign that compares."""
    found = _COMPARED.match(latex)
    return found["left"].strip() if found else latex


def in_set(within: str) -> tuple[str, str] | None:
    r"""The space and the fact that a set such as \mathbb{S}^n_{++} stands for."""
    squeezed = _FONT.sub("", re.sub(r"\\times\b\s*", "×", within))
    for pattern, kind, fact in _SETS:
        found = re.fullmatch(pattern, squeezed)
        if found is None:
            continue
        size = next(filter(None, found.groupdict().values()), "").replace("×", r"\times ")
        if kind == "square":
            return (rf"\mathbb{{R}}^{{{size} \times {size}}}" if size else ""), fact
        return rf"\mathbb{{R}}^{{{size}}}" if size else r"\mathbb{R}", fact
    return None
