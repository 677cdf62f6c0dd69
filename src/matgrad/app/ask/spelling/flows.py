r"""Derivatives by time: \dot V is the gradient of V times \dot x, which \dot x = Ax may give.

Without such an equation \dot V is \frac{dV}{dt}, where what V is a function of depends on t.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import LETTER
from matgrad.app.ask.text.segments import Cut, Segment

_LETTER = rf"(?:\{{\s*{LETTER}\s*\}}|{LETTER}(?![A-Za-z]))"
_TIME = r"(?:\s*(?:\\left\s*)?\(\s*t\s*(?:\\right\s*)?\))?"
_DT = r"\{\s*(?:d|\\mathrm\s*\{\s*d\s*\})\s*t\s*\}"
_OVER = (
    rf"\\[dt]?frac\s*\{{\s*(?:d|\\mathrm\s*\{{\s*d\s*\}})\s*(?P<b>{LETTER}){_TIME}\s*\}}\s*{_DT}"
)
_DOTTED = rf"(?:\\dot\s*(?P<a>{_LETTER})|{_OVER}){_TIME}"
_FLOW = re.compile(rf"\s*{_DOTTED}\s*=\s*(?P<value>[^=<>]+?)\s*[.,;]?\s*")
_ANY = re.compile(_DOTTED)
_HEAD = re.compile(
    rf"\s*(?P<name>{LETTER})\s*(?:\(\s*(?P<x>{LETTER})\s*\)\s*)?:?=(?!\s*{LETTER}\s*\(\s*t\s*\)\s*$)"
)
_CALL = re.compile(rf"\s*(?P<f>{LETTER})\s*\((?P<x>[^()]*)\)\s*")


@dataclass(frozen=True)
class Flow:
    """What the derivative of a letter by time is, in LaTeX, and where that is said."""

    value: str
    where: int
    used: tuple[int, ...] = ()  # where what it is made of is defined


Heads = dict[str, tuple[re.Match[str], int]]  # definitions by what they define


def with_flows(cut: Cut) -> Cut:
    r"""The text with gradients, or derivatives by t, in the place of \dot V."""
    math = {i: each.text for i, each in enumerate(cut.segments) if each.is_math}
    dotted = {_letter(found) for text in math.values() for found in _ANY.finditer(text)}
    if not dotted:
        return cut
    heads = {found["name"]: (found, i) for i, x in math.items() if (found := _HEAD.match(x))}
    flows = {x: _filled(x, flow, heads, math) for x, flow in _flows(math) if x not in heads}
    along = {name: _along(name, heads, math, flows) for name in sorted(dotted & heads.keys())}
    segments = list(cut.segments)
    for i, text in math.items():
        segments[i] = Segment(True, _written(text, along, flows))
    notes: list[str] = []
    for name, x in along.items():
        if x:
            value, (head, at) = flows[x].value, heads[name]
            if not head["x"]:
                whole = segments[at].text
                segments[at] = Segment(
                    True, f"{whole[: head.end('name')]}({x}){whole[head.end('name') :]}"
                )
            left, shown = quoted(rf"\dot {name}").plain, quoted(rf"\dot {x} = {value}").plain
            notes.append(f"{left} is taken along {shown}")
    for x in {x for x in along.values() if x}:
        where = flows[x].where
        segments[where] = Segment(True, x)  # whose equation is used
        if "".join(each.text for each in segments[where + 1 : where + 2]).strip() == ",":
            segments[where + 1] = Segment(False, "; ")  # it is no part of a list: P symmetric
        for at in flows[x].used:
            segments[at] = Segment(True, math[at].partition("=")[0].strip(" :"))
    dots = {_letter(found) for x in math.values() for found in _ANY.finditer(x) if found["a"]}
    inside = [heads[name][0]["x"] for name, x in along.items() if name in dots and not x]
    moving = [(x, "t") for x in inside if x and x != "t"]
    notes += [f"{x} is taken to depend on {t}" for x, t in moving]
    made = replace(cut, segments=tuple(segments), depends=(*cut.depends, *moving))
    return replace(made, notes=(*cut.notes, *notes))


def _letter(found: re.Match[str]) -> str:
    return (found["a"] or found["b"]).strip("{} ")


def _flows(math: dict[int, str]) -> Iterator[tuple[str, Flow]]:
    r"""The equations \dot x = …"""
    for i, text in math.items():
        if found := _FLOW.fullmatch(text):
            yield _letter(found), Flow(found["value"], i)


def _filled(x: str, flow: Flow, heads: Heads, math: dict[int, str]) -> Flow:
    r"""A flow with what the text says of its letters: \dot x = Ax + Bu with u = -Kx.

    A letter with which a derivative by time is claimed stays as it is.
    """
    value, used = flow.value, list(flow.used)
    claimed = [text.partition("=")[2] for text in math.values() if _ANY.match(text.lstrip())]
    claimed = [text for text in claimed if text.strip() != flow.value]
    for name, (head, at) in heads.items():
        body = math[at][head.end() :].strip().rstrip(".,;")
        is_own = name == x or head["x"] not in (None, x) or "=" in body or "\\nabla" in value
        if is_own or any(_put(text, head, "") != text for text in (body, *claimed)):
            continue
        made = _put(value, head, body)
        used += [at] if made != value else []
        value = made
    return Flow(value, flow.where, tuple(used))


def _put(latex: str, head: re.Match[str], body: str) -> str:
    """A formula with something else in the place of what is defined; commands stay whole."""
    name = head[0].partition("=")[0].strip(" :")
    letter = rf"{re.escape(name)}(?![A-Za-z])" if name.startswith("\\") else re.escape(name)
    found = re.compile(rf"(?P<is>{letter})(?!\s*_)|\\[A-Za-z]+")
    if found.fullmatch(latex.strip()):
        return body
    return found.sub(lambda each: rf"\left({body}\right)" if each["is"] else each[0], latex)


def _along(
    name: str,
    heads: Heads,
    math: dict[int, str],
    flows: dict[str, Flow],
) -> str:
    """The letter along whose flow a function moves, if there is one."""
    head, at = heads[name]
    body = math[at][head.end() :]
    inside = [
        x for x in flows if head["x"] == x or re.search(rf"(?<![A-Za-z\\]){re.escape(x)}", body)
    ]
    return inside[0] if len(inside) == 1 else ""


def _written(text: str, along: dict[str, str], flows: dict[str, Flow]) -> str:
    """A formula without dots over what is defined."""

    def instead(found: re.Match[str]) -> str:
        name = _letter(found)
        if name in along:
            x = along[name]
            plain = rf"\frac{{d {name}}}{{dt}}" if found["a"] else found[0]
            return _gradient(name, x, _velocity(x, flows)) if x else plain
        return rf"\left({_velocity(name, flows)}\right)" if name in along.values() else found[0]

    return _ANY.sub(instead, text)


def _velocity(x: str, flows: dict[str, Flow]) -> str:
    """What the derivative of x is; a call of a function that is not known is a letter."""
    value = flows[x].value
    is_open = _CALL.fullmatch(value) is not None
    return rf"\mathrm{{{x.strip(chr(92))}dot}}" if is_open else value


def _gradient(name: str, x: str, velocity: str) -> str:
    product = rf"\nabla {name}({x})^T\left({velocity}\right)"
    return rf"\operatorname{{tr}}\left({product}\right)" if x.isupper() else product
