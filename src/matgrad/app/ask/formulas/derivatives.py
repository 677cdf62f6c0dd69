r"""Derivatives as they are written: \nabla_V f, \frac{\partial f}{\partial W}, f', df."""

from __future__ import annotations

import re
from collections.abc import Collection

from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    VEC,
    Derivative,
    listed,
    name_at,
    source_of,
    text_of,
    whole_name,
)
from matgrad.errors import MatgradError
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_source import Range, Source
from matgrad.syntax.latex_tables import FRACTIONS

_POINT = re.compile(r"\(\s*-?\d[\d.]*(?:\s*,\s*-?\d[\d.]*)*\s*\)")
# The derivative of vec(F) by vec(X) is what the Jacobian of F by X is.
_VEC = re.compile(
    rf"\(\s*{VEC}(?:\(\s*(?P<c>[^()]+?)\s*\)|(?P<d>[A-Za-z]))\s*\)|{VEC}(?:(?:\\left\s*)?\(\s*(?P<a>[^()]+?)\s*(?:\\right\s*)?\)|(?P<b>[A-Za-z])(?![A-Za-z]))"
)
_STACKED = re.compile(rf"{VEC}\(\s*d\s*(?P<function>[A-Za-z]|\\[A-Za-z]+)\s*\)")
_F = r"(?P<f>[fgFGL]|\\(?:phi|psi|ell|varphi|mathcal\s*\{?[A-Z]\}?))"
_CALLED = re.compile(  # H_f, J_f(x), Hess f
    r"(?P<kind>\{?[HJ]\}?\s*_|\\(?:operatorname|mathrm|text)\s*\{(?:Hess|Jac)\}\s*_?)\s*\{?\s*"
    rf"{_F}\s*\}}?\s*(?P<at>\([^()]*\))?"
)
_AT = r"\s*(?:\\left\s*)?\(\s*(?:\\?[A-Za-z]+)\s*(?:\\right\s*)?\)"
_AT_POINT = re.compile(rf"(?:(?P<d>d)\s*{_F}{_AT}|D\s*{_F.replace('<f>', '<g>')}(?P<at>{_AT})?)")
_LINK = re.compile(r"\\partial|\\[td]?frac\s*\{\s*(?:\\mathrm\s*\{\s*d|d[^{}]*\}\s*\{\s*d)")
_TWO = re.compile(r"\s*(\\[A-Za-z]+|[A-Za-z])\s*(\\[A-Za-z]+|[A-Za-z])\s*")
_PAIR = re.compile(r"[a-z]{2}")
_D = r"(?:\\partial(?![A-Za-z])|∂)"
_SLASHED = re.compile(
    rf"{_D}([^/]*?)\s*/\s*(?:\(\s*{_D}(?P<a>[^/+=-]*?)\s*\)|{_D}(?P<b>[^/+=-]*?)\s*)"
)
# Of \nabla^2u + k^2u only u is differentiated; \nabla x^Tx + b^Tx may mean all of it.
_OF_TERM = re.compile(r"\s*(?:\\[A-Za-z]+|[A-Za-z])\s*(?:\([^()]*\)\s*)?[+-]")


def derivative(latex: str) -> Derivative | None:
    r"""\nabla_V f, \frac{\partial f}{\partial W}, df, and second derivatives.

    >>> derivative(r"\nabla _{x}^2 f(x)")
    Derivative(kind='hessian', function='f(x)', variables=('x',), direction='')
    """
    source = source_of(latex)
    if source is None or not source.glyphs:
        return None
    try:
        first = source.glyphs[0]
        if slashed := _SLASHED.fullmatch(latex.strip()):
            below = slashed["a"] or slashed["b"]
            return derivative(rf"\frac{{\partial {slashed[1]}}}{{\partial {below}}}")
        if first.is_command("nabla") or [g.text for g in source.glyphs[:2]] == ["partial", "_"]:
            return _nabla(source, latex)
        if first.kind == "command" and first.text in FRACTIONS:
            return _quotient(source, latex)
        return _called(latex.strip()) or _primed(source, latex) or _differential(source, latex)
    except MatgradError:
        return None


def _called(latex: str) -> Derivative | None:
    """H_f and J_f, Df(x) and df(x), and the differential of vec(F)."""
    if pointed := _AT_POINT.fullmatch(latex):
        if pointed["d"]:
            return Derivative(DIFFERENTIAL, pointed["f"])
        return Derivative(JACOBIAN, pointed["g"] + (pointed["at"] or ""))
    if stacked := _STACKED.fullmatch(latex):
        return Derivative(DIFFERENTIAL, rf"\operatorname{{vec}}({stacked['function']})")
    found = _CALLED.fullmatch(latex)
    if found is None:
        return None
    kind = HESSIAN if "H" in found["kind"] else JACOBIAN
    return Derivative(kind, found["f"] + (found["at"] or ""))


