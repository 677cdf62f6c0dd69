r"""The logarithm of a policy that a text gives by a formula: \log\pi(a|s), after \pi(a|s) = ….

It gets a definition of its own with that formula, in which \pi stays the number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_NAME = r"(?P<name>\\pi(?![A-Za-z]))(?P<below>\s*_\s*(?:\w|\\[a-z]+|\{[^{}]*\}))?"
_CALL = rf"{_NAME}\s*(?:\\left\s*)?\((?P<of>[^()=]*(?:\||\\mid|;)[^()=]*?)(?:\\right\s*)?\)"
_DEFINED = re.compile(rf"\s*{_CALL}\s*:?=(?P<value>[^=]+?)[.,;]?\s*")
_LOG = re.compile(rf"\\(?:log|ln)(?![A-Za-z])\s*{_CALL}(?P<defines>\s*:?=)?")
_BARE = re.compile(  # ∂ log π/∂σ
    r"(?P<log>\\(?:log|ln)(?![A-Za-z])\s*)\\pi(?![A-Za-z])(?:\s*_\s*(?:\w|\\[a-z]++|\{[^{}]*\}))?+"
    r"(?!\s*(?:\\left\s*)?[(_])"
)
_DERIVED = re.compile(r"\\nabla|\\partial|\\frac\s*\{\s*d")


def with_log_densities(cut: Cut) -> Cut:
    r"""The text with a definition of \log\pi(a|s), where \pi(a|s) has one."""
    defined = {_key(m): m for latex in cut.formulas if (m := _DEFINED.fullmatch(latex))}
    cut = _with_calls(cut, defined)
    used = [(m, latex) for latex in cut.formulas for m in _LOG.finditer(latex)]
    known = {
        _key(m) for m, latex in used if m["defines"] and not _DERIVED.search(latex[: m.start()])
    }
    wanted = dict.fromkeys(_key(m) for m, _ in used if _key(m) in defined and _key(m) not in known)
    for key in wanted:
        density = defined[key]
        left = density.string[: density.start("value")].rstrip(" =:")
        latex = rf"\log {left.strip()} = \log\left({density['value'].strip()}\right)"
        last = (Segment(False, "\n\nHere "), Segment(True, latex), Segment(False, "."))
        cut = replace(cut, segments=(*cut.segments, *last))
    return cut


def _with_calls(cut: Cut, defined: Mapping[str, re.Match[str]]) -> Cut:
    r"""The text with \log\pi(a|s) for the \log\pi that is differentiated, if there is one \pi."""
    if len(defined) != 1:
        return cut
    (density,) = defined.values()
    call = density.string[: density.start("value")].rstrip(" =:").strip()

    def called(latex: str) -> str:
        is_derived = _DERIVED.search(latex) is not None
        return _BARE.sub(lambda found: f"{found['log']}{call}", latex) if is_derived else latex

    return cut.rewritten(called)


def _key(found: re.Match[str]) -> str:
    parts = (found["name"], found["below"] or "", found["of"].replace(r"\mid", "|"))
    return re.sub(r"[\s{}]", "", "".join(parts))
