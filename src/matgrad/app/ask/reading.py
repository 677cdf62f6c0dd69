"""What the formulas of a question say: declarations, definitions, derivatives, expressions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from matgrad.app.ask.formulas import Statement, spell, statements
from matgrad.app.ask.notation import (
    Derivative,
    Left,
    derivative,
    left_side,
    source_of,
    whole_name,
    with_log_name,
)
from matgrad.app.ask.segments import Cut
from matgrad.syntax.latex_statements import top_level


@dataclass(frozen=True)
class Declared:
    """A name and the set it is in, such as R^{m×n}, in LaTeX."""

    name: str
    latex: str  # the name as it is written
    within: str
    segment: int


@dataclass(frozen=True)
class Defined:
    """A definition: what stands left, and what it is equal to, one or more times."""

    left: Left
    latex: str  # the left side
    values: tuple[str, ...]
    segment: int


@dataclass(frozen=True)
class Claimed:
    """A derivative that the text gives, with all the formulas it is said to be equal to."""

    derivative: Derivative
    latex: str
    values: tuple[str, ...]
    segment: int


@dataclass
class Reading:
    """All that formulas say, before it is decided what belongs together."""

    declared: list[Declared] = field(default_factory=list[Declared])
    defined: list[Defined] = field(default_factory=list[Defined])
    mapped: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    signatures: dict[str, str] = field(default_factory=dict[str, str])  # f: R^n \to R
    claimed: list[Claimed] = field(default_factory=list[Claimed])
    asked: list[tuple[Derivative, int]] = field(default_factory=list[tuple[Derivative, int]])
    names: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    spelled: dict[str, str] = field(default_factory=dict[str, str])  # a name as it is written
    bare: dict[int, str] = field(default_factory=dict[int, str])
    sizes: dict[int, str] = field(default_factory=dict[int, str])  # m × n, alone in a formula
    unread: list[str] = field(default_factory=list[str])
    identities: list[str] = field(default_factory=list[str])
    equal: dict[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    equations: dict[int, tuple[str, str]] = field(default_factory=dict[int, tuple[str, str]])


def read(cut: Cut) -> Reading:
    """Read every formula of a text."""
    reading = Reading()
    for statement in chained(cut):
        _take(reading, statement)
    for index, segment in enumerate(cut.segments):
        known = index in reading.names or index in reading.bare or index in reading.sizes
        if segment.is_math and not known and not statements(segment.text, cut.abbreviations, 0):
            reading.unread.append(" ".join(segment.text.split()))
    return reading


def chained(cut: Cut) -> Iterable[Statement]:
    """All statements; a line that begins with = goes on from the one before it."""
    found: list[Statement] = []
    for index, segment in enumerate(cut.segments):
        for statement in (
            statements(segment.text, cut.abbreviations, index) if segment.is_math else ()
        ):
            if statement.goes_on and found and goes_on(cut, found[-1].segment, index):
                pieces = (*found[-1].pieces, *statement.pieces)
                found[-1] = replace(found[-1], pieces=pieces)
            else:
                found.append(statement)
    return found


def goes_on(cut: Cut, before: int, after: int) -> bool:
    """May a formula carry on an earlier one? Not if the words between them say something else."""
    words = " ".join(segment.text for segment in cut.segments[before + 1 : after])
    return _LINKS.sub("", words).strip(" \t\n.,;:") == ""


_LINKS = re.compile(
    r"\b(?:so|thus|hence|and|then|therefore|which|this|that|is|also|now|finally|or|i\.?e|giving|because"
    r"|equals|by|linearity|we|get|have|obtain|further|again)\b",
    re.I,
)
_TRANSPOSED = re.compile(
    r"^(?P<name>[^^]+?)\s*(?:'|\^\s*\{?\s*(?:T|\\top|\\intercal|\\(?:mathsf|mathrm|rm|sf)\s*\{?\s*T\s*\}?)"
    r"\s*\}?)\s*$"
)
_MAPS = re.compile(r"^(?P<name>.+?)(?:\\colon|:)\s*(?P<x>.+?)\s*\\mapsto\s*(?P<value>.+)$")
_SIGNATURE = re.compile(r"(?:\\colon|:).*\\(?:to|rightarrow)\b")
_SIZES = re.compile(r"^[\w\\{} ]+\\times [\w\\{} ]+$")
_REALS = re.compile(r"\\mathbb\s*\{?\s*R|\\R\b|\\Reals|^R\b")


def _take(reading: Reading, statement: Statement) -> None:
    pieces = [without_group(spell(piece)) for piece in statement.pieces]
    first, where = pieces[0], statement.segment
    if r"\mapsto" in first:
        found = _MAPS.match(first)
        name = whole_name(found["name"].strip()) if found else None
        if found and name:
            reading.mapped[name] = found["x"], found["value"]
            reading.names.setdefault(where, []).append(name)
    elif len(pieces) == 1 and _SIGNATURE.search(first):
        name = whole_name(re.split(r"\\colon|:", first)[0].strip())
        if name is not None and _REALS.search(first):
            reading.signatures[name] = first
    elif r"\in " in first + " ":
        _declare(reading, first, where)
    elif len(pieces) == 1:
        _alone(reading, first, where)
    else:
        _equation(reading, pieces, where)


def without_group(latex: str) -> str:
    """{x} is x."""
    source = source_of(latex)
    if source is not None and source.glyphs and source.glyphs[0].kind == "group":
        close = source.brackets[0].close
        if close == len(source.glyphs) - 1:
            return latex[source.glyphs[0].end : source.glyphs[close].start].strip()
    return latex


def _declare(reading: Reading, latex: str, where: int) -> None:
    names, _, within = latex.partition(r"\in ")
    if not _REALS.search(within):
        reading.identities.append(latex)
        return
    for part in names.split(","):
        written = without_group(part.strip())
        name = whole_name(written)
        if name is not None:
            reading.declared.append(Declared(name, written, within.strip(), where))
            reading.names.setdefault(where, []).append(name)
            reading.spelled.setdefault(name, written)


def _alone(reading: Reading, latex: str, where: int) -> None:
    name = whole_name(latex)
    found = derivative(latex) if name is None else None
    if name is not None:
        reading.names.setdefault(where, []).append(name)
        reading.spelled.setdefault(name, latex)
    elif found is not None and found.kind != "differential":
        reading.asked.append((found, where))
    elif _SIZES.match(latex):
        reading.sizes[where] = latex
    elif len(latex) > 1:
        reading.bare.setdefault(where, latex)


def _equation(reading: Reading, pieces: list[str], where: int) -> None:
    first, *rest = pieces
    if fact := by_transpose(pieces):
        reading.names.setdefault(where, []).append(fact[0])
        reading.equations[where] = fact
        return
    found = derivative(first)
    values = tuple(value for value in rest if value)
    if values and set(values) == {"0"}:  # a condition, not what something is
        reading.equal.setdefault(where, tuple(pieces))
        return
    if found is not None and values:
        reading.claimed.append(Claimed(found, first, values, where))
        return
    left = left_side(first)
    if left is None or not values:
        reading.identities.append(" = ".join(pieces))
        reading.equal.setdefault(where, tuple(pieces))
        return
    first = with_log_name(first)
    reading.spelled.setdefault(left.name, first.partition("(")[0].strip())
    reading.defined.append(Defined(left, first, values, where))


def by_transpose(pieces: list[str]) -> tuple[str, str] | None:
    """A name and what A = A^T or A^T = -A says of it."""
    if len(pieces) != 2:
        return None
    signs = [piece.startswith("-") for piece in pieces]
    bare = [piece.removeprefix("-").strip() for piece in pieces]
    found = [_TRANSPOSED.match(piece) for piece in bare]
    if sum(each is not None for each in found) != 1:
        return None
    texts = [each["name"] if each else text for each, text in zip(found, bare, strict=True)]
    names = [whole_name(without_group(text)) for text in texts]
    if names[0] is None or names[0] != names[1]:
        return None
    return names[0], "skew-symmetric" if signs[0] != signs[1] else "symmetric"


def is_product(latex: str) -> bool:
    """Does a sign of arithmetic stand outside of brackets?"""
    source = source_of(latex)
    return source is not None and any(
        source.glyphs[i].text in "+-*" for i in top_level(source, 0, len(source.glyphs))
    )
