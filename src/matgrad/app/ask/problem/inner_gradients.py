r"""Functions in which a gradient stands: \|p\|^2 with p = \nabla f(x), h(x - \eta\nabla h(x)).

The derivative of f, which the text defines, is worked out and put in its place; a line says so. A
name of a gradient that only stands in what is claimed is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from matgrad.app import api
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import DERIVATIVE
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.ops import symbol_op
from matgrad.render import latex as typeset

_GREEK = r"\\[A-Za-z]+|[α-ω]"
_NAME = rf"(?:{_GREEK}|[A-Za-z])(?:\s*_\s*(?:\w|\{{\w+\}}))?"
_F = rf"(?P<f>{_GREEK}|[A-Za-z])"
_AT = rf"(?:\\left\s*)?\(\s*(?P<at>{_NAME})\s*(?:\\right\s*)?\)"
_TWICE = r"(?P<two>\^\s*(?:2|\{\s*2\s*\}))?"
_NABLA = rf"(?:\\nabla|∇)\s*{_TWICE}\s*(?:_\s*(?:\{{?\s*{_NAME}\s*\}}?))?\s*{_F}\s*"
_NAMED = re.compile(rf"\s*(?P<name>{_NAME})\s*:?=\s*{_NABLA}(?:{_AT})?\s*[.,;]?\s*")
_INSIDE = re.compile(rf"{_NABLA}{_AT}")
_OTHERS = rf"(?P<others>(?:\s*[,;]\s*{_NAME})*)"
_HEAD = re.compile(
    rf"\s*{_F}\s*(?:(?:\\left\s*)?\(\s*(?P<at>{_NAME}){_OTHERS}\s*(?:\\right\s*)?\))?\s*:?="
)
_SLOPE = re.compile(
    rf"\s*(?:(?:\\nabla|∇)\s*(?:_\s*(?:\{{?\s*{_NAME}\s*\}}?))?+(?!\s*{_F}\s*(?:\(|\\left|=|$))"
    r"|\\[dt]?frac\s*\{\s*(?:d|\\partial)\s*\}\s*\{[^{}]*\})"
)
_LETTER = re.compile(r"(?<![\\A-Za-z^{])[A-Za-z]\s*\Z")
_BARE = re.compile(r"\s*(?:\\nabla|∇)\s*(?![_^A-Za-z])")
_OF = re.compile(rf"\b{DERIVATIVE}s?\s+of\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}$", re.I)
_SIGN = re.compile(r"\\nabla(?![A-Za-z])|∇")
_IN = re.compile(r"\\in(?![A-Za-z])|∈")
Reads = Callable[[Cut], Understood]


@dataclass(frozen=True)
class Inner:
    """A derivative that stands inside: of what, of which order, and at which letter."""

    f: str
    kind: str
    at: str

    @property
    def latex(self) -> str:
        """As it is written."""
        sign = r"\nabla^2" if self.kind == HESSIAN else r"\nabla"
        return f"{sign} {self.f}" + (f"({self.at})" if self.at else "")


def with_inner_gradients(cut: Cut, understand: Reads) -> Cut:
    """The text with derivatives of its functions in the place of the signs for them."""
    names = [found["name"] for latex in cut.formulas if (found := _NAMED.fullmatch(latex))]
    is_any = any(_is_inside(cut, name) for name in names)
    found = {inner: _derivative(cut, inner, understand) for inner in _inner(cut, is_any)}
    known = {inner: typeset(x) for inner, x in found.items() if x is not None}
    if not known:
        return cut
    inside = [n for n, each in enumerate(cut.segments) if each.is_math and _holds(cut, n, is_any)]
    segments = list(cut.segments)
    for n in inside:
        segments[n] = Segment(True, _written(segments[n].text, known))
    for latex in _steps(cut).values():
        value = _written(latex, known).partition("=")[2].strip().rstrip(".,;")
        segments = [_unfolded(each, latex.partition("=")[0].strip(), value) for each in segments]
    moving = {whole_name(name) for name in names if is_any}
    for n, each in enumerate(segments):
        if (bare := _BARE.match(each.text)) and moving & {*names_in(each.text[bare.end() :])}:
            by = _variable(cut, next(iter(known)))
            segments[n] = Segment(True, rf"\nabla_{{{by}}} {each.text[bare.end() :]}")
    for inner, x in found.items():
        if x is not None and inner.kind == GRADIENT and x.shape.is_column and not x.is_scalar:
            segments += _called_vector(inner.at)
    notes = (f"{quoted(inner.latex).plain} is {quoted(x).plain}" for inner, x in known.items())
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, *notes))


def _called_vector(x: str) -> tuple[Segment, ...]:
    """A sentence that keeps what f says of its variable, which may not be seen elsewhere."""
    if not x:
        return ()
    return (Segment(False, "\n\nHere "), Segment(True, x), Segment(False, " is a vector. "))


def _holds(cut: Cut, number: int, is_any: bool) -> bool:
    """Is the derivative in a formula to be written out?"""
    text = cut.segments[number].text
    if not _SIGN.search(text):
        return False
    if _NAMED.fullmatch(text):
        return is_any
    if text in _steps(cut).values() or any(
        x in text and _INSIDE.search(x) for x in _differentiated(cut)
    ):
        return True
    return any(
        name in names_in(x) for x in _differentiated(cut) if x in text for name in _steps(cut)
    )


def _steps(cut: Cut) -> dict[str, str]:
    r"""The names whose values hold a gradient, and that are put into what is differentiated."""
    found = {left.strip(): latex for latex in cut.formulas if (left := latex.partition("=")[0])}
    return {
        whole_name(left) or "": latex
        for left, latex in found.items()
        if whole_name(left) and not _NAMED.fullmatch(latex)
        if _INSIDE.search(latex.partition("=")[2]) and _is_inside(cut, left)
    }


def _inner(cut: Cut, is_any: bool) -> list[Inner]:
    """The derivatives that are to be written out."""
    found: list[re.Match[str]] = []
    for n, each in enumerate(cut.segments):
        if each.is_math and _holds(cut, n, is_any):
            found += [m for m in (_NAMED.fullmatch(each.text),) if m] or _INSIDE.finditer(each.text)
    return [*dict.fromkeys(_of(each) for each in found)]


def _of(found: re.Match[str]) -> Inner:
    return Inner(found["f"], HESSIAN if found["two"] else GRADIENT, found["at"] or "")


def _unfolded(segment: Segment, name: str, value: str) -> Segment:
    r"""A derivative of L(\theta_1) with what \theta_1 is."""
    if not segment.is_math or not _SLOPE.match(segment.text):
        return segment
    left, sign, right = segment.text.partition("=")
    call = re.compile(rf"\(\s*{re.escape(name)}\s*(?:\\right\s*)?\)")
    return Segment(True, call.sub(lambda _: f"({value})", left) + sign + right)


def _written(text: str, known: Mapping[Inner, str]) -> str:
    """A formula with derivatives in the place of their signs, where they are known."""
    if (named := _NAMED.fullmatch(text)) and (value := known.get(_of(named))):
        return f"{named['name']} = {value}"

    def put(each: re.Match[str]) -> str:
        value = known.get(_of(each))
        sign = r"\cdot" if _LETTER.search(text, 0, each.start()) else ""  # t(…) may be a call
        return rf"{sign}\left({value}\right)" if value else each[0]

    return _INSIDE.sub(put, text)


def _is_inside(cut: Cut, name: str) -> bool:
    """Does a name stand in a formula that is differentiated, not only in what is claimed?"""
    meant = whole_name(name)
    return any(meant in names_in(latex) for latex in _differentiated(cut))


def _differentiated(cut: Cut) -> Iterator[str]:
    """The formulas of which derivatives are spoken of, and those of other functions."""
    for i, each in enumerate(cut.segments):
        before = cut.segments[i - 1].text if i else ""
        head = _HEAD.match(each.text) if each.is_math else None
        if head and head["at"]:
            yield each.text[head.end() :]  # q(x) = ‖p‖²
        elif each.is_math and (sign := _SLOPE.match(each.text)):
            yield each.text[sign.end() :].partition("=")[0]
        elif each.is_math and _OF.search(before):
            yield each.text


def _heads(cut: Cut, inner: Inner) -> list[re.Match[str]]:
    """Where the text defines a function."""
    found = [m for x in cut.formulas if not _SIGN.search(x) and (m := _HEAD.match(x))]
    return [head for head in found if head["f"] == inner.f and not head["others"]]


def _variable(cut: Cut, inner: Inner) -> str:
    """The letter that a function is one of."""
    return next((head["at"] for head in _heads(cut, inner) if head["at"]), inner.at)


def _derivative(cut: Cut, inner: Inner, understand: Reads) -> Expr | None:
    """The derivative of a function of the text; none if it is not known."""
    x, heads = _variable(cut, inner), _heads(cut, inner)
    if len(heads) != 1 or not x:
        return None
    text = heads[0].string
    declared = [Segment(True, latex) for latex in cut.formulas if _IN.search(latex)]
    asked = (
        Segment(True, text), Segment(False, ". What is the gradient of "), Segment(True, inner.f),
        Segment(False, " with respect to "), Segment(True, x), Segment(False, "? "),
    )  # fmt: skip
    found = understand(replace(cut, segments=(*asked, *declared), notes=()))
    name = whole_name(x) or ""
    if found.problem is None or name not in found.problem.symbols or found.questions:
        return None
    try:
        d = getattr(api, inner.kind)(found.problem, name)
    except MatgradError:
        return None
    symbol = found.problem.symbols[name]
    point = whole_name(inner.at) or name
    value = substitute(d.answers[name], {symbol: make(symbol_op, (), Symbol(point, symbol.shape))})
    return value if d.verdict.ok and found.problem.function.is_scalar else None
