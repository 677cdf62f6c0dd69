r"""The distribution function and the density of the standard normal, where words name them.

After “Φ is the standard normal cdf” a call of \Phi is the function Phi of the language; “φ is its
density” defines \phi(t) = e^{-t^2/2}/\sqrt{2\pi}. Without such words \Phi may be anything.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.writing import Writing, has_marks
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.segments import Cut, Segment

_NORMAL = r"(?:standard\s+|std\.?\s+|unit\s+)(?:normal|gaussian)(?:['’]s)?"
_OF = rf"\s+of\s+(?:(?:the|an?)\s+)?(?:{_NORMAL}(?:\s+(?:distribution|variable))?|{M}|N\(0,\s?1\))"
_CDF_NAME = (
    r"(?:cdf|c\.d\.f\.?|(?:cumulative\s+)?(?:distribution|density)\s+function(?:\s+\(cdf\))?"
    r"|cumulative\s+(?:distribution|normal|gaussian))"
)
_PDF_NAME = r"(?:pdf|p\.d\.f\.?|(?:probability\s+)?density(?:\s+function)?(?:\s+\(pdf\))?)"
_CDF = rf"(?:{_NORMAL}\s+(?:cumulative\s+)?{_CDF_NAME}|{_CDF_NAME}{_OF})"
_PDF = (
    rf"(?:{_NORMAL}\s+{_PDF_NAME}|{_PDF_NAME}{_OF}|(?:its|corresponding)\s+{_PDF_NAME}|{_PDF_NAME})"
)
_ITS_CDF = rf"(?:its|corresponding)\s+{_CDF_NAME}"  # of the normal density
_LETTER = rf"(?P<name>{M}|(?<!\w)[ΦφϕFf](?!\w))"
_VERB = r"(?:\s*=|\s*,?\s+(?:is|be|are|being|denotes?|for|as|means))?\s+(?:(?:the|an?|its)\s+)?"
_WAYS = (rf"{_LETTER}{_VERB}{{0}}(?!\w)", rf"\b{{0}}(?:\s*,)?\s+(?:denoted\s+(?:by\s+)?)?{_LETTER}")
_NAME = re.compile(r"\s*(\\[A-Za-z]+|[A-Za-zΦφϕ])\s*(?:\(\s*(?:\\cdot|\.)?\s*\))?\s*")
_STANDARD = re.compile(r"\s*(?:\\(?:mathcal|mathrm)\s*)?\{?\s*N\s*\}?\s*\(\s*0\s*,\s*1\s*\)\s*")
_GREEK = {"Φ": r"\Phi", "φ": r"\phi", "ϕ": r"\phi", r"\varphi": r"\varphi"}
_DENSITY = r"{0}(t) = \frac{{1}}{{\sqrt{{2\pi}}}}\exp\left(-\frac{{t^2}}{{2}}\right)"


def with_normal_functions(cut: Cut) -> Cut:
    """The text with functions of the language for those of the normal distribution."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    is_normal = re.search(rf"{_NORMAL}\s+{_PDF_NAME}", cut.words, re.I)
    distributions = _named(writing, rf"(?:{_CDF}|{_ITS_CDF})" if is_normal else _CDF)
    for name in distributions:
        told = f"{quoted(name).plain} is the distribution function Phi of the standard normal"
        cut = cut.rewritten(lambda latex, x=name: _called(latex, x), told)
    densities = _named(writing, _PDF) if distributions or re.search(_NORMAL, cut.words) else []
    unknown = [x for x in densities if x not in distributions and not _is_defined(cut, x)]
    for name in (x for x in unknown if _is_used(cut, x)):
        last = (
            Segment(False, "\n\nHere "),
            Segment(True, _DENSITY.format(name)),
            Segment(False, "."),
        )
        cut = replace(cut, segments=(*cut.segments, *last))
    return cut


def _named(writing: Writing, words: str) -> list[str]:
    """The letters that words call such a function."""
    before, behind = ([*re.finditer(way.format(words), writing.text, re.I)] for way in _WAYS)
    taken = {m.end() for m in before}  # Φ the cdf, φ its density: the first has its letter
    found = [*before, *(m for m in behind if not any(m.start() < x < m.end() for x in taken))]
    names = [_letter(writing, m["name"]) for m in found if _is_standard(writing, m[0], m["name"])]
    return list(dict.fromkeys(filter(None, names)))


def _letter(writing: Writing, name: str) -> str:
    written = name if len(name) == 1 else writing.formula(name)
    found = _NAME.fullmatch(written)
    return _GREEK.get(found[1], found[1]) if found else ""


def _is_standard(writing: Writing, words: str, name: str) -> bool:
    """Is the distribution that a formula gives N(0, 1)?"""
    marks = [mark for mark in re.findall(M, words) if mark != name]
    return all(_STANDARD.fullmatch(writing.formula(mark)) for mark in marks)


def _called(latex: str, name: str) -> str:
    """The formula with calls of the function under the name that it has here."""
    letters = [name, *(x for x, spelled in _GREEK.items() if spelled == name)]
    ways = "|".join(re.escape(x) if x.startswith("\\") else rf"(?<![A-Za-z\\]){x}" for x in letters)
    return re.sub(rf"(?:{ways})\s*(?=\(|\\left\s*\()", r"\\operatorname{Phi}", latex)


def _is_defined(cut: Cut, name: str) -> bool:
    start = re.compile(rf"\s*{re.escape(name)}\s*\([^()]*\)\s*:?=")
    return any(map(start.match, cut.formulas))


def _is_used(cut: Cut, name: str) -> bool:
    """Is there more than the letter alone, so that it is needed?"""
    here = re.compile(rf"{re.escape(name)}(?![A-Za-z])")
    return any(here.search(x) and not _NAME.fullmatch(x) for x in cut.formulas)
