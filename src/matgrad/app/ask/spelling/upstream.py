r"""A derivative of a loss that the text calls given: with y = Wx, given ∂L/∂y, find ∂L/∂W.

It gets a letter, \frac{\partial L}{\partial y} = g, from which the others follow by the chain rule.
So do words for it: the upstream gradient δ is that by the one quantity which no other uses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.spelling.writing import Writing, has_marks
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import GIVEN_MATRICES, GIVEN_VECTORS, RESPECT

_FONT = r"\\(?:mathbf|boldsymbol|bm|mathcal|mathrm|hat|tilde|vec)\s*"
_NAME = rf"(?:{_FONT}(?:\{{\s*\\?\w+\s*\}}|\w)|\\[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:\{{\w+\}}|\w))?"
_QUOTIENT = re.compile(
    rf"\\[dt]?frac\s*\{{\s*{D}\s*(?P<loss>{_NAME})\s*\}}\s*\{{\s*{D}\s*(?P<by>{_NAME})\s*\}}"
)
_NABLA = re.compile(
    rf"\\nabla\s*_\s*(?:\{{\s*(?P<by>{_NAME})\s*\}}|(?P<one>\\?[A-Za-z]))\s*(?P<loss>{_NAME})"
)
_LEFT = re.compile(
    rf"\s*&?\s*(?P<name>{_NAME})\s*(?:\((?P<of>[^()=]*)\)\s*)?:?=(?P<value>.*)", re.S
)
_CALL = re.compile(
    rf"\s*(?P<name>{_NAME})\s*(?:\\left\s*)?\(\s*(?P<of>{_NAME})\s*(?:\\right\s*)?\)\s*"
)
_UPSTREAM = r"(?:upstream|incoming|back-?propagated)\s+(?:gradients?|derivatives?|errors?)"
_BETWEEN = (
    rf"(?:\s+(?:that|we|are|is|have|know|you|I|only|already|the|an?|{_UPSTREAM}|gradients?|by|of"
    r"|derivatives?|loss|partial|value|with))*"
)
_GIVEN = re.compile(
    rf"\b(?:given|knowing|know|suppose|assume|assuming|receives?|in terms of|{_UPSTREAM}){_BETWEEN}"
    rf"\s*[:,(]?\s*({LIST})",
    re.I,
)
_BEHIND = re.compile(
    rf"({LIST})\s*,?\s+(?:is|are|be|being|as)\s+(?:already\s+|assumed\s+(?:to\s+be\s+)?)?"
    rf"(?:given|known|available|(?:the|an)\s+{_UPSTREAM})\b",
    re.I,
)
_WITH = re.compile(rf"\bwith\s+({LIST})\s+(?:already\s+)?(?:given|known|available)\b", re.I)
_NAMED = re.compile(  # the upstream gradient δ
    rf"\b{_UPSTREAM}\s*(?:{RESPECT}\s+(?P<by>{M})\s*)?"
    rf"(?:(?:is|be|by|as|,|:|denoted\s+(?:by|as)|called)\s*){{0,3}}(?P<name>{M})",
    re.I,
)
_CALLED = re.compile(  # let δ be the upstream gradient
    rf"(?P<name>{M})\s+(?:(?:is|be|denotes?|for|being|as)\s+)?(?:the|an?)\s+{_UPSTREAM}"
    rf"(?:\s+{RESPECT}\s+(?P<by>{M}))?",
    re.I,
)
_OF_LOSS = re.compile(  # the gradient of the loss with respect to y is g
    rf"\b(?:gradient|derivative)\s+of\s+(?:the|our|some|a)\s+loss(?:\s+{M})?\s+{RESPECT}\s+"
    rf"(?:the\s+output\s+)?(?P<by>{M})\s*(?:is|be|,|by|as)\s+(?:(?:given|denoted)\s+)?"
    rf"(?:(?:by|as)\s+)?(?P<name>{M})(?=\s*(?:[.,;:?!]|$))",
    re.I | re.M,
)
_CALLIGRAPHIC = re.compile(r"\\mathcal(?![A-Za-z])")
_ENTRY = re.compile(r"_\{?[ijk]\}?$")
_FOR = re.compile(r"\s+(?:for|when)\s+$")
_FIRST = re.compile(r"(?:^|(?<=[.?!:] ))For\s+$")
_LOSSES = ("L", "J", "E", r"\ell")


@dataclass(frozen=True)
class _Text:
    """A text, the names that its formulas define, and the losses that they do not."""

    cut: Cut
    writing: Writing
    defined: dict[str, str]
    losses: frozenset[str]

    @property
    def letters(self) -> set[str]:
        return {*re.findall(r"\\[A-Za-z]+|[A-Za-z]", " ; ".join(self.cut.formulas))}

    @property
    def outputs(self) -> list[str]:
        """The names that are defined and that no other definition uses."""
        used = " ; ".join(self.defined.values())
        return [name for name in self.defined if not _stands(name, used)]

    def name(self, mark: str) -> str:
        """The name that a formula is, if it is nothing else."""
        found = re.fullmatch(rf"\s*({_NAME})\s*", self.writing.formula(mark))
        return _key(found[1]) if found else ""


def with_upstream(cut: Cut) -> Cut:
    r"""The text with \frac{\partial L}{\partial y} = g for the derivative that it calls given."""
    if has_marks(cut):
        return cut
    cut = _with_wholes(cut)
    text = _text(cut)
    if (given := _given(text)) is not None:
        return _lettered(text, *given)
    if (named := _named(text)) is not None:
        words, known, loss = named
        text.writing.put(*words, text.writing.add(known))
        return _without_calls(text.writing.recut(cut), loss)
    known = [m["loss"] for m in map(_equation, cut.formulas) if m]
    return _without_calls(cut, known[0]) if known and _key(known[0]) in text.losses else cut


def _with_wholes(cut: Cut) -> Cut:
    """The text with ∂L/∂y for ∂L/∂y_i, where y is defined by its entries: all are meant."""
    lefts = [m for latex in cut.formulas if (m := _LEFT.fullmatch(latex))]
    entries = {_key(m["name"]) for m in lefts if _ENTRY.search(_key(m["name"]))}
    losses = {_key(m["loss"]) for latex in cut.formulas for m in _derivatives(latex)}
    losses -= {_key(m["name"]) for m in lefts}

    def whole(latex: str) -> str:
        found = _whole(latex)
        if found is None or _key(found["loss"]) not in losses or _by(found) not in entries:
            return latex
        return rf"\frac{{\partial {found['loss']}}}{{\partial {_ENTRY.sub('', _by(found))}}}"

    def named(latex: str) -> str:
        """δ = ∂L/∂y for δ_i = ∂L/∂y_i."""
        name, _, value = latex.partition("=")
        key, made = _key(name), whole(value)
        found = _ENTRY.search(key) and made != value and _whole(value)
        is_same = found and key.rstrip("}")[-1] == _by(found).rstrip("}")[-1]
        return f"{_ENTRY.sub('', key)} = {made}" if is_same else whole(latex)

    return cut.rewritten(named)


def _text(cut: Cut) -> _Text:
    lefts = [m for latex in cut.formulas if (m := _LEFT.fullmatch(latex))]
    defined = {_key(m["name"]): m["value"] for m in lefts if not _derivatives(m["value"])}
    losses = {_key(m["loss"]) for latex in cut.formulas for m in _derivatives(latex)}
    calls = {x for x in losses & {*defined} if _is_unknown(defined[x], defined)}
    return _Text(
        cut,
        Writing.of(cut),
        {name: value for name, value in defined.items() if name not in calls},
        frozenset(losses - {*defined} | calls),
    )


def _is_unknown(value: str, defined: dict[str, str]) -> bool:
    """Is this a function of which only the name is known, of a quantity of the text: f(Y)?"""
    call = _CALL.fullmatch(value)
    return bool(call and _key(call["of"]) in defined and _key(call["name"]) not in defined)


def _given(text: _Text) -> tuple[str, str, str] | None:
    """The one derivative that the text calls given: as it is written, of what and by what."""
    marked = text.writing.text
    marks = [found[1] for way in (_GIVEN, _BEHIND, _WITH) for found in way.finditer(marked)]
    formulas = [text.writing.formulas[n] for mark in marks for n in numbers(mark)]
    found = [m for latex in formulas if (m := _whole(latex))]
    found = [m for m in found if _key(m["loss"]) in text.losses]
    found = found or _used(text)
    wholes = {*text.defined, *(_ENTRY.sub("", name) for name in text.defined)}
    if len({_by(m) for m in found}) != 1 or _by(found[0]) not in wholes:
        return None
    return found[0][0], found[0]["loss"], _by(found[0])


def _used(text: _Text) -> list[re.Match[str]]:
    """The derivatives by which others are told: ∂L/∂W = X^T ∂L/∂Y of an L that has no formula."""
    sides = [latex.split("=") for latex in text.cut.formulas if latex.count("=") == 1]
    told = [
        right for left, right in sides if (m := _whole(left)) and _key(m["loss"]) in text.losses
    ]
    used = [_derivatives(right) for right in told]
    is_chain = any(len(some) > 1 for some in used)  # which is checked link by link
    found = [m for some in used for m in some]
    return [] if is_chain or any(_by(m) not in text.defined for m in found) else found


def _lettered(text: _Text, written: str, loss: str, by: str) -> Cut:
    """The text with a letter for a derivative that is given."""
    free = GIVEN_VECTORS if by.lstrip("\\")[:1].islower() else GIVEN_MATRICES
    letter = next((x for x in free if x not in text.letters), "")
    if not letter:
        return text.cut

    def change(latex: str) -> str:
        found = _whole(latex)
        if found and (_key(found["loss"]), _by(found)) == (_key(loss), by):
            return f"{latex} = {letter}"
        left, equals, right = latex.rpartition("=")
        inside = [(_key(m["loss"]), _whole_by(m, by)) for m in _derivatives(right)]
        if {*inside} != {(_key(loss), by)} or _is_same(left, loss, by):
            return latex  # a chain of derivatives is checked link by link
        right = _QUOTIENT.sub(lambda m: f"{letter}{_by(m).removeprefix(by)} ", right)
        return left + equals + _NABLA.sub(lambda m: f"{letter}{_by(m).removeprefix(by)} ", right)

    called = f"{quoted(_CALLIGRAPHIC.sub('', written)).plain} is called {letter}"
    made = text.cut.rewritten(change, called)
    if not any(_is_same(latex, loss, by) for latex in text.cut.formulas):
        known = Segment(True, f"{written} = {letter}")
        made = replace(made, segments=(*made.segments, Segment(False, " Here "), known))
    return _without_calls(made, loss)


def _is_same(left: str, loss: str, by: str) -> bool:
    found = _whole(left)
    return bool(found and (_key(found["loss"]), _by(found)) == (_key(loss), by))


def _named(text: _Text) -> tuple[tuple[int, int], str, str] | None:
    """Words that name a derivative as given, the equation that they stand for, and the loss."""
    is_given = any(_equation(latex) for latex in text.cut.formulas)
    is_known = not text.losses and {*text.defined} & {*_LOSSES, r"\mathcal{L}"}
    if len(text.losses) > 1 or is_given or is_known:
        return None
    loss = next(iter(text.losses), "") or next(x for x in _LOSSES if x not in text.letters)
    for way in (_OF_LOSS, _NAMED, _CALLED):
        for found in way.finditer(text.writing.text):
            outputs = [text.name(found["by"])] if found["by"] else text.outputs
            name = text.name(found["name"])
            is_new = name and name not in text.defined and name != loss
            if is_new and len(outputs) == 1 and outputs[0] in text.defined:
                known = rf"\frac{{\partial {loss}}}{{\partial {outputs[0]}}} = {name}"
                return found.span(), known, loss
    return None


def _equation(latex: str) -> re.Match[str] | None:
    """The derivative in an equation that gives it a name: ∂L/∂y = g, g = ∂L/∂y."""
    sides = latex.split("=")
    if len(sides) != 2:
        return None
    for side, other in (sides, sides[::-1]):
        found = _whole(side)
        if found and re.fullmatch(rf"\s*{_NAME}\s*[.,;]?\s*", other):
            return found
    return None


def _without_calls(cut: Cut, loss: str) -> Cut:
    """The text without L = f(Y), which says only that L depends on Y; dL/dY is ∂L/∂Y."""

    def partial(found: re.Match[str]) -> str:
        is_its = _key(found["loss"]) == _key(loss)
        return rf"\frac{{\partial {loss}}}{{\partial {found['by']}}} " if is_its else found[0]

    def change(latex: str) -> str:
        found = _LEFT.fullmatch(latex)
        is_call = found and _key(found["name"]) == _key(loss) and _CALL.fullmatch(found["value"])
        return found["name"] if found and is_call else _QUOTIENT.sub(partial, latex)

    return _where(cut.rewritten(change))


def _where(cut: Cut) -> Cut:
    """The text with “where y = Wx” for “for y = Wx”, which is no point of what is given."""
    behind = (*cut.segments[1:], None)
    return replace(
        cut,
        segments=tuple(
            replace(each, text=_FIRST.sub("Let ", _FOR.sub(", where ", each.text)))
            if other and other.is_math and not each.is_math and _LEFT.fullmatch(other.text)
            else each
            for each, other in zip(cut.segments, behind, strict=True)
        ),
    )


def _derivatives(latex: str) -> list[re.Match[str]]:
    return [*_QUOTIENT.finditer(latex), *_NABLA.finditer(latex)]


def _whole(latex: str) -> re.Match[str] | None:
    latex = latex.strip(" &.,;")
    return _QUOTIENT.fullmatch(latex) or _NABLA.fullmatch(latex)


def _by(found: re.Match[str]) -> str:
    return _key(found["by"] or found["one"])


def _whole_by(found: re.Match[str], by: str) -> str:
    """By what it is, or by whose entry: y for y_j."""
    own = _by(found)
    return by if _ENTRY.sub("", own) == by else own


def _key(name: str) -> str:
    return re.sub(r"\s+(?![A-Za-z])|\s*(?=[_{}])", "", name.strip())


def _stands(name: str, latex: str) -> bool:
    return re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])", latex) is not None
