r"""Densities: p(y|w) and p(w) are two functions, and the log posterior is log p(y|w) + log p(w)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import RESPECT

_BAR = re.compile(r"(?<=[A-Za-z}\d)])(\s*(?:\\left\s*)?\([^()|=]*[^()|=\\])\|([^()|=]+\))")
_LOG = r"(?P<log>\\(?:log|ln)(?![A-Za-z])\s*)?"
_CALL = re.compile(
    rf"(?<![A-Za-z\\]){_LOG}(?P<name>[pqP])(?P<below>_(?:\w|\\[a-z]+|\{{[^{{}}]*\}}))?"
    r"\s*(?:\\left\s*)?\((?P<arguments>[^()=]*?)(?:\\right\s*)?\)"
)
_POSTERIOR = re.compile(
    r"(?P<before>\b(?:gradients?|derivatives?|hessian|differentiat\w+)\b"
    rf"(?:\s+{RESPECT}\s+{M})?\s+(?:of\s+|for\s+)?(?:the\s+|my\s+|our\s+)?)"
    r"(?P<sign>negative\s+)?(?:unnormali[sz]ed\s+)?log[- ]posterior"
    r"(?:\s+(?:density|distribution))?",
    re.I,
)
_GIVEN = re.compile(
    r"\bposterior\b(?:[\s,:(]|\b(?:density|distribution|function|is|equals?|reads|given|by|as|then|of"
    rf"|defined|proportional|up|to|an?|additive|constants?|the|[)])\b|\)){{0,14}}{M}",
    re.I,
)
_BY = re.compile(rf"{RESPECT}\s+({M})", re.I)
_FACTOR = re.compile(r"\s*\\propto(?![A-Za-z])")
_LOGGED = re.compile(
    r"\b(?:gradient|derivative|hessian)\s+of\s+(?:the\s+)?\s*\\(?:log|ln)\s*[pqP](?![A-Za-z])", re.I
)
POSTERIOR = "the log posterior is log p({data}|{of}) + log p({of}), up to a constant"


@dataclass(frozen=True)
class Density:
    """A density that the text defines, or its logarithm."""

    name: str
    arguments: str  # without spaces
    is_log: bool

    @property
    def sides(self) -> tuple[str, str]:
        """What is before the bar and behind it."""
        before, _, behind = re.sub(r"\\mid|;", "|", self.arguments).partition("|")
        return before, behind

    @property
    def latex(self) -> str:
        """A name of its own, and its arguments."""
        letters = "".join(re.findall(r"[A-Za-z]+", self.arguments.replace(r"\mid", " ")))
        stem = rf"\mathrm{{log{self.name}}}" if self.is_log else self.name
        return rf"{stem}_{{{letters}}}({self.arguments.replace(chr(92) + 'mid', chr(92) + 'mid ')})"


def with_densities(cut: Cut) -> Cut:
    """The text with names of their own for its densities, if there are several."""
    cut = with_factors(cut.rewritten(lambda latex: _BAR.sub(r"\1\\mid \2", latex)))
    known = list(dict.fromkeys(defined(cut)))
    names = {(each.name, each.is_log) for each in known}
    if len(known) == len(names):
        return cut

    def named(found: re.Match[str]) -> str:
        each = density(found)
        return _term(each, known) or _composed(each, known) or found[0]

    made = cut.rewritten(lambda latex: _CALL.sub(named, latex))
    return with_posterior(made, known)


def with_factors(cut: Cut) -> Cut:
    r"""The text with = for the \propto of densities, where words ask for a logarithm of them.

    The factor of p(y|w) may depend on w; in a posterior it is meant not to.
    """
    heads = [(m, x) for x in cut.formulas if (m := _CALL.match(x)) and _FACTOR.match(x, m.end())]
    is_posterior = _POSTERIOR.search(cut.marked) is not None
    is_asked = is_posterior or any(_LOGGED.search(each) for each in _before_formulas(cut))
    is_plain = is_posterior or all("mid" not in m["arguments"] for m, _ in heads)
    own = {x.strip() for m, _ in heads for x in m["arguments"].partition(r"\mid")[0].split(",")}
    asked = {cut.segments[n].text.strip() for x in _BY.findall(cut.marked) for n in numbers(x)}
    if not (is_asked and is_plain and asked <= own):  # by what the factor may have inside
        return cut
    told = {latex: _FACTOR.sub(" = ", latex, count=1) for _, latex in heads}
    notes = (f"the factor of {quoted(m[0]).plain} is taken to be constant" for m, _ in heads)
    return cut.rewritten(lambda latex: told.get(latex, latex), *notes) if heads else cut


def _before_formulas(cut: Cut) -> Iterator[str]:
    """The words before each formula, with that."""
    for before, formula in pairwise(cut.segments):
        if formula.is_math and not before.is_math:
            yield f"{before.text}{formula.text}"


def density(found: re.Match[str]) -> Density:
    """The density that is called here."""
    name = found["name"] + (found["below"] or "")
    return Density(name, re.sub(r"\s", "", found["arguments"]), found["log"] is not None)


def defined(cut: Cut) -> Iterator[Density]:
    """The densities that stand left of an equals sign."""
    for segment in cut.segments:
        for found in _CALL.finditer(segment.text) if segment.is_math else ():
            if re.match(r"\s*(?::?=|&=|\\propto)", segment.text[found.end() :]):
                yield density(found)


def _term(wanted: Density, known: list[Density]) -> str | None:
    """A density that is known, or the logarithm of one."""
    if wanted in known:
        return wanted.latex
    plain = replace(wanted, is_log=False)
    return rf"\log {plain.latex}" if wanted.is_log and plain in known else None


def _composed(wanted: Density, known: list[Density]) -> str | None:
    """The logarithm of p(w|y) by those of the likelihood p(y|w) and the prior p(w)."""
    of, data = wanted.sides
    likelihood = _term(Density(wanted.name, f"{data}\\mid{of}", True), known)
    prior = _term(Density(wanted.name, of, True), known)
    if not (of and data and wanted.is_log and likelihood and prior):
        return None
    return rf"\left({likelihood} + {prior}\right)"


def with_posterior(cut: Cut, known: list[Density]) -> Cut:
    """The text with the formula of the log posterior in the place of these words."""
    for each in known:
        data, of = each.sides
        made = _composed(Density(each.name, f"{of}|{data}", True), known) if of else None
        if made is None or _GIVEN.search(cut.marked):
            continue
        segments: list[Segment] = []
        for segment in cut.segments:
            found = None if segment.is_math else _POSTERIOR.search(segment.text)
            if found is None:
                segments.append(segment)
                continue
            value = f"-{made}" if found["sign"] else made
            segments += [Segment(False, segment.text[: found.start()] + found["before"])]
            segments += [Segment(True, value), Segment(False, segment.text[found.end() :])]
        if len(segments) > len(cut.segments):
            note = POSTERIOR.format(data=data, of=of)
            return replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
    return cut


def unknown_posterior(cut: Cut) -> str | None:
    """The question about a log posterior that the text asks about and does not give."""
    marked = " ".join(cut.marked.split())
    if not _POSTERIOR.search(marked) or _GIVEN.search(marked):
        return None
    return "What is the log posterior? Write it as an equation, the prior included."
