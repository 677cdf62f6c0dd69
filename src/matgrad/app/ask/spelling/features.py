r"""Features of something that is held fixed: \theta^T\phi(s) is \theta^T\phi, with one vector \phi.

It is one where \phi only stands with the same argument, and this nowhere else, but behind a bar.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.marks import LIST, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_CALL = re.compile(r"\\(?P<f>(?:var)?phi|psi)\s*\(\s*(?P<of>[a-z](?:\s*,\s*[a-z])?)\s*\)")
_ANY = r"\\{}(?![A-Za-z])"
_BEHIND = re.compile(r"(?:\||\\mid(?![A-Za-z])|;)[^()|=]*(?=\))")
_BY = re.compile(rf"(?:{RESPECT}|\b(?:over|by|in))\s+({LIST})", re.I)
_COMMAND = re.compile(r"\\[A-Za-z]+")


def with_features(cut: Cut) -> Cut:
    r"""The text with \phi for \phi(s)."""
    text = " ; ".join(cut.formulas)
    calls = {(m["f"], re.sub(r"\s", "", m["of"])) for m in _CALL.finditer(text)}
    for name, of in sorted(calls):
        if not _is_fixed(cut, text, name, of):
            continue
        of_all = r"\s*,\s*".join(of.split(","))
        call = re.compile(rf"\\{name}\s*\(\s*{of_all}\s*\)")
        shown = quoted(rf"\{name}")
        note = f"{shown.plain}({of}) is held fixed, and called {shown.plain}"
        cut = cut.rewritten(lambda latex, c=call, f=name: c.sub(rf"\\{f} ", latex), note)
    return cut


def _is_fixed(cut: Cut, text: str, name: str, of: str) -> bool:
    """Does a function stand only with this argument, and this only there or behind a bar?"""
    used = len(re.findall(_ANY.format(name), text))
    called = [m for m in _CALL.finditer(text) if m["f"] == name]
    letters = {*of.split(",")}
    by = {cut.segments[n].text.strip() for m in _BY.finditer(cut.marked) for n in numbers(m[1])}
    if len(called) < used or len({re.sub(r"\s", "", m["of"]) for m in called}) > 1 or letters & by:
        return False
    formulas = [each for each in cut.formulas if each.strip() not in letters]
    rest = " ; ".join(_BEHIND.sub("", _CALL.sub(" ", each)) for each in formulas)
    return not letters & {*re.findall(r"[A-Za-z]", _COMMAND.sub(" ", rest))}
