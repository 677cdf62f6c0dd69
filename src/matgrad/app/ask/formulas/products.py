r"""Formulas with the derivative of a function of the text: \nabla^2f(x)v, x^T\nabla f(x), u' = …"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.claimed import (
    ARGUMENT,
    FUNCTION,
    INNER,
    NAME,
    SCRIPTS,
    Claimed,
    order_of,
)
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, Derivative, left_side, whole_name
from matgrad.app.ask.formulas.reading import Reading

_NABLA = re.compile(rf"\\nabla{SCRIPTS}\s*(?P<f>{FUNCTION})(?P<of>{ARGUMENT})?")
_REST = re.compile(r"\s*(?:\\[,;:! ]|\^\s*\{?\s*(?:T|\\top)\s*\}?)*\s*$")  # which makes no product

_OPERAND = re.compile(r"\s*(?:[A-Za-z(]|\\(?!right|cdot|times|over)[A-Za-z])")
_TRANSPOSED = re.compile(r"\^\s*\{?\s*(?:T|\\top)")
_PRIMED = re.compile(rf"(?P<f>{NAME})\s*(?:(?P<one>'|\^\s*\{{?\s*\\prime\s*\}}?)|'')")

_LAPLACIAN = re.compile(rf"\\Delta\s*(?P<f>{NAME})\s*(?:{ARGUMENT})?\s*")


def take_laplacians(reading: Reading) -> None:
    r"""Leave \Delta u alone where u is a function of the text: it is no product."""
    for where, latex in list(reading.bare.items()):
        found = _LAPLACIAN.fullmatch(latex)
        if found is not None and whole_name(found["f"]) in reading.functions:
            del reading.bare[where]


def take_primes(reading: Reading) -> None:
    """Keep u' = … as a claim where u(x) is defined: the prime of a function is no transpose."""
    given = {each.left.name: each.left.arguments or () for each in reading.defined}
    # y' = -y of a function y(t) is no property of a matrix
    reading.stated = [x for x in reading.stated if x.fact != "skew" or not given.get(x.name)]
    for where, (first, *values) in list(reading.equal.items()):
        found = _PRIMED.fullmatch(first.strip())
        name = whole_name(found["f"]) if found else None
        arguments = given.get(name or "", ())
        x = whole_name(arguments[0]) if len(arguments) == 1 else None
        inner = {whole_name(each["primed"] or "") for v in values for each in INNER.finditer(v)}
        if found is None or name is None or x is None or "0" in values or inner & given.keys():
            continue
        of = Derivative(GRADIENT if found["one"] else HESSIAN, found["f"], (x,))
        reading.claimed.append(Claimed(of, first, tuple(values), where))
        reading.claimed.sort(key=lambda claim: claim.segment)
        shown = " = ".join(reading.equal.pop(where))
        reading.identities = [each for each in reading.identities if each != shown]


def take_products(reading: Reading) -> None:
    """Keep the formulas that are made of derivatives, which are no derivatives of products."""
    known = reading.functions
    for each, where in list(reading.asked):
        latex = reading.written.get(where, "")
        inside = _inside(latex, known) if not each.direction else None
        found = derivative(inside) if inside else None
        if inside and found is not None:
            reading.asked = [x for x in reading.asked if x[1] != where]
            reading.asked.append((found, where))
            reading.products[where], reading.written[where] = latex, inside
    for claim in list(reading.claimed):
        if claim.form == "{}" and not claim.derivative.direction and _inside(claim.latex, known):
            reading.claimed.remove(claim)
            reading.equal.setdefault(claim.segment, (claim.latex, *claim.values))
    for where, latex in reading.bare.items():
        if any(_is_derivative(found, latex, reading) for found in INNER.finditer(latex)):
            reading.products[where] = latex


def _is_derivative(found: re.Match[str], latex: str, reading: Reading) -> bool:
    """Is this the derivative of a function of the text? The prime of r'r may be a transpose."""
    if found["primed"]:
        is_twice = order_of(found["primes"]) == 2
        is_plain = found["of"] or not _OPERAND.match(latex, found.end())
        is_whole = found[0].strip() == latex.strip() and found[0].strip()[0].islower()
        defined = {d.left.name for d in reading.defined}
        known = defined if is_twice or is_whole else reading.functions
        return whole_name(found["primed"]) in known and bool(is_twice or is_plain)
    inside = derivative(found[0].strip())
    left = left_side(inside.function) if inside is not None else None
    is_layout = "frac" in found[0] and _TRANSPOSED.search(latex)  # v^T ∂f/∂x, whose rows are …
    return left is not None and left.name in reading.functions and not is_layout


def _inside(latex: str, known: set[str]) -> str | None:
    """The derivative with which a product begins; with f alone, what follows is no function."""
    found = _NABLA.match(latex.strip())
    if found is None or whole_name(found["f"]) not in known:
        return None
    rest = latex.strip()[found.end() :]
    is_product = rest.strip() and not _REST.match(rest) and not rest.lstrip().startswith("'")
    names = {whole_name(x) for x in re.findall(r"\\?[A-Za-z]+", rest)}
    return found[0] if is_product and (found["of"] or not names & known) else None
