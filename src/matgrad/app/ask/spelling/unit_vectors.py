r"""Gradients by their components: 2xy\hat i + x^2\hat j, and (f_x, f_y) or (∂f/∂x, ∂f/∂y).

A sum of unit vectors becomes the list (2xy, x^2), which claims are compared with, and a list of all
partial derivatives of one function the gradient \nabla_{x,y} f. Beside e_1 the entry a_{11} of A is
e_1^TAe_1.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_LOOK = r"(?:\\(?:mathbf|boldsymbol|bm|vec|mathrm|hat|widehat|overrightarrow)\s*)"
_BARE = r"(?:\\[ij]math(?![A-Za-z])|[ijk](?![A-Za-z]))"
_AXIS = (
    r"(?:\\(?:mathbf|boldsymbol|bm|hat|vec)\s*\{?\s*e\s*\}?\s*_\s*\{?\s*(?P<axis>[xyz123])\s*\}?)"
)
_UNIT = re.compile(
    rf"(?:{_LOOK}(?:\{{\s*{_LOOK}?\s*\{{?\s*(?P<a>{_BARE})\s*\}}?\s*\}}|\s*(?P<b>{_BARE}))|{_AXIS})"
)
_LAST = re.compile(r"(?<=[\w)}\s])(?<![_^\\])(?P<a>[ijk])(?P<b>)(?P<axis>)\s*$")  # 2xy i + x^2 j
_PLACES = {"i": 0, "j": 1, "k": 2, r"\imath": 0, r"\jmath": 1}
_PLACES |= {sign: n // 2 for n, sign in enumerate("x1y2z3")}
_PLAIN = re.compile(
    r"^(?!.*_\s*\{?\s*[ijk])(?!.*\\(?:sum|mathbf|hat)).*i\s*[-+].*j\s*(?:$|[-+.=])", re.S
)
_SPACE = re.compile(r"\\[,;:! ]|\\quad|~")
_OF_THREE = re.compile(r"\(\s*x\s*,\s*y\s*,\s*z\s*\)")
_NAME = r"(?:\\[A-Za-z]+|[A-Za-z])"
_PARTIAL = (
    rf"\s*(?:\\[dt]?frac\s*\{{\s*\\partial\s*{_NAME}\s*\}}\s*\{{\s*\\partial\s*{_NAME}\s*\}}"
    r"|[fghuFGV]\s*_\s*(?:[s-z]|\{\s*[s-z]\s*\}))\s*"
)
_PARTIALS = re.compile(
    r"(?:^|(?<==))\s*(?P<gradient>\\nabla\s*(?P<of>\\?[A-Za-z]+)\s*=\s*)?(?:\\left\s*)?"
    r"(?:\(|\[|\\langle(?![A-Za-z]))"
    rf"(?P<list>{_PARTIAL}(?:,{_PARTIAL}){{1,5}})(?:\\right\s*)?(?:\)|\]|\\rangle(?![A-Za-z]))"
    r"(?:\s*\^\s*(?:T(?![A-Za-z])|\\top(?![A-Za-z])|\{\s*(?:T|\\top)\s*\}))?(?=\s*(?:=|$))"
)
_ONE = re.compile(
    rf"\\partial\s*(?P<f>{_NAME})\s*\}}\s*\{{\s*\\partial\s*(?P<x>{_NAME})"
    rf"|(?P<g>{_NAME})\s*_\s*\{{?\s*(?P<y>[a-z])"
)


def with_components(cut: Cut) -> Cut:
    """The text with lists for sums of unit vectors, and gradients for lists of derivatives."""
    is_three = any(map(_OF_THREE.search, cut.formulas))
    return cut.rewritten(lambda latex: _PARTIALS.sub(_gradient, with_lists(latex, is_three)))


_ENTRY = re.compile(
    r"(?<![A-Za-z\\])(?P<a>[A-Za-z])\s*_\s*\{\s*(?P<i>[1-9])\s*,?\s*(?P<j>[1-9])\s*\}"
)
_UNITS = re.compile(r"(?<![A-Za-z\\])e\s*_\s*\{?\s*([1-9])\s*\}?(?!\d)")


def with_unit_entries(cut: Cut) -> Cut:
    """The text with e_1^TAe_1 for the entry a_{11} of A, where it has the unit vector e_1."""
    text = " ; ".join(cut.formulas)
    units = {*_UNITS.findall(text)}
    rest = _ENTRY.sub(" ", text)
    known = {x for x in "ABCDGHKMPQSWX" if re.search(rf"(?<!\\){x}(?!\s*_)", rest)}
    known -= {x for x in known if re.search(rf"(?<!\\){x}\s*:?=\s*\\", rest)}  # is written out

    def written(found: re.Match[str]) -> str:
        a, i, j = found["a"], found["i"], found["j"]
        is_own = a.islower() and re.search(rf"(?<![A-Za-z\\]){a}(?![A-Za-z])", rest)
        is_entry = a.upper() in known and {i, j} <= units and not is_own
        return rf"\left(e_{i}^T {a.upper()} e_{j}\right)" if is_entry else found[0]

    return cut.rewritten(lambda latex: _ENTRY.sub(written, latex)) if units else cut


def with_lists(latex: str, is_three: bool = False) -> str:
    r"""The formula with a list for each side of it that is a sum of unit vectors.

    >>> with_lists(r"\nabla f = 2xy\hat i - x^2\,\hat{j}")
    '\\nabla f =(2xy,- x^2)'
    """
    signs = {_PLACES[_sign(found)] for found in _UNIT.finditer(latex)}
    unit = _UNIT if len(signs) > 1 else _LAST
    if unit is _LAST and not _PLAIN.search(latex):
        return latex
    return "=".join(_list(side, unit, is_three) or side for side in latex.split("="))


def _sign(found: re.Match[str]) -> str:
    return found["a"] or found["b"] or found["axis"]


def _list(side: str, unit: re.Pattern[str], is_three: bool) -> str | None:
    """The components of a sum in which each term has one unit vector; none if one has not."""
    parts: dict[int, str] = {}
    for term in _terms(_SPACE.sub(" ", side.rstrip(" .,;"))):
        units = [*unit.finditer(term)]
        if len(units) != 1:
            return None
        rest = (term[: units[0].start()] + term[units[0].end() :]).strip().removeprefix("+").strip()
        place = _PLACES[_sign(units[0])]
        if place in parts:
            return None
        parts[place] = rest if rest.strip("-") else f"{rest}1"
    count = 3 if is_three or 2 in parts else 2
    listed = ",".join(parts.get(n, "0") for n in range(count))
    return f"({listed})" if len(parts) > 1 or unit is _UNIT else None


def _terms(side: str) -> list[str]:
    """The terms of a sum, each with its sign."""
    terms, depth = [""], 0
    for sign in side.strip():
        depth += (sign in "([{") - (sign in ")]}")
        if sign in "+-" and not depth and terms[-1].strip() and terms[-1].strip()[-1] not in "^_":
            terms.append("")
        terms[-1] += sign
    return terms


def _gradient(found: re.Match[str]) -> str:
    """The gradient by all variables of the list, if it has the derivatives of one function."""
    ones = [*_ONE.finditer(found["list"])]
    functions = {one["f"] or one["g"] for one in ones}
    names = [one["x"] or one["y"] for one in ones]
    is_other = found["of"] is not None and {found["of"]} != functions
    if len(functions) != 1 or len({*names}) < len(names) or is_other:
        return found[0]
    return rf"\nabla_{{{','.join(names)}}} {functions.pop()}"
