"""Formulas of the text in one line, with the signs and spaces of those that are printed."""

from __future__ import annotations

import re

_WORDS = frozenset(
    "arcsin arccos arctan asin acos atan sinh cosh tanh sin cos tan cot exp log ln det tr Tr trace "
    "diag Diag sign sgn softmax sigmoid relu softplus vec max min argmax argmin rank sum mean erf "
    "sqrt expm logm sqrtm logsumexp Softmax Sigmoid ReLU".split()
)
_AWAY = re.compile(rf"\b({'|'.join(sorted(_WORDS))}) (?=\()")
_CALLED = re.compile(r"[A-Za-z]{2,}(?=\()")
_SUMMED = re.compile(r"([∑∏∫](?:[_^](?:\([^()]*\)|[^\W_]))+)\s*")
_SIGN = re.compile(  # in scripts there are no spaces, and a hyphen between words is no sign
    r"[_^]\([^()]*\)|(?<=[A-Za-z]{3})-(?=[A-Za-z]{3})|(?P<space>\s*)(?P<sign>[-−+])\s*(?=\S)"
    r"|\s*(?P<relation>[:<>]?=|[≤≥≠≈∝<>])\s*"
)
_OPENING = "([{,;=<>≤≥≠+-−*/·⊙⊗∘:^_⟨∂∇"  # behind these a sign belongs to what follows


def spaced(text: str) -> str:
    """A formula in plain characters, spaced as the answers are.

    >>> spaced("-2X'(y-Xβ)+λsign(β)")
    "−2X'(y − Xβ) + λ sign(β)"
    >>> spaced("∑_(i=1)^nx_i(y_i-wᵀx_i)+e^(-x)")
    '∑_(i=1)^n x_i(y_i − wᵀx_i) + e^(−x)'
    """
    text = _SIGN.sub(_signed, _CALLED.sub(_apart, _AWAY.sub(r"\1", text)))
    text = re.sub(r"(?<=∂)([²³]?) (?=\w)", r"\1", _SUMMED.sub(r"\1 ", text))
    return " ".join(text.split())


def _signed(found: re.Match[str]) -> str:
    """A sign between two terms, or two sides, with spaces around it."""
    if found["relation"]:
        return f" {found['relation']} "
    if found["sign"] is None:
        return found[0] if found[0] == "-" else found[0].replace("-", "−")
    before, sign = found.string[: found.start()], found["sign"].replace("-", "−")
    last = before[-1:]
    is_first = not last or last in _OPENING or (last in "|‖" and before.count(last) % 2)
    return f"{found['space']}{sign}" if is_first else f" {sign} "


def _apart(found: re.Match[str]) -> str:
    """The name of a function, apart from factors before it: x cos(x), 2 tr(X), log det(X)."""
    run, last = found[0], found.string[: found.start()][-1:]
    starts = (at for at in range(1, len(run) - 1) if at <= 2 or run[:at] in _WORDS)
    at = 0 if run in _WORDS else next((at for at in starts if run[at:] in _WORDS), -1)
    if at < 0:
        return f"{run[:-1]} {run[-1]}" if run[:-1] in _WORDS else run
    space = " " if at == 0 and (last.isalnum() or last in tuple(")]'’ᵀ")) else ""
    return f"{space}{run[:at]} {run[at:]}".removeprefix(" " * (not space))
