"""Arrows that people type: “therefore”, and what a map sends its argument to."""

from __future__ import annotations

import re

from matgrad.app.ask.text.remarks import changed

# f = x'x => df/dx = 2x; a single line is one only before a derivative
_THEREFORE = re.compile(
    r"\s+(?:=+>|⇒|⟹|(?:-+>|→)(?=\s*(?:d\w*(?:\(\w\))?/d|∂|∇|[Gg]rad\b|\\nabla|\\partial)))\s*"
)
# the Jacobian of x -> Ax, of $x \to Ax$; not: R^n -> R, x -> 0
_MAP = re.compile(
    r"(?P<of>\b(?:of|map|function|mapping|differentiate) \$?)(?P<x>[A-Za-z])\s*"
    r"(?:\|?-+>|→|\\(?:to|rightarrow)(?![A-Za-z]))\s*(?![0-9∞]|\\infty)"
    r"(?=[^.?!]{0,80}(?<![a-z\\])(?P=x)(?![a-z]))"
)


def with_arrows(text: str) -> str:
    """The text with words or a command for arrows that mean “therefore”, or “is sent to”."""
    text = changed(_THEREFORE, lambda _: ", so ", text, lambda _: r" \Rightarrow ")
    return _MAP.sub(_mapped, text)


def _mapped(found: re.Match[str]) -> str:
    return f"{found['of']}{found['x']} " + (r"\mapsto " if found["of"].endswith("$") else "↦ ")
