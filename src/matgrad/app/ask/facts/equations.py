"""What formulas and the words beside them state of names: A = A^T, entries in {0, 1}, AB = BA."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from itertools import pairwise

from matgrad.app.ask.facts.assumptions import (
    NEAR,
    is_constraint,
    is_sought,
    sentence_around,
    standing,
)
from matgrad.app.ask.facts.properties import VALUES, commuting, given_by
from matgrad.app.ask.facts.said import CONDITIONAL, DENIED, MENTIONED, STATED, Given, Said
from matgrad.app.ask.facts.suppositions import supposing
from matgrad.app.ask.formulas.constants import primed
from matgrad.app.ask.formulas.notation import whole_name, with_bases
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.formulas.relations import Stated, in_equation, in_set, side
from matgrad.app.ask.text.marks import LIST, M, mark_of, numbers

_NUMBER = re.compile(r"\s*[-+]?\s*\d[\d.]*\s*")
POWERS = ("A^2", "A^3", "AA", "AAA")  # what only square matrices have
_VALUE = rf"(?:{M}|(?:zero|one|[-+±−]?[01])\b)"
_VALUES = rf"{_VALUE}(?:\s*(?:,|/|or|and)\s*{_VALUE})?"
_PAIR = rf"(?:±\s?1\b|{_VALUE}\s*(?:,|/|or)\s*{_VALUE}(?=\s*(?:[.,;:?!)]|$)))"  # y is +1 or -1
_ENTRIES = re.compile(  # the entries of s are ±1; M with entries in {0, 1}
    rf"(?:\b(?:entries|components|elements) of ({LIST}) (?:are|lie|being)"
    rf"|({LIST})\s*,?\s+(?:(?:is|are|be)\s+(?:[a-z-]+\s+){{1,4}}?)?(?:has|have|having|with|whose)"
    rf"\s+(?:all\s+|its\s+|diagonal\s+)*(?:entries|components|elements)(?:\s+are)?"
    rf"|({LIST})\s+(?:is|are|being|equals?)(?=\s+(?:(?:all|each|either|always|only)\s+)*{_PAIR}))\s+"
    rf"(?:(?:always|all|each|either|only|in|from|equal to|of)\s+)*({_VALUES})",
    re.I,
)
_COMMUTE = re.compile(
    rf"({LIST})\s+(?:(?:which|that|both|all|also)\s+)?(?:commut(?:e|ing)\b|(?:are|be|being)\s+"
    rf"(?:[a-z-]+\s+){{0,3}}?commuting\b)|\bcommuting\s+(?:[a-z-]+\s+){{0,3}}?({LIST})",
    re.I,
)
_BESIDE = re.compile(rf"{M}\s*(?:,|,?\s*\band\b|,?\s*\bas well as\b)\s*$", re.I)
_IMPOSES = re.compile(
    r"\b(?:let|suppose|assume|assuming|given|with|where|such that)(?:\s+that)?\s*$", re.I
)


def listen_to_formulas(said: Said, marked: str, reading: Reading) -> None:
    """Keep what formulas state, and what words say by them."""
    _listen_to_entries(said, marked, reading)
    for found in _COMMUTE.finditer(marked):
        how = standing(marked, found.start(), found.start(), found.end())
        if how != DENIED:
            names = names_of(found[1] or found[2], reading)
            for equation in commuting(names):
                _keep(said, equation, how, marked, found.start())
            said.squares |= {*names} if how == STATED else set()
    _listen_to_facts(said, marked, reading)
    _listen_to_equations(said, marked, reading)
    _listen_to_numbers(said, marked, reading)


def _values(words: str, reading: Reading) -> str:
    """The numbers that entries are, or the set of them: {0, 1}, zero or one."""
    known = {"zero": "0", "one": "1", "±1": "-1,1"}
    parts = re.findall(_VALUE, words, re.I)
    each = [next((reading.formula(n) for n in numbers(p) if M[0] in p), p).strip() for p in parts]
    return ",".join(known.get(value.lower(), value) for value in each)


def _listen_to_entries(said: Said, marked: str, reading: Reading) -> None:
    """Keep of which numbers the entries of something are."""
    for found in _ENTRIES.finditer(marked):
        values = _values(found[4], reading)
        known = in_set(values if values.startswith("\\{") else rf"\{{{values}\}}")
        if known is not None and known[1] in VALUES:
            names = names_of(found[1] or found[2] or found[3], reading)
            how = standing(marked, found.start(), found.start(), found.end())
            kept = [] if how == DENIED else said.given if how == STATED else said.doubtful_given
            kept += [given_by(*VALUES[known[1]], name) for name in names]


def _listen_to_facts(said: Said, marked: str, reading: Reading) -> None:
    """Keep what A = A^T or x > 0 says, unless the words around it deny it or only suppose it."""
    stated: set[int] = set()
    for each in (*reading.stated, *_links(reading)):
        at = max(marked.find(mark_of(each.segment)), 0)
        fact = (each.name, each.fact)
        how = standing(marked, at, at, at)
        own = [n for n, names in reading.names.items() if each.name in names]
        is_open = each.segment in reading.supposing or is_sought(marked, at, own)
        how = STATED if how == MENTIONED and _follows(marked, at, stated) else how
        how = CONDITIONAL if how == STATED and is_open else how
        stated |= {each.segment} if how == STATED else set()
        said.places.setdefault(fact, at)
        if each.fact in VALUES:  # a set, which is declared whatever words are beside it
            how = STATED if how == MENTIONED else how
            kept = [] if how == DENIED else said.given if how == STATED else said.doubtful_given
            kept += [given_by(*VALUES[each.fact], name) for name in with_bases([each.name])]
            continue
        if is_constraint(marked, at) or each.segment in reading.constrained:
            said.constraints.append(fact)
            continue
        if how == STATED and each.product and each.fact not in said.facts.get(each.name, ()):
            said.give(Given(each.product, "I", each.name), at)
        elif how == STATED and fact not in (*said.denied, *said.open_facts):
            said.state(fact, at)
        elif how != STATED:
            said.keep(how, fact)
            for segment in supposing(marked, at) if how == CONDITIONAL else ():
                said.cases.setdefault(segment, []).append(fact)


def _follows(marked: str, at: int, stated: Container[int]) -> bool:
    """Does a formula stand beside one that is stated: we know that ⟦1⟧ and ⟦3⟧?"""
    found = _BESIDE.search(marked, max(0, at - NEAR), at)
    return found is not None and next(numbers(found[0])) in stated


_SLOPE = re.compile(r"(\\?[A-Za-z]+)\s*'{1,2}")  # f'' = 2f' is a claim


def _listen_to_equations(said: Said, marked: str, reading: Reading) -> None:
    """Keep the equations that no fact covers, and which matrices they make square."""
    for segment, pieces in reading.equal.items():
        at = max(marked.find(mark_of(segment)), 0)
        slope = _SLOPE.fullmatch(pieces[0].strip())
        is_slope = slope is not None and whole_name(slope[1]) in reading.functions
        how = DENIED if primed(pieces[0]) or is_slope else standing(marked, at, at, at)
        if how != DENIED and not is_constraint(marked, at):
            pairs = [pair for pair in pairwise(pieces) if not in_equation(pair, segment)]
            for equation in (Given(*pair) for pair in pairs):
                _keep(said, equation, how, marked, at)
            said.imposed += [Given(*pair) for pair in pairs if _IMPOSES.search(marked, 0, at)]
        sides = [*map(side, pieces)]
        is_normal = {"A'A", "AA'"} <= {form for _, form in sides}
        said.squares |= {name for name, form in sides if name and (is_normal or form in POWERS)}


def _keep(said: Said, equation: Given, how: str, marked: str, at: int) -> None:
    """Keep an equation under how the text speaks of it: in its case for the claims of that."""
    own = supposing(marked, at) if how == CONDITIONAL else []
    own = [n for n in own if mark_of(n) != marked[at : at + len(mark_of(n))]]
    if how == STATED or own:
        said.give(equation, at)
    else:
        said.doubtful_given.append(equation)
    if own:
        said.given_for[equation] = frozenset(own)
        said.imposed.append(equation)


def _listen_to_numbers(said: Said, marked: str, reading: Reading) -> None:
    """Leave out c = 3 where the text denies it, or asks what if."""
    claimed = {each.segment for each in reading.claimed}
    for each in list(reading.defined):
        if each.left.arguments is not None or not all(map(_NUMBER.fullmatch, each.values)):
            continue
        at = max(marked.find(mark_of(each.segment)), 0)
        how = standing(marked, at, at, at)
        is_open = how != DENIED and each.segment in reading.supposing
        how = CONDITIONAL if is_open else how
        start, stop = sentence_around(marked, at)
        is_case = how == CONDITIONAL and not claimed & {*numbers(marked[start:stop])}
        if how == DENIED or is_case:
            reading.defined.remove(each)
            equation = Given(each.latex, each.values[0])
            said.left_out.append(f"{equation.shown} is not used: {how}")


def _links(reading: Reading) -> Iterator[Stated]:
    """What two sides of a longer equation say by themselves: P = P^T in P^2 = P = P^T."""
    for segment, pieces in reading.equal.items():
        found = (in_equation(pair, segment) for pair in pairwise(pieces))
        yield from filter(None, found)
