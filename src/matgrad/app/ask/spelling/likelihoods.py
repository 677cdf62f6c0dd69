r"""Likelihoods without a formula: “the gradient of the log-likelihood”, after x \sim N(\mu,\Sigma).

The words become the formula of the log density, and \log p(x), \ell(\mu) get definitions, unless
the text has its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.notation import left_side, names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.density_values import shown, size_of, with_told
from matgrad.app.ask.spelling.distributions import PLAIN
from matgrad.app.ask.spelling.drawn import Drawn, drawn
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_DENSITY = (
    r"(?:probability\s+)?(?:densit(?:y|ies)|pdf|p\.d\.f\.|pmf|likelihood|mass)(?:\s+function)?"
)
_OWN = (
    rf"(?:the\s+|its\s+|this\s+|my\s+|our\s+)?)(?P<sign>negative\s+)?"
    rf"(?P<log>log(?:arithm\s+of\s+the)?[-\s]?)?{_DENSITY}"
)
_ANY = rf"(?:{DERIVATIVE}|hessian)s?"
_PHRASE = re.compile(rf"(?P<before>\b(?:{_ANY}\s+(?:of|for)|differentiat(?:e|ing))\s+{_OWN}", re.I)
_BEHIND = re.compile(rf"(?P<before>\s+(?:of|for)\s+{_OWN}", re.I)  # the gradient by ⟦1⟧ of …
_BY = re.compile(rf"\b{_ANY}\s+{RESPECT}\s+$", re.I)
_IS = re.compile(r"\b(?:is|isn['’]t|are)\b", re.I)
_SCORE = re.compile(
    rf"\b(?:fisher\s+)?score(?:\s+(?:function|vector))?(?=\s+(?:{RESPECT}\s|(?:of|for)\s+$))", re.I
)
_WORD = r"\\(?:mathrm|text|operatorname|mathcal|mathbb)\s*\{[^{}]*\}|\\[A-Za-z]+"
_CAPITAL = re.compile(r"(?P<letter>[A-Z])(?=$|\s*_)")
_LOG = r"(?P<log>\\(?:log|ln)(?![A-Za-z])\s*)"
_OF = re.compile(
    r"(?<![A-Za-z\\])(?P<name>[pqfP](?:_\s*(?:\{[^{}]*\}|\w|\\[A-Za-z]+))?)\s*"
    r"(?:\\left\s*)?\((?P<of>[^()=]*)\)"
)
_ALONE = re.compile(rf"{_LOG}(?P<name>[pqfP])(?![A-Za-z_(]|\s*[\(_]|\s*\\left)")
_LIKELY = re.compile(
    r"(?<![A-Za-z\\])(?P<name>\\ell(?![A-Za-z])|L|\\mathcal\s*\{?\s*L\s*\}?)"
    r"(?P<of>\s*\([^()=]*\))?(?![A-Za-z_])"
)
_POSTERIOR = re.compile(r"\blog[- ]posterior\b", re.I)
_LOG_LIKELIHOOD = re.compile(r"\blog-?\s?likelihood\b", re.I)
_GIVEN = re.compile(  # a definition of a function, or of a density
    r"\s*-?\s*(?:\\(?:log|ln)\s*)?(?:\\(?:mathcal|mathrm|operatorname)\s*\{?\s*)?(?:\\ell|[A-Za-z]+)\s*\}?"
    r"(?:_\s*(?:\{[^{}]*\}|\w|\\[a-z]+))?\s*(?:\\left\s*)?\([^()=]*\)\s*(?::?=|\\propto|\\mapsto)"
    r"|\s*(?:\\ell|L|\\mathcal\s*\{?\s*L\s*\}?|\\mathrm\s*\{\w+\}|J|f)\s*:?="
)
SCORE = "gradient of the log-likelihood"
TAKEN = "the density of {} is that of {}"
SEVERAL = "the {} are independent, each with the density of {}"


def with_likelihoods(cut: Cut) -> Cut:
    """The text with formulas for the densities that it only names."""
    given, cut = cut, with_small_letters(cut)
    found = [*drawn(cut)]
    found = [each for i, each in enumerate(found) if each.x not in {x.x for x in found[:i]}]
    if not found or _is_given(cut, found):
        return given
    sizes = {
        each.x: size_of(cut, each.call._replace(x=each.x)) for each in found if each.call.is_round
    }
    logs = {each.x: each.log(sizes.get(each.x, ("",))[0]) for each in found}
    made, used = _without(cut, found), False
    if len(found) == 1:
        made, used = _worded(made, found[0], logs)
    defined = [*_definitions(made, found, logs)]
    if not used and not defined:
        return given
    for latex in defined:
        here = (Segment(False, "\n\nHere "), Segment(True, latex), Segment(False, "."))
        made = replace(made, segments=(*made.segments, *here))
    new = [x for x, (_, is_new) in sizes.items() if is_new]
    notes = ((SEVERAL if x.index else TAKEN).format(_plain(x.x), shown(x.call)) for x in found)
    made = replace(made, notes=(*made.notes, *notes))
    return with_told(made, [each.call for each in found], new, sizes)


def _is_given(cut: Cut, found: list[Drawn]) -> bool:
    """Does the text define another function than those that distributions have inside?"""
    inside = {name for each in found for x in each.call.parameters for name in names_in(x)}
    starts = (latex.partition("=")[0] for latex in cut.formulas if _GIVEN.match(latex))
    names = (left.name if (left := left_side(each.rstrip(": "))) else "" for each in starts)
    return any(name not in inside for name in names)


def with_small_letters(cut: Cut) -> Cut:
    """The text with x for a random variable X: the density is a function of its value."""
    found = (_CAPITAL.match(each.x) for each in drawn(cut))
    for letter in dict.fromkeys(each["letter"] for each in found if each):
        name = re.compile(rf"{_WORD}|(?P<is>{letter})")
        note = f"{letter} is a random variable, whose value is called {letter.lower()}"
        cut = cut.rewritten(lambda latex, x=name: x.sub(_small, latex), note)
    return cut


def _small(found: re.Match[str]) -> str:
    return found[0].lower() if found["is"] else found[0]


def _plain(latex: str) -> str:
    return quoted(latex).plain


def _worded(cut: Cut, one: Drawn, logs: dict[str, str]) -> tuple[Cut, bool]:
    """The text with the formula in the place of “the log-likelihood”, if no name stands behind."""
    segments: list[Segment] = []
    is_used = is_of = False
    for i, each in enumerate(map(_with_score, cut.segments)):
        if is_of and each.is_math:
            is_of = False
            continue
        found = _phrase(cut, i, each)
        behind = each.text[found.end() :] if found else ""
        is_of = behind.strip() in ("of", "for", "at") and _same(cut.segments[i + 1].text, one.x)
        behind = "" if is_of else behind  # the log density of ⟦x⟧
        follows = cut.segments[i + 1].text if found and behind.isspace() else ""
        is_claim = follows and not PLAIN.fullmatch(follows.partition("(")[0])
        if found is None or (follows and not (is_claim and _IS.search(each.text))):
            segments.append(each)
            continue
        value = logs[one.x] if found["log"] else rf"\exp\left({logs[one.x]}\right)"
        value = rf"-\left({value}\right)" if found["sign"] else value
        segments += [Segment(False, each.text[: found.start()] + found["before"])]
        segments += [Segment(True, value), Segment(False, " equal to " if is_claim else behind)]
        is_used = True
    return replace(cut, segments=tuple(segments)), is_used


def _phrase(cut: Cut, at: int, each: Segment) -> re.Match[str] | None:
    """Where the words for a density stand whose derivative is asked for."""
    if each.is_math:
        return None
    is_behind = at > 1 and _BY.search(cut.segments[at - 2].text)
    return _BEHIND.match(each.text) if is_behind else _PHRASE.search(each.text)


def _with_score(each: Segment) -> Segment:
    """The score by a parameter is the derivative of the log density by that."""
    return each if each.is_math else Segment(False, _SCORE.sub(SCORE, each.text))


def _definitions(cut: Cut, found: list[Drawn], logs: dict[str, str]) -> list[str]:
    r"""What p(x), \log p and \ell(\mu) are, where formulas use them."""
    made: dict[str, str] = {}
    for latex in cut.formulas:
        for call in _OF.finditer(latex):
            first = re.split(r"\\mid(?![A-Za-z])|\||;|,", call["of"])[0]
            for each in found:
                if _same(first, each.x) or (each.index and _same(first, each.x.partition("_")[0])):
                    made.setdefault(call["name"], rf"{call[0]} = \exp\left({logs[each.x]}\right)")
        if len(found) == 1:
            (each,) = found
            for call in _ALONE.finditer(latex):
                made.setdefault(
                    call["name"], rf"{call['name']}({each.x}) = \exp\left({logs[each.x]}\right)"
                )
            if _LOG_LIKELIHOOD.search(cut.words):
                for call in _LIKELY.finditer(latex):
                    made.setdefault(call["name"], rf"{call[0]} = {logs[each.x]}")
    return [*made.values()] or [*_posterior(cut, found, logs)]


def _posterior(cut: Cut, found: list[Drawn], logs: dict[str, str]) -> Iterator[str]:
    """The likelihood and the prior, where what one is drawn with is drawn itself."""
    if not _POSTERIOR.search(cut.words) or len(found) != 2:
        return
    for data, prior in (found, found[::-1]):
        if whole_name(prior.x) in names_in(data.call.parameters[0]):
            yield rf"p({data.x} \mid {prior.x}) = \exp\left({logs[data.x]}\right)"
            yield rf"p({prior.x}) = \exp\left({logs[prior.x]}\right)"


def _same(one: str, other: str) -> bool:
    return re.sub(r"[\s{}]", "", one) == re.sub(r"[\s{}]", "", other)


def _without(cut: Cut, found: list[Drawn]) -> Cut:
    """The text with x alone in the place of what says where it comes from."""
    segments = list(cut.segments)
    whole = {each.segments[-1]: each.x for each in found}
    for i, x in whole.items():
        if segments[i].is_math and re.search(r"\\sim|\\(?:overset|stackrel)", segments[i].text):
            segments[i] = Segment(True, x)
    return replace(cut, segments=tuple(segments))
