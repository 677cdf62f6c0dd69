r"""Distributions that people type: x ~ N(mu, Sigma) is a formula, and N(x; mu, Sigma) one word.

In grad log p(x) no sign of arithmetic tells that it is a formula, and so it gets one.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.plain import to_latex

_ARGUMENTS = r"\((?P<inside>(?:[^()$]|\([^()$]*\)){1,80})\)"
_NAME = r"[A-Za-zα-ω]\w{0,2}(?:_\{?\w+\}?)?"
_DRAWN = re.compile(
    rf"(?<![\w$])(?P<x>(?:{_NAME}\s*,\s*){{1,3}}(?:\.\.\.|…)\s*,\s*{_NAME}"
    rf"|{_NAME}(?:\s*\|\s*[\w, ]{{1,12}})?)"
    rf"\s*~\s*(?:i\.?i\.?d\.?\s+)?(?P<name>[A-Z][A-Za-z]{{0,10}}){_ARGUMENTS}"
)
_VALUE = re.compile(rf"(?<![\w\\])(?P<name>N){_ARGUMENTS}")
_GRADIENT = re.compile(  # grad_x log p(x)
    r"(?<![\w\\])(?:[Gg]rad|nabla)(?P<by>_[a-zα-ω]\w*)?\s+(?=(?:log|ln)\s+[A-Za-z]\w{0,2}\b)"
)
_BAR = re.compile(r"\s*[|;]\s*")
_COMMA = re.compile(r",\s*(?![^()]*\))")


def with_typed_samples(text: str) -> tuple[str, list[str]]:
    """The text with what is drawn as formulas, and densities without spaces."""
    text = _GRADIENT.sub(lambda found: f"∇{found['by'] or ''} ", _DRAWN.sub(_drawn, text))
    parts = re.split(r"(\$[^$]*\$)", text)
    made = (x if x.startswith("$") else _VALUE.sub(_value, x) for x in parts)
    return "".join(made), []


def _drawn(found: re.Match[str]) -> str:
    """A sample and its distribution."""
    name = r"\mathcal{N}" if found["name"] == "N" else rf"\mathrm{{{found['name']}}}"
    inside = ", ".join(to_latex(part.strip()) for part in _COMMA.split(found["inside"]))
    x = to_latex(re.sub(r"\.\.\.|…", r"\\dots", found["x"]))
    return rf"${x} \sim {name}({inside})$"


def _value(found: re.Match[str]) -> str:
    """N(x|mu,Sigma), if something stands before a bar or a semicolon."""
    if not _BAR.search(found["inside"]):
        return found[0]
    inside = ",".join(part.strip() for part in _BAR.sub("|", found["inside"], count=1).split(","))
    return f"{found['name']}({inside})"
