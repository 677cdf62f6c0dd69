"""Exponents and arguments that are typed without brackets: e^-x^2/2, x^-1/2, log x*y.

Where one reading is clearly meant it is taken, and a note tells which; where two are likely, what
is typed is spelled so that LaTeX asks: e^x/2 as exp x/2, log x*y as log x y.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from matgrad.app.ask.text.divided import with_divided

_NAME = r"[A-Za-zα-ω](?:_\w|_\{[^{}]*\}|\d)?"
_SIMPLE = re.compile(rf"-?(?:{_NAME}|\d+(?:\.\d+)?)")
_EULER = re.compile(r"(?<![\w\\^_'}])e\^(?=-?[\w(|‖]|-\\)(?!T\b|T[A-Za-z(]|\()")
_ROOT = re.compile(  # x^1/2, x^-1/2, |S|^-n/2, but not 10^-3/2
    r"(?P<base>(?<![A-Za-z\d])[A-Za-zα-ω]\d?|[)\]|‖}])\^(?P<whole>1/\d+|-(?:\d+|[a-z])/\d+)"
    r"(?![\w./^(])"
)
_NUMBERS = re.compile(r"\d+(?:\.\d+)?/\d+(?:\.\d+)?")  # e^2/2 is half of e^2
_HALVED = re.compile(rf"({_NAME}|\d+(?:\.\d+)?)(/[\w(].*)")
_PRODUCT = re.compile(  # log x*y
    rf"(?<![A-Za-z\\])(log|ln|exp|sin|cos|tan|tanh|sqrt)( {_NAME})\*(?=[\w(])"
)
_OWN_E = re.compile(  # e = d - w^T x, the error e: a letter of the text, no base
    r"(?<![\w\\^_{(])e(?:\([a-z]\))?\s*:?=(?!=)"
    r"|\b(?:error|residual|deviation|innovation|charge)\s+(?:signal\s+|is\s+|:\s*)?\$?e\b(?!\s*\^)"
    r"|(?<![\w\\^_{(])e\$?\s+(?:is|denotes|being)\s+(?:the|an?|our)\s+(?:[a-z-]+\s+)?"
    r"(?:error|residual|deviation|innovation|charge)\b"
)
_ENDS = frozenset(" \t\n+,;?!=*·<>:$`")
_OPEN, _CLOSE = "([{", ")]}"
LONGEST = 80  # characters of an exponent


def exponents_in(text: str) -> Callable[[str], tuple[str, list[str]]]:
    """What gives the exponents in pieces of a text their brackets."""
    return partial(with_exponents, is_own=_OWN_E.search(text) is not None)


def with_exponents(text: str, is_own: bool = False) -> tuple[str, list[str]]:
    """A typed text in which exponents have their brackets, and what is told of them.

    Where e is a letter of the text, e^2/2 is half of its square.
    """
    text, notes = with_divided(text)

    def whole(found: re.Match[str]) -> str:
        base, exponent = found["base"], found["whole"]
        shown = base if base[0].isalpha() else "…"
        notes.append(_note(f"{shown}^{exponent}", f"{shown}^({exponent})"))
        return f"{base}^{{{exponent}}}"

    text = _with_powers_of_e(_ROOT.sub(whole, text), notes, is_own)
    return _PRODUCT.sub(r"\1\2 ", text), list(dict.fromkeys(notes))


def _note(written: str, meant: str) -> str:
    return f"{written} is read as {meant}"


def _with_powers_of_e(text: str, notes: list[str], is_own: bool) -> str:
    """The text with brackets around what e is raised to."""
    parts: list[str] = []
    position = 0
    for found in _EULER.finditer(text):
        end = _end(text, found.end())
        exponent = text[found.end() : end]
        is_power = (is_own and exponent[0].isdigit()) or _NUMBERS.fullmatch(exponent) is not None
        if found.start() < position or is_power or _SIMPLE.fullmatch(exponent):
            continue
        halved = _HALVED.fullmatch(exponent)
        parts.append(text[position : found.start()])
        if halved:
            parts.append(f"exp {exponent}")  # e^x/2 may be either
        else:
            parts.append(f"e^{{{exponent}}}")
            notes.append(_note(f"e^{exponent}", f"e^({exponent})"))
        position = end
    return "".join([*parts, text[position:]])


def _end(text: str, at: int) -> int:
    """Where an exponent ends that is typed without spaces and brackets."""
    depth, end = 0, at
    while end < min(len(text), at + LONGEST):
        sign = text[end]
        depth += (sign in _OPEN) - (sign in _CLOSE)
        is_minus = sign == "-" and end > at and text[end - 1] not in "^({["
        is_point = sign == "." and not text[end + 1 : end + 2].isdigit()
        if depth < 0 or (depth == 0 and (sign in _ENDS or is_minus or is_point)):
            break
        end += 1
    return end
