r"""Functions that are named with square brackets: J[w] = …, \mathbb{E}_q[\log p] = ….

They are calls like others. What stands in the brackets may be a formula, as for an expectation of
which only the value is given; all of it is the name then.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_NAME = (
    r"\\(?:mathbb|mathrm|mathsf|mathcal|operatorname|text)\s*\{\s*(?P<word>[A-Za-z]{1,6})\s*\}"
    r"|\\mathbb\s+(?P<bare>[A-Z])|(?P<letter>[A-Za-z])"
)
_BELOW = r"(?:\s*_\s*(?P<below>\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9]))?"
_INSIDE = r"(?P<inside>(?:[^\[\]=]|\[[^\[\]=]*\]){1,80}?)"
_OPEN, _CLOSE = r"(?:\\(?:left|[bB]igg?l?)\s*)?\[", r"(?:\\(?:right|[bB]igg?r?)\s*)?\]"
_CALL = rf"(?:{_NAME}){_BELOW}\s*{_OPEN}{_INSIDE}{_CLOSE}"
_ANY = re.compile(_CALL)
_HEAD = re.compile(rf"\s*{_CALL}\s*&?\s*:?=(?P<value>.*)", re.DOTALL)


def with_functionals(cut: Cut) -> Cut:
    """The text with round brackets for functions that it defines with square ones."""
    heads = [found for text in cut.formulas if (found := _HEAD.match(text))]
    calls = {(_name(found), _squeezed(found["inside"])) for found in heads}
    names = [name for name, _ in calls]
    once = {(name, of) for name, of in calls if names.count(name) == 1}
    inner = {_name(each) for found in heads for each in _ANY.finditer(found["value"])}
    known = {(name, of) for name, of in once if name not in inner}

    def called(found: re.Match[str]) -> str:
        name, inside = _name(found), found["inside"]
        if (name, _squeezed(inside)) not in known:
            return found[0]
        below = found["below"]
        written = rf"\mathrm{{{name.partition('_')[0]}}}" if not found["letter"] else name[0]
        return rf"{written}{f'_{below}' if below else ''}({inside.strip()})"

    return cut.rewritten(lambda latex: _ANY.sub(called, latex)) if known else cut


def _name(found: re.Match[str]) -> str:
    stem = found["word"] or found["bare"] or found["letter"]
    return f"{stem}_{_squeezed(found['below'] or '')}"


def _squeezed(latex: str) -> str:
    return re.sub(r"[\s{}]", "", latex)
