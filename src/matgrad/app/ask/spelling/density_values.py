r"""Densities of named distributions as values: \mathcal N(x|\mu,\Sigma) is written out.

Its logarithm is what is written, \log\mathcal N(x|\mu,\Sigma), and the density is the exponential
of that, so that a product over samples is that of a sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.distributions import PLAIN, Call, calls, log_density
from matgrad.app.ask.text.segments import Cut, Segment

_LOG = re.compile(r"(?:\\(?:log|ln)(?![A-Za-z])|\\operatorname\s*\{(?:log|ln)\})\s*(?:\\[,!]\s*)?$")
_OPENED = re.compile(rf"{_LOG.pattern[:-1]}(?:\\left\s*)?[(\[]\s*$")
_CLOSED = re.compile(r"\s*(?:\\right\s*)?[)\]]")
_PRODUCT = re.compile(
    r"\\prod\s*(?:\\limits\s*)?(?P<limits>(?:[_^]\s*(?:\{[^{}]*\}|\w)\s*)*)(?:\\[,!]\s*)?$"
)
_DEFINES = re.compile(r"\s*:?=(?!=)")
_NORMAL = re.compile(
    r"\b(?:normal|gaussian|densit\w+|(?:log-?)?likelihood|pdf|variance|covariance|distribut\w+)"
    r"|\\[sS]igma|[σΣ]|(?<![A-Za-z])I$",
    re.I,
)
_WITHIN = r"\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*(?:\{\s*(\w+)\s*\}|(\w))"
_SIZES = "dnpkmqDNK"
_DENSITY = re.compile(  # p(x|μ) = N(μ, Σ), π(a|s) = N(θ^T s, σ²)
    r"\s*(?:[pqf]|\\pi)\s*(?:_\s*(?:\{[^{}]*\}|\\[a-z]+|\w)\s*)?\(\s*(?P<x>[a-z](?:\s*_\s*\w)?)\s*"
    r"(?:(?:\||\\mid(?![A-Za-z])|;)[^()=]*)?\)\s*=\s*"
)
COVARIANCE = "{} is symmetric and positive definite, as the {} of a normal distribution"
WRITTEN = "{} is the density, written out"


def with_density_values(cut: Cut) -> Cut:
    r"""The text with formulas in the place of \mathcal N(x|\mu,\Sigma), unless it defines that."""
    cut = cut.rewritten(_with_point)
    found = [call for latex in cut.formulas for call in calls(latex) if _is_value(call, cut)]
    if not found or any(_is_defined(latex) for latex in cut.formulas):
        return cut
    sizes = {call.x: size_of(cut, call) for call in found if call.is_round}
    known = {x: size for x, (size, _) in sizes.items()}
    made = cut.rewritten(lambda latex: _written(latex, known, lambda call: _is_value(call, cut)))
    notes = dict.fromkeys(WRITTEN.format(shown(call)) for call in found)
    made = replace(made, notes=(*made.notes, *notes))
    return with_told(made, found, [x for x, (_, is_new) in sizes.items() if is_new], sizes)


def _with_point(latex: str) -> str:
    r"""A density with the point that its left side names: p(x|\mu) = N(\mu, \Sigma) is at x."""
    left = _DENSITY.match(latex)
    call = next(iter(calls(latex)), None)
    if (
        not left
        or call is None
        or call.x
        or call.start != left.end()
        or latex[call.end :].strip(" .,")
    ):
        return latex
    inside = latex[call.start : call.end].replace("(", f"({left['x']}; ", 1)
    return latex[: call.start] + inside + latex[call.end :]


def shown(call: Call) -> str:
    """A distribution for reading: N(μ, Σ), or N(x | μ, Σ)."""
    inside = ", ".join(quoted(each).plain for each in call.parameters)
    name = "N" if call.is_normal else call.name
    rate = f" with the rate {quoted(call.parameters[-1]).plain}" if call.has_rate else ""
    return (f"{name}({quoted(call.x).plain} | {inside})" if call.x else f"{name}({inside})") + rate


def with_told(
    cut: Cut, found: list[Call], declared: list[str], sizes: dict[str, tuple[str, bool]]
) -> Cut:
    """The text with what is known of covariances, and with sizes of vectors that have none."""
    last: list[Segment] = []
    notes: list[str] = []
    for name in dict.fromkeys(call.matrix for call in found if call.matrix):
        if any(re.match(rf"\s*{re.escape(name)}\s*:?=", latex) for latex in cut.formulas):
            continue  # of what it is made of its properties follow
        is_inverse = any(c.matrix == name and c.parameters[1].strip() != name for c in found)
        last += _sentence(name, " is a symmetric positive definite matrix.")
        notes.append(
            COVARIANCE.format(quoted(name).plain, "precision" if is_inverse else "covariance")
        )
    for x in declared:
        last += _sentence(rf"{x} \in \mathbb{{R}}^{{{sizes[x][0]}}}", ".")
    return replace(cut, segments=(*cut.segments, *last), notes=(*cut.notes, *notes))


def size_of(cut: Cut, call: Call) -> tuple[str, bool]:
    """The number of entries of x as the text declares it, or a letter that is to be declared."""
    text = " ; ".join(cut.formulas)
    names = [part for part in (call.x, call.parameters[0]) if PLAIN.fullmatch(part)]
    for name in names:
        way = rf"(?<![A-Za-z\\]){re.escape(name)}\s*(?:,[^;]*)?{_WITHIN}"
        if declared := re.search(way, text):
            return declared[1] or declared[2], False
    noise, equations = whole_name(call.x), (x.partition("=") for x in cut.formulas)
    is_modelled = any(PLAIN.fullmatch(y) and noise in names_in(x) for y, _, x in equations)
    is_open = (
        is_modelled
        or not PLAIN.fullmatch(call.x)
        or ("_" not in call.x and len(names) < 2 and call.parameters[0] != "0")
    )
    letters = re.sub(r"\\[A-Za-z]+", " ", text)
    free = next((x for x in _SIZES if x not in letters), "")
    return ("", False) if is_open or not free else (free, True)


def _sentence(formula: str, words: str) -> list[Segment]:
    return [Segment(False, "\n\nHere "), Segment(True, formula), Segment(False, words)]


def _is_value(call: Call, cut: Cut) -> bool:
    """Is it a density at x? N(x; W, b) may be a network."""
    spread = call.parameters[-1]
    is_normal = spread == "1" or _NORMAL.search(f"{cut.words} {spread}") is not None
    return bool(call.x) and (call.is_marked or is_normal)


def _is_defined(latex: str) -> bool:
    """Does the text itself say what such a density, or its logarithm, is?"""
    return any(
        c.x and not _LOG.sub("", latex[: c.start]).strip() and _DEFINES.match(latex, c.end)
        for c in calls(latex)
    )


def _written(latex: str, sizes: dict[str, str], is_value: Callable[[Call], bool]) -> str:
    """A formula with its densities written out."""
    for call in reversed([call for call in calls(latex) if is_value(call)]):
        value = log_density(call, call.x, sizes.get(call.x, ""))
        before, behind = latex[: call.start], latex[call.end :]
        made = rf"\exp\left({value}\right)"
        if product := _PRODUCT.search(before):
            value = rf"\sum{product['limits']}\left({value}\right)"
            before, made = before[: product.start()], rf"\exp\left({value}\right)"
        if log := _LOG.search(before):
            before, made = before[: log.start()], rf"\left({value}\right)"
        elif (log := _OPENED.search(before)) and (closed := _CLOSED.match(behind)):
            before, made = before[: log.start()], rf"\left({value}\right)"
            behind = behind[closed.end() :]
        latex = f"{before}{made}{behind}"
    return latex
