r"""Outputs that a text calls numbers: where \hat y = Wa + c is one, W has a single row."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.problem.script import Script
from matgrad.render.glyphs import plain_name

_LAYER = r"(?:\s*[_^]\s*(?:\{\s*\(?\s*\w{1,3}\s*\)?\s*\}|\w|\(\w\)))?"
_NAME = rf"(?:\\(?:hat|bar|tilde)\s*\{{?\s*[A-Za-z]\s*\}}?|\\[a-z]+|[A-Za-z]){_LAYER}"
_TERM = re.compile(rf"\s*(?P<first>{_NAME})\s*(?P<rest>.*)", re.DOTALL)
_SQUARED = re.compile(  # (u - y)^2
    rf"\(\s*(?P<a>{_NAME})\s*-\s*(?P<b>{_NAME})\s*(?:\\right\s*)?\)\s*\^\s*\{{?\s*2"
)
_SIGNS = re.compile(r"[-+](?![^({]*[)}])")  # outside of brackets
_TURNED = re.compile(r"\s*(?:\^|')")


def with_single_rows(script: Script) -> tuple[Script, list[str]]:
    """The script with rows for the matrices that numbers are made with, and a line for each."""
    called = {name for name, kind in script.kinds.items() if kind == "scalar"}
    called |= {each.name for each in script.declared if each.kind == "scalar"}
    defined = {whole_name(latex) or "": value for latex, value in script.definitions}
    outputs = (called | _beside(script, called)) & defined.keys()
    declared = {each.name for each in script.declared}
    kinds: dict[str, str] = {}
    notes: list[str] = []
    for name in sorted(outputs):
        parts = _parts(defined[name])
        rows = [x for x, kind in parts.items() if kind == "row" and x not in declared]
        if rows and not {*rows} & {*script.kinds, *defined}:
            numbers = {x: "scalar" for x, kind in parts.items() if kind == "scalar"}
            kinds |= {x: k for x, k in numbers.items() if x not in {*defined, *script.kinds}}
            kinds |= dict.fromkeys(rows, "row")
            first = f"{plain_name(name)} is a number, so"
            notes += [f"{first} {plain_name(x)} has one row" for x in rows]
    return replace(script, kinds={**script.kinds, **kinds}), notes


def _beside(script: Script, called: set[str]) -> set[str]:
    """What a number is taken from in a square: in a sum it may be taken from each entry."""
    if r"\sum" in script.function:
        return set()
    pairs = [
        {whole_name(found["a"]) or "", whole_name(found["b"]) or ""}
        for found in _SQUARED.finditer(script.function)
    ]
    return set[str]().union(*(pair for pair in pairs if pair & called))


def _parts(value: str) -> dict[str, str]:
    """What the names of Wa + c are, if that is a number: a row W and a number c."""
    parts: dict[str, str] = {}
    for term in _SIGNS.split(value):
        found = _TERM.fullmatch(term)
        name = whole_name(found["first"]) if found else None
        if found is None or name is None:
            return {}
        is_product = bool(names_in(found["rest"])) and not _TURNED.match(found["rest"])
        if is_product and name[0].isupper():
            parts[name] = "row"
        elif not found["rest"].strip():
            parts[name] = "scalar"
    return parts
