"""Questions that go beyond a derivative: its norm or its inverse, and integrals."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import whole_name
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.orders import HIGHER
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE

_WANTED = (
    r"\b(?:what(?:['’]s|\s+is|\s+are)|find|compute|calculate|determine|give|derive|evaluate|obtain|get"
    r"|show)\b(?:\s+(?:me|us|the|a))*\s+"
)
_DERIVATIVE = r"(?P<kind>gradient|derivative|hessian|jacobian)\b"
_LOW = re.compile(  # derivatives, once those of a higher order are left out
    rf"\b(?:{DERIVATIVE}|differenti)|\\partial|\\nabla|∂|∇|(?<!\w)d\s?\w?\s?/\s?d\w", re.I
)
ORDERS = "Derivatives end with the second."
_PART = (
    r"(?:norm|length|magnitude|size|direction|inverse|trace|determinant|log-?determinant|square|rank"
    r"|transpose|logarithm|sum|eigenvalues?|negative|opposite|expectation|variance|average|mean"
    r"|absolute value)"
)
# What is made of a derivative: the derivative itself is given, and a line says so.
OF_DERIVATIVES = (
    rf"{_WANTED}(?P<words>(?:[a-z-]+\s+){{0,2}}?{_PART}\s+of\s+(?:the\s+)?{_DERIVATIVE})",
    rf"{_WANTED}(?P<words>(?:negative|minus|inverse|squared|half|twice|normali[sz]ed|expected|transposed)"
    rf"\s+(?:the\s+)?{_DERIVATIVE})",
    rf"{_WANTED}(?P<words>{_DERIVATIVE}\s+(?:(?P<part>norm|determinant|trace|inverse)|squared))\b",
)
_NABLA = re.compile(r"\s*(?:\\nabla|∇)\s*(?:_\s*\S)?\s*\\?[A-Za-z]+\s*(?:\([^()]*\))?\s*$")
OF_FORMULA = re.compile(rf"\b(?:gradient|derivative|jacobian)\s+of\s+(?:the\s+)?({M})", re.I)
INTEGRALS = re.compile(
    rf"{_WANTED}(?:\w+\s+)?(?:integral|anti-?derivative|primitive)\b|\bintegrate\s+\S", re.I
)
# The force, i.e. minus the gradient of the energy.
NEGATIVE = (
    rf"(?:{_WANTED}|\b(?:i\.\s?e\.|that\s+is|namely)\s*,?\s*(?:the\s+)?"
    r"|\bforces?\s+(?:[a-z]+\s+){0,4}(?:is|are|as)\s+(?:the\s+)?)"
    r"(?:negative|minus)(?:\s+of)?(?:\s+(?:the|its))?\s+gradient\b"
)
INFORMATION = (
    r"\b(?:what(?:['’]s|\s+is|\s+are)|find|compute|calculate|derive)\s+(?:the\s+)?"
    r"(?:[a-z]+\s+){0,3}?information(?:\s+matrix)?\b|\bscore\b[^.?!]{0,40}\band\b"
    r"[^.?!]{0,40}\binformation(?:\s+matrix)?\b|\bobserved\s+information(?:\s+matrix)?\b"
)
# The function stands behind Δ; before anything else it is a change, as in x + Δx.
LAPLACIAN = (
    r"\blaplacian\b|(?-i:\\Delta|Δ)\s*(?P<of>[a-zA-Z]\b|\\(?:phi|psi|rho|varphi)\b|[φψρ])(?!\s*_)"
)
TWICE = re.compile(
    rf"\b{DERIVATIVE}\s+of\s+(?:the\s+)?(?:[a-z-]+\s+){{0,2}}?{_PART}"
    rf"\s+of\s+(?:the\s+)?{_DERIVATIVE}",
    re.I,
)


def not_a_derivative(cut: Cut) -> str | None:
    """The line about a question that no derivative answers."""
    words = " ".join(cut.marked.split())
    nablas = {i for i, each in enumerate(cut.segments) if each.is_math and _NABLA.match(each.text)}
    of = [int(n) for found in OF_FORMULA.finditer(words) for n in re.findall(r"\d+", found[1])]
    if TWICE.search(words) or nablas.intersection(of):
        return "What is made of a derivative is not differentiated again; write it as a formula."
    written = " ".join(segment.text for segment in cut.segments)
    others, count = re.subn(HIGHER, "", written, flags=re.I)
    if count and not _LOW.search(others):
        return ORDERS
    return "Integrals are not computed, only derivatives." if INTEGRALS.search(words) else None


def asked_for(pattern: str, text: str, name: str | None) -> re.Match[str] | None:
    """Where words ask for something of the function of that name, if it is known."""
    for found in ignoring_case(pattern).finditer(text):
        of = found.groupdict().get("of")
        if of is None or name is None or whole_name(of) == name:
            return found
    return None


def of_derivatives(words: str) -> list[str]:
    """What is asked of a derivative, and that the derivative alone is given."""
    found = (ignoring_case(pattern).search(words) for pattern in OF_DERIVATIVES)
    return [_asked_of(each) for each in found if each is not None][:1]


def _asked_of(found: re.Match[str]) -> str:
    """The line about what is asked of a derivative: the Jacobian determinant is that of it."""
    kind = found["kind"].lower()
    kind = kind.capitalize() if kind in ("hessian", "jacobian") else kind
    part = found.groupdict().get("part")
    words = f"{part} of the {kind}" if part else found["words"]
    words = re.sub(r"(?:negative of|minus)(?: the)? (?=gradient)", "negative ", words)
    return f"Asked is the {words}; what is given is the {kind} itself."
