r"""Claims with names that a text explains by a part of its function: “the second term is λ‖Dx‖²”.

Nothing but this may be known of D. The function with that term in the place of its own is the same
one by what the text says, and so a claim that is right of it is right. One that is not right for
every D is called wrong only where the slip is one for every D.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.facts.said import Given
from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.choosing import squeezed
from matgrad.app.ask.problem.constraints import freed
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.models import terms
from matgrad.app.ask.problem.names import names_for
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.sentences import sentences
from matgrad.app.ask.text.words import DERIVATIVE
from matgrad.errors import MatgradError
from matgrad.render.glyphs import plain_name
from matgrad.verify.claim import UNDECIDED

_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_WHICH = (
    r"(?:(?P<place>first|second|third|last)\s+(?:term|part|summand|sum)|(?P<sum>sum)"
    r"|(?:smoothness|roughness|penalty|regulari[sz]ation|regulari[sz]ing|prior)\s+term"
    r"|penalty|regulari[sz]er)"
)
_STATED = re.compile(
    rf"\b(?P<which>the\s+{_WHICH})\s+(?:is|equals|becomes|reads|can\s+be\s+written(?:\s+as)?|(?:as|=))"
    rf"\s+(?:just\s+|simply\s+|equal\s+to\s+|exactly\s+)*(?P<is>{M})",
    re.I,
)
_DERIVATIVE = re.compile(rf"{DERIVATIVE}|differential|\bof\s*$", re.I)
_GIVEN_FOR = "with {} for {}"
_SHAPE = re.compile(r"the claim is \S+×\S+, the right answer")
_GENERAL = "right if"  # the slip is an assumption, which may hold


def by_stated(
    subjects: Subjects, verdict: Verdict, judge: Callable[[Subjects], Verdict]
) -> Verdict:
    """The verdict on a claim with unknown names, by the function with a term that has them."""
    if verdict.status != NOT_READ or subjects.found.function is None:
        return verdict
    for value, words, latex in _restated(subjects.found, subjects.found.function):
        try:
            found = judge(_with(subjects, value))
        except MatgradError:
            continue
        if found.status == NOT_READ:
            continue
        subjects.found.used.add(latex)
        if found.is_wrong and not _is_always(subjects.found, found, names := _new(subjects, value)):
            told = f"{words} it is not right for every {' and '.join(map(plain_name, names))}"
            return Verdict(verdict.latex, UNDECIDED, told)
        return replace(found, words="; ".join(filter(None, (words, found.words))))
    return verdict


def _new(subjects: Subjects, latex: str) -> list[str]:
    return [name for name in names_in(latex) if name not in subjects.main.problem.symbols]


def _is_always(found: Understood, verdict: Verdict, names: list[str]) -> bool:
    """Is a claim wrong whatever the new names are: a factor, a sign, or sizes that are told?"""
    sized = {*found.said.sizes, *(each.name for each in found.reading.declared)}
    if "shapes do not fit" in verdict.words or _SHAPE.match(verdict.words):
        return {*names} <= sized
    return bool(verdict.words) and _GENERAL not in verdict.words


def _with(subjects: Subjects, value: str) -> Subjects:
    """The function of a text written in another way."""
    found = subjects.found
    assert found.function is not None
    function = replace(found.function, values=(value,))
    new = replace(found, function=function, used={*found.used}, notes=list(found.notes))
    script = script_of(new, function, found.is_scalar, found.kept)
    problem, _ = freed(settled(script)[0], found.variables)
    return Subjects(new, Subject(new, problem, names_for(new, problem)))


def _restated(found: Understood, function: Defined) -> Iterator[tuple[str, str, str]]:
    """The function with a term as the text has it, in words, and the formula for it."""
    value, parts = function.values[0], terms(function.values[0])
    said = [each for text in sentences(found.cut.marked) for each in _STATED.finditer(text)]
    for stated in said:
        if _DERIVATIVE.search(stated.string, 0, stated.start()):
            continue  # the second term of the derivative
        (number,) = numbers(stated["is"])
        at = _PLACES[(stated["place"] or "last").lower()]
        latex = found.reading.bare.get(number, "")
        if not latex or not -len(parts) <= at < len(parts) or len(parts) < 2:
            continue
        sign, old = _signed(parts[at])
        new = [*parts]
        new[at] = f"{sign}{_weighted(old, latex)}"
        yield " ".join(new), _GIVEN_FOR.format(quoted(latex).plain, stated["which"].lower()), latex
    for pieces in found.reading.equal.values():  # \sum_i(x_{i+1} - x_i)^2 = \|Dx\|^2
        if squeezed(pieces[0]) in squeezed(value) and len(pieces) == 2:
            whole = squeezed(value).replace(squeezed(pieces[0]), rf"\left({pieces[1]}\right)")
            shown = Given(*pieces).shown
            yield whole, f"as {shown}", shown


def _signed(term: str) -> tuple[str, str]:
    """The sign of a term, and what stands behind it."""
    text = term.strip()
    return ("-" if text.startswith("-") else "+"), text.lstrip("+-").strip()


def _weighted(old: str, latex: str) -> str:
    r"""A term, with the weight \lambda before the sum if it is stated of the sum alone."""
    weight, sign, _ = old.partition(r"\sum")
    is_whole = not sign or {*names_in(weight)} <= {*names_in(latex)}
    return latex if is_whole else rf"{weight}\left({latex}\right)"
