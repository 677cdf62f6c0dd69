r"""Bases of logarithms that a text states: all logarithms are to base 2, \log = \log_2, in bits.

Every \log of the text is then one to this base. A text that speaks of two bases, or of the case
of one, or only of bits, is asked: with another base, each derivative has another factor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.spelling.stating import (
    CASE,
    LAST,
    STATED,
    how_said,
    not_answered,
    sentence_start,
)
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_PLAIN = r"\\(?:log|lg|operatorname\s*\{\s*(?:log|lg)\s*\}|mathrm\s*\{\s*(?:log|lg)\s*\})"
_LOG = re.compile(rf"{_PLAIN}(?![A-Za-z]|\s*_)")
_BELOW = r"_\s*(?:\{\s*(\w+)\s*\}|(\w))"
_SET = re.compile(  # \log = \log_2, \log x := \log_2 x, \log = \ln
    rf"\s*{_PLAIN}\s*(?P<x>[a-z]|\([a-z]\)|\(?\\cdot\)?)?\s*(?::\s*=|=|\\equiv|\\coloneqq|\\triangleq)"
    rf"\s*(?:{_PLAIN}\s*{_BELOW}|\\ln(?![A-Za-z]))\s*(?P=x)?\s*|\s*{_PLAIN}\s*=\s*\\ln\s*"
)
_INDEXED = re.compile(rf"\s*(?:{_PLAIN}\s*{_BELOW}|\\ln)\s*")
_NAMED = re.compile(  # ⟦\log⟧ means ⟦\log_2⟧
    rf"(?P<sign>{M}|\blog)\s*,?\s+(?:is|mean\w*|denot\w+|being|stand\w*\s+for|for|as)\s+(?P<other>{M})",
    re.I,
)
_INDEX_IS = re.compile(rf"({M})\s+(?:is|for|denotes?|means?|being|as)\s+(?:the\s+)?\Z", re.I)
_LOGS = r"log(?:arithm)?s?\b(?![- ](?:loss|likelihood|odds|prob|det|posterior|density))"
_CALLED = re.compile(
    rf"\bbase[- ]?(?:of\s+)?\$?(?P<base>\d+\b|{M}|two\b|ten\b|e\b|[a-z]\b(?!['’.]\w))"
    rf"|\b(?P<called>binary|decimal|common|natural|dyadic|decadic|brigg\w*|nap[ie]+rian)\s+{_LOGS}"
    rf"|\b{_LOGS}\s+(?:is|are)\s+(?:(?:all|here|taken|to|be|always)\s+)*"
    r"(?P<behind>binary|decimal|common|natural|dyadic|decadic|brigg\w*|nap[ie]+rian)\b",
    re.I,
)
_BASES = {"two": "2", "ten": "10", "binary": "2", "dyadic": "2", "natural": "e", r"\mathrm{e}": "e"}
_BASES |= dict.fromkeys(("decadic", "decimal", "common"), "10")
_UNITS = re.compile(r"\bin\s+(?:bits|shannons|hartleys|bans)\b|\(bits\)|\bdB\b|\b[Dd]ecibels?\b")
_NATURAL = re.compile(r"\bnats\b")
_ABOUT = re.compile(r"\b(?:exponential|numeral|number\s+system|digits?)\b", re.I)
KNOWN = ("2", "10")
TOLD = "log is the logarithm to base"


def with_log_bases(cut: Cut) -> Cut:
    """The text with the base that it states below each logarithm that has none."""
    last = [x for x in _called(cut) if how_said(cut, x, _LOG.search) == LAST]
    if last and _has_logs(cut):
        cut = replace(cut, notes=(*cut.notes, not_answered(cut.marked, last[-1])))
    bases, is_unclear = _stated(cut)
    if is_unclear or len(bases) != 1 or not bases <= {*KNOWN} or not _has_logs(cut):
        return cut
    base = next(iter(bases))
    segments = tuple(_to_base(each, base) if each.is_math else each for each in cut.segments)
    return replace(cut, segments=segments, notes=(*cut.notes, f"{TOLD} {base}"))


def _to_base(formula: Segment, base: str) -> Segment:
    r"""A formula with the base below; \log 2 stays, which nobody writes for log₂(2) = 1."""
    latex = formula.text
    if _SET.fullmatch(latex) or _LOG.fullmatch(latex.strip()):
        return Segment(False, "log")
    itself = (
        rf"(?!\s*(?:\\left\s*)?[({{]?\s*{base}\s*[)}}]?\s*(?:[-+=,.)}}]|\Z|\\(?:right|,|cdot)))"
    )
    latex = re.sub(_LOG.pattern + itself, lambda _: rf"\log_{{{base}}} ", latex)
    euler = rf"\\log_\{{{base}\}}\s*(?:\(\s*e\s*\)|e)(?![A-Za-z]|\s*[\^_])"
    return Segment(True, re.sub(euler, lambda _: rf"\frac{{1}}{{\ln {base}}}", latex))


def unknown_base(cut: Cut) -> str | None:
    """The question about a base that is not read, or of which only a case is made."""
    if not _has_logs(cut) or any(note.startswith(TOLD) for note in cut.notes):
        return None
    bases, unclear = _stated(cut)
    if unclear or bases - {*KNOWN, "e"} or len(bases) > 1:
        return "Which base do the logarithms have? Write log₂ or log₁₀ for them, and ln for base e."
    return None


def _has_logs(cut: Cut) -> bool:
    return any(_LOG.search(each) and not _SET.fullmatch(each) for each in cut.formulas)


def _stated(cut: Cut) -> tuple[set[str], bool]:
    """The bases that the text states; and does it speak of one in other words?"""
    bases = {_base(found) for found in map(_SET.fullmatch, cut.formulas) if found}
    marked, is_unclear = cut.marked, False
    for found in _NAMED.finditer(marked):
        signs = [cut.segments[n].text for n in numbers(found["sign"])] or [r"\log"]
        below = _INDEXED.fullmatch(cut.segments[next(numbers(found["other"]))].text)
        bases |= {_base(below)} if below and _LOG.fullmatch(signs[0].strip()) else set()
    for found in _called(cut):
        how = how_said(cut, found, _LOG.search)
        base = _named_base(cut, found)
        bases |= {base} if how in (STATED, CASE) else set()
        is_unclear |= how == CASE or _is_written(cut, base)
    unit = _UNITS.search(marked)
    is_open = unit is not None and not bases and not _NATURAL.search(marked)
    return bases, is_open or (is_unclear and bases != {"e"})


def _is_written(cut: Cut, base: str) -> bool:
    """Has a formula a logarithm with this base below it, beside those that have none?"""
    below = re.compile(rf"\\log\s*_\s*(?:\{{\s*{base}\s*\}}|{base}(?!\d))\s*\S")
    return base in KNOWN and any(below.search(x) and not _SET.fullmatch(x) for x in cut.formulas)


def _is_of_indexed(cut: Cut, found: re.Match[str]) -> bool:
    """Do words speak of a logarithm with its base below it: ⟦log_2⟧ is the binary logarithm?"""
    of = _INDEX_IS.search(found.string, max(0, found.start() - 40), found.start())
    return of is not None and bool(_INDEXED.fullmatch(cut.segments[next(numbers(of[1]))].text))


def _called(cut: Cut) -> Iterator[re.Match[str]]:
    """Where words name a base, and not that of something else."""
    marked = cut.marked
    for found in _CALLED.finditer(marked):
        if not _is_of_indexed(cut, found) and not _ABOUT.search(
            marked[sentence_start(marked, found.start()) : found.end() + 20]
        ):
            yield found


def _base(found: re.Match[str]) -> str:
    return next(filter(None, found.groups()[-2:]), "e")


def _named_base(cut: Cut, found: re.Match[str]) -> str:
    """The base as a number, or e, or what stands there."""
    words = (found["base"] or found["called"] or found["behind"]).lower()
    for number in numbers(words) if words.startswith(M[0]) else ():
        words = cut.segments[number].text.strip().strip("{}")
    words = "10" if words.startswith("brigg") else "e" if words.startswith("nap") else words
    return _BASES.get(words, words)
