r"""Derivatives along a direction as they are written: \langle\nabla f(x), h\rangle, Df(x)[h], …"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from matgrad.app.ask.formulas.notation import GRADIENT, Derivative, left_side, whole_name
from matgrad.core.expr import Expr
from matgrad.core.notation import capital

_NAME = r"(?:\\[A-Za-z]+|\\(?:hat|tilde|bar)\s*\{\w\}|[A-Za-z]|\{\s*\w\s*\})(?:_\s*(?:\w|\{\w+\}))?"
_ENTRY = re.compile(r"([A-Za-z]+?)_([a-z]{1,2})")
_F = r"(?P<f>[A-Za-z]|\\[A-Za-z]+|\\(?:mathcal|mathrm)\s*\{\w+\})"
_G = r"(?P<f>[fgFGJLVE]|\\(?:phi|psi|ell|Phi|varphi))"  # what is a function, not transposed
_POINT = r"\s*(?:\\left\s*)?\((?P<x>[^()\[\]]{1,20}?)(?:\\right\s*)?\)"
_AT = rf"(?:{_POINT})?"
_D = r"(?:D|d|\\mathrm\s*\{\s*[Dd]\s*\}|\\operatorname\s*\{\s*[Dd]\s*\})"
_H = rf"(?P<h>{_NAME})"
_OPEN, _CLOSE = r"(?:\\left\s*)?[\[(]", r"(?:\\right\s*)?[\])]"
_NABLA = rf"\\nabla\s*(?:_\s*(?:\{{(?P<v>[^{{}}]+)\}}|(?P<w>\w))\s*)?{_F}{_AT}"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?:\\left\s*)?\\langle\s*{_NABLA}\s*,\s*{_H}\s*(?:\\right\s*)?\\rangle(?:_\s*\w)?",
        rf"\\operatorname\s*\{{tr\}}\s*\(\s*{_NABLA}\s*\^\s*\{{?\s*(?:T|\\top)\s*\}}?\s*{_H}\s*\)",
        rf"{_NABLA}\s*\^\s*\{{?\s*(?:T|\\top|\\intercal)\s*\}}?\s*(?:\\cdot\s*|\\,\s*)?{_H}",
        rf"{_NABLA}\s*(?:\\cdot|:)\s*{_H}",
        rf"{_D}\s*{_F}{_POINT}\s*{_OPEN}\s*{_H}\s*{_CLOSE}",
        rf"{_D}\s*{_F}(?P<x>)\s*(?:\\left\s*)?\[\s*{_H}\s*(?:\\right\s*)?\]",
        rf"D\s*_\s*(?:\{{\s*)?{_H}(?:\s*\}})?\s*{_F}{_AT}",
        rf"{_G}\s*(?:'|\^\s*\{{?\s*\\prime\s*\}}?)\s*\((?P<x>[^()]{{1,20}}?)\s*[;,]\s*{_H}\s*\)",
        rf"{_G}\s*'\s*\((?P<x>[^()]{{1,20}}?)\)\s*(?:\[\s*|\(\s*|\\cdot\s*)?{_H}\s*[\])]?",
    )
)


def directed(latex: str) -> Derivative | None:
    """The derivative along a direction that a formula is, if it is one.

    >>> directed(r"Df(x)[h]")
    Derivative(kind='gradient', function='f(x)', variables=('x',), direction='h')
    """
    for form in _FORMS:
        found = form.fullmatch(latex.strip())
        h = whole_name(found["h"].strip("{} ")) if found else None
        if found is None or h is None:
            continue
        parts = found.groupdict()
        at = (parts["x"] or "").strip()
        given = parts.get("v") or parts.get("w") or at
        variable = whole_name(given) if given else None
        if given and variable is None:
            continue
        if variable == h and re.fullmatch(_G, found["f"]) is None:  # \nabla_x a^Tx is that of a^Tx
            continue
        function = f"{found['f']}({at})" if at else found["f"]
        if left_side(function) is not None:
            return Derivative(GRADIENT, function, (variable,) if variable else (), h)
    return None


def entry_of(name: str, symbols: Collection[str]) -> tuple[str, str] | None:
    """The variable of which a name is an entry, and the indices: x and k for x_k, A and ij."""
    found = _ENTRY.fullmatch(name)
    if found is None or name in symbols:
        return None
    base, indices = found[1], found[2]
    bases = [base] if len(indices) == 1 else [base, base.upper()]
    return next(((each, indices) for each in bases if each in symbols), None)


def member_of(name: str, symbols: Mapping[str, Expr]) -> tuple[str, str] | None:
    """The matrix in which all x_k stand, as rows or columns, and the index: X and k for x_k."""
    found = _ENTRY.fullmatch(name)
    if found is None or {name, found[1]} & symbols.keys() or len(found[2]) != 1:
        return None
    whole = symbols.get(capital(found[1]))
    return (whole.name, found[2]) if whole is not None and not whole.shape.is_vector else None


def stands_in_rows(notes: Iterable[str], whole: str) -> bool:
    """Are the members of a family the rows of their matrix, as the notes of a reading say?"""
    told = f"-th row of {whole}", f"the rows of {whole} are"
    return any(note.endswith(told[0]) or note.startswith(told[1]) for note in notes)
