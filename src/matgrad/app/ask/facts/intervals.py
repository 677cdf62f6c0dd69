r"""Inequalities and intervals of a text: whether it states them, and of which arguments.

x < 1 may be stated, denied or the case of one claim; “on (0, \infty)” behind f(x) = … says that x
is positive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.assumptions import sentence_around, standing
from matgrad.app.ask.facts.properties import VALUES
from matgrad.app.ask.facts.said import CONDITIONAL, STATED, Said
from matgrad.app.ask.facts.suppositions import supposing
from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.formulas.relations import in_set
from matgrad.app.ask.text.marks import M, numbers

COMPARES = re.compile(r"(\\(?:leqslant|geqslant|leq?|geq?|lt|gt)(?![A-Za-z])|<|>)")
_ON = re.compile(  # f(x) = … on (0, ∞); f is defined on the interval (0, 1)
    rf"({M})\s*,?\s+(?:(?:(?:is|be)\s+)?(?:defined|given|considered|restricted|taken)\s+)?(?:on|over|to)\s+"
    rf"(?:the\s+)?(?:(?:open|closed|half-open|positive)\s+)*(?:interval|domain|set|half-?line)?\s*({M})",
    re.I,
)
_OPEN = re.compile(r"\b(?:if|when|unless|whether|not|never|or|nobody|without)\b|n['’]t\b", re.I)
_DOMAIN = re.compile(r"^.+?(?:\\colon|:)(?P<domain>.+?)\\(?:to|rightarrow)\b")
INTERVAL = re.compile(
    r"\s*(?:\\left\s*)?[\[(\]][^,\[\]]+,[^,\[\]]+?(?:\\right\s*)?[\])\[]\s*(?:\^\s*(?:\w|\{[^{}]*\}))?"
)


def listen_to_intervals(said: Said, marked: str, reading: Reading) -> None:
    """Keep how the text speaks of each inequality, and where its functions are defined."""
    _listen_to_domains(said, marked, reading)
    compared = [n for n, latex in reading.bare.items() if _compares(latex)]
    for segment in {*compared, *reading.intervals} - {*said.bounds}:
        at = marked.find(f"{M[0]}{segment}{M[-1]}")
        how = standing(marked, at, at, at) if at >= 0 else CONDITIONAL
        how = CONDITIONAL if how == STATED and segment in reading.supposing else how
        said.bounds[segment] = how
        if how == CONDITIONAL and at >= 0:
            said.bounded[segment] = frozenset(supposing(marked, at))


def _compares(latex: str) -> bool:
    """Is a formula an inequality? One with pieces only has conditions for these."""
    return COMPARES.search(latex) is not None and r"\begin{cases}" not in latex


def _listen_to_domains(said: Said, marked: str, reading: Reading) -> None:
    for key, (each, within, at) in enumerate(_domains(marked, reading)):
        name = whole_name((each.left.arguments or ("",))[0])
        known = in_set(within)
        if name is None or len(each.left.arguments or ()) != 1:
            continue
        if known is not None and known[1] and known[1] not in VALUES:
            said.state((name, known[1]), at)
        elif INTERVAL.fullmatch(within):
            latex = reading.spelled.get(name, (each.left.arguments or ("",))[0])
            reading.intervals[-1 - key] = [rf"{latex}\in {within}"]
            said.bounds[-1 - key] = STATED


def _domains(marked: str, reading: Reading) -> Iterator[tuple[Defined, str, int]]:
    """The functions of which the text says where they are defined, and that set."""
    by_name = {each.left.name: each for each in reading.defined}
    by_segment = {each.segment: each for each in reading.defined}
    for found in _ON.finditer(marked):
        (what,), (where,) = numbers(found[1]), numbers(found[2])
        names = reading.names.get(what, ())
        each = by_segment.get(what) or next((by_name[n] for n in names if n in by_name), None)
        within = reading.bare.get(where, reading.spaces.get(where, ""))
        start, stop = sentence_around(marked, found.start())
        if each is not None and within and not _OPEN.search(marked, start, stop):
            yield each, within, found.start()
    for name, latex in reading.signatures.items():
        domain = _DOMAIN.match(latex)
        if domain and name in by_name:
            yield by_name[name], domain["domain"], 0
