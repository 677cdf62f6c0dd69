r"""What an activation is applied to, by the letter that a backward pass has for it alone.

“a = tanh(W x + b); da = …, dz = da .* (1 - a.^2)” names no z before dz: it is W x + b, which gets
that name, z = W x + b and a = tanh(z).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from matgrad.app.ask.formulas.quote import readable
from matgrad.app.ask.text.segments import Cut, Segment

Key = tuple[str, str]  # a letter and its index
_ACTIVATION = (
    r"tanh|sigmoid|relu|softmax|softplus|gelu|silu|swish|elu|selu|leakyrelu|logistic|expit|sin|exp"
)
_APPLIED = re.compile(
    r"\s*&?\s*(?P<left>(?:\\hat\s*\{\s*[A-Za-z]\s*\}|[A-Za-z])\s*_?\s*\{?\s*(?P<index>\d?)\s*\}?)\s*:?=\s*"
    rf"(?P<act>(?:\\(?:operatorname|mathrm|text)\s*\{{\s*(?:{_ACTIVATION})\s*\}}|\\(?:tanh|sigma|exp|sin))"
    r"\s*(?:\\left\s*)?\(|\\(?:operatorname\s*\{\s*)?max(?:imum)?\s*\}?\s*(?:\\left\s*)?\(\s*0\s*,)"
    r"(?P<inside>.+?)(?P<end>(?:\\right\s*)?\))\s*",
    re.DOTALL | re.I,
)
_NAME = re.compile(r"\s*\\?[A-Za-z]+\s*(?:_\s*(?:\{\s*\w+\s*\}|\w)|\d)?\s*")
_LETTER = re.compile(r"([A-Za-z])\s*_?\s*\{?\s*(\d?)")
_OTHERS = re.compile(  # commands, and the names of derivatives
    r"\\(?:operatorname|mathrm|text)\s*\{[^{}]*\}|\\[A-Za-z]+|(?<![A-Za-z\\])d\s*[A-Za-z](?![A-Za-z])"
)
_LETTERS = frozenset("zsuqvh")  # for what an activation is applied to
NOTE = "{} is read as what is inside of the activation of {}"


def with_pre_activations(cut: Cut, keys: Iterable[Key]) -> Cut:
    """The text with the inside of an activation under the name of which it has a derivative."""
    known = {key for latex in cut.formulas for key in _LETTER.findall(_OTHERS.sub(" ", latex))}
    for name, index in sorted(keys):
        is_free = name in _LETTERS and (name, index) not in known
        place = _place(cut, index) if is_free else None
        if place is not None:
            cut = _named(cut, place, f"{name}_{{{index}}}" if index else name)
    return cut


def _place(cut: Cut, index: str) -> int | None:
    """The one definition with an activation of a whole formula; of several, that of this index."""
    found = [
        (n, x) for n, each in enumerate(cut.segments) if each.is_math and (x := _applied(each))
    ]
    own = [n for n, x in found if index and x["index"] == index]
    places = own or [n for n, _ in found]
    return places[0] if len(places) == 1 else None


def _applied(segment: Segment) -> re.Match[str] | None:
    found = _APPLIED.fullmatch(segment.text)
    if found is None or _NAME.fullmatch(found["inside"]) or not _is_closed(found["inside"]):
        return None
    return found


def _is_closed(latex: str) -> bool:
    """Does each bracket inside close again, so that the last one closes the activation?"""
    depth = 0
    for sign in latex:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _named(cut: Cut, place: int, name: str) -> Cut:
    found = _applied(cut.segments[place])
    assert found is not None  # its place was found so
    made = (
        Segment(True, f"{name} = {found['inside'].strip()}"),
        Segment(False, ", "),
        Segment(True, f"{found['left']} = {found['act']}{name}{found['end']}"),
    )
    segments = (*cut.segments[:place], *made, *cut.segments[place + 1 :])
    note = NOTE.format(readable(name), readable(found["left"].strip()))
    return replace(cut, segments=segments, notes=(*cut.notes, note))
