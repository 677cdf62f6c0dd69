r"""Recurrences with a known number of steps: x_{t+1} = Ax_t for t = 0, 1, 2, and J = \|x_3\|^2.

Without a range, the steps are those from the x_0 that the text names to the last one that it uses.
Each step is written out, x_1 = Ax_0, x_2 = Ax_1 and x_3 = Ax_2, if another formula uses one. What
an index runs through is no decimal: k = 0,1 and, as it may be read before, k = 0.1 are 0 and 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from matgrad.app.ask.text.segments import Cut, Segment

MOST = 12  # steps that are written out
_STEM = r"(?:\\mathbf\s*\{\s*[A-Za-z]\s*\}|\\[A-Za-z]+|[A-Za-z])"
_LEFT = re.compile(
    rf"\s*(?P<x>{_STEM})\s*_\s*\{{?\s*(?P<t>[a-z])\s*(?P<plus>\+\s*1)?\s*\}}?\s*=(?P<value>[^=]+)"
)
_LIST = r"\d+(?:\s*[,.]\s*\d+)*(?:\s*,\s*(?:\\[lc]?dots|\.\.\.|…)\s*,\s*\d+)?"
_RANGE = re.compile(
    rf"\s*(?P<t>[a-z])\s*(?:=|\\in\s*\\?\{{)\s*(?P<values>{_LIST})\s*\\?\}}?\s*[.,;]?\s*"
)
_INSIDE = re.compile(  # Ax_t, \quad t = 0, 1, 2
    rf"(?P<formula>.*?)\s*(?:,\s*|\\q?quad\s*|\\text\s*\{{\s*,?\s*for\s*\}}\s*)+"
    rf"(?P<range>[a-z]\s*=\s*{_LIST})\s*[.,;]?\s*",
    re.DOTALL,
)
_DERIVATIVE = re.compile(r"\\(?:nabla|partial|sum|prod|int)(?![A-Za-z])")
_FOR = re.compile(r"[\s,(]*(?:\bfor\b|\bwith\b|\bwhere\b|\bat\b|\bwhen\b)?\s*(?:each\s+|all\s+)?$")


class Recurrence(NamedTuple):
    """A step, the name that it is about, and the numbers that its index runs through."""

    segment: int
    formula: str
    stem: str
    letter: str  # the index
    values: tuple[int, ...]
    is_forward: bool  # x_{t+1} = …, not x_t = …
    told: int  # the formula that says the range, or the step itself


def with_recurrences(cut: Cut) -> Cut:
    """The text with the steps of its recurrences written out."""
    segments, notes = list(cut.segments), list[str]()
    for each in _recurrences(cut):
        rest = " ".join(
            s.text for i, s in enumerate(cut.segments) if s.is_math and i != each.segment
        )
        made = {value + each.is_forward for value in each.values}
        used = {int(n) for n in re.findall(rf"{re.escape(each.stem)}\s*_\s*\{{?\s*(\d+)", rest)}
        if not made & used:
            continue
        steps = [_at(each.formula, each.letter, value) for value in each.values]
        segments[each.segment] = Segment(True, ", ".join(steps))
        if each.told != each.segment:
            segments[each.told] = Segment(False, "")
        shown = ", ".join(map(str, each.values))
        notes.append(f"the steps for {each.letter} = {shown} are written out")
    kept = tuple(each for each in segments if each.text)
    return replace(cut, segments=kept, notes=(*cut.notes, *notes)) if notes else cut


def stems_of_steps(cut: Cut) -> list[str]:
    """The names of which a recurrence with a known number of steps tells the next."""
    return [each.stem for each in _recurrences(cut)]


def _recurrences(cut: Cut) -> Iterator[Recurrence]:
    for at, each in enumerate(cut.segments):
        if not each.is_math:
            continue
        own = _INSIDE.fullmatch(each.text)
        formula = own["formula"] if own else each.text.rstrip(" .,;")
        left = _LEFT.fullmatch(formula)
        if left is None or _DERIVATIVE.search(formula):
            continue
        t = left["t"]
        below = rf"(?:\{{\s*{t}\s*\}}|{t})" if left["plus"] else rf"\{{\s*{t}\s*-\s*1\s*\}}"
        before = rf"{re.escape(left['x'])}\s*_\s*{below}"
        if not re.search(before, left["value"]):
            continue
        told = at if own else _range_behind(cut, at, t)
        if told is None:
            told, values = at, _implied(cut, at, left)
        else:
            found = _RANGE.fullmatch(own["range"] if own else cut.segments[told].text)
            values = _values(found["values"]) if found and found["t"] == t else ()
        if values:
            yield Recurrence(at, formula, left["x"], t, values, bool(left["plus"]), told)


def _implied(cut: Cut, at: int, left: re.Match[str]) -> tuple[int, ...]:
    """The steps from the first x that the text names by a number to the last, all of them."""
    others = " ".join(x.text for n, x in enumerate(cut.segments) if x.is_math and n != at)
    name = rf"(?<![A-Za-z\\]){re.escape(left['x'])}\s*_\s*\{{?\s*(\d+)"
    named = sorted({int(n) for n in re.findall(name, others)})
    at_t = rf"({_STEM})\s*_\s*\{{?\s*{left['t']}(?![A-Za-z])"
    inputs = {m[1] for m in re.finditer(at_t, left["value"])}
    first = rf"(?<![A-Za-z\\])(?:{'|'.join(map(re.escape, inputs))})\s*_\s*\{{?\s*0(?!\d)"
    if named and left["plus"] and inputs and re.search(first, others):
        named.insert(0, 0)  # u_0 of x_{k+1} = A x_k + B u_k is that of the first step
    if len(named) < 2 or named[-1] - named[0] > MOST:
        return ()
    return tuple(n - bool(left["plus"]) for n in range(named[0] + 1, named[-1] + 1))


def _range_behind(cut: Cut, at: int, index: str) -> int | None:
    """The formula right behind that says through which numbers an index runs."""
    following = cut.segments[at + 1 : at + 3]
    if len(following) < 2 or not following[1].is_math or not _FOR.fullmatch(following[0].text):
        return None
    found = _RANGE.fullmatch(following[1].text)
    return at + 2 if found and found["t"] == index else None


def _values(listed: str) -> tuple[int, ...]:
    """The numbers of a list without a gap, also of 0, …, 3."""
    numbers = [int(n) for n in re.findall(r"\d+", listed)]
    is_open = re.search(r"dots|\.\.\.|…", listed) is not None
    last = numbers[-1] if is_open else numbers[0] + len(numbers) - 1
    whole = tuple(range(numbers[0], last + 1)) if last - numbers[0] <= MOST else ()
    return whole if {*numbers} <= {*whole} and (is_open or len(numbers) > 1) else ()


def _at(formula: str, index: str, value: int) -> str:
    """A formula with a number for the index."""

    def number(found: re.Match[str]) -> str:
        by = int(re.sub(r"\s", "", found["by"] or "0"))
        return f"_{{{value + by}}}"

    below = rf"_\s*(?:\{{\s*{index}\s*(?P<by>[-+]\s*\d)?\s*\}}|{index})"
    return re.sub(below, number, formula)
