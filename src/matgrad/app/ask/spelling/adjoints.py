r"""Bars for adjoints, as in reverse mode: with C = AB and \bar C given, \bar A = \bar C B^T.

There \bar A is the derivative of a loss by A, no mean and no conjugate. It is one where the text
speaks of a backward pass or an upstream gradient; the one that stands on no left side is given.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import GIVEN_MATRICES, GIVEN_VECTORS

_WORDS = re.compile(
    r"\bupstream|\bincoming gradient|\badjoints?\b|\bcotangents?\b|\breverse[- ]mode"
    r"|\bback-?\s?prop|\bbackward|\bautodiff|\bautomatic differentiation|\bpull-?back",
    re.I,
)
_OTHER = re.compile(r"\bmeans?\b|\baverages?\b|\bconjugat|\bclosure\b", re.I)
_BAR = re.compile(
    r"\\(?:bar|overline)\s*(?:\{\s*(?P<a>\\?[A-Za-z]+(?:\s*_\s*\w)?)\s*\}|(?P<b>[A-Za-z]|\\[a-z]+))"
    r"(?P<below>\s*_\s*(?:\{\w+\}|\w))?"
)
_ONE = re.compile(r"\s*=\s*1\s*[.,;:]?\s*")
_LOSS = re.compile(r"(?:\\partial|\bd)\s*(\\(?:mathcal|mathscr)\s*\{?\s*[A-Z]\s*\}?|\\?[A-Za-z]+)")
_LOSSES = ("L", "J", "E", r"\ell")


def with_adjoints(cut: Cut) -> Cut:
    r"""The text with \frac{\partial L}{\partial A} for \bar A, where that is meant."""
    cut = _with_given(cut)
    text = " ; ".join(cut.formulas)
    barred = {_name(found) for found in _BAR.finditer(text)}
    if not barred or not _WORDS.search(cut.words) or _OTHER.search(cut.words):
        return cut
    lefts = [latex.partition("=")[0] for latex in cut.formulas if "=" in latex]
    found_left = {_name(m) for left in lefts if (m := _BAR.fullmatch(left.strip(" &")))}
    defined = {left.strip(" &") for left in lefts}
    given = {name for name in barred - found_left if name in defined}
    if len(seeds := _seeds(cut) & defined) == 1 and not given:
        return _of_output(cut, seeds.pop())
    letters = {*re.findall(r"\\[A-Za-z]+|[A-Za-z]", text)}
    output = given.pop() if len(given) == 1 else ""
    free = GIVEN_VECTORS if output.lstrip("\\")[:1].islower() else GIVEN_MATRICES
    loss = next((x for x in _LOSSES if x not in letters), "")
    upstream = next((x for x in free if x not in letters), "")
    if not (output and loss and upstream):
        return cut

    def written(found: re.Match[str]) -> str:
        name = _name(found)
        return (
            f"{upstream} " if name == output else rf"\frac{{\partial {loss}}}{{\partial {name}}} "
        )

    note = (
        f"a bar is the derivative of a loss {loss.lstrip(chr(92))}; {upstream} is that by {output}"
    )
    made = cut.rewritten(lambda latex: _BAR.sub(written, latex), note)
    known = rf"\frac{{\partial {loss}}}{{\partial {output}}} = {upstream}"
    last = (Segment(False, "\n\nHere "), Segment(True, known), Segment(False, "."))
    return replace(made, segments=(*made.segments, *last))


def _with_given(cut: Cut) -> Cut:
    r"""The text with a letter for a bar that it explains: \bar y = \partial L/\partial y.

    Bars over other names are then derivatives of that L, too.
    """
    begun = (_BAR.match(latex.strip()) for latex in cut.formulas)
    given = [m for m in begun if m and _is_derivative(m)]
    letters = {*re.findall(r"\\[A-Za-z]+|[A-Za-z]", " ; ".join(cut.formulas))}
    for each in given[:1]:
        name, loss = _name(each), _LOSS.search(each.string)
        free = GIVEN_VECTORS if name.lstrip("\\")[:1].islower() else GIVEN_MATRICES
        letter = next((x for x in free if x not in letters), "")
        if letter and loss:
            shown = quoted(rf"\bar{{{name}}}").plain
            cut = cut.rewritten(_putting(name, letter, loss[1]), f"{shown} is called {letter}")
    return cut


def _putting(output: str, letter: str, loss: str) -> Callable[[str], str]:
    """A change of formulas: a letter for the bar over a name, derivatives for other bars."""

    def written(found: re.Match[str]) -> str:
        name = _name(found)
        is_output = name == output
        return f" {letter} " if is_output else rf"\frac{{\partial {loss}}}{{\partial {name}}} "

    return lambda latex: _BAR.sub(written, latex)


def _is_derivative(found: re.Match[str]) -> bool:
    """Is a bar explained as the derivative by what stands below it?"""
    name = re.escape(_name(found))
    by = rf"(?:\\partial|d)\s*{name}\s*\}}?"
    slope = (
        rf"\\nabla\s*_\s*\{{?\s*{name}\s*\}}?[^=]*|[^=]*(?:\\partial|d)[^=]*(?:/|\}})\s*\{{?\s*{by}"
    )
    return (
        re.fullmatch(rf"\s*:?=\s*(?:{slope})\s*[.,;]?\s*", found.string[found.end() :]) is not None
    )


def _seeds(cut: Cut) -> set[str]:
    r"""The names whose adjoints the text sets to one: \bar s = 1."""
    begun = (_BAR.match(latex) for latex in map(str.strip, cut.formulas))
    return {_name(m) for m in begun if m and _ONE.fullmatch(m.string, m.end())}


def _of_output(cut: Cut, output: str) -> Cut:
    """The text with derivatives of the output, whose own adjoint is one."""

    def written(found: re.Match[str]) -> str:
        return rf"\frac{{\partial {output}}}{{\partial {_name(found)}}} "

    kept = [x for x in cut.segments if not (x.is_math and _is_seed(x.text, output))]
    made = replace(cut, segments=tuple(kept))
    return made.rewritten(lambda x: _BAR.sub(written, x), f"a bar is the derivative of {output}")


def _is_seed(latex: str, output: str) -> bool:
    found = _BAR.match(latex.strip())
    return bool(found and _name(found) == output and _ONE.fullmatch(found.string, found.end()))


def _name(found: re.Match[str]) -> str:
    return f"{found['a'] or found['b']}{found['below'] or ''}".replace(" ", "")