def _nabla(source: Source, latex: str) -> Derivative | None:
    at, end = 1, len(source.glyphs)
    kind = GRADIENT
    variables: tuple[str, ...] = ()
    below = ""
    while at < end and source.glyphs[at].kind in ("sub", "sup"):
        script = source.argument(at + 1, end)
        text = text_of(source, script.lo, script.hi, latex)
        if source.glyphs[at].kind == "sub":
            variables = tuple(_variables(source, script, latex))
            if source.glyphs[0].is_command("partial") and _PAIR.fullmatch(text):  # \partial_{xy}
                kind, variables = HESSIAN, tuple(dict.fromkeys(text))
            below = text
        elif text == "2":
            kind = HESSIAN
        else:
            return None
        at = script.after
    if kind == HESSIAN and not variables and (pair := _TWO.fullmatch(below)):  # \\nabla^2_{xy}
        names = filter(None, map(whole_name, pair.groups()))
        variables = tuple(dict.fromkeys(names))
    function = text_of(source, at, end, latex)
    return None if _OF_TERM.match(function) else Derivative(kind, function, variables)


def _variables(source: Source, script: Range, latex: str) -> list[str]:
    names = (whole_name(part) for part in listed(source, script.lo, script.hi, latex))
    return [name for name in names if name is not None]


def _is_d(source: Source, at: int, hi: int) -> bool:
    if at >= hi:
        return False
    glyph = source.glyphs[at]
    word = read_name(source, at, hi) if glyph.kind == "command" else None
    upright = word is not None and word.is_word and word.name.stem == "d"
    return glyph.is_command("partial") or (glyph.kind == "letter" and glyph.text == "d") or upright


def _quotient(source: Source, latex: str) -> Derivative | None:
    end = len(source.glyphs)
    top = source.argument(1, end)
    bottom = source.argument(top.after, end)
    if not (_is_d(source, top.lo, top.hi) and _is_d(source, bottom.lo, bottom.hi)):
        return None
    over, kind = _after_d(source, top)
    function = _VEC.sub(_inside, text_of(source, over, top.hi, latex))
    below = _VEC.sub(_inside, text_of(source, bottom.lo, bottom.hi, latex))
    rest = text_of(source, bottom.after, end, latex)
    if function and _POINT.fullmatch(rest.strip()):  # \frac{\partial f}{\partial x}(1, 3)
        function, rest = function + rest, ""
    if (function and rest) or _LINK.search(rest):
        return None
    variables = _below(below, kind)
    return Derivative(kind, function or rest, variables) if variables else None


def _inside(found: re.Match[str]) -> str:
    return found["a"] or found["b"] or found["c"] or found["d"]


def _after_d(source: Source, top: Range) -> tuple[int, str]:
    at = top.lo + 1
    if at < top.hi and source.glyphs[at].kind == "sup":
        return source.argument(at + 1, top.hi).after, HESSIAN
    return at, GRADIENT


_DIFFERENTIALS = re.compile(  # dw\,dw^T
    r"\s*d\s*(\\[A-Za-z]+|[A-Za-z])(?:\s|\\[,;])*d\s*(\\[A-Za-z]+|[A-Za-z])\s*"
    r"(?:\^\s*(?:T|\{\s*(?:T|\\top)\s*\}|\\top)|')?\s*"
)


def _below(latex: str, kind: str) -> tuple[str, ...]:
    r"""The variables in \partial x\,\partial y^T, in second ones \partial x^2, or in d x."""
    marks = (*("^2",) * (kind == HESSIAN), "^T", r"^\top", r"^{\top }", r"^{\top}", "'")
    found: list[str] = []
    if kind == HESSIAN and (pair := _DIFFERENTIALS.fullmatch(latex)):
        latex = rf"\partial {pair[1]}\partial {pair[2]}"
    for part in latex.replace(r"\partial", "\0").replace(r"\mathrm {d}", "\0").split("\0"):
        text = part.strip()
        if text.startswith("d") and len(text) > 1 and not found:
            text = text[1:].strip()
        for mark in marks:
            text = text.removesuffix(mark).strip()
        name = whole_name(text) if text else None
        found += [name] if name else []
    return tuple(dict.fromkeys(found))


def _primed(source: Source, latex: str) -> Derivative | None:
    """f'(x) and f''(x), where x is a name: nobody puts brackets around it after a transpose."""
    end = len(source.glyphs)
    found = name_at(source, 0, end)
    after = found.after if found else end
    while after < end and source.glyphs[after].kind == "prime":
        after += 1
    bracket = source.brackets.get(after)
    if found is None or not 0 < after - found.after < 3 or bracket is None:
        return None
    variable = whole_name(text_of(source, after + 1, bracket.close, latex))
    if bracket.sign != "(" or bracket.close != end - 1 or variable in (None, "pi"):
        return None
    kind = GRADIENT if after - found.after == 1 else HESSIAN
    return Derivative(kind, text_of(source, 0, found.after, latex), (variable,))


def _differential(source: Source, latex: str) -> Derivative | None:
    """Dy, where y is a name."""
    end = len(source.glyphs)
    first = source.glyphs[0]
    if not (first.kind == "letter" and first.text == "d" and end > 1):
        return None
    at = source.skip_spaces(1, end)
    found = name_at(source, at, end) if at < end else None
    if found is None or found.after != end:
        return None
    return Derivative(DIFFERENTIAL, text_of(source, at, end, latex))


def named_derivative(latex: str, known: Collection[str]) -> Derivative | None:
    """The derivative of a known function with a minus, -dV/dx; without it, it has a name."""
    found = derivative(latex[1:].strip()) if latex.startswith("-") else None
    if found is None or found.kind == DIFFERENTIAL or not found.variables:
        return None
    return found if whole_name(found.function) in known else None
