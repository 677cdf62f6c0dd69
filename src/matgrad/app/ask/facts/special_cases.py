"""Definitions that hold in a case only: “when A = I, I get 2x” says what A is for this one claim.

Such a case gives a matrix or a number of the function a special value, in a sentence that tells
what comes out. What is defined by the variables, “when y = Ax, it is …”, is no case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.said import CONDITIONAL, Given, Said
from matgrad.app.ask.formulas.notation import left_side, names_in, whole_name
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.text.marks import M, mark_of, numbers

_OPENS = re.compile(
    r"\b(?:when|whenever|if|for|in case|(?:in|for) the (?:special |particular |simple )?case"
    rf"(?:\s+(?:where|that|when|of))?)\s+(?:(?:eg|example|{M},?\s+and)\s+)?$",
    re.I,
)
_TRIED = re.compile(  # try ⟦n = 3⟧ first
    r"\b(?:try(?:ing)?|test(?:ing)?|(?:start|begin)(?:ning|ing)?\s+with|eg|for\s+(?:example|instance))\s*,?"
    r"\s*(?:(?:it\s+)?(?:for|with|on)\s+)?(?:the\s+case\s+)?$",
    re.I,
)
_IDENTITY = re.compile(r"(?<!\\)I(?![A-Za-z])")
_WEIGHT = re.compile(
    r"\\(?:lambda|alpha|gamma|epsilon|varepsilon|eta|rho|tau|kappa|delta)(?![A-Za-z])"
)
_SIZE = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])")
_NUMBER = re.compile(r"\s*[-+]?\s*\d[\d.]*\s*")


def link_names(reading: Reading) -> None:
    """Take A = B = I for two definitions: B, which nothing else defines, is I as well."""
    known = {each.left.name for each in reading.defined}
    for each in list(reading.defined):
        last = each.values[-1]
        is_plain = each.left.arguments is None and len(each.values) > 1
        for name in each.values[:-1] if is_plain and not _NUMBER.fullmatch(last) else ():
            left = left_side(name) if whole_name(name) else None
            if left is not None and left.name not in known and left.name not in names_in(last):
                reading.defined.append(Defined(left, name, (last,), each.segment))
                reading.spelled.setdefault(left.name, name)


def keep_cases(said: Said, marked: str, reading: Reading) -> None:
    """Keep which definitions are those of a case, and for which formulas."""
    _leave_sizes(said, marked, reading)
    _turn_points(marked, reading)
    claimed = {each.segment for each in reading.claimed}
    for each in (*reading.defined, *list(_weights(reading))):
        at = marked.find(mark_of(each.segment))
        if at < 0 or each.left.arguments is not None or not _is_special(each):
            continue
        start, stop = sentence_around(marked, at)
        behind = {*numbers("".join(re.findall(M, marked[at:stop])))} - {each.segment}
        told = {n for n in behind if n in reading.bare or n in claimed}
        is_case = _OPENS.search(marked, start, at) is not None and bool(told)
        is_case = is_case or _TRIED.search(marked, start, at) is not None
        if is_case and _stands_before(each, marked[:start], reading):
            if reading.equal.pop(each.segment, None) is None:
                reading.defined.remove(each)
            is_name = len(each.values) == 1 and not _IDENTITY.search(each.values[0])
            other = left_side(each.values[0]) if is_name else None
            if other is not None and whole_name(each.values[0]):  # A = Q is orthogonal
                reading.names.setdefault(each.segment, []).append(each.left.name)
                reading.defined.append(Defined(other, each.values[0], (each.latex,), -1))
                continue
            said.special.append((each, frozenset(told)))
            shown = Given(each.latex, each.values[-1]).shown
            said.left_out.append(f"{shown} is not used: {CONDITIONAL}")


def _leave_sizes(said: Said, marked: str, reading: Reading) -> None:
    """Leave “only for ⟦m = n⟧”, of two sizes, which defines neither."""
    sizes = {x for each in reading.declared for x in _SIZE.findall(each.within)}
    for each in list(reading.defined):
        value, at = whole_name(each.values[-1]), marked.find(mark_of(each.segment))
        is_size = each.left.name in sizes and value in sizes and each.left.arguments is None
        start, stop = sentence_around(marked, max(at, 0))
        if is_size and at >= 0 and _OPENS.search(marked, start, at):
            reading.defined.remove(each)
            said.conditional |= {*numbers("".join(re.findall(M, marked[start:stop])))}
            shown = Given(each.latex, each.values[-1]).shown
            said.left_out.append(f"{shown} is not used: {CONDITIONAL}")


def _turn_points(marked: str, reading: Reading) -> None:
    """Take “for ⟦a = x⟧ it is …” for the point x = a, where the text has a function of x with a."""
    moving = {whole_name(x) for d in reading.defined for x in d.left.arguments or ()}
    for each in list(reading.defined):
        value = whole_name(each.values[-1])
        other = left_side(each.values[-1]) if value in moving and len(each.values) == 1 else None
        at = marked.find(mark_of(each.segment))
        if other is None or each.left.arguments is not None or each.left.name in moving or at < 0:
            continue
        start, _ = sentence_around(marked, at)
        is_case = _OPENS.search(marked, start, at) is not None
        if is_case and _stands_before(each, marked[:start], reading):
            reading.defined.remove(each)
            turned = Defined(other, each.values[-1], (each.latex,), each.segment)
            reading.defined.append(turned)


def _weights(reading: Reading) -> Iterator[Defined]:
    """The equations that give a weight a number: λ = 0."""
    for segment, (left, *values) in reading.equal.items():
        name = left_side(left) if _WEIGHT.fullmatch(left.strip()) else None
        if name and len(values) == 1 and _NUMBER.fullmatch(values[0]):
            reading.spelled.setdefault(name.name, left.strip())
            yield Defined(name, left, tuple(values), segment)


def _is_special(each: Defined) -> bool:
    """Is the value a multiple of the identity, a number, or made of other matrices?"""
    last = each.values[-1]
    is_matrix = all(name[0].isupper() for name in names_in(last) if name)
    return _IDENTITY.search(last) is not None or is_matrix


def _stands_before(each: Defined, before: str, reading: Reading) -> bool:
    """Does what gets a value stand in a formula before this sentence?"""
    places = {*numbers("".join(re.findall(M, before)))}
    formulas = [latex for n, latex in reading.bare.items() if n in places]
    formulas += [v for d in reading.defined if d.segment in places for v in d.values]
    formulas += [c.derivative.function for c in reading.claimed if c.segment in places]
    return any(each.left.name in names_in(latex) for latex in formulas)
