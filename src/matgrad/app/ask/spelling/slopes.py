r"""The slope of a leaky ReLU, which words give: h = \operatorname{LeakyReLU}(Wx) with slope 0.1.

A letter that is called a leaky ReLU is written as one. Without a slope, the text is asked for it.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import ENTRYWISE

_LEAKY = r"(?:leaky[-_ ]?re-?lu|leaky\s+rectif\w+(?:\s+linear\s+units?)?)"
_SLOPE = re.compile(
    r"\b(?:slope|leak(?:iness|age)?|leaky\s+(?:parameter|coefficient|factor))\s+"
    r"(?:(?:of|is|equal\s+to|parameter|coefficient|=)\s+)*"
    rf"(?:(?P<mark>{M})|(?P<number>\d*\.\d+|\d+(?:/\d+)?))",
    re.I,
)
_KIND = rf"(?:(?:an?|the|usual|{ENTRYWISE})\s+)*"
_WHAT = r"(?:\s+(?:activation|function|non-?linearity))*"
_NAMED = re.compile(
    rf"(?P<is>{M})\s*,?\s+(?:(?:is|being|denotes|be)\s+)?{_KIND}{_LEAKY}"
    rf"|{_LEAKY}{_WHAT}\s+(?P<called>{M})",
    re.I,
)
_LETTER = re.compile(r"\s*(\\?[A-Za-z]+)\s*")
_COMMAND = r"\\(?:operatorname|mathrm|text|textrm)\s*\{\s*(?i:L(?:eaky)?\s*_?ReLU)\s*\}"
_CALL = re.compile(rf"{_COMMAND}(?P<below>\s*_\s*(?:\{{[^{{}}]*\}}|\w))?\s*(?:\\left\s*)?\(")
_RIGHT = re.compile(r"\\right\s*$")
WHICH = "Which slope has the leaky ReLU for negative numbers? Say it, as “with slope 0.01”."


def with_slopes(cut: Cut) -> Cut:
    """The text with the slope of a leaky ReLU inside of its brackets."""
    letters = [_LETTER.fullmatch(cut.segments[n].text) for n in _named(cut)]
    for name in {found[1] for found in letters if found}:
        call = re.compile(rf"(?<![A-Za-z\\]){re.escape(name)}\s*(?=\(|\\left\s*\()")
        cut = cut.rewritten(lambda latex, c=call: c.sub(r"\\operatorname{LeakyReLU}", latex))
    slope = _slope(cut)
    return cut.rewritten(lambda latex: _filled(latex, slope))


def unknown_slope(cut: Cut) -> str | None:
    """The question for a slope that is not given."""
    calls = [(latex, found) for latex in cut.formulas for found in _CALL.finditer(latex)]
    is_open = any(_is_open(latex, found) for latex, found in calls)
    return WHICH if is_open else None


def _named(cut: Cut) -> list[int]:
    """The formulas that words call a leaky ReLU."""
    marks = [found["is"] or found["called"] for found in _NAMED.finditer(cut.marked)]
    return [n for mark in marks for n in numbers(mark)]


def _slope(cut: Cut) -> str:
    """What words give as the slope, if they give one: 0.1, or a letter."""
    found = [*_SLOPE.finditer(cut.marked)]
    values = {
        cut.segments[next(numbers(each["mark"]))].text.partition("=")[0].strip(" .,;")
        if each["mark"]
        else each["number"]
        for each in found
    }
    return values.pop() if len(values) == 1 else ""


def _filled(latex: str, slope: str) -> str:
    """A formula with the slope in each call that has none."""
    for found in reversed([*_CALL.finditer(latex)]):
        own = (found["below"] or "").strip("_{} ") or slope
        if own and _is_open(latex, found):
            end = _closing(latex, found.end())
            latex = f"{latex[:end]}, {own}{latex[end:]}"
            if found["below"]:
                latex = latex[: found.start("below")] + latex[found.end("below") :]
    return latex


def _is_open(latex: str, call: re.Match[str]) -> bool:
    """Has a call one argument alone?"""
    inside = latex[call.end() : _closing(latex, call.end())]
    return "," not in re.sub(r"\([^()]*\)", "", inside)


def _closing(latex: str, at: int) -> int:
    r"""Where the bracket that is open here closes, or the \right before it."""
    depth = 1
    for end in range(at, len(latex)):
        depth += {"(": 1, ")": -1}.get(latex[end], 0)
        if not depth:
            return at + len(_RIGHT.sub("", latex[at:end]))
    return len(latex)
